package import FlipbookCore
import FlipbookFiles
package import FlipbookImaging

/// A small picture of a frame. A page stores it once and can show it in several places.
package struct PagePicture: Sendable {
    package let size: PixelSize
    package let room: PixelSize
    package let png: [UInt8]
    /// The decoded fraction of the height, from the top, or `nil` if the file is intact.
    package let intact: Double?
    package let isReduced: Bool
    /// The center of a ring that marks a pixel, in pixels of the small picture.
    package var spot: Point?

    package init(_ picture: Picture, fitting room: PixelSize, intact: Double? = nil, isReduced: Bool = false) throws {
        size = picture.size.fitted(in: room)
        png = try PNGEncoder.encode(picture.scaled(to: size))
        (self.room, self.intact, self.isReduced) = (room, intact, isReduced || size != picture.size)
    }

    package func reduced(to room: PixelSize) throws -> PagePicture {
        let picture = try png.withUnsafeBytes { try ImageDecoder().decode($0) }
        return try PagePicture(picture, fitting: room, intact: intact, isReduced: true)
    }

    /// Returns the picture's markup, with an identifier for ``copy(of:ratio:)``.
    /// - Parameter ratio: The height relative to the usual height in the sequence, which makes unusual sizes stand out.
    package func html(id: String, ratio: Double = 1, label: String? = nil) -> String {
        let ring =
            spot.map { "<circle class=\"spot\" cx=\"\($0.x)\" cy=\"\($0.y)\" r=\"\(max(2, size.width / 24))\"/>" } ?? ""
        let mark = intact.map { intact in
            let (top, height) = intact < 1 ? (Double(size.height) * intact, 1 - intact) : (0, 1)
            return "<rect class=\"\(intact < 1 ? "lost" : "damaged")\" y=\"\(top.fixed(1))\" width=\"\(size.width)\" "
                + "height=\"\((Double(size.height) * height).fixed(1))\"/>"
        }
        return svg(
            "<g id=\"\(id)\"><image width=\"\(size.width)\" height=\"\(size.height)\" "
                + "href=\"data:image/png;base64,\(png.base64)\"/>\(mark ?? "")\(ring)</g>",
            ratio,
            label
        )
    }

    package func copy(of id: String, ratio: Double = 1, label: String? = nil) -> String {
        svg("<use href=\"#\(id)\"/>", ratio, label)
    }

    private func svg(_ content: String, _ ratio: Double, _ label: String?) -> String {
        let role = label.map { "role=\"img\" aria-label=\"\($0.escapedForMarkup)\"" } ?? "aria-hidden=\"true\""
        return "<svg class=\"picture\(isReduced ? "" : " sharp")\" style=\"--r:\(ratio)\" "
            + "viewBox=\"0 0 \(size.width) \(size.height)\" \(role)>\(content)</svg>"
    }
}
