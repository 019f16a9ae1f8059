import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookManifest
import Glibc

/// A baseline on disk.
enum BaselineFile {
    /// The baseline in a file.
    /// - Throws: ``Failure`` for a file that cannot be read or has mistakes.
    static func read(_ file: FilePath) throws -> LintBaseline {
        do {
            let bytes = try ManifestFile.contents(of: file, atMost: YAMLReader.largestByteCount + 1)
            return try LintBaseline(decoding: YAMLReader.node(of: bytes, file: file), file: file)
        } catch let error as FileSystemError {
            throw Failure(message: error.sentence, status: .environment)
        } catch let error as ManifestError {
            throw Failure(message: error.sentence, status: .usage)
        }
    }

    /// A report without what a baseline has, which keeps what it did not use.
    static func leaveOut(_ baseline: inout LintBaseline?, of report: LintReport) -> LintReport {
        guard let (rest, unused) = baseline?.applied(to: report) else { return report }
        baseline?.entries = unused
        return rest
    }
}

extension BaselineFile {
    /// Checks that a new baseline may be written: that it takes the place of nothing but a baseline.
    /// - Parameters:
    ///   - read: what is linted.
    ///   - destinations: where the reports go.
    /// - Throws: ``Failure`` where it may not.
    static func checkPlace(
        _ file: FilePath,
        besides read: ReadFiles,
        _ destinations: [ReportDestination]
    ) throws(Failure) {
        let option = "--write-baseline"
        try TextFile(path: file, option: option).check()
        try read.check(file, of: option)
        let real = OverlappingInputs.resolved(file) ?? file
        if destinations.contains(where: {
            $0.file.map { $0 == file || OverlappingInputs.resolved($0) == real } ?? false
        }) {
            throw Failure(message: "\(option) \(file): two reports cannot go to one file.", status: .usage)
        }
        var status = stat()
        guard stat(file.string, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return }
        do {
            _ = try Self.read(file)
        } catch {
            throw Failure(
                message: "\(option) \(file): is there already and is no baseline. Choose another name, or remove it.",
                status: .usage
            )
        }
    }
}
