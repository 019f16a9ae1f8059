package import FlipbookCore
internal import Glibc

/// Files that get their names together, all of them or none, also where the process is killed in between.
///
/// They are written into a hidden folder beside their place. Once they are complete, a journal in it says so; from then on
/// the next process that finds the folder gives them their names. Files that are replaced keep a second name in the folder until all is
/// done, so that a failure can be undone.
package struct FileBatch: ~Copyable {
    /// What giving the names failed with.
    package struct Failure: Error {
        /// The file that did not get its name.
        package let path: FilePath
        /// What the system said.
        package let errno: Int32
    }

    private let folder: FilePath
    private let hidden: FilePath
    /// Open as long as the batch is, and locked.
    private let descriptor: Int32

    /// An empty batch for files in `folder`.
    /// - Throws: ``FileSystemError`` where a folder cannot be made there.
    package init(in folder: FilePath) throws(FileSystemError) {
        let hidden = folder.appending(UnfinishedOutput.makeName())
        guard mkdir(hidden.string, 0o700) == 0 else { throw FileSystemError(folder, errno: errno) }
        let descriptor = open(hidden.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let reason = errno
            rmdir(hidden.string)
            throw FileSystemError(folder, errno: reason)
        }
        UnfinishedOutput.lock(descriptor)
        (self.folder, self.hidden, self.descriptor) = (folder, hidden, descriptor)
    }

    deinit { close(descriptor) }

    /// Where a file is written until it gets its name.
    package func path(of name: String) -> FilePath { hidden.appending(name) }

    /// Gives the files their names, and waits until these are on the disk.
    ///
    /// - Parameters:
    ///   - names: The files, each of which is complete.
    ///   - replaces: Whether files that have the names go; otherwise one that has is a failure.
    /// - Throws: ``Failure``; everything is as it was then.
    package borrowing func commit(_ names: [String], replaces: Bool) throws(Failure) {
        let journal = BatchJournal(names, replaces: replaces, in: folder)
        do throws(Failure) {
            // The bytes are on the disk before the first name is: all at once, which costs little more than one file.
            guard Self.flush(descriptor) == 0 else { throw Failure(path: folder, errno: errno) }
            try journal.write(to: hidden)
            try journal.giveNames(from: hidden, in: folder)
            try Self.synchronize(folder)
        } catch {
            journal.takeNamesBack(to: hidden, in: folder)
            throw error
        }
        BatchJournal.remove(from: hidden)
    }

    /// Removes the hidden folder with what is in it.
    package borrowing func discard() { Self.remove(hidden) }

    /// Finishes what a dead process began once its files were complete, undoes it where that cannot be, and removes the folder.
    /// - Returns: What was done, a sentence; `nil` where nothing was complete.
    static func recover(_ hidden: FilePath, into folder: FilePath) -> String? {
        guard let journal = BatchJournal(readFrom: hidden) else {
            remove(hidden)
            return nil
        }
        let (first, count) = (folder.appending(journal.names.first ?? ""), journal.names.count)
        let files = count == 1 ? "\(first)" : "\(first) and \(count - 1) more"
        if !journal.isUndoing {
            do throws(Failure) {
                try journal.giveNames(from: hidden, in: folder)
                try synchronize(folder)
                BatchJournal.remove(from: hidden)
                remove(hidden)
                return "\(files): an export that was interrupted while these got their names is finished."
            } catch {
                // Another process has taken one of the names meanwhile, or they may not be written any more.
            }
        }
        journal.takeNamesBack(to: hidden, in: folder)
        remove(hidden)
        return "\(files): an export that was interrupted while these got their names is undone."
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
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw Failure(path: folder, errno: errno) }
    }

    /// Removes a hidden folder, and nothing that is not a batch's.
    private static func remove(_ hidden: FilePath) {
        for folder in [hidden.appending(BatchJournal.replacedFolder), hidden] {
            do {
                for name in try FolderListing(folder).names { unlink(folder.appending(name).string) }
            } catch {
                // It was never made, or is gone.
            }
            rmdir(folder.string)
        }
    }
}
