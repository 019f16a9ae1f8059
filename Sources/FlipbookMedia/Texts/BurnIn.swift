public import FlipbookCore

/// A line of text in the pictures themselves, in white on a dark box.
public struct BurnIn: Sendable, Hashable, Codable {
    /// The contents of a line.
    public enum Content: Sendable, Hashable, Codable {
        /// The number of the frame; where files have none, its place from 1. Behind it stands whether the frame is missing
        /// and another is held in its place: `7 held`.
        case frame
        /// A time code that is this one in the first frame; if `nil`, the one in the header of that frame's file, or
        /// else 00:00:00:00.
        case timeCode(TimeCode?)
        /// The name of the frame's file.
        case name
        /// The same text in every frame.
        case text(String)
    }

    /// The place of a line.
    public enum Position: String, Sendable, Hashable, Codable, CaseIterable {
        /// At the upper edge, on the left.
        case topLeft = "top-left"
        /// At the upper edge, in the middle.
        case top
        /// At the upper edge, on the right.
        case topRight = "top-right"
        /// At the lower edge, on the left.
        case bottomLeft = "bottom-left"
        /// At the lower edge, in the middle.
        case bottom
        /// At the lower edge, on the right.
        case bottomRight = "bottom-right"
    }

    /// The contents. ASCII looks the same on every machine; other letters come from its fonts, by Pango, and are boxes where
    /// none has them. What has no room is cut off.
    public var content: Content
    /// The place of the line.
    public var position: Position
    /// Rows of pixels that the line takes, about, or `nil` for a twentieth of the canvas, 12 at least.
    public var height: Int?

    /// A line of text.
    public init(_ content: Content, at position: Position = .bottomLeft, height: Int? = nil) {
        (self.content, self.position, self.height) = (content, position, height)
    }

    /// The same line, whose time code begins at one that the first frame has, unless it says one itself.
    func beginning(at code: TimeCode?) -> BurnIn {
        content == .timeCode(nil) ? BurnIn(.timeCode(code ?? .zero), at: position, height: height) : self
    }
}
