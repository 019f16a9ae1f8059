import FlipbookCore
import FlipbookFiles
import FlipbookLintModel

/// The hidden folder of an in-place fix, `.flipbook-fix-1`, with its journal. All moves in the journal have been made, unless
/// the fix or its undo is running or was interrupted.
struct FixWorkFolder {
    let number: Int
    let files: JournalFolder

    var folder: FilePath { files.folder }
    var path: FilePath { files.hidden }
    var isFinished: Bool { files.path(of: .made).isTaken }

    private init(_ number: Int, of folder: FilePath) {
        self.number = number
        files = JournalFolder(folder.appending(FixFolderName.prefix + String(number)), in: folder)
    }

    static func all(in folder: FilePath) throws(FixError) -> [FixWorkFolder] {
        let listing = try wrapping(FolderListing(folder), in: FixError.system)
        return FixFolderName.numbers(among: listing.folders).map { FixWorkFolder($0, of: folder) }
    }

    @discardableResult
    static func lastFinished(in folder: FilePath) throws(FixError) -> FixWorkFolder? {
        let last = try all(in: folder).last
        if let last, !last.isFinished { throw .unfinished(folder) }
        return last
    }

    static func make(in folder: FilePath) throws(FixError) -> FixWorkFolder {
        let last = try lastFinished(in: folder)
        let work = FixWorkFolder((last?.number ?? 0) + 1, of: folder)
        guard work.number < FixFolderName.largest else { throw .journal(last?.path ?? folder) }
        try FixFiles.makeFolder(work.path)
        return work
    }

    /// Returns the journal, or `nil` if there is none, which means that nothing was moved.
    func read() throws(FixError) -> MoveJournal? {
        guard let found = try wrapping(files.read(), in: FixError.system) else { return nil }
        guard let journal = found.journal else { throw .journal(files.path(of: found.stage)) }
        return journal
    }

    func progress(of journal: MoveJournal) async throws(FixError) -> Int {
        let places = Array(journal.places)
        let isSample = journal.steps.allSatisfy(\.onlyRenames)
        let digests = try await FixError.unlessCancelled(
            await WorkExecutor.mapInChunks(places, chunkLength: 16) { place in
                place == FixJournal.list
                    ? InventedFrames.digest(of: files.path(of: place))
                    : FileDigest(of: files.path(of: place), isSample: isSample)
            }
        )
        // A folder has no digest, but prevents a file from being moved to its path.
        for (place, digest) in zip(places, digests) where digest == nil && files.path(of: place).isTaken {
            throw FixError.changedSince(folder: folder, file: place.name)
        }
        let actual = Dictionary(uniqueKeysWithValues: zip(places, digests)).compactMapValues { $0 }
        if let made = files.progress(of: journal.steps, { actual[$0] }) { return made }
        let place = files.firstDifference(of: journal.steps) { actual[$0] }
        throw FixError.changedSince(folder: folder, file: place?.name ?? FilePath("a file"))
    }

    func revert(_ journal: MoveJournal, _ made: Int, stoppingAfter limit: Int? = nil) throws(FixError) {
        // An interrupted undo leaves some files moved, like an interrupted fix.
        try wrapping(files.enter(.undoing), in: FixError.unwritable)
        if made < journal.steps.count { try wrapping(files.mend(journal.steps[made]), in: FixError.unwritable) }
        for (index, step) in journal.steps[..<made].reversed().enumerated() {
            if index == limit { throw .stopped }
            try wrapping(files.unmake(step), in: FixError.unwritable)
        }
        FixFiles.flush(folder)
    }

    var replaced: (count: Int, byteCount: Int64) {
        let names = ((try? FolderListing(files.replaced).names) ?? []).filter { FilePath($0) != FixJournal.list.name }
        let sizes = names.compactMap { FixFiles.stamp(of: files.replaced.appending($0))?.byteCount }
        return (sizes.count, sizes.reduce(0, +))
    }

    func discard() throws(FixError) { try wrapping(remove(keeping: []), in: FixError.unwritable) }

    /// Removes the hidden folder along with the files that the fix wrote, unless it contains other files.
    func remove() { try? remove(keeping: ["moved-"]) }

    private func remove(keeping beginnings: [String]) throws(FileSystemError) {
        let own = ["new-", "held-", "moved-"].filter { !beginnings.contains($0) }
        try files.remove { place in
            switch place {
            case .replaced: beginnings.isEmpty
            case .folder, .hidden: own.contains(where: place.name.string.hasPrefix)
            }
        }
    }
}

/// The steps of an in-place fix.
///
/// New pictures and held frames are written to the fix's hidden folder first; replaced pictures are moved there. Undoing
/// reverses the steps.
enum FixJournal {
    static func journal(
        _ operations: [FixOperation],
        digests: [FilePath: FileDigest],
        staged: [FileDigest],
        list: (old: FileDigest?, new: FileDigest)? = nil
    ) -> MoveJournal {
        var digests = digests
        var waiting = staged[...]
        var steps: [MoveJournal.Step] = []
        // The list is written first, so that a run that is killed later never leaves an unlisted invented frame.
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

    /// Returns the renames in an order in which each target is free. Cycles go through the fix's hidden folder.
    private static func renames(_ operations: [FixOperation], _ digests: [FilePath: FileDigest]) -> [MoveJournal.Step] {
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

    static let list = MoveJournal.Place.folder(FilePath(InventedFrames.fileName))
    static let newList = FilePath("new-list")
    static func newName(_ index: Int) -> FilePath { FilePath("new-\(index)") }
    static func heldName(_ index: Int) -> FilePath { FilePath("held-\(index)") }
}

extension MoveJournal.Step {
    var makesFrame: Bool { if case .hidden(let name) = from { name.string.hasPrefix("held-") } else { false } }

    var redraws: Bool { replaced != nil && to != FixJournal.list }

    /// A Boolean value that indicates whether the step is a rename, which undoing reverses without removing anything.
    var onlyRenames: Bool { if case .hidden(let name) = from { name.string.hasPrefix("moved-") } else { true } }
}
