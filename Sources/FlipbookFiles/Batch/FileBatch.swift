internal import CFiles
package import FlipbookCore
internal import Glibc
internal import Synchronization

/// Files that get their names together: all of them or none, even if the process is killed. They are written to a hidden folder
/// next to their targets, with a list of their names. Once they are complete, a journal records this. From then on, the next
/// process that finds the folder can give them their names. Replaced files keep a second name in the folder until the end, so
/// that a failure can be undone.
package struct FileBatch: ~Copyable {
    private let files: JournalFolder
    private let names: [String]
    private let descriptor: Int32
    private let isKept = Atomic(false)
    private let isDiscarded = Atomic(false)
    /// A Boolean value that indicates whether the renaming of some files could not be undone. If so, the target folder might
    /// contain both new and old files. The hidden folder remains, so that the next process can finish or undo the batch.
    package var isHalfDone: Bool { isKept.load(ordering: .relaxed) }
    /// A Boolean value that indicates whether the folder was created for the batch. Such a folder is removed if it is empty.
    private let madeFolder: Bool

    package init(of names: [String], in folder: FilePath) throws(FileSystemError) {
        let (hidden, descriptor, madeFolder) = try Self.makeFolders(folder)
        let files = JournalFolder(hidden, in: folder)
        do throws(FileSystemError) {
            let text = ([Self.heading] + names + [Self.ending]).joined(separator: "\0")
            try OpenFile.write(Array(text.utf8), toNewFile: files.names, isFlushed: true)
        } catch {
            Self.discard(files, [])
            if madeFolder { rmdir(folder.string) }
            close(descriptor)
            throw FileSystemError(folder, errno: error.errno)
        }
        (self.files, self.names, self.descriptor, self.madeFolder) = (files, names, descriptor, madeFolder)
    }

    private static func makeFolders(_ folder: FilePath, attempts: Int = 100)
        throws(FileSystemError) -> (hidden: FilePath, descriptor: Int32, madeFolder: Bool)
    {
        let madeFolder = mkdir(folder.string, 0o777) == 0
        guard madeFolder || errno == EEXIST else { throw FileSystemError(folder, errno: errno) }
        do throws(FileSystemError) {
            let (hidden, descriptor) = try UnfinishedOutput.makeFolder(in: folder)
            return (hidden, descriptor, madeFolder)
        } catch {
            // Another batch created the folder, failed, and has just removed it.
            if error.errno == ENOENT, attempts > 1 { return try makeFolders(folder, attempts: attempts - 1) }
            if madeFolder { rmdir(folder.string) }
            throw error
        }
    }

    deinit { close(descriptor) }

    package func path(of name: String) -> FilePath { files.hidden.appending(name) }

    /// Gives the complete files their names, and waits until the names are on disk.
    /// - Parameter replaces: A Boolean value that indicates whether existing files are replaced. Otherwise, an existing file is
    ///   an error.
    /// - Throws: ``FileSystemError``. Nothing has changed, unless ``isHalfDone`` is `true`.
    package borrowing func commit(replaces: Bool) throws(FileSystemError) {
        // The bytes must reach the disk before the first name does. Flushing all files at once takes little longer than
        // flushing one.
        guard ExternalWait.during({ flipbook_sync_file_system(descriptor) }) == 0
        else { throw FileSystemError(files.folder, errno: Glibc.errno) }
        let lock = FolderLock(files.folder, seconds: 5)
        defer { lock.release() }
        // A folder that cannot be removed is harmless, since no file is waiting for its name.
        defer { if !isHalfDone { try? files.remove { _ in false } } }
        let journal = try files.journal(of: names, replaces: replaces)
        try files.write(journal)
        do throws(FileSystemError) {
            try files.giveNames(journal)
        } catch {
            isKept.store(true, ordering: .relaxed)
            try files.takeNamesBack(journal)
            isKept.store(false, ordering: .relaxed)
            throw error
        }
    }

    /// Removes the hidden folder with its files, unless it is needed to undo the batch.
    package borrowing func discard() {
        guard !isHalfDone, !isDiscarded.exchange(true, ordering: .relaxed) else { return }
        Self.discard(files, names)
        if madeFolder { rmdir(files.folder.string) }
    }

    /// Removes the remains of a batch. The list of names is removed last, since a later attempt needs it.
    private static func discard(_ files: JournalFolder, _ names: [String]) {
        // If the batch was stopped early, only a few of its names have files.
        let own = Set(names.map { FilePath($0) })
        do throws(FileSystemError) {
            try files.remove { own.contains($0.name) }
            try JournalFolder.remove(files.names)
            try files.remove { _ in false }
        } catch {
        }
    }

    private static let heading = "flipbook batch 2"
    private static let ending = "end"

    /// Finishes a batch whose process ended after its files were complete. If that is impossible, undoes the batch. Then
    /// removes the folder, unless it is still needed or does not belong to a batch.
    /// - Returns: A sentence about the work done, or `nil` if no batch was complete.
    static func recover(_ hidden: FilePath, into folder: FilePath) -> String? {
        let files = JournalFolder(hidden, in: folder)
        do throws(FileSystemError) {
            guard let list = try JournalFolder.contents(of: files.names) else {
                rmdir(hidden.string)
                return nil
            }
            let names = names(in: list)
            guard names.allSatisfy({ FilePath($0).isPlainName }) else { return nil }
            let note = try files.recover()
            discard(files, names)
            return note
        } catch {
            return "\(hidden): the remains of an interrupted export can be neither finished nor undone "
                + "(\(String(cString: strerror(error.errno)))) and were kept. Export into the folder again."
        }
    }

    private static func names(in list: [UInt8]) -> [String] {
        let lines = list.split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard lines.count > 1, lines.first == heading, lines.last == ending else { return [] }
        return Array(lines.dropFirst().dropLast())
    }
}

extension JournalFolder {
    /// The list of a batch's files, which is written before any of them. A folder without it does not belong to a batch.
    fileprivate var names: FilePath { hidden.appending(".names") }

    private func mark(_ place: MoveJournal.Place) throws(FileSystemError) -> FileDigest? {
        try FileDigest(timeOf: path(of: place))
    }

    fileprivate func journal(of names: [String], replaces: Bool) throws(FileSystemError) -> MoveJournal {
        let steps = try names.map { (name) throws(FileSystemError) in
            let (from, to) = (MoveJournal.Place.hidden(FilePath(name)), MoveJournal.Place.folder(FilePath(name)))
            guard let file = try mark(from) else { throw FileSystemError(path(of: to), errno: ENOENT) }
            return MoveJournal.Step(from, to, file, replacing: replaces ? try mark(to) : nil)
        }
        return MoveJournal(steps)
    }

    fileprivate func giveNames(_ journal: MoveJournal) throws(FileSystemError) {
        for step in journal.steps {
            let (old, file) = (try mark(step.to), try mark(step.from))
            switch try old == step.replaced && file == step.file ? 0 : progress(of: [step], mark) {
            case 0?: try make(step)
            case nil: throw FileSystemError(path(of: step.to), errno: EEXIST)
            default: continue
            }
        }
        try folder.flushNames()
    }

    /// Undoes the renaming and restores replaced files. Names that other programs have changed in the meantime are left alone.
    /// - Throws: The first ``FileSystemError``, after as much as possible was undone.
    fileprivate func takeNamesBack(_ journal: MoveJournal) throws(FileSystemError) {
        var failure: FileSystemError?
        func attempt(_ body: @autoclosure () throws(FileSystemError) -> Void) {
            do throws(FileSystemError) { try body() } catch { failure = failure ?? error }
        }
        attempt(try enter(.undoing))
        for step in journal.steps { attempt(try takeBack(step)) }
        attempt(try folder.flushNames())
        if let failure { throw failure }
    }

    private func takeBack(_ step: MoveJournal.Step) throws(FileSystemError) {
        switch try progress(of: [step], mark) {
        case 0?: try mend(step)
        case nil: break
        default: try unmake(step)
        }
    }

    fileprivate func recover() throws(FileSystemError) -> String? {
        guard let (journal, stage) = try read() else { return nil }
        guard let journal, let first = journal.steps.first else { throw FileSystemError(hidden, errno: EBADMSG) }
        let count = journal.steps.count
        let name = path(of: first.to)
        let subject = count == 1 ? "\(name)" : "\(name) and \(count - 1) more"
        func note(_ deed: String) -> String {
            "\(subject): \(deed) an export that was interrupted while naming its files"
        }
        let made = try journal.steps.map { (step) throws(FileSystemError) in try progress(of: [step], mark) }
        let changed = made.count { $0 == nil }
        if stage != .undoing {
            if changed == 0, (try? giveNames(journal)) != nil { return note("finished") + "." }
            if changed > 0, !made.contains(0), made.contains(1) { return note("finished") + "." }
        }
        try takeNamesBack(journal)
        return note("undid") + (changed == 0 ? "." : ", except for \(changed) that have changed since.")
    }
}
