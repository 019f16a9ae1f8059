import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookSequences

/// Lints the sequence that a pattern or a folder leads to, with a rule of our own beside those of Flipbook.
@main
struct StudioLint {
    static func main() async throws {
        let linter = Linter(rules: RuleRegistry.standard + [.oddSize])
        // The frames as a player or an exporter takes them.
        let frames: FrameList = try SequenceLocator().locate(Array(CommandLine.arguments.dropFirst()))
        let report = try await linter.lint(frames)
        print(TextReporter().text(of: report), terminator: "")
    }
}
