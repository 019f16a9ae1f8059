/// The layout of sheets.
public struct SheetSettings: Sendable, Hashable {
    /// The format of a sprite sheet's list of frames.
    public enum Listing: String, Sendable, Hashable, CaseIterable {
        /// An array in the order of frames.
        case array
        /// A dictionary keyed by name.
        case hash
    }

    /// A Boolean value that indicates whether transparent edges of sprites are removed.
    public var trims = false
    /// A Boolean value that indicates whether both sides of a sprite sheet are powers of two.
    public var isPowerOfTwo = false
    /// The number of pixels between pictures and, on a contact sheet, around them.
    public var padding: Int?
    /// The number of columns, or `nil` for an almost square sheet.
    public var columns: Int?
    /// The format of a sprite sheet's list of frames.
    public var listing = Listing.array
    /// The captions of frames on a contact sheet, by position.
    public var captions: [Int: Caption] = [:]

    package var facts: [Fact] = []
    /// The placement of each frame on the canvas, such as `120x90, scaled to 96x72`, or `nil` if the frame fills it.
    package var placements: [String?] = []

    package struct Fact: Sendable, Hashable {
        package let name, value, severity: String

        package init(_ name: String, _ value: String, severity: String = "") {
            (self.name, self.value, self.severity) = (name, value, severity)
        }
    }

    /// The caption of a frame on a contact sheet.
    public struct Caption: Sendable, Hashable {
        /// Additional text below the picture.
        public var text: String
        /// Rules and their findings, the most severe first. On an HTML page, they appear below the caption in place of the
        /// text.
        package var remarks: [Fact] = []

        /// Creates a caption.
        public init(_ text: String) { self.text = text }
    }

    /// Creates settings with all defaults.
    public init() {}
}
