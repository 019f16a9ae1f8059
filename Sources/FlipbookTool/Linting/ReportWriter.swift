import FlipbookCore
import FlipbookLint
import Glibc

/// Writes reports where they are to go.
struct ReportWriter {
    let destinations: [ReportDestination]
    let arguments: LintInputs
    /// The folder that paths in reports are relative to.
    let root: FilePath
    /// The files among the destinations, and others that the command writes.
    var files: PromisedFiles

    /// Refuses places for reports where something lies that was read, before any work is done.
    /// - Parameter inputs: what is judged.
    func checkPlaces(_ targets: LintTargets, _ inputs: [String]) throws -> ReadFiles {
        let read = ReadFiles(inputs, targets, others: [arguments.options.config].compactMap { $0 })
        for case let file? in destinations.map(\.file) {
            try read.check(file, of: "--output")
            if let own = arguments.options.baseline,
                OverlappingInputs.resolved(FilePath(own)) == OverlappingInputs.resolved(file)
            {
                throw Failure(message: "--output \(file): this is the --baseline. Choose another name.", status: .usage)
            }
        }
        return read
    }

    /// Writes what was found, says what could not be judged, and ends with the run's status.
    /// - Parameter earlier: inputs that could not be judged before a fix gave others new names.
    func finish(_ outcome: LintSession.Outcome, besides earlier: [LintTargets.Fault] = []) async throws {
        var told: Set<LintFault> = []
        let faults = (earlier + outcome.targets.faults).filter { told.insert($0.fault).inserted }
        var report = outcome.report
        report.faults = faults.map(\.fault)
        var surroundings = ReportFormat.Surroundings()
        surroundings.ending = arguments.quiet ? .none : .summary
        surroundings.failLevel = outcome.failLevel
        surroundings.root = root
        surroundings.version = flipbookVersion
        surroundings.rules = RuleRegistry.descriptions
        surroundings.table = RuleRegistry.all
        if destinations.contains(where: { $0.format == .html }) {
            surroundings.thumbnails = try await Interruption.cancelling { [report] in
                try await Thumbnail.all(in: report)
            }
        }
        for destination in destinations {
            surroundings.coloring = destination.file == nil ? Terminal.coloring : .none
            let text = destination.format.reporter(in: surroundings).text(of: report)
            if let file = destination.file {
                try files.write(text, to: file)
            } else if !text.isEmpty {
                Terminal.print(String(text.dropLast()))
            }
        }
        for sentence in outcome.targets.notes { arguments.note(sentence) }
        for fault in faults { Terminal.complain(fault.fault.message) }
        if let status = ExitStatus(faults) { throw status }
        if outcome.fails { throw ExitStatus.incomplete }
    }
}

extension Terminal {
    /// Colour on a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`.
    fileprivate static var coloring: TextReporter.Coloring {
        guard isatty(STDOUT_FILENO) == 1, getenv("NO_COLOR").map({ $0.pointee == 0 }) ?? true else { return .none }
        return getenv("TERM").map { String(cString: $0) != "dumb" } ?? false ? .ansi : .none
    }
}
