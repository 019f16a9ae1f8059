import ArgumentParser
import FlipbookCore
import FlipbookLint
import FlipbookManifest
import Glibc

/// `flipbook lint INPUT...`.
struct LintCommand: AsyncParsableCommand {
    /// How findings are printed.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        /// By sequence, for people.
        case text
        /// One JSON document, for programs.
        case json
    }

    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Names what is wrong with sequences before anyone plays them.",
        discussion: """
            Each INPUT is a folder (every sequence in it), a pattern, a file or a manifest. Reads names and headers; \
            decodes nothing, changes nothing.

            Exit status: 0 no errors found; 1 errors found; 2 the command line is wrong; \
            3 an input is not there or cannot be read; 130 interrupted. Warnings alone exit with 0.
            """
    )

    @Argument(help: ArgumentHelp("Folders, patterns or files.", valueName: "input"))
    var inputs: [String]

    @OptionGroup var policies: SequencePolicies

    @Option(help: "How findings are printed.")
    var format: Format = .text

    @Flag(help: "The same as --format json.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print findings only, no summary.")
    var quiet = false

    func run() async throws {
        let (report, reporter) = (try await lint(), reporter)
        let text = reporter.text(of: report)
        if !text.isEmpty { Terminal.print(String(text.dropLast())) }
        if report.worst == .error { throw ExitStatus.incomplete }
    }

    private func lint() async throws -> LintReport {
        do {
            let (inputs, policies) = (inputs, policies)
            return try await Interruption.cancelling {
                try await Linter().lint(Self.evidence(for: inputs, policies))
            }
        } catch let error as LintInputError {
            throw Failure(message: error.description, status: ExitStatus(error))
        } catch let error as ManifestFileError {
            throw Failure(message: error.description, status: ExitStatus(error))
        } catch is CancellationError {
            throw ExitStatus.interrupted
        }
    }

    /// What the inputs lead to; a manifest to the frames it names.
    private static func evidence(for inputs: [String], _ policies: SequencePolicies) throws -> [FolderEvidence] {
        let formats = inputs.map { $0.utf8.contains(0) ? nil : ManifestFile.format(of: FilePath($0)) }
        var names: [String] = []
        var folders: [FolderEvidence] = []
        for (input, format) in zip(inputs, formats) {
            guard let format else {
                names.append(input)
                continue
            }
            folders += try ManifestFile(reading: FilePath(input), as: format).lintEvidence(policies)
        }
        if names.isEmpty { return folders }
        return try LintInput.evidence(for: names, dialect: policies.dialect, gaps: policies.gaps()) + folders
    }

    private var reporter: any Reporter {
        switch json ? .json : format {
        case .json: JSONReporter()
        case .text: TextReporter(coloring: Self.coloring, ending: quiet ? .none : .summary)
        }
    }

    /// Colour on a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`.
    private static var coloring: TextReporter.Coloring {
        guard isatty(STDOUT_FILENO) == 1, getenv("NO_COLOR").map({ $0.pointee == 0 }) ?? true else { return .none }
        return getenv("TERM").map { String(cString: $0) != "dumb" } ?? false ? .ansi : .none
    }
}

extension ExitStatus {
    fileprivate init(_ error: LintInputError) {
        switch error {
        case .missing, .noMatch, .system: self = .environment
        case .pattern, .unusable: self = .usage
        }
    }
}
