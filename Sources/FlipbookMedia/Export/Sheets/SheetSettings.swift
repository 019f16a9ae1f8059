public import FlipbookCore

/// How several pictures are laid out on one.
public struct SheetSettings: Sendable, Hashable {
    /// How a sprite sheet's list of frames is written.
    public enum Listing: String, Sendable, Hashable, CaseIterable {
        /// In the order in which they are shown.
        case array
        /// By their names.
        case hash
    }

    /// Whether rows and columns at a sprite's edges in which nothing is seen are left out.
    public var trims = false
    /// Whether both sides of a sprite sheet are powers of two.
    public var isPowerOfTwo = false
    /// Pixels between pictures, and around them on a contact sheet.
    public var padding: Int?
    /// Pictures side by side; `nil` for as many as make the sheet about square.
    public var columns: Int?
    /// How a sprite sheet's list of frames is written.
    public var listing = Listing.array
    /// What else stands below a frame's picture on a contact sheet of HTML, by the frame's file.
    public var captions: [FilePath: String] = [:]

    /// Sheets with everything at its default.
    public init() {}
}
