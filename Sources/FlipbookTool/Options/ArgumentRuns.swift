import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookLintVerbs
import FlipbookPlayVerbs

/// A command line whose long runs of file names are one word each while it is parsed.
///
/// The argument parser's time grows with the square of the number of words that belong to no option: a shell's
/// `walk.*.png` of 24,000 names took it 20 s. Of such a run only the first word can be an option's value, so what lies
/// between the first and the last is taken out, and put back into the command's inputs.
package struct ArgumentRuns: Sendable {
    package private(set) var words: [String] = []
    private var runs: [ArraySlice<String>] = []

    /// Runs of up to so many words stay as they are.
    private static let longestRun = 64

    package init(_ arguments: [String]) {
        var rest = arguments[...]
        var isEveryWordPlain = false
        while let first = rest.first {
            let run = isEveryWordPlain ? rest : rest.prefix { $0.utf8.first != UInt8(ascii: "-") }
            if run.count > Self.longestRun, let last = run.last {
                words += [first, Self.standIn(runs.count), last]
                runs.append(run.dropFirst().dropLast())
            } else {
                words += run
            }
            rest = rest[run.endIndex...]
            if let option = rest.popFirst() {
                words.append(option)
                isEveryWordPlain = option == "--"
            }
        }
    }

    package var areTakenOut: Bool { !runs.isEmpty }

    /// Words of what was parsed, with what was taken out in its place again.
    package func restored(_ words: [String]) -> [String] {
        words.flatMap { word in run(word).map(Array.init) ?? [word] }
    }

    /// Returns `true` if a message quotes a word that stands for others, as it does of a verb that takes only one.
    package func isQuoted(in message: String) -> Bool { areTakenOut && message.utf8.contains(0) }

    /// No word that the system hands over has a zero byte.
    private static func standIn(_ index: Int) -> String { "\u{0}\(index)" }

    private func run(_ word: String) -> ArraySlice<String>? {
        guard word.utf8.first == 0, let index = Int(word.dropFirst()), runs.indices.contains(index) else { return nil }
        return runs[index]
    }
}

protocol InputTaking: ParsableCommand {
    static var inputs: WritableKeyPath<Self, [String]> { get }
}

extension InputTaking {
    /// The command with what was taken out of its command line in its place again.
    func restored(by runs: ArgumentRuns) -> Self {
        changing(self) { $0[keyPath: Self.inputs] = runs.restored(self[keyPath: Self.inputs]) }
    }

    /// The command with the file of standard input in the place of `-`.
    func takingStandardInput() throws(Failure) -> Self {
        let inputs = self[keyPath: Self.inputs]
        guard inputs.contains(where: StandardInput.isMeant) else { return self }
        if let verb = Self.configuration.commandName,
            ["fix", "undo", "manifest", "thumbs", "notes", "plan"].contains(verb)
        {
            throw .usage(
                "-: '\(verb)' needs files with names, and standard input has none. Save the pictures to a file first."
            )
        }
        let taken = try StandardInput.taken(into: inputs)
        return changing(self) { $0[keyPath: Self.inputs] = taken }
    }
}

extension DiffCommand: InputTaking { static var inputs: WritableKeyPath<Self, [String]> { \.sequence.input } }

extension ListCommand: InputTaking { static var inputs: WritableKeyPath<Self, [String]> { \.folders } }
extension UndoCommand: InputTaking { static var inputs: WritableKeyPath<Self, [String]> { \.folders } }
extension LintCommand: InputTaking { static var inputs: WritableKeyPath<Self, [String]> { \.arguments.inputs } }
extension FixCommand: InputTaking { static var inputs: WritableKeyPath<Self, [String]> { \.arguments.inputs } }
extension ExportCommand: InputTaking { static var inputs: WritableKeyPath<Self, [String]> { \.sequence.input } }
extension ManifestCommand: InputTaking { static var inputs: WritableKeyPath<Self, [String]> { \.sequence.input } }
extension PlayCommand: InputTaking { static var inputs: WritableKeyPath<Self, [String]> { \.sequence.input } }
extension RenderCommand: InputTaking { static var inputs: WritableKeyPath<Self, [String]> { \.sequence.input } }
extension ThumbsCommand: InputTaking { static var inputs: WritableKeyPath<Self, [String]> { \.sequence.input } }
extension NotesCommand: InputTaking { static var inputs: WritableKeyPath<Self, [String]> { \.sequence.input } }
extension PlanCommand: InputTaking { static var inputs: WritableKeyPath<Self, [String]> { \.export.sequence.input } }
