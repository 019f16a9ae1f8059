public import FlipbookCore

/// How an export is cut into segments.
public struct SegmentSettings: Sendable {
    /// Frames in a segment; `nil` for ``SegmentPlan/usualLength(at:)``.
    public var length: Int?
    /// The encoder's threads; `nil` for as many as this machine has processors.
    public var threads: Int?
    /// The folder in which segments are kept; `nil` for `.NAME.flipbook` beside the output.
    public var work: FilePath?
    /// The version of the program, which another one may draw pictures otherwise than.
    public var programVersion: String
    /// The hashes that are known of files; `nil` to read every file.
    public var hashes: HashStore?

    /// Segments of the usual length.
    /// - Parameter programVersion: The version of the program.
    public init(programVersion: String, hashes: HashStore? = .usual) {
        (self.programVersion, self.hashes) = (programVersion, hashes)
    }
}
