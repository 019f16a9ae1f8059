import ArgumentParser

/// The command `flipbook`: one subcommand for each thing to do with a sequence.
@main
struct FlipbookCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flipbook",
        abstract: "Plays, exports and lints sequences of images."
    )
}
