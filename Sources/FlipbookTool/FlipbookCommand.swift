import ArgumentParser

/// The command `flipbook`: one subcommand for each thing to do with a sequence.
@main
struct FlipbookCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flipbook",
        abstract: "Plays, exports and lints sequences of images.",
        discussion: """
            INPUT is a folder (walk/), a pattern (walk.####.png, walk.%04d.png, walk.1-100x2#.png), \
            a list of files (a shell's walk.*.png), or a manifest (walk.yaml, walk.json, walk.ffconcat).

            Exit status: 0 done and complete; 1 findings, or an output that would not be complete; \
            2 the command line or a manifest is wrong; 3 files, devices or plugins failed; 130 interrupted.
            """,
        version: flipbookVersion,
        subcommands: [ExportCommand.self, PlayCommand.self, LintCommand.self, ManifestCommand.self]
    )

    static func main() async {
        let status = await run(arguments: nil)
        Terminal.exit(status)
    }

    /// Runs the command and says with what status to exit.
    private static func run(arguments: [String]?) async -> ExitStatus {
        do {
            var command = try parseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return .done
        } catch let failure as Failure {
            Terminal.complain(failure.message)
            return failure.status
        } catch let status as ExitStatus {
            return status
        } catch {
            let message = fullMessage(for: error)
            let code = exitCode(for: error)
            // Help and the version are results; everything else is talk.
            if code == .success {
                Terminal.print(message)
                return .done
            }
            Terminal.talk(message)
            return code == .validationFailure ? .usage : .environment
        }
    }
}
