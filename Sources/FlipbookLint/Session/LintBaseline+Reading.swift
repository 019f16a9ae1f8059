public import FlipbookCore
import FlipbookImaging
public import FlipbookLintModel
import FlipbookManifest

extension LintBaseline {
    /// The baseline in a file.
    /// - Throws: ``LintSessionError`` for a file that cannot be read or has mistakes.
    public init(reading file: FilePath) throws(LintSessionError) {
        do {
            let bytes = try ManifestFile.contents(of: file, atMost: YAMLReader.largestByteCount + 1)
            self = try LintBaseline(decoding: YAMLReader.node(of: bytes, file: file), file: file)
        } catch {
            throw LintSessionError(untyped: error)
        }
    }
}
