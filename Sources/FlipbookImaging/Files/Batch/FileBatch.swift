package import FlipbookCore
internal import Glibc
internal import Synchronization

/// Files that get their names together, all of them or none, also where the process is killed in between.
///
/// They are written into a hidden folder beside their place, with a list of their names. Once they are complete, a journal
/// in it says so; from then on the next process that finds the folder gives them their names. Files that are replaced keep
/// a second name in the folder until all is done, so that a failure can be undone.
package struct FileBatch: ~Copyable {
    /// What giving the names failed with.
    package struct Failure: Error {
        /// The file that did not get its name.
        package let path: FilePath
        /// The system's error.
        package let errno: Int32
        /// Whether everything is as it was. Otherwise some names may be new files' and others old ones', and the hidden
        /// folder stays, for the next process to finish or undo it.
        package private(set) var isUndone = true

        init(path: FilePath, errno: Int32) { (self.path, self.errno) = (path, errno) }

        fileprivate var whenNotUndone: Failure {
            var copy = self
            copy.isUndone = false
            return copy
        }
    }

    private let files: BatchFiles
    private let names: [String]
    /// Open as long as the batch is, and locked.
    private let descriptor: Int32
    private let isKept = Atomic(false)
    /// Whether the folder was made for the batch. It goes with it where it is empty.
    private let madeFolder: Bool

    /// A batch of files in `folder`, none of which is written. The folder is made where it is missing; its parent is not.
    /// - Throws: ``FileSystemError`` where a folder cannot be made there.
    package init(of names: [String], in folder: FilePath) throws(FileSystemError) {
        let (hidden, descriptor, madeFolder) = try Self.makeFolders(folder)
        let files = BatchFiles(folder: folder, hidden: hidden)
        do throws(Failure) {
            try files.write(names, as: .names)
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
        _ folder: FilePath
    ) throws(FileSystemError) -> (hidden: FilePath, descriptor: Int32, madeFolder: Bool) {
        var attempts = 0
        while true {
            let madeFolder = mkdir(folder.string, 0o777) == 0
            guard madeFolder || errno == EEXIST else { throw FileSystemError(folder, errno: errno) }
            do throws(FileSystemError) {
                let (hidden, descriptor) = try UnfinishedOutput.makeFolder(in: folder)
                return (hidden, descriptor, madeFolder)
            } catch {
                attempts += 1
                // Another batch that had made the folder, and failed, has just removed it.
                guard error.errno == ENOENT, attempts < 100 else {
                    if madeFolder { rmdir(folder.string) }
                    throw error
                }
            }
        }
    }

    deinit { close(descriptor) }

    /// Where a file is written until it gets its name.
    package func path(of name: String) -> FilePath { files.source(name) }

    /// Gives the files their names, and waits until these are on the disk. Each of them is complete.
    ///
    /// - Parameter replaces: Whether files that have the names go; otherwise one that has is a failure.
    /// - Throws: ``Failure``; everything is as it was then, or ``Failure/isUndone`` is false.
    package borrowing func commit(replaces: Bool) throws(Failure) {
        // The bytes are on the disk before the first name is: all at once, which costs little more than one file.
        try Self.check(files.folder) { ExternalWait.during { Self.flush(descriptor) } }
        let lock = FolderLock(files.folder)
        defer { lock.release() }
        let journal = try BatchJournal(names, replaces: replaces, at: files)
        do throws(Failure) {
            try journal.write()
            try journal.giveNames()
        } catch {
            do throws(Failure) {
                try journal.takeNamesBack()
            } catch let undoing {
                isKept.store(true, ordering: .relaxed)
                throw undoing.whenNotUndone
            }
            Self.forget(journal)
            throw error
        }
        Self.forget(journal)
    }

    /// Removes the hidden folder with the files in it, unless it is needed to undo what was begun.
    package borrowing func discard() {
        guard !isKept.load(ordering: .relaxed) else { return }
        Self.discard(files, names)
        if madeFolder { rmdir(files.folder.string) }
    }

    /// Throws what a call of the system says that does not return 0, but for the errors `accepting`.
    static func check(_ path: FilePath, accepting: Set<Int32> = [], _ call: () -> Int32) throws(Failure) {
        guard call() != 0, !accepting.contains(Glibc.errno) else { return }
        throw Failure(path: path, errno: Glibc.errno)
    }

    /// Has the file system of an open folder write everything that waits; 0, or `errno` says why not.
    private static func flush(_ descriptor: Int32) -> Int32 {
        // Asked for by name, since its declaration does not import.
        guard let symbol = dlsym(nil, "syncfs") else { return fsync(descriptor) }
        return unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)(descriptor)
    }

    /// Waits until the names in a folder are on the disk.
    package static func synchronize(_ folder: FilePath) throws(Failure) {
        let descriptor = open(folder.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // A folder that may be written and not read cannot be opened for this.
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // Some file systems keep names without being asked, and say EINVAL.
        try check(folder, accepting: [EINVAL]) { ExternalWait.during { fsync(descriptor) } }
    }

    /// Removes a journal that has done its work.
    private static func forget(_ journal: BatchJournal) {
        do throws(Failure) {
            try journal.remove()
        } catch {
            // It does nothing more where it stays: no file waits for its name.
        }
    }

    /// Removes what a batch left.
    private static func discard(_ files: BatchFiles, _ names: [String]) {
        do throws(Failure) {
            try files.remove(names)
        } catch {
            // The list of the names is still there, and the next process tries again.
        }
    }
}

extension FileBatch {
    /// Finishes what a dead process began once its files were complete, undoes it where that cannot be, and removes the
    /// folder. One that is no batch's stays, and so does one that is needed to finish or undo it.
    /// - Returns: What was done, a sentence; `nil` where nothing was complete.
    static func recover(_ hidden: FilePath, into folder: FilePath) -> String? {
        let files = BatchFiles(folder: folder, hidden: hidden)
        do throws(Failure) {
            guard let names = try files.read(.names) else {
                try files.removeFolder()
                return nil
            }
            // A path would lead out of the folder.
            guard names.allSatisfy({ !$0.isEmpty && !$0.utf8.contains(UInt8(ascii: "/")) }) else { return nil }
            let journal = try BatchJournal(of: names, at: files)
            var note: String?
            if let journal {
                note = try recover(journal, of: names, in: files)
                forget(journal)
            }
            discard(files, names)
            return note
        } catch {
            return "\(hidden): what an interrupted export left there can be neither finished nor undone "
                + "(\(String(cString: strerror(error.errno)))), and was left as it is. Export into the folder again."
        }
    }

    /// Finishes or undoes what a journal says, and returns a sentence about that.
    private static func recover(
        _ journal: BatchJournal,
        of names: [String],
        in files: BatchFiles
    ) throws(Failure) -> String {
        let first = files.target(names.first ?? "")
        let subject = names.count == 1 ? "\(first)" : "\(first) and \(names.count - 1) more"
        let finished = "\(subject): an export that was interrupted while these got their names is finished."
        let progress = try journal.progress()
        if !journal.isUndoing {
            if progress.changed + progress.undone == 0 {
                do throws(Failure) {
                    try journal.giveNames()
                    return finished
                } catch {
                    // One of the names cannot be given any more. Those that were are taken back.
                }
            } else if progress.waiting == 0, progress.given > 0 {
                return finished
            }
        }
        try journal.takeNamesBack()
        let undone = "\(subject): an export that was interrupted while these got their names is undone"
        switch progress.changed {
        case 0: return "\(undone)."
        case names.count:
            return
                "\(subject): an export was interrupted while these got their names. They were changed since, and were "
                + "left as they are."
        case let count: return "\(undone), but for \(count) that were changed since."
        }
    }
}
