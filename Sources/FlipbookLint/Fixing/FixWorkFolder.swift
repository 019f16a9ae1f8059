import FlipbookCore
import FlipbookImaging
import FlipbookLintModel

/// The hidden folder of one fix in place: `.flipbook-fix-1`, with its journal.
///
/// While the journal is called `pending`, the fix or its undoing goes on or was interrupted;
/// when all is done it is called `journal`.
struct FixWorkFolder {
    /// The folder that is fixed.
    let folder: FilePath
    /// Which fix of the folder this is, from 1.
    let number: Int

    /// The folder's path.
    var path: FilePath { folder.appending(FixFolderName.prefix + String(number)) }
    /// The journal of a fix that did not end.
    var pending: FilePath { path.appending("pending") }
    /// The journal of a fix that ended.
    var journal: FilePath { path.appending(FixFolderName.journal) }
    private var draft: FilePath { path.appending("draft") }

    /// The fixes of a folder, by number.
    static func all(in folder: FilePath) throws(FixError) -> [FixWorkFolder] {
        let listing: FolderListing
        do {
            listing = try FolderListing(folder)
        } catch {
            throw .system(error)
        }
        return FixFolderName.numbers(among: listing.folders).map { FixWorkFolder(folder: folder, number: $0) }
    }

    /// The last fix of a folder; `nil` where there is none.
    /// - Throws: ``FixError/unfinished(_:)`` where it did not end.
    @discardableResult
    static func lastFinished(in folder: FilePath) throws(FixError) -> FixWorkFolder? {
        let last = try all(in: folder).last
        if let last, !FixFiles.exists(last.journal) { throw .unfinished(folder) }
        return last
    }

    /// Makes the folder for the next fix.
    /// - Throws: ``FixError/unfinished(_:)`` where an earlier fix did not end.
    static func make(in folder: FilePath) throws(FixError) -> FixWorkFolder {
        let last = try lastFinished(in: folder)
        let work = FixWorkFolder(folder: folder, number: (last?.number ?? 0) + 1)
        guard work.number < FixFolderName.largest else { throw .journal(last?.path ?? folder) }
        try FixFiles.makeFolder(work.path)
        return work
    }

    /// The path of a place of the journal.
    func path(of place: FixJournal.Place) -> FilePath {
        switch place {
        case .folder(let name): folder.appending(name.string)
        case .work(let name): path.appending(name.string)
        }
    }

    /// Writes the journal, whole or not at all, and has the disk keep it.
    func write(_ journal: FixJournal) throws(FixError) {
        try FixFiles.write(Array(journal.text.utf8), to: draft)
        try FixFiles.move(draft, pending)
        FixFiles.flush(path)
        FixFiles.flush(folder)
    }

    /// Marks the fix as done.
    func finish() throws(FixError) {
        FixFiles.flush(folder)
        try FixFiles.move(pending, journal)
        FixFiles.flush(path)
    }

    /// The journal; `nil` where none was written, so that nothing was moved.
    func read() throws(FixError) -> FixJournal? {
        guard let file = [pending, journal].first(where: FixFiles.exists) else { return nil }
        let (bytes, _) = try FixFiles.contents(of: file)
        guard let journal = FixJournal(parsing: String(decoding: bytes, as: UTF8.self)) else { throw .journal(file) }
        return journal
    }

    /// How many of a journal's moves were made.
    /// - Throws: ``FixError/changedSince(folder:file:)`` where a file is not what the journal says, or
    ///   ``FixError/cancelled``.
    func progress(of journal: FixJournal) async throws(FixError) -> Int {
        let places = journal.places
        let isSample = journal.onlyRenames
        let digests = try await FixError.unlessCancelled { () async throws(CancellationError) in
            try await WorkExecutor.mapInChunks(places, chunkLength: 16) { place in
                place.isList
                    ? InventedFrames.digest(of: path(of: place))
                    : FileDigest(of: path(of: place), isSample: isSample)
            }
        }
        // What is no file, such as a folder, has no digest, and is in the way all the same.
        for (place, digest) in zip(places, digests) where digest == nil && FixFiles.exists(path(of: place)) {
            throw FixError.changedSince(folder: folder, file: place.name)
        }
        let actual = Dictionary(
            uniqueKeysWithValues: zip(places, digests).compactMap { place, digest in
                digest.map { (place, $0) }
            }
        )
        if let made = journal.progress(actual) { return made }
        throw FixError.changedSince(folder: folder, file: journal.firstDifference(actual) ?? FilePath("a file"))
    }

    /// Moves everything back where it was before the fix.
    /// - Parameters:
    ///   - made: how many of the moves were made.
    ///   - limit: after how many moves it stops as if it was killed, for tests.
    func revert(_ journal: FixJournal, _ made: Int, stoppingAfter limit: Int? = nil) throws(FixError) {
        // A run that ends here leaves a folder whose names are half moved, as an interrupted fix does.
        if made > 0, !FixFiles.exists(pending) {
            try FixFiles.move(self.journal, pending)
            FixFiles.flush(path)
        }
        for (index, move) in journal.moves[..<made].reversed().enumerated() {
            if index == limit { throw .stopped }
            try FixFiles.move(path(of: move.to), path(of: move.from))
        }
        FixFiles.flush(folder)
    }

    /// The names in the folder that begin with one of some words.
    private func names(_ beginnings: [String]) -> [String] {
        do {
            return try FolderListing(path).names.filter { beginnings.contains(where: $0.hasPrefix) }
        } catch {
            // Already gone, or it stays, which does no harm.
            return []
        }
    }

    /// The pictures that were replaced, and how many bytes they take.
    var replaced: (count: Int, byteCount: Int64) {
        let pictures = names(["old-", "moved-"]).filter { FilePath($0) != FixJournal.oldList }
        let files = pictures.compactMap { FixFiles.stamp(of: path.appending($0))?.byteCount }
        return (files.count, files.reduce(0, +))
    }

    /// Removes the folder with all files in it that a fix puts there, the pictures that were replaced among them.
    func discard() throws(FixError) {
        for file in [journal, pending] where FixFiles.exists(file) { try FixFiles.removeFile(file) }
        remove()
        for name in names(["old-", "moved-"]) { FixFiles.remove(path.appending(name)) }
        FixFiles.removeFolder(path)
    }

    /// Removes the folder with the files that the fix made for itself. What else is in it stays, and the folder with it.
    func remove() {
        // The journal goes first: without one there is nothing to put back.
        for file in [journal, pending, draft] { FixFiles.remove(file) }
        for name in names(["new-", "held-"]) { FixFiles.remove(path.appending(name)) }
        FixFiles.removeFolder(path)
    }
}
