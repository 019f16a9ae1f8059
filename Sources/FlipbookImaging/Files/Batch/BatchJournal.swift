internal import FlipbookCore
internal import Glibc

/// What a batch of files does when they get their names, as it is written into their folder before the first gets it.
struct BatchJournal {
    /// A file of the batch.
    private struct Entry {
        let name: String
        /// The file that had the name before; `nil` for none.
        let old: BatchStamp?
        /// The file that gets the name.
        let new: BatchStamp?
    }

    /// Where the file of an entry is.
    private enum Place {
        /// Still hidden: the name is as it was.
        case waiting
        /// Under its name.
        case given
        /// The name is as it was, and the file is gone.
        case undone
        /// The name was changed since, by another program.
        case changed
    }

    /// How far it was.
    struct Progress {
        fileprivate(set) var waiting = 0
        fileprivate(set) var given = 0
        fileprivate(set) var undone = 0
        /// Names that other programs have changed since the journal was written.
        fileprivate(set) var changed = 0
    }

    private let files: BatchFiles
    private let entries: [Entry]
    private let replaces: Bool
    /// Whether names are taken back.
    let isUndoing: Bool

    /// A journal of files that are to get their names.
    init(_ names: [String], replaces: Bool, at files: BatchFiles) throws(FileBatch.Failure) {
        var entries: [Entry] = []
        for name in names {
            let (old, new) = (try BatchStamp(of: files.target(name)), try BatchStamp(of: files.source(name)))
            entries.append(Entry(name: name, old: old, new: new))
        }
        (self.files, self.entries, self.replaces, isUndoing) = (files, entries, replaces, false)
    }

    /// The journal in a hidden folder; `nil` where there is none, or it was not written to its end.
    init?(of names: [String], at files: BatchFiles) throws(FileBatch.Failure) {
        let undo = try files.read(.undo)
        let journal: [String]? = if let undo { undo } else { try files.read(.journal) }
        guard let lines = journal else { return nil }
        guard lines.count == 1 + 2 * names.count else {
            // Nothing happens before it is complete. Where something did, it was damaged since.
            try FileBatch.check(files.replacedFolder, accepting: [ENOENT]) { rmdir(files.replacedFolder.string) }
            return nil
        }
        entries = names.indices.map { index in
            Entry(
                name: names[index],
                old: BatchStamp(text: lines[1 + 2 * index]),
                new: BatchStamp(text: lines[2 + 2 * index])
            )
        }
        (self.files, replaces, isUndoing) = (files, lines[0] == Self.replacing, undo != nil)
    }

    /// Writes the journal, and waits until it is on the disk.
    func write() throws(FileBatch.Failure) {
        let stamps = entries.flatMap { [$0.old?.text ?? BatchStamp.absence, $0.new?.text ?? BatchStamp.absence] }
        try FileBatch.check(files.replacedFolder) { mkdir(files.replacedFolder.string, 0o700) }
        try files.write([replaces ? Self.replacing : Self.adding] + stamps, as: .journal)
        try FileBatch.synchronize(files.hidden)
    }

    /// Takes the journal away: everything that it lists is done, or undone.
    func remove() throws(FileBatch.Failure) {
        for mark in [BatchFiles.Mark.journal, .undo] { try files.unlink(files.path(mark)) }
    }

    /// How many files are where.
    func progress() throws(FileBatch.Failure) -> Progress {
        var progress = Progress()
        for entry in entries {
            switch try place(of: entry) {
            case .waiting: progress.waiting += 1
            case .given: progress.given += 1
            case .undone: progress.undone += 1
            case .changed: progress.changed += 1
            }
        }
        return progress
    }

    /// Gives every file its name that has not got it yet.
    func giveNames() throws(FileBatch.Failure) {
        for entry in entries {
            switch try place(of: entry) {
            case .given: continue
            case .waiting: if replaces { try replace(entry) } else { try add(entry) }
            case .undone, .changed: throw FileBatch.Failure(path: files.target(entry.name), errno: EEXIST)
            }
        }
        try FileBatch.synchronize(files.folder)
    }

    /// Takes back every name that was given, and gives the files their names again that were replaced. Names that other
    /// programs have changed since stay.
    /// - Throws: ``FileBatch/Failure``, the first; what could be undone is.
    func takeNamesBack() throws(FileBatch.Failure) {
        var failure: FileBatch.Failure?
        do throws(FileBatch.Failure) {
            // A process that goes on with it must not give the names again.
            try FileBatch.check(files.path(.undo), accepting: [ENOENT]) {
                rename(files.path(.journal).string, files.path(.undo).string)
            }
            try FileBatch.synchronize(files.hidden)
        } catch {
            // The disk takes nothing any more. What can be undone is.
            failure = error
        }
        for entry in entries {
            do throws(FileBatch.Failure) {
                try takeBack(entry)
            } catch {
                failure = failure ?? error
            }
        }
        try FileBatch.synchronize(files.folder)
        if let failure { throw failure }
    }

    private static let adding = "add"
    private static let replacing = "replace"

    private func place(of entry: Entry) throws(FileBatch.Failure) -> Place {
        let (source, target) = (files.source(entry.name), files.target(entry.name))
        let stamp = try BatchStamp(of: target)
        guard try BatchStamp(of: source) != nil else {
            if let stamp, stamp == entry.new { return .given }
            return stamp == entry.old ? .undone : .changed
        }
        if Self.areSame(source, target) { return .given }
        if stamp == entry.old { return .waiting }
        // The old file is out of the way already, where it cannot have two names.
        guard stamp == nil else { return .changed }
        return try BatchStamp(of: files.replaced(entry.name)) == entry.old ? .waiting : .changed
    }

    /// Moves a file to its name, where what has that name keeps another one.
    private func replace(_ entry: Entry) throws(FileBatch.Failure) {
        let (source, target, replaced) = (
            files.source(entry.name), files.target(entry.name), files.replaced(entry.name)
        )
        if entry.old != nil { try UnfinishedOutput.keepPermissions(of: target.string, for: source) }
        if entry.old != nil, link(target.string, replaced.string) != 0 {
            switch errno {
            // Done by the process that began.
            case EEXIST, ENOENT: break
            // A file system without hard links (FAT), or the file of another user. For a moment no file has the name.
            case EPERM, EOPNOTSUPP: try moveAside(target, to: replaced)
            default: throw FileBatch.Failure(path: target, errno: errno)
            }
        }
        try FileBatch.check(target) { rename(source.string, target.string) }
    }

    private func moveAside(_ target: FilePath, to replaced: FilePath) throws(FileBatch.Failure) {
        var status = stat()
        try FileBatch.check(target) { lstat(target.string, &status) }
        // A folder has no second name, either.
        guard status.st_mode & S_IFMT != S_IFDIR else { throw FileBatch.Failure(path: target, errno: EISDIR) }
        try FileBatch.check(target) { rename(target.string, replaced.string) }
    }

    /// Gives a file a name that nothing has. A hard link never replaces; where the
    /// file system has none, the check and the renaming are two steps.
    private func add(_ entry: Entry) throws(FileBatch.Failure) {
        let (source, target) = (files.source(entry.name), files.target(entry.name))
        if link(source.string, target.string) == 0 { return }
        guard errno == EPERM || errno == EOPNOTSUPP else { throw FileBatch.Failure(path: target, errno: errno) }
        guard try BatchStamp(of: target) == nil else { throw FileBatch.Failure(path: target, errno: EEXIST) }
        try FileBatch.check(target) { rename(source.string, target.string) }
    }

    private func takeBack(_ entry: Entry) throws(FileBatch.Failure) {
        let (source, target, replaced) = (
            files.source(entry.name), files.target(entry.name), files.replaced(entry.name)
        )
        switch try place(of: entry) {
        case .undone, .changed: return
        case .waiting:
            // Where it was moved out of the way, it has no name in the folder now.
            guard entry.old != nil, try BatchStamp(of: target) == nil else { return }
            try FileBatch.check(target) { rename(replaced.string, target.string) }
        case .given:
            if try BatchStamp(of: source) != nil {
                try files.unlink(target)
            } else if entry.old == nil {
                try FileBatch.check(target) { rename(target.string, source.string) }
            } else {
                // Not there: it has its name back, and equals the new file.
                try FileBatch.check(target, accepting: [ENOENT]) { rename(replaced.string, target.string) }
            }
        }
    }

    /// Whether two names are one file's.
    private static func areSame(_ one: FilePath, _ other: FilePath) -> Bool {
        var (first, second) = (stat(), stat())
        guard lstat(one.string, &first) == 0, lstat(other.string, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }
}
