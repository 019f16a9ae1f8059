internal import FlipbookCore
internal import Glibc

/// What a batch of files does when they get their names, as it is written into their folder before the first gets it.
struct BatchJournal {
    /// The files, in order.
    let names: [String]
    /// Whether each name was another file's when the journal was written.
    private let wasTaken: [Bool]
    private let replaces: Bool
    /// Whether names are taken back.
    private(set) var isUndoing = false

    /// Where files that are replaced have a second name.
    static let replacedFolder = ".replaced"
    private static let fileName = ".journal"
    private static let undoName = ".undo"
    private static let heading = "flipbook batch 1"
    private static let ending = "end"

    /// A journal of files that are to get these names in `folder`.
    init(_ names: [String], replaces: Bool, in folder: FilePath) {
        self.names = names
        self.replaces = replaces
        wasTaken = names.map { name in
            var status = stat()
            return lstat(folder.appending(name).string, &status) == 0
        }
    }

    /// The journal in a hidden folder; `nil` where there is none, or it was not written to its end.
    init?(readFrom hidden: FilePath) {
        var lines: [Substring]
        do {
            let file = try FileReader(hidden.appending(Self.fileName))
            let text = try file.withBytes(at: 0, count: file.byteCount) { String(decoding: $0, as: UTF8.self) }
            lines = text.split(separator: "\0")
        } catch {
            return nil
        }
        guard lines.count > 3, lines.removeFirst() == Self.heading, lines.removeLast() == Self.ending else {
            return nil
        }
        replaces = lines.removeFirst() == "replace"
        // A path would lead out of the folder.
        guard lines.allSatisfy({ $0.count > 1 && !$0.utf8.contains(UInt8(ascii: "/")) }) else { return nil }
        names = lines.map { String($0.dropFirst()) }
        wasTaken = lines.map { $0.first == "=" }
        isUndoing = access(hidden.appending(Self.undoName).string, F_OK) == 0
    }

    /// Writes the journal into a hidden folder, and waits until it is on the disk.
    func write(to hidden: FilePath) throws(FileBatch.Failure) {
        let lines = zip(names, wasTaken).map { ($1 ? "=" : "+") + $0 }
        let text = ([Self.heading, replaces ? "replace" : "add"] + lines + [Self.ending]).joined(separator: "\0")
        guard mkdir(hidden.appending(Self.replacedFolder).string, 0o700) == 0 else {
            throw FileBatch.Failure(path: hidden, errno: errno)
        }
        try Self.write(text, to: hidden.appending(Self.fileName))
        try FileBatch.synchronize(hidden)
    }

    /// Takes the journal away: everything that it lists is done.
    static func remove(from hidden: FilePath) { unlink(hidden.appending(fileName).string) }

    /// Gives every file its name that has not got it yet.
    func giveNames(from hidden: FilePath, in folder: FilePath) throws(FileBatch.Failure) {
        for name in names {
            let (source, target) = (hidden.appending(name).string, folder.appending(name).string)
            let isDone =
                replaces
                ? replace(source, by: target, keeping: hidden.appending(Self.replacedFolder).appending(name).string)
                : add(source, as: target)
            guard isDone else { throw FileBatch.Failure(path: folder.appending(name), errno: errno) }
        }
    }

    /// Takes back every name that was given, and gives the files their names again that were replaced.
    func takeNamesBack(to hidden: FilePath, in folder: FilePath) {
        do throws(FileBatch.Failure) {
            // A process that goes on with it must not give the names again.
            try Self.write("", to: hidden.appending(Self.undoName))
            try FileBatch.synchronize(hidden)
        } catch {
            // The disk takes nothing any more. What can be undone is.
        }
        for (name, wasTaken) in zip(names, wasTaken) {
            let (source, target) = (hidden.appending(name).string, folder.appending(name).string)
            let replaced = hidden.appending(Self.replacedFolder).appending(name).string
            if Self.areSame(source, target) {
                unlink(target)
            } else if access(source, F_OK) != 0 {
                // As long as the new file is here, an old one has its name. Undoing twice does nothing more.
                if wasTaken { rename(replaced, target) } else { rename(target, source) }
            }
        }
        do throws(FileBatch.Failure) {
            try FileBatch.synchronize(folder)
        } catch {
            // The names are back; whether the disk has them already, it does not say.
        }
    }

    /// Moves a file to a name, where what has that name keeps another one.
    private func replace(_ source: String, by target: String, keeping replaced: String) -> Bool {
        // Done already, by the process that began.
        guard access(source, F_OK) == 0 else { return true }
        if link(target, replaced) != 0, errno != ENOENT, errno != EEXIST {
            // A file system without hard links (FAT) has nothing to undo by.
            guard errno == EPERM || errno == EOPNOTSUPP else { return false }
        }
        return rename(source, target) == 0
    }

    /// Gives a file a name that nothing has. A hard link never replaces; where the
    /// file system has none, the check and the renaming are two steps.
    private func add(_ source: String, as target: String) -> Bool {
        if link(source, target) == 0 { return true }
        if errno == EEXIST {
            if Self.areSame(source, target) { return true }
            errno = EEXIST
            return false
        }
        // Moved already, where there are no hard links.
        if errno == ENOENT { return access(target, F_OK) == 0 }
        guard errno == EPERM || errno == EOPNOTSUPP else { return false }
        guard access(target, F_OK) != 0 else {
            errno = EEXIST
            return false
        }
        return rename(source, target) == 0
    }

    /// Whether two names are one file's.
    private static func areSame(_ one: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard lstat(one, &first) == 0, lstat(other, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    private static func write(_ text: String, to path: FilePath) throws(FileBatch.Failure) {
        let descriptor = open(path.string, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileBatch.Failure(path: path, errno: errno) }
        defer { close(descriptor) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard written >= 0 || errno == EINTR else { throw FileBatch.Failure(path: path, errno: errno) }
            rest = rest.dropFirst(max(0, written))
        }
        guard fsync(descriptor) == 0 else { throw FileBatch.Failure(path: path, errno: errno) }
    }
}
