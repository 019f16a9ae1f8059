public import FlipbookCore
public import FlipbookLintModel

/// What a fix will do to a folder, and what it leaves alone and why.
///
/// A pure function of evidence and findings: the same plan is shown and carried
/// out. It never takes a name that a file outside of the plan has, and of the
/// findings it follows the given ones only.
public struct FixPlan: Sendable {
    /// Something that was found and is not fixed.
    package struct Refusal: Hashable, Sendable {
        /// The rule that found it.
        package let rule: RuleID
        /// The file, or the sequence as messages call it.
        package let subject: String
        /// Why it is not fixed, a fragment.
        package let reason: String
    }

    /// The folder, as it was given.
    public let folder: FilePath
    /// What is done: pictures written anew, then renamed files, then new ones, each in the frames' order.
    package let operations: [FixOperation]
    /// What is not.
    package let refusals: [Refusal]

    /// The files of a new folder, before the fix: all in this one, or those that were linted.
    package let contents: [FilePath]
    /// What lay in the folder.
    let inventory: FixInventory

    /// How many files of the folder have names that are not UTF-8. They stay where they are, and are not in a new
    /// folder.
    package var undecodableNames: Int { inventory.undecodableNames }

    /// The rules whose findings can be fixed.
    public static let rules: Set<RuleID> = [
        .gap, .irregularStep, .startIndex, .mixedPadding, .digitBoundary, .lexicographicOrder, .zeroPadded, .mixedCase,
        .mixedExtension, .formatByExtension, .mixedSize, .unusedAlpha,
    ]

    /// What fixes the findings in a folder.
    /// - Parameters:
    ///   - evidence: what was linted, its headers read.
    ///   - folder: which of the folders that the evidence's files lie in.
    ///   - findings: what was found there; findings of rules that are not among ``rules`` count for nothing.
    ///   - inventory: what lies in the folder.
    package init(
        _ evidence: FolderEvidence,
        in folder: FilePath,
        findings: [Finding],
        inventory: FixInventory,
        settings: FixSettings = FixSettings()
    ) {
        var draft = FixDraft(evidence, in: folder, findings: findings, inventory: inventory, settings: settings)
        draft.rename()
        draft.redraw()
        draft.hold()
        self.folder = folder
        operations = draft.operations
        refusals = draft.refusals
        self.inventory = inventory
        let linted = draft.frames.map { FilePath($0.path.lastComponent) }
        let names = evidence.extent == .folder ? Array(inventory.names.keys) : []
        contents = Set(linted + names).filter { inventory.stamp(of: $0) != nil }.sorted {
            $0.string.utf8.lexicographicallyPrecedes($1.string.utf8)
        }
    }

    /// The files that may be written anew, whose pixels the plan has to know.
    package static func redrawn(_ evidence: FolderEvidence, findings: [Finding]) -> [FilePath] {
        let wanted = Set(findings.lazy.filter { [.mixedSize, .unusedAlpha].contains($0.rule) }.flatMap(\.files))
        return evidence.subjects.flatMap(\.frames).map(\.path).filter(wanted.contains)
    }

    /// What a file is called after the fix.
    package func newName(of name: FilePath) -> FilePath { newNames[name] ?? name }

    /// The new names of those files that get one.
    var newNames: [FilePath: FilePath] {
        let renames = operations.filter { $0.change == .rename }
        return Dictionary(renames.map { ($0.source, $0.target) }) { first, _ in first }
    }
}

extension FixPlan: CustomStringConvertible {
    /// The changes as a listing, a line for each: `~` a picture that is written anew, `>` a file that gets another
    /// name, `+` a file that is made of another. Empty where there is nothing to do.
    public var description: String {
        Self.listing(of: operations, in: folder)
    }

    /// Changes of a folder as a listing; empty where there are none.
    static func listing(of operations: [FixOperation], in folder: FilePath) -> String {
        guard !operations.isEmpty else { return "" }
        let head = "--- \(folder)\n+++ \(folder), fixed\n"
        return head + operations.map { "\($0)\n" }.joined()
    }
}

extension FixPlan.Refusal: CustomStringConvertible {
    /// The file, the rule and the reason, in one line.
    public var description: String { "\(subject): \(rule) is not fixed: \(reason)" }
}
