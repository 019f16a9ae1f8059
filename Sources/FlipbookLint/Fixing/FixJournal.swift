import FlipbookCore
import FlipbookFiles
import FlipbookLintModel

/// The steps of a fix in place.
///
/// New pictures and held frames wait in a folder of the fix's own, and pictures that are replaced go there. Undoing is going
/// the same steps back.
enum FixJournal {
    /// The journal of a fix of some operations.
    /// - Parameters:
    ///   - digests: the digests of the files that are there, by name.
    ///   - staged: the digests of the new files that wait in the fix's own folder, one for each redrawing and each
    ///     held frame, in the operations' order.
    ///   - list: the digests of the list of invented frames, of the one that is there and of the new one; `nil` where
    ///     it stays as it is.
    static func journal(
        _ operations: [FixOperation],
        digests: [FilePath: FileDigest],
        staged: [FileDigest],
        list: (old: FileDigest?, new: FileDigest)? = nil
    ) -> MoveJournal {
        var digests = digests
        var waiting = staged[...]
        var steps: [MoveJournal.Step] = []
        // First of all: a run that is killed leaves no invented frame that is not in the list.
        if let list { steps.append(.init(.hidden(newList), Self.list, list.new, replacing: list.old)) }
        for (index, operation) in operations.filter(\.isRedrawing).enumerated() {
            guard let old = digests[operation.source], let new = waiting.popFirst() else { continue }
            steps.append(.init(.hidden(newName(index)), .folder(operation.source), new, replacing: old))
            digests[operation.source] = new
        }
        steps += renames(operations.filter { $0.change == .rename }, digests)
        for (index, operation) in operations.filter({ $0.isHold }).enumerated() {
            guard let new = waiting.popFirst() else { continue }
            steps.append(.init(.hidden(heldName(index)), .folder(operation.target), new))
        }
        return MoveJournal(steps)
    }

    /// The renames in an order in which each target is free; a circle goes through the fix's own folder.
    private static func renames(
        _ operations: [FixOperation],
        _ digests: [FilePath: FileDigest]
    ) -> [MoveJournal.Step] {
        let bySource = Dictionary(operations.map { ($0.source, $0) }) { first, _ in first }
        var done: Set<FilePath> = []
        var steps: [MoveJournal.Step] = []
        func move(_ from: MoveJournal.Place, _ to: MoveJournal.Place, _ operation: FixOperation) {
            if let digest = digests[operation.source] { steps.append(.init(from, to, digest)) }
        }
        for operation in operations where done.insert(operation.source).inserted {
            var chain = [operation]
            while let next = bySource[chain[chain.count - 1].target], done.insert(next.source).inserted {
                chain.append(next)
            }
            let last = chain[chain.count - 1]
            if last.target == operation.source {
                let aside = MoveJournal.Place.hidden(FilePath("moved-\(steps.count)"))
                move(.folder(last.source), aside, last)
                for link in chain.dropLast().reversed() { move(.folder(link.source), .folder(link.target), link) }
                move(aside, .folder(last.target), last)
            } else {
                for link in chain.reversed() { move(.folder(link.source), .folder(link.target), link) }
            }
        }
        return steps
    }

    /// The list of invented frames, as it is used.
    static let list = MoveJournal.Place.folder(FilePath(InventedFrames.fileName))
    /// The list's name in the fix's own folder, before it takes its place.
    static let newList = FilePath("new-list")
    /// The name of a new picture there.
    static func newName(_ index: Int) -> FilePath { FilePath("new-\(index)") }
    /// What a held frame is called there.
    static func heldName(_ index: Int) -> FilePath { FilePath("held-\(index)") }
}

extension MoveJournal.Step {
    /// A Boolean value that tells whether the file is a frame that the fix made.
    var makesFrame: Bool { if case .hidden(let name) = from { name.string.hasPrefix("held-") } else { false } }

    /// A Boolean value that indicates a file in the place of a picture.
    var redraws: Bool { replaced != nil && to != FixJournal.list }

    /// A Boolean value that indicates a new name alone: undoing takes nothing away.
    var onlyRenames: Bool {
        guard case .hidden(let name) = from else { return true }
        return name.string.hasPrefix("moved-")
    }
}
