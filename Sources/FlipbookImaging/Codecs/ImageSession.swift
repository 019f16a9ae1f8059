public import FlipbookCore

/// An open image file. Reading frames in order is fastest, since a frame of an animation may depend on the previous ones.
public protocol ImageSession {
    /// The header of the file's picture.
    var header: ImageHeader { get }
    /// The number of frames.
    var frameCount: Int { get }
    /// The number of loops, or `nil` if the file does not specify it. If 0, the file repeats forever.
    var loopCount: Int? { get }
    /// The names of damaged parts, other than pixels, that were skipped.
    var damagedParts: [String] { get }
    /// Notes on the interpretation of the file, as fragments that follow the file's name.
    var remarks: [String] { get }
    /// The names of the files in an archive, or `nil` for other files.
    var archivedNames: ArchivedNames? { get }
    /// A Boolean value that indicates whether copies of the session can read frames in any order and on multiple threads.
    var hasIndependentFrames: Bool { get }

    /// Returns the header of one frame, as far as it can be determined without decoding the frame.
    func header(ofFrame index: Int) throws(ImageError) -> ImageHeader
    /// Returns the exact duration of a frame in seconds, or `nil` if the file does not specify it.
    func duration(ofFrame index: Int) -> RationalTime?
    /// Returns a frame, composed with the previous ones if necessary.
    mutating func frame(_ index: Int) throws(ImageError) -> Picture
}

extension ImageSession {
    /// By default, there is one frame.
    public var frameCount: Int { 1 }
    /// By default, the file does not specify a number of loops.
    public var loopCount: Int? { nil }
    /// By default, no parts are damaged.
    public var damagedParts: [String] { [] }
    /// By default, there are no notes.
    public var remarks: [String] { [] }
    /// By default, the file is not an archive.
    public var archivedNames: ArchivedNames? { nil }
    /// By default, frames depend on the previous ones.
    public var hasIndependentFrames: Bool { false }
    /// By default, returns the header of the file's picture.
    public func header(ofFrame index: Int) throws(ImageError) -> ImageHeader { header.ofOnePicture }
    /// By default, the file does not specify durations.
    public func duration(ofFrame index: Int) -> RationalTime? { nil }
}

/// The names of the files in an archive.
public struct ArchivedNames: Hashable, Sendable {
    /// The pictures' paths in the archive, such as `2/0001.png`, in archive order.
    public let pictures: [String]
    /// The other files' paths in the archive.
    public let others: [String]
    /// The skipped pictures, whose paths point outside the archive.
    public let outside: [String]

    /// Creates names from their parts.
    public init(pictures: [String], others: [String] = [], outside: [String] = []) {
        (self.pictures, self.others, self.outside) = (pictures, others, outside)
    }
}

struct StillImage: ImageSession {
    let header: ImageHeader
    let decode: () throws(ImageError) -> Picture

    func frame(_ index: Int) throws(ImageError) -> Picture { try decode() }
}
