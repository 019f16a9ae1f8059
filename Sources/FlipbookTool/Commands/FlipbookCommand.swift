package import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookFiles
import FlipbookLint
import FlipbookLintVerbs
import FlipbookPlayVerbs
import Glibc

/// The command `flipbook`: one subcommand for each thing to do with a sequence.
package struct FlipbookCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "flipbook",
        abstract: "Plays, exports and lints sequences of images.",
        usage: "flipbook <verb> <input> ... [<options>]",
        discussion: """
            An input is a folder (walk/), a pattern (walk.####.png, walk.%04d.png, walk.1-100x2#.png), \
            a list of files (a shell's walk.*.png), an animated file (walk.gif), an archive (walk.zip), a sprite sheet, \
            a manifest (walk.yaml, walk.json, walk.ffconcat, cut.otio), or - for pictures on standard input.

            Exit status: 0 done and complete; 1 findings, or an output that would not be complete; \
            2 the command line or a manifest is wrong; 3 files, devices or plugins failed; \
            130 interrupted with Control-C (143 by SIGTERM, 129 by SIGHUP).
            """,
        version: flipbookVersion,
        subcommands: [
            ExportCommand.self, PlayCommand.self, RenderCommand.self, LintCommand.self, FixCommand.self,
            UndoCommand.self, RuleCommand.self, DiffCommand.self, NotesCommand.self, ThumbsCommand.self,
            ListCommand.self,
            ExplainCommand.self, ManifestCommand.self, FormatsCommand.self, DoctorCommand.self, PlanCommand.self,
            SegmentCommand.self, JoinCommand.self, SubmitCommand.self, VerifyCommand.self,
        ]
    )

    package init() {}

    /// Runs the process's arguments and ends the process.
    // On the main thread, which is there even where no other can be started.
    @MainActor package static func main() async {
        StandardStreams.keepOpen()
        MemoryExhaustion.prepare()
        let arguments = Array(CommandLine.arguments.dropFirst())
        do throws(Failure) {
            try Failure.require(asksForWords(arguments) ? .language : .command)
        } catch {
            Terminal.complain(error.message)
            Terminal.exit(error.status)
        }
        let status = await run(arguments)
        Terminal.exit(status)
    }

    /// Runs the command and says with what status to exit.
    ///
    /// On the main thread, too, until the command itself runs: the sandbox is entered before there is a second one.
    @MainActor private static func run(_ arguments: [String]) async -> ExitStatus {
        do {
            try ArgumentBytes.check()
            try checkVerb(of: arguments)
            try MovedOption.check(arguments)
            var command = try parse(arguments)
            guard configuration.subcommands.contains(where: { $0 == type(of: command) }) else {
                // Where it is asked for help, the parser makes a command of its own.
                Terminal.print(help(for: arguments))
                return .done
            }
            if let reader = command as? any InputTaking { command = try reader.takingStandardInput() }
            if let lint = command as? LintCommand {
                try await lint.run(from: lint.enterSandbox())
            } else if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return .done
        } catch let status as ExitStatus {
            return status
        } catch is CancellationError, LintSessionError.cancelled, FixError.cancelled {
            return .interrupted
        } catch let error as any EndingError {
            Terminal.complain(error.sentence)
            return error.ending
        } catch {
            return end(with: error, arguments: arguments)
        }
    }

    private static func parse(_ arguments: [String]) throws -> any ParsableCommand {
        let verb = configuration.subcommands.first { $0.configuration.commandName == arguments.first }
        let runs = ArgumentRuns(arguments)
        guard runs.areTakenOut, verb is any InputTaking.Type else { return try parse(arguments, of: verb) }
        do {
            let command = try parse(runs.words, of: verb)
            return (command as? any InputTaking)?.restored(by: runs) ?? command
        } catch  where runs.isQuoted(in: message(for: error)) {
            return try parseAsRoot(arguments)
        }
    }

    /// The command in some arguments, the first of which may be a verb.
    ///
    /// The parser lists a verb's options several times when it looks for the verb itself.
    private static func parse(
        _ arguments: [String],
        of verb: (any ParsableCommand.Type)?
    ) throws -> any ParsableCommand {
        guard let verb, !arguments.contains(where: isForAllVerbs) else { return try parseAsRoot(arguments) }
        return try verb.parseAsRoot(Array(arguments.dropFirst()))
    }

    /// Returns `true` for arguments that ask at once, or behind a verb, for help or the version, which need no library or
    /// thread. Farther behind the same words may be an option's value, or an input.
    private static func asksForWords(_ arguments: [String]) -> Bool {
        arguments.first == "help"
            || arguments.prefix(2).contains { ["-h", "--help", "--help-hidden", "--version"].contains($0) }
    }

    /// A Boolean value that indicates whether an argument asks for what the parser makes of all verbs together.
    private static func isForAllVerbs(_ argument: String) -> Bool {
        argument.hasPrefix("--generate-completion-script") || argument.hasPrefix("--experimental-dump-help")
    }

    private static var verbs: [String] { configuration.subcommands.compactMap { $0.configuration.commandName } }

    /// Checks that the first argument is a verb or an option.
    /// - Throws: ``Failure`` where it is neither, or there is none: nothing was done, so that is no success.
    private static func checkVerb(of arguments: [String]) throws(Failure) {
        guard let first = arguments.first else {
            Terminal.report(HelpPage(of: nil).text(.short))
            throw Failure.usage("A verb is missing: \(verbs.joined(separator: ", ")).")
        }
        guard !first.hasPrefix("-"), first != "help", !verbs.contains(first) else { return }
        let word = first.quotedForShell
        throw Failure.usage(
            "\(FilePath(first)) is not a verb; the verbs are \(verbs.joined(separator: ", ")).\n"
                + "  To see a sequence: flipbook play \(word)\n"
                + "  To make a video of it: flipbook export \(word) -o video.mp4"
        )
    }

    /// The help that some arguments ask for: one screen with `-h`, all of it with `--help`.
    private static func help(for arguments: [String]) -> String {
        let verb = arguments.first { $0 != "help" }
        let page = HelpPage(
            of: verb,
            width: Terminal.width(of: STDOUT_FILENO) ?? 80,
            showsHidden: arguments.contains("--help-hidden")
        )
        return page.text(arguments.contains("-h") ? .short : .long)
    }

    /// Ends as the argument parser wants it: with the version or a completion script, which are results, or a complaint.
    private static func end(with error: any Error, arguments: [String]) -> ExitStatus {
        switch exitCode(for: error) {
        case .success:
            let text = fullMessage(for: error)
            Terminal.print(text == flipbookVersion ? flipbookVersionText : text)
            return .done
        case .validationFailure:
            let verb = arguments.first.flatMap { verbs.contains($0) ? $0 : nil }
            Terminal.complain(UsageMessage(message(for: error), arguments: arguments, verb: verb).text)
            return .usage
        default:
            Terminal.complain("\(error.sentence)")
            return .environment
        }
    }
}
