import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookLintVerbs
import FlipbookPlayVerbs

/// A command line in which long runs of file names are replaced by single words for parsing.
///
/// The argument parser's time grows with the square of the number of operands: a shell's `walk.*.png` with 24,000 names took 20
/// seconds. The words between the first and the last of a run cannot be values of options. They are removed before parsing, and
/// put back into the command's inputs afterward.
package struct ArgumentRuns: Sendable {
    package private(set) var words: [String] = []
    private var runs: [ArraySlice<String>] = []

    private static let longestRun = 64

    package init(_ arguments: [String]) {
        var rest = arguments[...]
        var isEveryWordPlain = false
        while let first = rest.first {
            let run = isEveryWordPlain ? rest : rest.prefix { $0.utf8.first != UInt8(ascii: "-") }
            if run.count > Self.longestRun, let last = run.last {
                // Arguments never contain a zero byte, so this word is unique.
                words += [first, "\u{0}\(runs.count)", last]
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

    package func restored(_ words: [String]) -> [String] {
        words.flatMap { word in run(word).map(Array.init) ?? [word] }
    }

    /// Returns `true` if a message quotes a replacement, as it does for a verb that accepts a single input.
    package func isQuoted(in message: String) -> Bool { areTakenOut && message.utf8.contains(0) }

    private func run(_ word: String) -> ArraySlice<String>? {
        guard word.utf8.first == 0, let index = Int(word.dropFirst()), runs.indices.contains(index) else { return nil }
        return runs[index]
    }
}

protocol InputTaking: ParsableCommand { static var inputs: WritableKeyPath<Self, [String]> { get } }

extension InputTaking {
    func restored(by runs: ArgumentRuns) -> Self {
        changing(self) { $0[keyPath: Self.inputs] = runs.restored(self[keyPath: Self.inputs]) }
    }

    /// Returns the command with the path of standard input in place of `-`.
    func takingStandardInput() throws(Failure) -> Self {
        let inputs = self[keyPath: Self.inputs]
        guard inputs.contains(where: StandardInput.isMeant) else { return self }
        if let verb = Self.configuration.commandName,
            ["fix", "undo", "manifest", "thumbs", "notes", "plan"].contains(verb)
        {
            throw .usage("-: '\(verb)' requires files. Save the pictures to a file first.")
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
