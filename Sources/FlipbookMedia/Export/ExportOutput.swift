public import FlipbookCore

/// One of the files that an export makes.
public struct ExportOutput: Sendable {
    /// The file to be made; for an image sequence a pattern such as `out/frame.####.png`; `-` is standard output, for the
    /// formats ``OutputFormat/streams``.
    public var target: FilePath
    /// How the sequence becomes this file.
    public var settings: ExportSettings

    /// A file and how it is made.
    public init(_ target: FilePath, settings: ExportSettings) {
        (self.target, self.settings) = (target, settings)
    }
}
