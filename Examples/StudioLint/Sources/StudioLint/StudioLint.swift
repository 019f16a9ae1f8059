import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookSequences

/// Lints the sequence of a pattern or a folder with Flipbook's rules and one of our own.
@main
struct StudioLint {
    static func main() async throws {
        let linter = Linter(rules: RuleRegistry.standard + [.oddSize])
        // The same frames that a player or an exporter uses.
        let frames: FrameList = try SequenceLocator().locate(Array(CommandLine.arguments.dropFirst()))
        let report = try await linter.lint(frames)
        print(TextReporter().text(of: report), terminator: "")
    }
}
