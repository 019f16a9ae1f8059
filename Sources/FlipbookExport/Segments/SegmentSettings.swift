public import FlipbookCore

/// The division of an export into segments.
public struct SegmentSettings: Sendable {
    /// The number of frames in a segment, or `nil` for ``SegmentPlan/usualLength(at:)``.
    public var length: Int?
    /// The number of encoder threads, or `nil` for one per processor.
    public var threads: Int?
    /// The folder for the segments, or `nil` for `.NAME.flipbook` beside the output.
    public var work: FilePath?
    /// The version of the program. Other versions may draw pictures differently.
    public var programVersion: String
    /// Known hashes of files, or `nil` to read every file.
    public var hashes: HashStore?

    /// Creates settings for segments of the default length.
    /// - Parameter programVersion: The version of the program.
    public init(programVersion: String, hashes: HashStore? = .usual) {
        (self.programVersion, self.hashes) = (programVersion, hashes)
    }
}
