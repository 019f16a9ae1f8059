import FlipbookCore
import FlipbookFiles
import FlipbookLint
import FlipbookCommandLine

/// Where a baseline is written.
enum BaselineFile {
    /// Checks that a new baseline may be written: that it takes the place of nothing but a baseline.
    /// - Parameters:
    ///   - read: what is linted.
    ///   - destinations: where the reports go.
    /// - Throws: ``Failure`` where it may not.
    static func checkPlace(
        _ baseline: TextFile,
        besides read: ReadFiles,
        _ destinations: [ReportDestination]
    ) throws(Failure) {
        let (file, option) = (baseline.path, baseline.option)
        try read.check(file, of: option)
        let real = file.resolved ?? file
        if destinations.contains(where: {
            $0.file.map { $0 == file || $0.resolved == real } ?? false
        }) {
            throw Failure.usage("\(option) \(file): two reports cannot go to one file.")
        }
        guard let status = FileStatus(file), status.kind == .file, status.byteCount > 0 else { return }
        do throws(LintSessionError) {
            _ = try LintBaseline(reading: file)
        } catch .mistakes {
            throw Failure.usage(
                "\(option) \(file): is there already and is no baseline. Choose another name, or remove it."
            )
        } catch {
            throw Failure(error)
        }
    }
}
