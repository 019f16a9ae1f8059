import FlipbookCore
import FlipbookFiles
import FlipbookLintModel

/// The hidden folder of one fix in place, `.flipbook-fix-1`, with its journal: of moves that are made, or until then, while the
/// fix or its undoing goes on or was interrupted, of others.
struct FixWorkFolder {
    /// The number of the fix in the folder, from 1.
    let number: Int
    let files: JournalFolder

    /// The folder that is fixed.
    var folder: FilePath { files.folder }
    /// The folder's path.
    var path: FilePath { files.hidden }
    /// A Boolean value that indicates a fix that ended.
    var isFinished: Bool { files.path(of: .made).isTaken }

    private init(_ number: Int, of folder: FilePath) {
        self.number = number
        files = JournalFolder(folder.appending(FixFolderName.prefix + String(number)), in: folder)
    }

    /// The fixes of a folder, by number.
    static func all(in folder: FilePath) throws(FixError) -> [FixWorkFolder] {
        let listing = try wrapping(FolderListing(folder), in: FixError.system)
        return FixFolderName.numbers(among: listing.folders).map { FixWorkFolder($0, of: folder) }
    }

    /// The last fix of a folder, or `nil` if there is none.
    /// - Throws: ``FixError/unfinished(_:)`` where it did not end.
    @discardableResult
    static func lastFinished(in folder: FilePath) throws(FixError) -> FixWorkFolder? {
        let last = try all(in: folder).last
        if let last, !last.isFinished { throw .unfinished(folder) }
        return last
    }

    /// Makes the folder for the next fix.
    /// - Throws: ``FixError/unfinished(_:)`` where an earlier fix did not end.
    static func make(in folder: FilePath) throws(FixError) -> FixWorkFolder {
        let last = try lastFinished(in: folder)
        let work = FixWorkFolder((last?.number ?? 0) + 1, of: folder)
        guard work.number < FixFolderName.largest else { throw .journal(last?.path ?? folder) }
        try FixFiles.makeFolder(work.path)
        return work
    }

    /// The journal, or `nil` if none was written, so that nothing was moved.
    func read() throws(FixError) -> MoveJournal? {
        guard let found = try wrapping(files.read(), in: FixError.system) else { return nil }
        guard let journal = found.journal else { throw .journal(files.path(of: found.stage)) }
        return journal
    }

    /// The number of a journal's steps that were made.
    /// - Throws: ``FixError/changedSince(folder:file:)`` where a file is not what the journal says, or
    ///   ``FixError/cancelled``.
    func progress(of journal: MoveJournal) async throws(FixError) -> Int {
        let places = Array(journal.places)
        let isSample = journal.steps.allSatisfy(\.onlyRenames)
        let digests = try await FixError.unlessCancelled { () async throws(CancellationError) in
            try await WorkExecutor.mapInChunks(places, chunkLength: 16) { place in
                place == FixJournal.list
                    ? InventedFrames.digest(of: files.path(of: place))
                    : FileDigest(of: files.path(of: place), isSample: isSample)
            }
        }
        // What is no file, such as a folder, has no digest, and is in the way all the same.
        for (place, digest) in zip(places, digests) where digest == nil && files.path(of: place).isTaken {
            throw FixError.changedSince(folder: folder, file: place.name)
        }
        let actual = Dictionary(uniqueKeysWithValues: zip(places, digests)).compactMapValues { $0 }
        if let made = files.progress(of: journal.steps, { actual[$0] }) { return made }
        let place = files.firstDifference(of: journal.steps) { actual[$0] }
        throw FixError.changedSince(folder: folder, file: place?.name ?? FilePath("a file"))
    }

    /// Moves everything back where it was before the fix.
    /// - Parameters:
    ///   - made: how many of the steps were made.
    ///   - limit: after how many steps it stops as if it was killed, for tests.
    func revert(_ journal: MoveJournal, _ made: Int, stoppingAfter limit: Int? = nil) throws(FixError) {
        // A run that ends here leaves a folder whose names are half moved, as an interrupted fix does.
        try wrapping(files.enter(.undoing), in: FixError.unwritable)
        if made < journal.steps.count { try wrapping(files.mend(journal.steps[made]), in: FixError.unwritable) }
        for (index, step) in journal.steps[..<made].reversed().enumerated() {
            if index == limit { throw .stopped }
            try wrapping(files.unmake(step), in: FixError.unwritable)
        }
        FixFiles.flush(folder)
    }

    /// The pictures that were replaced, and how many bytes they take.
    var replaced: (count: Int, byteCount: Int64) {
        let names = ((try? FolderListing(files.replaced).names) ?? []).filter { FilePath($0) != FixJournal.list.name }
        let sizes = names.compactMap { FixFiles.stamp(of: files.replaced.appending($0))?.byteCount }
        return (sizes.count, sizes.reduce(0, +))
    }

    /// Removes the folder with all files in it that a fix puts there, the pictures that were replaced among them.
    func discard() throws(FixError) { try wrapping(remove(keeping: []), in: FixError.unwritable) }

    /// Removes the folder with the files that the fix made for itself. What else is in it stays, and the folder with it.
    func remove() {
        // What stays does no harm.
        try? remove(keeping: ["moved-"])
    }

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
