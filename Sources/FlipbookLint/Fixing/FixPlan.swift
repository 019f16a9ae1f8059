public import FlipbookCore
import FlipbookFiles
public import FlipbookLintModel

/// The changes of a fix to a folder, and the things that it leaves alone, and why.
///
/// A ``FixPlanner`` makes it; the same plan is shown and carried out. It never takes a name that a file outside of the
/// plan has.
public struct FixPlan: Sendable {
    /// Something that was found and is not fixed.
    public struct Refusal: Hashable, Sendable {
        /// The rule that found it.
        public let rule: RuleID
        /// The file, or the sequence as messages call it, safe to print.
        public let subject: String
        /// The reason why it is not fixed, a fragment.
        public let reason: Explanation
    }

    /// The folder, as it was given.
    public let folder: FilePath
    /// The changes: pictures rewritten, then renamed files, then new ones, each in the frames' order.
    package let operations: [FixOperation]
    /// The findings that are not fixed.
    public let refusals: [Refusal]

    /// The files of a new folder, before the fix: all in this one, or those that were linted.
    package let contents: [FilePath]
    let inventory: FixInventory
    /// The frames of the folder that no renderer made, by the list that lay in it, or `nil` if there was none.
    let invented: InventedFrames?

    /// A plan that changes nothing, for a folder that has to be put right by hand first.
    init(_ folder: FilePath, _ inventory: FixInventory, refusing refusal: Refusal) {
        (self.folder, self.inventory, refusals) = (folder, inventory, [refusal])
        (operations, contents, invented) = ([], [], nil)
    }

    /// The number of files of the folder whose names are not UTF-8. They stay where they are, and are not in a new
    /// folder.
    package var undecodableNames: Int { inventory.undecodableNames }

    /// The folders in the folder, which are not in a new one; none where files of it are fixed, and not all of it.
    package var foldersLeftOut: [FilePath] { isWhole ? inventory.folders : [] }
    private var isWhole = false

    /// The number of changes.
    public var changeCount: Int { operations.count }

    init(
        _ evidence: FolderEvidence,
        in folder: FilePath,
        invented: InventedFrames?,
        names: NameDraft,
        pictures: PictureDraft
    ) {
        (self.folder, inventory, self.invented) = (folder, names.inventory, invented)
        isWhole = evidence.extent == .folder
        let frames = evidence.subjects.flatMap(\.frames).filter { folder.holds($0.path) }
        let linted = frames.map { FilePath($0.path.lastComponent) }.distinct
        let renames = linted.compactMap { source -> FixOperation? in
            guard let target = names.newNames[source], target != source, let rules = names.rules[source] else {
                return nil
            }
            return FixOperation(change: .rename, source: source, target: target, rules: rules)
        }
        let drawn = pictures.operations
        operations = drawn.filter(\.isRedrawing) + renames + drawn.filter(\.isHold)
        refusals = (names.refusals + pictures.refusals).distinct
        let others = isWhole ? Array(inventory.names.keys) : []
        let list = FilePath(InventedFrames.fileName)
        contents = Set(linted + others).filter { names.inventory.stamp(of: $0) != nil && $0 != list }
            .sorted { $0.isBefore($1) }
    }

    package func newName(of name: FilePath) -> FilePath { newNames[name] ?? name }

    /// A Boolean value that tells whether a file gets another name, or a frame is made.
    package var changesNames: Bool { operations.contains { $0.source != $0.target } }

    package var newFrames: [FilePath] { operations.filter(\.isHold).map(\.target) }

    var newNames: [FilePath: FilePath] {
        let renames = operations.filter { $0.change == .rename }
        return Dictionary(renames.map { ($0.source, $0.target) }) { first, _ in first }
    }

    /// The frames of the folder that no renderer made, once the plan is carried out, or `nil` if that changes nothing.
    ///
    /// An entry stays when its frame is elsewhere, or another file has its name, since each may be back tomorrow.
    /// - Parameter made: by what the new pictures and the held frames are known again, in the operations' order.
    func inventedFrames(_ made: [MadeFrame]) -> InventedFrames? {
        let names = newNames
        let newName = { (name: String) in names[FilePath(name)]?.string ?? name }
        let old = invented?.frames ?? []
        let found = invented?.found(in: folder) ?? [:]
        let operations = zip(operations.filter { $0.isRedrawing || $0.isHold }, made)
        let redrawn = Set(operations.lazy.map(\.0).filter(\.isRedrawing).map(\.source))
        var replaced: [FilePath: InventedFrames.Entry] = [:]
        var frames = old.enumerated().compactMap { index, old -> InventedFrames.Entry? in
            var entry = found[index] ?? old
            if found[index] != nil, redrawn.contains(FilePath(entry.name)) {
                replaced[FilePath(entry.name)] = entry
                return nil
            }
            (entry.name, entry.source) = (newName(entry.name), entry.source.map(newName))
            return entry
        }
        let held = Set(operations.lazy.filter(\.0.isHold).map(\.1.digest))
        var files = FolderDigests(folder)
        var twins = files.names(of: held).mapValues(\.count)
        for entry in found.values { entry.digest.map { twins[$0]? -= 1 } }
        for (operation, new) in operations {
            // An invented frame stays one after every later fix.
            let old = replaced[operation.source]
            guard operation.isHold || operation.change.origin != nil || old != nil else {
                twins[new.digest, default: 0] += 1
                continue
            }
            var entry = InventedFrames.Entry(
                name: operation.isHold ? operation.target.string : newName(operation.source.string),
                digest: new.digest,
                pixels: new.pixels
            )
            if case .hold(let source) = operation.change {
                (entry.source, entry.twins) = (source.string, twins[new.digest] ?? 0)
            } else {
                entry.change = operation.change.origin ?? old?.origin
            }
            frames.append(entry)
        }
        return frames == old ? nil : InventedFrames(frames)
    }
}

/// A picture that a fix made, as it is known again: by its contents, or by the hash of its pixels, if they can be decoded.
typealias MadeFrame = (digest: FileDigest, pixels: String?)

extension FixPlan: CustomStringConvertible {
    /// The changes as a listing, a line for each: `~` a picture that is rewritten, `>` a file that gets another
    /// name, `+` a file that is made of another. Empty where there is nothing to do.
    public var description: String {
        guard !operations.isEmpty else { return "" }
        return "--- \(folder)\n+++ \(folder), fixed\n" + operations.map { "\($0)\n" }.joined()
    }
}

extension FixPlan.Refusal: CustomStringConvertible {
    /// The file, the rule and the reason, in one line.
    public var explanation: Explanation { "\(subject): \(rule.rawValue) is not fixed: \(reason)" }

    /// The same in the library's own words.
    public var description: String { explanation.description }
}
