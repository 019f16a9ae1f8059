public import FlipbookCore

/// A line of text in the pictures themselves, white on a dark box.
public struct BurnIn: Sendable, Hashable, Codable {
    /// The contents of a line.
    public enum Content: Sendable, Hashable, Codable {
        /// The frame's number, or its 1-based position if files have no numbers. A substituted frame is marked: `7 held`.
        case frame
        /// A time code, starting at this one. If `nil`, it starts at the time code in the first file's header, or at
        /// 00:00:00:00.
        case timeCode(TimeCode?)
        /// The name of the frame's file.
        case name
        /// Fixed text.
        case text(String)
    }

    /// The position of a line.
    public enum Position: String, Sendable, Hashable, Codable, CaseIterable {
        /// The top left corner.
        case topLeft = "top-left"
        /// The middle of the top edge.
        case top
        /// The top right corner.
        case topRight = "top-right"
        /// The bottom left corner.
        case bottomLeft = "bottom-left"
        /// The middle of the bottom edge.
        case bottom
        /// The bottom right corner.
        case bottomRight = "bottom-right"
    }

    /// The contents. ASCII characters look the same on all machines. Pango draws other characters in the machine's fonts. If
    /// Pango is not installed, these characters are drawn as boxes. A line that does not fit is truncated.
    public var content: Content
    /// The position of the line.
    public var position: Position
    /// The approximate height of the line in pixels. If `nil`, a twentieth of the canvas's height, but at least 12.
    public var height: Int?

    /// Creates a line of text.
    public init(_ content: Content, at position: Position = .bottomLeft, height: Int? = nil) {
        (self.content, self.position, self.height) = (content, position, height)
    }

    /// Returns the line with its time code starting at `code`, unless it specifies a time code.
    func beginning(at code: TimeCode?) -> BurnIn {
        content == .timeCode(nil) ? BurnIn(.timeCode(code ?? .zero), at: position, height: height) : self
    }
}
