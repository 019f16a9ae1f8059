public import FlipbookCore
public import FlipbookLintModel
internal import FlipbookManifest

extension LintBaseline {
    /// Reads a baseline from a file.
    /// - Throws: ``LintSessionError`` for a file that cannot be read or has mistakes.
    public init(reading file: FilePath) throws(LintSessionError) {
        self = try LintSessionError.reading(file) { bytes throws(ManifestError) in
            let format = ManifestFile.Format(extensionOf: file) ?? .yaml
            return try LintBaseline(decoding: try format.node(of: bytes, file: file), file: file)
        }
    }
}
