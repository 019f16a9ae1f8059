import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookFiles
import FlipbookLint
import Glibc

struct ReportWriter {
    let destinations: [ReportDestination]
    var arguments: LintInputs
    let root: FilePath
    var files: PromisedFiles
    /// The folder of a fixed copy, which is linted instead of the inputs.
    var target: String?
    /// The reporters' environment. It contains the facts for the HTML page's header, which include the time zone. The sandbox
    /// later hides the time zone.
    var start = changing(ReportFormat.Surroundings()) { $0.facts = PageHead.facts }

    /// Rejects reports and baselines that would replace input files. Call it before any work is done.
    func checkPlaces(_ targets: LintTargets, baseline: TextFile?) throws {
        for destination in destinations {
            guard let file = destination.file else { continue }
            try check(file, of: destination.option, targets)
            if let own = arguments.options.baseline, FilePath(own).resolved == file.resolved {
                throw Failure.usage("\(destination.option) \(file): this is the baseline. Choose a different name.")
            }
        }
        if let baseline { try check(baseline, targets) }
    }

    private func check(_ baseline: TextFile, _ targets: LintTargets) throws(Failure) {
        let (file, option) = (baseline.path, baseline.option)
        try check(file, of: option, targets)
        let real = file.resolved ?? file
        if destinations.contains(where: { $0.file.map { $0 == file || $0.resolved == real } ?? false }) {
            throw Failure.usage("\(option) \(file): two reports cannot be written to the same file.")
        }
        guard let status = FileStatus(file), status.kind == .file, status.byteCount > 0 else { return }
        do throws(LintSessionError) {
            _ = try LintBaseline(reading: file)
        } catch .mistakes {
            throw Failure.usage(
                "\(option) \(file): exists and is not a baseline. Choose a different name, or remove it."
            )
        } catch { throw Failure(error) }
    }

    private func check(_ file: FilePath, of option: String, _ targets: LintTargets) throws(Failure) {
        guard let real = file.resolved else { return }
        let names = Set([file, real].map { FilePath($0.lastComponent) })
        let same = filesRead(for: targets).filter { names.contains(FilePath($0.lastComponent)) }
        let isConfiguration = real.lastComponent.utf8.elementsEqual(LintConfiguration.fileName.utf8)
        guard isConfiguration || same.contains(where: { $0.resolved == real }) else { return }
        let what = isConfiguration ? "a configuration" : "one of the input files"
        throw Failure.usage("\(option) \(file): this would replace \(what). Choose a different name.")
    }

    /// Returns the input files. They are computed on demand, since most reports go to standard output.
    private func filesRead(for targets: LintTargets) -> [FilePath] {
        let folders = targets.groups.flatMap(\.folders)
        return arguments.inputs.filter { !FilePath($0).isFolder }.map { FilePath($0) } + targets.manifests
            + folders.flatMap(\.sources) + folders.flatMap(\.imageSets).map(\.contents)
            + targets.groups.compactMap(\.configuration.file)
            + [arguments.options.config].compactMap { $0 }.map { FilePath($0) }
    }

    func finish(_ outcome: LintSession.Outcome) async throws {
        let faults = outcome.targets.faults
        var report = outcome.report
        report.faults = faults.map { LintFault($0.path, message: $0.error.sentence) }
        var surroundings = start
        (surroundings.hasSummary, surroundings.failLevel) = (!arguments.quiet, outcome.failLevel)
        (surroundings.root, surroundings.version) = (root, flipbookVersion)
        (surroundings.rules, surroundings.table) = (RuleRegistry.descriptions, RuleRegistry.all)
        (surroundings.documentation, surroundings.wording) = (arguments.documentation, .flipbook)
        let unread = faults.filter { !($0.error is FixError) }.map(\.path)
        let inputs = target.map { [$0] } ?? arguments.inputs.filter { !unread.contains(FilePath($0)) }
        let words = arguments.decidingOptions(into: target) + inputs.map { FilePath($0).quotedAsArgument }
        let isShort = inputs.count <= 8 && !inputs.contains(where: StandardInput.isMeant)
        surroundings.wording.commands?.inputs = isShort ? words.map { " \($0)" }.joined() : nil
        if destinations.contains(where: { $0.format == .html }) {
            surroundings.thumbnails = try await Interruption.cancelling { [report] in
                try await Thumbnail.all(in: report, codecs: .ofCommand)
            }
        }
        for destination in destinations {
            let isPrinted = destination.file == nil
            surroundings.isColored = isPrinted && Terminal.hasColor(on: STDOUT_FILENO, arguments.color)
            surroundings.width = isPrinted ? Terminal.width(of: STDOUT_FILENO) : nil
            let text = destination.format.reporter(in: surroundings).text(of: report)
            if let file = destination.file {
                try files.write(text, to: file)
                let counts = "\(report.summary.errors.of("error")), \(report.summary.warnings.of("warning"))"
                arguments.note("\(file): \(counts); written")
            } else if !text.isEmpty {
                Terminal.print(String(text.dropLast()))
            }
        }
        for sentence in outcome.targets.notes { arguments.note(sentence) }
        for fault in report.faults { Terminal.complain(fault.message) }
        if let status = ExitStatus(faults) { throw status }
        if outcome.fails { throw ExitStatus.incomplete }
    }
}

extension ExitStatus {
    fileprivate init?(_ faults: [LintTargets.Fault]) {
        let all = faults.map { ($0.error as? any EndingError)?.ending ?? .environment }
        guard let first = all.first else { return nil }
        self = all.contains(.environment) ? .environment : first
    }
}

/// A request for a report by `--format`: `sarif`, or `sarif=lint.sarif` with a file name.
struct ReportRequest: ExpressibleByArgument {
    let format: ReportFormat
    let file: String?

    init(_ format: ReportFormat, file: String? = nil) { (self.format, self.file) = (format, file) }

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let format = parts.first.flatMap({ ReportFormat(rawValue: String($0)) }) else { return nil }
        self.init(format, file: parts.count == 2 ? String(parts[1]) : nil)
    }

    static var allValueStrings: [String] { ReportFormat.allCases.map(\.rawValue) }
}

struct ReportDestination: Equatable {
    let format: ReportFormat
    let file: FilePath?
    let option: String

    static func all(requests: [ReportRequest], output: String?) throws(Failure) -> [ReportDestination] {
        let ending = output.map { FilePath($0).lastComponent.lowercasedExtension } ?? ""
        let named = ReportFormat(rawValue: ending) ?? (["", "log", "out", "txt"].contains(ending) ? .text : nil)
        guard let requests = requests.isEmpty ? named.map({ [ReportRequest($0)] }) : requests else {
            throw Failure.usage("--output: no report ends in .\(ending). Use .html, .json or .txt, or add --format.")
        }
        if output != nil, requests.count > 1 || requests[0].file != nil {
            let way = "Specify a file for each format, as in --format sarif=lint.sarif."
            throw Failure.usage("--output works only for a single report. \(way)")
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
        guard let twice = destinations.first(where: { one in destinations.count { $0.file == one.file } > 1 }) else {
            return
        }
        let place = twice.file?.description ?? "standard output"
        throw Failure.usage("--format: two reports cannot both go to \(place). Specify files, as in sarif=lint.sarif.")
    }
}
