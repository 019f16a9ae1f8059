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
            // What is called JSON is read as JSON, so that its mistakes have the right words.
            let isJSON = file.lastComponent.lowercased().hasSuffix(".json")
            let node = try isJSON ? JSONReader.node(of: bytes, file: file) : YAMLReader.node(of: bytes, file: file)
            self = try LintBaseline(decoding: node, file: file)
        } catch {
            throw LintSessionError(untyped: error)
        }
    }
}
