public import FlipbookCore

/// An open image file and its frames, cheapest in their order: one of an animation can depend on those before it.
public protocol ImageSession {
    /// The header of the file's picture.
    var header: ImageHeader { get }
    /// The number of pictures to show, one after another.
    var frameCount: Int { get }
    /// The number of times that they are shown, 0 for ever, or `nil` if the file does not say.
    var loopCount: Int? { get }
    /// Parts of the file besides the pixels that are damaged and were passed over, by what the format calls them.
    var damagedParts: [String] { get }
    /// Remarks on the way the file is understood, each a fragment that follows the file's name.
    var remarks: [String] { get }
    /// The names of an archive's files, or `nil` if the file is none.
    var archivedNames: ArchivedNames? { get }
    /// A Boolean value that indicates frames for copies of the session in any order and on several threads at once.
    var hasIndependentFrames: Bool { get }

    /// The header of one of several pictures, as far as it can be seen without drawing the picture.
    func header(ofFrame index: Int) throws(ImageError) -> ImageHeader
    /// The exact time for which the frame is shown, in seconds, or `nil` if the file does not say.
    func duration(ofFrame index: Int) -> RationalTime?
    /// The frame, composited with those before it where it depends on them.
    mutating func frame(_ index: Int) throws(ImageError) -> Picture
}

extension ImageSession {
    /// One picture.
    public var frameCount: Int { 1 }
    /// The file says nothing of it.
    public var loopCount: Int? { nil }
    /// Nothing is damaged.
    public var damagedParts: [String] { [] }
    /// There is nothing to say.
    public var remarks: [String] { [] }
    /// It is no archive.
    public var archivedNames: ArchivedNames? { nil }
    /// Each depends on those before it.
    public var hasIndependentFrames: Bool { false }
    /// They are all alike.
    public func header(ofFrame index: Int) throws(ImageError) -> ImageHeader { header.ofOnePicture }
    /// The file says nothing of it.
    public func duration(ofFrame index: Int) -> RationalTime? { nil }
}

/// The names of the files in an archive.
public struct ArchivedNames: Hashable, Sendable {
    /// The names of the pictures with their folders, such as `2/0001.png`, in the archive's order.
    public let pictures: [String]
    /// The names of the other files with their folders.
    public let others: [String]
    /// The whole names of pictures that lead out of the archive, and are left out.
    public let outside: [String]

    /// Names from their parts.
    public init(pictures: [String], others: [String] = [], outside: [String] = []) {
        (self.pictures, self.others, self.outside) = (pictures, others, outside)
    }
}

extension ImageHeader {
    /// The same for one picture of a file that holds several.
    public var ofOnePicture: ImageHeader { changing(self) { $0.holdsSeveralPictures = false } }
}

struct StillImage: ImageSession {
    let header: ImageHeader
    let decode: () throws(ImageError) -> Picture

    func frame(_ index: Int) throws(ImageError) -> Picture { try decode() }
}
