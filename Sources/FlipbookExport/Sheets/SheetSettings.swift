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
    /// What a contact sheet says of frames besides their numbers, by their places in the list.
    public var captions: [Int: Caption] = [:]

    /// What a contact sheet says of a frame.
    public struct Caption: Sendable, Hashable {
        /// What else stands below its picture on a page of HTML.
        public var text: String
        /// The name of its file, which stands in the place of a picture that is not there.
        public var name: String
        /// Why there is no picture, a word such as `missing`, or `nil` if there is one.
        public var absence: String?

        /// A caption from its parts.
        public init(_ text: String, name: String = "", absence: String? = nil) {
            (self.text, self.name, self.absence) = (text, name, absence)
        }
    }

    /// Sheets with everything at its default.
    public init() {}
}
