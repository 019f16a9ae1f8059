internal import CFiles
package import FlipbookCore
internal import Glibc
internal import Synchronization

/// Files that get their names together, all of them or none, also where the process is killed in between.
///
/// They are written into a hidden folder beside their place, with a list of their names. Once they are complete, a journal
/// in it says so; from then on the next process that finds the folder gives them their names. Files that are replaced keep
/// a second name in the folder until all is done, so that a failure can be undone.
package struct FileBatch: ~Copyable {
    private let files: JournalFolder
    private let names: [String]
    /// Open as long as the batch is, and locked.
    private let descriptor: Int32
    private let isKept = Atomic(false)
    private let isDiscarded = Atomic(false)
    /// Whether names that were given and could not be taken back stay: some may be new files' and others old ones', and the
    /// hidden folder is there for the next process to finish or undo it.
    package var isHalfDone: Bool { isKept.load(ordering: .relaxed) }
    /// A Boolean value that indicates whether the folder was made for the batch. It goes with it where it is empty.
    private let madeFolder: Bool

    /// A batch of files in `folder`, none of which is written. The folder is made where it is missing; its parent is not.
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

    /// Makes the folder where it is missing, and a hidden one in it.
    private static func makeFolders(
        _ folder: FilePath,
        attempts: Int = 100
    ) throws(FileSystemError) -> (hidden: FilePath, descriptor: Int32, madeFolder: Bool) {
        let madeFolder = mkdir(folder.string, 0o777) == 0
        guard madeFolder || errno == EEXIST else { throw FileSystemError(folder, errno: errno) }
        do throws(FileSystemError) {
            let (hidden, descriptor) = try UnfinishedOutput.makeFolder(in: folder)
            return (hidden, descriptor, madeFolder)
        } catch {
            // Another batch that had made the folder, and failed, has just removed it.
            if error.errno == ENOENT, attempts > 1 { return try makeFolders(folder, attempts: attempts - 1) }
            if madeFolder { rmdir(folder.string) }
            throw error
        }
    }

    deinit { close(descriptor) }

    package func path(of name: String) -> FilePath { files.hidden.appending(name) }

    /// Gives the files their names, and waits until these are on the disk. Each of them is complete.
    ///
    /// - Parameter replaces: Whether files that have the names go; otherwise one that has is a failure.
    /// - Throws: ``FileSystemError``; everything is as it was then, unless ``isHalfDone``.
    package borrowing func commit(replaces: Bool) throws(FileSystemError) {
        // The bytes are on the disk before the first name is: all at once, which costs little more than one file.
        guard ExternalWait.during({ flipbook_sync_file_system(descriptor) }) == 0 else {
            throw FileSystemError(files.folder, errno: Glibc.errno)
        }
        let lock = FolderLock(files.folder, seconds: 5)
        defer { lock.release() }
        defer { if !isHalfDone { Self.forget(files) } }
        let journal = try files.journal(of: names, replaces: replaces)
        try files.write(journal)
        do throws(FileSystemError) {
            try files.giveNames(journal)
        } catch {
            do throws(FileSystemError) {
                try files.takeNamesBack(journal)
            } catch let undoing {
                isKept.store(true, ordering: .relaxed)
                throw undoing
            }
            throw error
        }
    }

    /// Removes the hidden folder with the files in it, once, unless it is needed to undo what was begun.
    package borrowing func discard() {
        guard !isHalfDone, !isDiscarded.exchange(true, ordering: .relaxed) else { return }
        Self.discard(files, names)
        if madeFolder { rmdir(files.folder.string) }
    }

    private static func forget(_ files: JournalFolder) {
        // It does nothing more where it stays: no file waits for its name.
        try? files.remove { _ in false }
    }

    /// Removes what a batch left. The list of the names goes last: what cannot be removed now can be found by it.
    private static func discard(_ files: JournalFolder, _ names: [String]) {
        // Of a million names few have a file where an export was stopped.
        let own = Set(names.map { FilePath($0) })
        do throws(FileSystemError) {
            try files.remove { own.contains($0.name) }
            try JournalFolder.remove(files.names)
            try files.remove { _ in false }
        } catch {
            // The next process tries again.
        }
    }

    private static let heading = "flipbook batch 2"
    private static let ending = "end"
}

extension FileBatch {
    /// Finishes what a dead process began once its files were complete, undoes it where that cannot be, and removes the
    /// folder. One that is no batch's stays, and so does one that is needed to finish or undo it.
    /// - Returns: A sentence about the work that was done, or `nil` if nothing was complete.
    static func recover(_ hidden: FilePath, into folder: FilePath) -> String? {
        let files = JournalFolder(hidden, in: folder)
        do throws(FileSystemError) {
            guard let list = try JournalFolder.contents(of: files.names) else {
                rmdir(hidden.string)
                return nil
            }
            let names = names(in: list)
            // A path would lead out of the folder.
            guard names.allSatisfy({ FilePath($0).isPlainName }) else { return nil }
            let note = try files.recover()
            discard(files, names)
            return note
        } catch {
            return "\(hidden): what an interrupted export left there can be neither finished nor undone "
                + "(\(String(cString: strerror(error.errno)))), and was left as it is. Export into the folder again."
        }
    }

    /// The names in the list of a batch. One that was not written to its end has none.
    private static func names(in list: [UInt8]) -> [String] {
        let lines = list.split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard lines.count > 1, lines.first == heading, lines.last == ending else { return [] }
        return Array(lines.dropFirst().dropLast())
    }
}

extension JournalFolder {
    /// The list of the files of a batch, there before the first of them. A folder without it is no batch's.
    fileprivate var names: FilePath { hidden.appending(".names") }

    private func mark(_ place: MoveJournal.Place) throws(FileSystemError) -> FileDigest? {
        try FileDigest(timeOf: path(of: place))
    }

    fileprivate func journal(of names: [String], replaces: Bool) throws(FileSystemError) -> MoveJournal {
        MoveJournal(
            try names.map { (name) throws(FileSystemError) in
                let (from, to) = (MoveJournal.Place.hidden(FilePath(name)), MoveJournal.Place.folder(FilePath(name)))
                guard let file = try mark(from) else { throw FileSystemError(path(of: to), errno: ENOENT) }
                return MoveJournal.Step(from, to, file, replacing: replaces ? try mark(to) : nil)
            }
        )
    }

    /// Gives every file its name that has not got it yet.
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

    /// Takes back every name that was given, and gives the files their names again that were replaced. Names that other
    /// programs have changed since stay.
    /// - Throws: ``FileSystemError``, the first; what could be undone is.
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

    /// Finishes or undoes what a journal says, and returns a sentence about that.
    fileprivate func recover() throws(FileSystemError) -> String? {
        guard let (journal, stage) = try read() else { return nil }
        guard let journal, let first = journal.steps.first else { throw FileSystemError(hidden, errno: EBADMSG) }
        let count = journal.steps.count
        let name = path(of: first.to)
        let subject = count == 1 ? "\(name)" : "\(name) and \(count - 1) more"
        let event = "\(subject): an export that was interrupted while these got their names is"
        let made = try journal.steps.map { (step) throws(FileSystemError) in try progress(of: [step], mark) }
        let changed = made.count { $0 == nil }
        if stage != .undoing {
            // Where one of the names cannot be given any more, those that were are taken back.
            if changed == 0, (try? giveNames(journal)) != nil { return "\(event) finished." }
            if changed > 0, !made.contains(0), made.contains(1) { return "\(event) finished." }
        }
        try takeNamesBack(journal)
        return changed == 0 ? "\(event) undone." : "\(event) undone, but for \(changed) that were changed since."
    }
}
