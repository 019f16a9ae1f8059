public import FlipbookCore

/// The cut of an export into segments.
public struct SegmentSettings: Sendable {
    /// Frames in a segment, or `nil` for ``SegmentPlan/usualLength(at:)``.
    public var length: Int?
    /// The encoder's threads, or `nil` for as many as this machine has processors.
    public var threads: Int?
    /// The folder in which segments are kept, or `nil` for `.NAME.flipbook` beside the output.
    public var work: FilePath?
    /// The version of the program, which another one may draw pictures otherwise than.
    public var programVersion: String
    /// The hashes that are known of files, or `nil` to read every file.
    public var hashes: HashStore?

    /// Segments of the usual length.
    /// - Parameter programVersion: The version of the program.
    public init(programVersion: String, hashes: HashStore? = .usual) {
        (self.programVersion, self.hashes) = (programVersion, hashes)
    }
}
