public import FlipbookCore
import FlipbookImaging
public import FlipbookLintModel
import FlipbookManifest

extension LintBaseline {
    /// The baseline in a file.
    /// - Throws: ``LintSessionError`` for a file that cannot be read or has mistakes.
    public init(reading file: FilePath) throws(LintSessionError) {
        self = try LintSessionError.reading(file) { bytes throws(ManifestError) in
            // What is called JSON is read as JSON, so that its mistakes have the right words.
            let isJSON = file.lastComponent.lowercased().hasSuffix(".json")
            let node = try isJSON ? JSONReader.node(of: bytes, file: file) : YAMLReader.node(of: bytes, file: file)
            return try LintBaseline(decoding: node, file: file)
        }
    }
}
