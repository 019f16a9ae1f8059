import FlipbookCore
import FlipbookFiles
import FlipbookLint
import FlipbookManifest
import FlipbookCommandLine
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
    /// - Parameter targets: what is judged.
    func checkPlaces(_ targets: LintTargets) throws -> ReadFiles {
        let read = ReadFiles(arguments.inputs, targets, others: [arguments.options.config].compactMap { $0 })
        for destination in destinations {
            guard let file = destination.file else { continue }
            try read.check(file, of: destination.option)
            if let own = arguments.options.baseline,
                FilePath(own).resolved == file.resolved
            {
                throw Failure.usage("\(destination.option) \(file): this is the --baseline. Choose another name.")
            }
        }
        return read
    }

    /// Writes what was found, says what could not be judged, and ends with the run's status.
    func finish(_ outcome: LintSession.Outcome) async throws {
        let faults = outcome.targets.faults
        var report = outcome.report
        report.faults = faults.map { LintFault($0.path, message: $0.error.sentence) }
        var surroundings = ReportFormat.Surroundings()
        surroundings.ending = arguments.quiet ? .none : .summary
        surroundings.failLevel = outcome.failLevel
        surroundings.root = root
        surroundings.version = flipbookVersion
        surroundings.documentation = arguments.documentation
        surroundings.rules = RuleRegistry.descriptions
        surroundings.table = RuleRegistry.all
        surroundings.wording = .flipbook
        if destinations.contains(where: { $0.format == .html }) {
            do {
                surroundings.thumbnails = try await Interruption.cancelling { [report] in
                    try await Thumbnail.all(in: report)
                }
            } catch is CancellationError {
                throw ExitStatus.interrupted
            }
        }
        for destination in destinations {
            let isPrinted = destination.file == nil
            let hasColor = isPrinted && Terminal.hasColor(on: STDOUT_FILENO, arguments.color)
            surroundings.coloring = hasColor ? .ansi : .none
            surroundings.width = isPrinted ? Terminal.width(of: STDOUT_FILENO) : nil
            let text = destination.format.reporter(in: surroundings).text(of: report)
            if let file = destination.file {
                try files.write(text, to: file)
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
    /// How a command ends that met some faults: that something is not there weighs more than a wrong word.
    fileprivate init?(_ faults: [LintTargets.Fault]) {
        guard let first = faults.first else { return nil }
        self = faults.lazy.map { ExitStatus($0.error) }.first { $0 == .environment } ?? ExitStatus(first.error)
    }

    private init(_ error: any ExplainedError) { self = (error as? any EndingError)?.ending ?? .environment }
}

extension LintInputError: EndingError {
    var ending: ExitStatus {
        switch self {
        case .missing, .noMatch, .system: .environment
        case .pattern, .unusable: .usage
        }
    }
}
