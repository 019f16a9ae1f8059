import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookManifest

/// A baseline on disk.
enum BaselineFile {
    /// The baseline in a file.
    /// - Throws: ``Failure`` for a file that cannot be read or has mistakes.
    static func read(_ file: FilePath) throws -> LintBaseline {
        do {
            let bytes = try ManifestFile.contents(of: file, atMost: YAMLReader.largestByteCount + 1)
            return try LintBaseline(decoding: YAMLReader.node(of: bytes, file: file), file: file)
        } catch let error as FileSystemError {
            throw Failure(message: error.description, status: .environment)
        } catch let error as ManifestError {
            throw Failure(message: error.description, status: .usage)
        }
    }

    /// A report without what a baseline has, which keeps what it did not use.
    static func leaveOut(_ baseline: inout LintBaseline?, of report: LintReport) -> LintReport {
        guard let (rest, unused) = baseline?.applied(to: report) else { return report }
        baseline?.entries = unused
        return rest
    }
}
