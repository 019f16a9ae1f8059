package import FlipbookCore
package import FlipbookImaging

/// A small picture of a frame. A page stores it once and can show it more than once.
package struct PagePicture: Sendable, Hashable {
    package let size, room: PixelSize
    package let png: [UInt8]
    /// The part of the height that was decoded, as a fraction from the top, or `nil` if the file is intact.
    package let intact: Double?
    package let isReduced: Bool
    /// A marked area, in the small picture's pixels.
    package var area: Rect?

    package init(_ picture: Picture, fitting room: PixelSize, intact: Double? = nil, isReduced: Bool = false) throws {
        size = picture.size.fitted(in: room)
        png = try PNGEncoder.encode(picture.scaled(to: size))
        (self.room, self.intact, self.isReduced) = (room, intact, isReduced || size != picture.size)
    }

    /// Returns a picture of a file, or of its undamaged upper part, or `nil` if nothing can be decoded.
    package static func ofFile(at path: FilePath, fitting room: PixelSize, codecs: ImageCodecs = .standard) -> Self? {
        // The page omits a picture if there is too little memory for it.
        do throws(ImageError) {
            let picture = try ImageDecoder(codecs: codecs).decode(contentsOf: path)
            return try? PagePicture(picture, fitting: room)
        } catch {
            guard error.isDamage, let rows = IntactRows(ofFileAt: path) else { return nil }
            let intact = Double(rows.count) / Double(rows.picture.size.height)
            return try? PagePicture(rows.picture, fitting: room, intact: intact)
        }
    }

    /// A description of the damage: `damaged: top 22% decoded`.
    package var damage: String? { intact.map { $0 < 1 ? "damaged: top \(Int($0 * 100))% decoded" : "damaged" } }

    package func reduced(to room: PixelSize) throws -> PagePicture {
        let picture = try png.withUnsafeBytes { try ImageDecoder().decode($0) }
        return try PagePicture(picture, fitting: room, intact: intact, isReduced: true)
    }

    /// Returns the markup of the picture, with an identifier for ``copy(of:ratio:)``.
    /// - Parameter ratio: The height relative to the usual height in the sequence. It makes unusual sizes visible.
    package func html(id: String, ratio: Double = 1, label: String? = nil) -> String {
        let box = area.map { area in
            // The box has a margin, so that even the box around a single pixel is easy to see.
            let space = max(2, Double(size.width) / 60)
            let box = area.inset(by: EdgeInsets(top: -space, left: -space, bottom: -space, right: -space))
            return "<rect class=\"spot\" x=\"\(box.minX.fixed(1))\" y=\"\(box.minY.fixed(1))\" "
                + "width=\"\(box.width.fixed(1))\" height=\"\(box.height.fixed(1))\"/>"
        }
        let mark = intact.map { intact in
            let height = Double(size.height)
            let top = intact < 1 ? height * intact : 0
            return "<rect class=\"\(intact < 1 ? "lost" : "damaged")\" y=\"\(top.fixed(1))\" width=\"\(size.width)\" "
                + "height=\"\((height - top).fixed(1))\"/>"
        }
        return svg(
            "<g id=\"\(id)\"><image width=\"\(size.width)\" height=\"\(size.height)\" "
                + "href=\"data:image/png;base64,\(png.base64)\"/>\(mark ?? "")\(box ?? "")</g>",
            ratio,
            label
        )
    }

    /// Returns the style of an element that gives a box without a picture the proportions of the pictures.
    package static func shape(_ size: PixelSize) -> String { "--q:\(size.width)/\(size.height)" }

    package func copy(of id: String, ratio: Double = 1, label: String? = nil) -> String {
        svg("<use href=\"#\(id)\"/>", ratio, label)
    }

    private func svg(_ content: String, _ ratio: Double, _ label: String?) -> String {
        let role = label.map { "role=\"img\" aria-label=\"\($0.escapedForMarkup)\"" } ?? "aria-hidden=\"true\""
        return "<svg class=\"picture\(isReduced ? "" : " sharp")\" style=\"--r:\(ratio)\" "
            + "viewBox=\"0 0 \(size.width) \(size.height)\" \(role)>\(content)</svg>"
    }
}
