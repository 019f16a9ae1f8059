/// The layout of several pictures on one.
public struct SheetSettings: Sendable, Hashable {
    /// The form of a sprite sheet's list of frames.
    public enum Listing: String, Sendable, Hashable, CaseIterable {
        /// In the order in which they are shown.
        case array
        /// By their names.
        case hash
    }

    /// A Boolean value that leaves out rows and columns at a sprite's edges in which nothing is seen.
    public var trims = false
    /// A Boolean value that makes both sides of a sprite sheet powers of two.
    public var isPowerOfTwo = false
    /// Pixels between pictures, and around them on a contact sheet.
    public var padding: Int?
    /// Pictures side by side, or `nil` for as many as make the sheet about square.
    public var columns: Int?
    /// The form of a sprite sheet's list of frames.
    public var listing = Listing.array
    /// The words on a contact sheet about frames besides their numbers, by their places in the list.
    public var captions: [Int: Caption] = [:]

    /// The words on a contact sheet about a frame.
    public struct Caption: Sendable, Hashable {
        /// The further words below its picture on a page of HTML.
        public var text: String
        /// The name of its file, which stands in the place of a picture that is not there.
        public var name: String
        /// The reason why there is no picture, a word such as `missing`, or `nil` if there is one.
        public var absence: String?

        /// A caption from its parts.
        public init(_ text: String, name: String = "", absence: String? = nil) {
            (self.text, self.name, self.absence) = (text, name, absence)
        }
    }

    /// Sheets with everything at its default.
    public init() {}
}
