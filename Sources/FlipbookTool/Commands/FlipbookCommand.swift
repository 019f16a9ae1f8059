package import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookFiles
import FlipbookLint
import FlipbookLintVerbs
import FlipbookPlayVerbs
import Glibc

package struct FlipbookCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "flipbook",
        abstract: "Plays, exports and checks image sequences.",
        usage: "flipbook <verb> <input> ... [<options>]",
        discussion: """
            An input is a folder (walk/), a pattern (walk.####.png, walk.%04d.png, walk.1-100x2#.png), \
            a list of files (walk.*.png, expanded by the shell), an animated file (walk.gif), an archive (walk.zip), a \
            sprite sheet, a manifest (walk.yaml, walk.json, walk.ffconcat, cut.otio), or - for pictures on standard input.

            Exit status: 0 done and complete; 1 findings, or an incomplete output; \
            2 an error in the command line or a manifest; 3 a failure of files, devices or plugins; \
            130 interrupted with Control-C (143 by SIGTERM, 129 by SIGHUP).
            """,
        version: flipbookVersion,
        subcommands: [
            ExportCommand.self, PlayCommand.self, RenderCommand.self, LintCommand.self, FixCommand.self,
            UndoCommand.self, RuleCommand.self, DiffCommand.self, NotesCommand.self, ThumbsCommand.self,
            ListCommand.self, ExplainCommand.self, ManifestCommand.self, FormatsCommand.self, DoctorCommand.self,
            PlanCommand.self, SegmentCommand.self, JoinCommand.self, SubmitCommand.self, VerifyCommand.self,
        ]
    )

    package init() {}

    /// Runs the command with the process's arguments, then ends the process.
    // The main thread exists even if no other thread can be started.
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
        if arguments.first == PlayCommand.configuration.commandName, !asksForWords(arguments) {
            PlayCommand.prepareProcess(for: arguments)
        }
        Terminal.exit(await run(arguments))
    }

    /// Runs the command and returns its exit status.
    ///
    /// Until the command runs, only the main thread is used: the sandbox must be entered before a second thread exists.
    @MainActor private static func run(_ arguments: [String]) async -> ExitStatus {
        do {
            try ArgumentBytes.check()
            try checkVerb(of: arguments)
            try MovedOption.check(arguments) { HelpPage(of: $0).command }
            var command = try parse(arguments)
            guard configuration.subcommands.contains(where: { $0 == type(of: command) }) else {
                // For a help request, the parser returns its own help command. In a name such as -shot.png, it reads -h, too.
                let name = arguments.prefix { $0 != "--" }.first { word in
                    word.wholeMatch(of: /-[^-].*h.*|-h.+/) != nil && !MovedOption.isOfShortOptions(word)
                }
                if let name { throw ValidationError("Unknown option '\(name)'") }
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
        } catch { return end(with: error, arguments: arguments) }
    }

    private static func parse(_ arguments: [String]) throws -> any ParsableCommand {
        let verb = configuration.subcommands.first { $0.configuration.commandName == arguments.first }
        let runs = ArgumentRuns(arguments)
        guard runs.areTakenOut, verb is any InputTaking.Type else { return try parse(arguments, of: verb) }
        do {
            let command = try parse(runs.words, of: verb)
            return (command as? any InputTaking)?.restored(by: runs) ?? command
        } catch  where runs.isQuoted(in: message(for: error)) { return try parseAsRoot(arguments) }
    }

    /// Parses arguments, the first of which may be a verb.
    ///
    /// The verb is looked up here, since the parser would list its options several times to find it.
    private static func parse(_ arguments: [String], of verb: (any ParsableCommand.Type)?) throws -> any ParsableCommand
    {
        let global = ["--generate-completion-script", "--experimental-dump-help"]
        guard let verb, !arguments.contains(where: { global.contains(where: $0.hasPrefix) })
        else { return try parseAsRoot(arguments) }
        return try verb.parseAsRoot(Array(arguments.dropFirst()))
    }

    /// Returns `true` for a request for help or the version, which needs no libraries or threads. After the second argument,
    /// the same words may be the value of an option, or an input.
    private static func asksForWords(_ arguments: [String]) -> Bool {
        arguments.first == "help"
            || arguments.prefix(2).contains { ["-h", "--help", "--help-hidden", "--version"].contains($0) }
    }

    private static var verbs: [String] { configuration.subcommands.compactMap { $0.configuration.commandName } }

    /// The verbs of other tools, and our equivalents.
    private static let others = [
        "check": "lint", "compare": "diff", "convert": "export", "encode": "export", "ffmpeg": "export",
        "identify": "list", "info": "explain", "ls": "list", "man": "help", "open": "play", "probe": "explain",
        "show": "play", "validate": "lint", "view": "play",
    ]

    /// Checks that the arguments begin with a verb or an option. If there are no arguments, prints the short help, and the exit
    /// status indicates an error.
    private static func checkVerb(of arguments: [String]) throws {
        guard let first = arguments.first else {
            Terminal.report(HelpPage(of: nil).text(.short))
            throw ExitStatus.usage
        }
        guard let name = first == "help" ? arguments.dropFirst().first : first, !name.hasPrefix("-"),
            !verbs.contains(name)
        else { return }
        let shown = FilePath(String(name.prefix(200)))
        if name.allSatisfy({ $0.isASCII && $0.isLetter }), first == "help" || FileStatus(FilePath(name)) == nil {
            let opened = name.isEmpty || others[name] != nil ? [] : verbs.filter { $0.hasPrefix(name) }
            let known = verbs + others.keys + ["help", "--version"]
            let nearest = opened.isEmpty ? nearestWord(to: name, among: known).map { others[$0] ?? $0 } : nil
            let advice = (opened + [nearest].compactMap(\.self)).map { "'flipbook \($0)'" }.joined(separator: " or ")
            let way = advice.isEmpty ? "'flipbook -h' lists the verbs." : "Did you mean \(advice)?"
            throw Failure.usage("\(shown) is not a verb. \(way)")
        }
        var words = arguments.prefix { !$0.hasPrefix("-") }.map(\.quotedForShell)
        let isOutput = words.count > 1 && FileStatus(FilePath(arguments[words.count - 1])) == nil
        let output = isOutput ? words.removeLast() : "video.mp4"
        // If there are more than three files, their folder is shown instead.
        let input = words.count > 3 ? FilePath(name).directory.quotedForShell : words.joined(separator: " ")
        throw Failure.usage(
            "\(shown) is not a verb.\n  To play a sequence: flipbook play \(input)\n  To make a video of it: flipbook "
                + "export \(input) -o \(output)"
        )
    }

    /// Returns the requested help: one screen for `-h`, or everything for `--help`.
    private static func help(for arguments: [String]) -> String {
        let verb = arguments.first { $0 != "help" }
        let width = Terminal.width(of: STDOUT_FILENO) ?? 80
        let page = HelpPage(of: verb, width: width, showsHidden: arguments.contains("--help-hidden"))
        return page.text(arguments.contains("-h") ? .short : .long)
    }

    private static func end(with error: any Error, arguments: [String]) -> ExitStatus {
        switch exitCode(for: error) {
        case .success:
            let text = fullMessage(for: error)
            Terminal.print(text == flipbookVersion ? flipbookVersionText : text)
            return .done
        case .validationFailure:
            let verb = arguments.first.flatMap { verbs.contains($0) ? $0 : nil }
            let message = UsageMessage(message(for: error), arguments, verb, HelpPage(of: verb).command)
            Terminal.complain(message.text)
            return .usage
        default:
            Terminal.complain("\(error.sentence)")
            return .environment
        }
    }
}
