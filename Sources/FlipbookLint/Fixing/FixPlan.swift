public import FlipbookCore
import FlipbookFiles
public import FlipbookLintModel

/// The changes that a fix makes in a folder, and the findings that it does not fix, with reasons.
///
/// A ``FixPlanner`` creates it. A plan never overwrites existing files.
public struct FixPlan: Sendable, CustomStringConvertible {
    /// A finding that is not fixed.
    public struct Refusal: Hashable, Sendable, CustomStringConvertible {
        /// The rule that reported the finding.
        public let rule: RuleID
        /// The name of the file or the sequence, safe to print.
        public let subject: String
        /// The reason why the finding is not fixed, as a phrase.
        public let reason: Explanation

        /// The file, the rule, and the reason, on one line.
        public var explanation: Explanation { "\(subject): \(rule.rawValue) is not fixed: \(reason)" }

        /// The explanation, in the library's wording.
        public var description: String { explanation.description }
    }

    /// The path of the folder, as given by the caller.
    public let folder: FilePath
    /// The changes: rewritten pictures, then renamed files, then new ones, each in the order of the frames.
    package let operations: [FixOperation]
    /// The findings that are not fixed.
    public let refusals: [Refusal]

    /// The files that are copied to a new folder: all files in this folder, or only the linted ones.
    package let contents: [FilePath]
    let inventory: FixInventory
    let invented: InventedFrames?

    /// Creates a plan without changes for a folder that must be corrected by hand first.
    init(_ folder: FilePath, _ inventory: FixInventory, refusing refusal: Refusal) {
        (self.folder, self.inventory, refusals) = (folder, inventory, [refusal])
        (operations, contents, invented) = ([], [], nil)
    }

    package var undecodableNames: Int { inventory.undecodableNames }

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
        let frames = (evidence.subjects.flatMap(\.frames) + evidence.candidates).filter { folder.holds($0.path) }
        let linted = frames.map { FilePath($0.path.lastComponent) }.distinct
        let renames = linted.compactMap { source -> FixOperation? in
            guard let target = names.newNames[source], target != source, let rules = names.rules[source]
            else { return nil }
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

    /// The operations for the list of invented frames: new pictures, held frames, and files renamed into a gap.
    package var recorded: [FixOperation] {
        let changed = Set(operations.filter { $0.isRedrawing && $0.origin != nil }.map(\.source))
        return operations.filter { $0.change != .rename || $0.origin != nil && !changed.contains($0.source) }
    }

    package var newNames: [FilePath: FilePath] {
        let renames = operations.filter { $0.change == .rename }
        return Dictionary(renames.map { ($0.source, $0.target) }) { first, _ in first }
    }

    /// The folder's invented frames once the plan has been carried out, or `nil` if the plan does not change them.
    ///
    /// An entry is kept even if the folder no longer contains its frame, or another file has the frame's name, since the frame
    /// may be restored later.
    /// - Parameter made: the identities of the files that ``recorded`` makes.
    func inventedFrames(_ made: [MadeFrame]) -> InventedFrames? {
        let names = newNames
        let newName = { (name: String) in names[FilePath(name)]?.string ?? name }
        let old = invented?.frames ?? []
        let found = invented?.found(in: folder) ?? [:]
        let operations = zip(recorded, made)
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
        var files = FolderDigests(folder)
        var twins = files.names(of: Set(operations.lazy.map(\.1.digest))).mapValues(\.count)
        for entry in found.values { entry.digest.map { twins[$0]? -= 1 } }
        // The folder still contains these files under their old names.
        for (operation, new) in operations where operation.change == .rename { twins[new.digest]? -= 1 }
        for (operation, new) in operations {
            // If this fix changes a frame that an earlier fix invented, the frame stays in the list.
            let old = replaced[operation.source]
            guard operation.isHold || operation.origin != nil || old != nil else {
                twins[new.digest, default: 0] += 1
                continue
            }
            let (name, equals) = (newName(operation.target.string), twins[new.digest] ?? 0)
            var entry = InventedFrames.Entry(name: name, digest: new.digest, pixels: new.pixels, twins: equals)
            if case .hold(let source) = operation.change {
                entry.source = source.string
            } else {
                entry.change = operation.origin ?? old?.origin
            }
            frames.append(entry)
        }
        return frames == old ? nil : InventedFrames(frames)
    }

    /// The changes, one per line: `~` for a rewritten picture, `>` for a renamed file, `+` for a frame copied from another one.
    public var description: String {
        guard !operations.isEmpty else { return "" }
        return "--- \(folder)\n+++ \(folder), fixed\n" + operations.map { "\($0)\n" }.joined()
    }
}

/// The identity of a picture created by a fix: the hash of its contents and, if it can be decoded, the hash of its pixels.
typealias MadeFrame = (digest: FileDigest, pixels: String?)
