package import FlipbookCore
import FlipbookFiles
package import FlipbookImaging

/// A small picture of a frame on a page. It is stored once and can be shown in several places.
package struct PagePicture: Sendable {
    package let size: PixelSize
    /// The largest size that it was given.
    package let room: PixelSize
    package let png: [UInt8]
    /// The fraction of the height, from the top, that could be decoded, or `nil` if the file is not damaged.
    package let intact: Double?
    /// A Boolean value that indicates whether the picture is smaller than the frame.
    package let isReduced: Bool
    /// A place that a ring marks, in pixels of the small picture.
    package var spot: Point?

    /// A picture that fits a room. Pictures are never enlarged.
    package init(_ picture: Picture, fitting room: PixelSize, intact: Double? = nil, isReduced: Bool = false) throws {
        size = picture.size.fitted(in: room)
        png = try PNGEncoder.encode(picture.scaled(to: size))
        (self.room, self.intact, self.isReduced) = (room, intact, isReduced || size != picture.size)
    }

    /// The same picture in a smaller room.
    package func reduced(to room: PixelSize) throws -> PagePicture {
        let picture = try png.withUnsafeBytes { try ImageDecoder().decode($0) }
        return try PagePicture(picture, fitting: room, intact: intact, isReduced: true)
    }

    /// The picture's markup, with an identifier by which ``copy(of:ratio:)`` shows it again.
    /// - Parameter ratio: The height relative to the usual one of the sequence: an odd size is seen at a glance.
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

    /// The markup that shows the picture with the identifier `id` again.
    package func copy(of id: String, ratio: Double = 1, label: String? = nil) -> String {
        svg("<use href=\"#\(id)\"/>", ratio, label)
    }

    private func svg(_ content: String, _ ratio: Double, _ label: String?) -> String {
        let role = label.map { "role=\"img\" aria-label=\"\($0.escapedForMarkup)\"" } ?? "aria-hidden=\"true\""
        return "<svg class=\"picture\(isReduced ? "" : " sharp")\" style=\"--r:\(ratio)\" "
            + "viewBox=\"0 0 \(size.width) \(size.height)\" \(role)>\(content)</svg>"
    }
}
