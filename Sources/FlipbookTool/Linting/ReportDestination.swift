import ArgumentParser
import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookMedia
import Glibc

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

    /// The destinations that a command line names: an `--output` belongs to the `--format` before it, or to the
    /// one after it where there is none. A format can also name its file itself.
    /// - Parameters:
    ///   - words: the command line, of which only the order of the two options is read: the parser does not keep it.
    ///   - requests: the values of `--format`, in order.
    ///   - outputs: the values of `--output`, in order.
    /// - Throws: ``Failure`` where an output has no format, or two reports go to the same place.
    static func all(
        words: [String],
        requests: [ReportRequest],
        outputs: [String]
    ) throws(Failure) -> [ReportDestination] {
        guard requests.contains(where: { $0.file != nil }) else {
            let formats = requests.isEmpty ? [.text] : requests.map(\.format)
            let result = try ordered(words: words, formats: formats, outputs: outputs)
            try check(result)
            return result
        }
        guard outputs.isEmpty else {
            throw Failure(
                message:
                    "--output: --format names a file itself. Write every file there, as in --format sarif=lint.sarif.",
                status: .usage
            )
        }
        let result = requests.map { ReportDestination(format: $0.format, file: $0.file) }
        try check(result)
        return result
    }

    private init(format: ReportFormat, file: String?) {
        self.format = format
        self.file = file.flatMap { $0 == "-" ? nil : FilePath($0) }
    }

    /// The destinations of formats whose files follow in options of their own.
    private static func ordered(
        words: [String],
        formats: [ReportFormat],
        outputs: [String]
    ) throws(Failure) -> [ReportDestination] {
        guard outputs.count <= formats.count else {
            throw Failure(
                message: "--output: there are more outputs than formats; give each its --format.",
                status: .usage
            )
        }
        var files = [String?](repeating: nil, count: formats.count)
        if outputs.count == formats.count {
            files = outputs
        } else {
            var last = -1
            var (waiting, rest) = (outputs[...], outputs.count)
            for option in order(of: words) where rest > 0 {
                switch option {
                case .format: last = min(last + 1, formats.count - 1)
                case .output:
                    // An output before all formats, or a second one for the same, takes the next that is free.
                    guard let index = files.indices.first(where: { $0 >= last && files[$0] == nil }) else { break }
                    files[index] = waiting.popFirst()
                    rest -= 1
                }
            }
        }
        return zip(formats, files).map { ReportDestination(format: $0, file: $1) }
    }

    private static func check(_ destinations: [ReportDestination]) throws(Failure) {
        var seen: Set<FilePath> = []
        var isTaken = false
        for destination in destinations {
            guard let file = destination.file else {
                if isTaken {
                    let message =
                        "--format: two reports cannot both go to standard output; give one a file, such as sarif=lint.sarif."
                    throw Failure(message: message, status: .usage)
                }
                isTaken = true
                continue
            }
            let name = file.string
            if name.isEmpty || name.utf8.contains(0) {
                throw Failure(message: "--output \"\(file)\": no file can have this name.", status: .usage)
            }
            if FolderEvidence.imageExtensions.contains(where: { name.lowercased().hasSuffix("." + $0) }) {
                throw Failure(
                    message: "--output \(file): this is the name of an image, and a report is none. "
                        + "Choose another ending.",
                    status: .usage
                )
            }
            if !seen.insert(file).inserted {
                throw Failure(message: "--output \(file): two reports cannot go to one file.", status: .usage)
            }
        }
    }

    private enum Option { case format, output }

    private static func order(of words: [String]) -> [Option] {
        words.prefix { $0 != "--" }.compactMap { word in
            switch word.split(separator: "=", maxSplits: 1).first {
            case "--format": .format
            case "--output", "-o": .output
            default: nil
            }
        }
    }
}
