import ArgumentParser
import FlipbookCore
import FlipbookLint
import FlipbookCommandLine

/// A report as `--format` asks for it: `sarif`, or `sarif=lint.sarif` with its file.
struct ReportRequest: ExpressibleByArgument {
    let format: ReportFormat
    /// The file; `nil` where the request names none.
    let file: String?

    init(_ format: ReportFormat, file: String? = nil) { (self.format, self.file) = (format, file) }

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let format = parts.first.flatMap({ ReportFormat(rawValue: String($0)) }) else { return nil }
        self.init(format, file: parts.count == 2 ? String(parts[1]) : nil)
    }

    static var allValueStrings: [String] { ReportFormat.allCases.map(\.rawValue) }
}

/// A format and where the report in it goes.
struct ReportDestination: Equatable {
    /// How the report is written.
    let format: ReportFormat
    /// The file; `nil` for standard output.
    let file: FilePath?
    /// The option that named it.
    let option: String

    /// The destinations that a command line names: each format's own file, or for a single report that of `--output`.
    /// - Throws: ``Failure`` where an output has no format, or two reports go to the same place.
    static func all(requests: [ReportRequest], output: String?) throws(Failure) -> [ReportDestination] {
        let requests = requests.isEmpty ? [ReportRequest(.text)] : requests
        if output != nil, requests.count > 1 || requests[0].file != nil {
            throw Failure.usage(
                "--output: it is the file of a single report. Write each file beside its format, as in "
                    + "--format sarif=lint.sarif."
            )
        }
        let option = output == nil ? "--format" : "--output"
        let result = requests.map { ReportDestination($0.format, file: output ?? $0.file, option) }
        try check(result)
        return result
    }

    private init(_ format: ReportFormat, file: String?, _ option: String) {
        (self.format, self.option) = (format, option)
        self.file = file.flatMap { $0 == "-" ? nil : FilePath($0) }
    }

    private static func check(_ destinations: [ReportDestination]) throws(Failure) {
        var seen: Set<FilePath> = []
        var isTaken = false
        for destination in destinations {
            guard let file = destination.file else {
                if isTaken {
                    let message =
                        "--format: two reports cannot both go to standard output; give one a file, such as sarif=lint.sarif."
                    throw Failure.usage(message)
                }
                isTaken = true
                continue
            }
            try TextFile(path: file, option: destination.option, overwrites: true).checkName()
            if !seen.insert(file).inserted {
                throw Failure.usage("\(destination.option) \(file): two reports cannot go to one file.")
            }
        }
    }
}
