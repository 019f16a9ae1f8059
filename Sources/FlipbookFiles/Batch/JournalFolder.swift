internal import CFiles
package import FlipbookCore
internal import Glibc

/// A hidden folder in which files wait for their names in the folder around it, with the journal of that.
package struct JournalFolder: Hashable, Sendable {
    /// The state of the steps, which is the name of the journal's file.
    package enum Stage: String, CaseIterable, Sendable {
        case making = ".journal"
        /// They are being taken back: a process that goes on with them must not make them again.
        case undoing = ".undo"
        /// They are made, and kept so that they can be taken back.
        case made = "journal"
    }

    /// The folder in which the files have their names.
    package let folder: FilePath
    /// The hidden folder in it, with the journal.
    package let hidden: FilePath

    package init(_ hidden: FilePath, in folder: FilePath) { (self.hidden, self.folder) = (hidden, folder) }

    package var replaced: FilePath { hidden.appending(".replaced") }

    package func path(of place: MoveJournal.Place) -> FilePath {
        switch place {
        case .folder(let name): folder.appending(name.string)
        case .hidden(let name): hidden.appending(name.string)
        case .replaced(let name): replaced.appending(name.string)
        }
    }

    package func path(of stage: Stage) -> FilePath { hidden.appending(stage.rawValue) }

    /// The journal, `nil` where it is damaged, and its stage, or `nil` if there is none. One that was not written to its end is
    /// none: nothing is moved before that.
    package func read() throws(FileSystemError) -> (journal: MoveJournal?, stage: Stage)? {
        for stage in [Stage.undoing, .making, .made] {
            guard let bytes = try Self.contents(of: path(of: stage)) else { continue }
            guard Self.isItself(hidden), Self.isItself(replaced) else { return (nil, stage) }
            if let journal = MoveJournal(parsing: bytes) { return (journal, stage) }
            if stage != .making { return (nil, stage) }
            // Where something was replaced, it was damaged since.
            try Self.check(replaced, accepting: [ENOENT]) { rmdir(replaced.string) }
        }
        return nil
    }

    package func write(_ journal: MoveJournal) throws(FileSystemError) {
        if journal.steps.contains(where: { $0.replaced != nil }) {
            try Self.check(replaced) { mkdir(replaced.string, 0o777) }
        }
        try OpenFile.write(Array(journal.text.utf8), toNewFile: path(of: .making), isFlushed: true)
        try hidden.flushNames()
    }

    /// Takes note that the steps are at another stage now.
    package func enter(_ stage: Stage) throws(FileSystemError) {
        for former in Stage.allCases where former != stage {
            try Self.check(path(of: stage), accepting: [ENOENT]) {
                rename(path(of: former).string, path(of: stage).string)
            }
        }
        try hidden.flushNames()
    }

    /// Makes a step. Where a file is replaced, its name is one's or the other's at any time.
    package func make(_ step: MoveJournal.Step) throws(FileSystemError) {
        let (from, to) = (path(of: step.from), path(of: step.to))
        guard step.replaced != nil else { return try Self.move(from, to) }
        if let old = FileStatus(to, followsLinks: true) { chmod(from.string, old.permissions) }
        try replace(to, by: from, keptAs: path(of: step.aside))
    }

    package func unmake(_ step: MoveJournal.Step) throws(FileSystemError) {
        let (from, to) = (path(of: step.from), path(of: step.to))
        guard step.replaced != nil else {
            return try areOne(step.from, step.to) ? Self.remove(to) : Self.move(to, from)
        }
        try replace(to, by: path(of: step.aside), keptAs: from)
    }

    /// Takes back what there is of a step that was not made to its end.
    package func mend(_ step: MoveJournal.Step) throws(FileSystemError) {
        guard step.replaced != nil else { return }
        do throws(FileSystemError) {
            // Where it was moved out of the way, it has no name in the folder now.
            try Self.move(path(of: step.aside), path(of: step.to))
        } catch {
            switch error.errno {
            case ENOENT: return
            case EEXIST: try Self.remove(path(of: step.aside))
            default: throw error
            }
        }
    }

    private func replace(_ name: FilePath, by file: FilePath, keptAs kept: FilePath) throws(FileSystemError) {
        // It may have been done by a process that was killed. A file system without hard links (FAT) has no second name for
        // a file, nor has that of another user, or a folder: for a moment no file has the name.
        if link(name.string, kept.string) != 0, errno != EEXIST {
            let status = FileStatus(name, followsLinks: false)
            guard status?.kind != .folder else { throw FileSystemError(name, errno: EISDIR) }
            guard status != nil || errno == ENOENT else { throw FileSystemError(name, errno: errno) }
            if status != nil { try Self.check(name) { rename(name.string, kept.string) } }
        }
        try Self.check(name) { rename(file.string, name.string) }
    }

    /// Gives a file another name, on one disk, and replaces nothing.
    ///
    /// The system refuses a name that is there already, in the same step (`renameat2`, `RENAME_NOREPLACE`). A file system that
    /// cannot do that may have hard links, which never replace; else looking and moving are two steps.
    package static func move(_ from: FilePath, _ to: FilePath) throws(FileSystemError) {
        if flipbook_rename_without_replacing(from.string, to.string) == 0 { return }
        if errno == EINVAL || errno == ENOSYS {
            if link(from.string, to.string) == 0 { return try remove(from) }
            if errno == EPERM || errno == EOPNOTSUPP {
                let isTaken = to.isTaken
                guard !isTaken, errno == ENOENT else { throw FileSystemError(to, errno: isTaken ? EEXIST : errno) }
                if rename(from.string, to.string) == 0 { return }
            }
        }
        throw FileSystemError(errno == ENOENT ? from : to, errno: errno)
    }

    static func contents(of path: FilePath) throws(FileSystemError) -> [UInt8]? {
        do throws(FileSystemError) {
            return try OpenFile.contents(of: path, atMost: .max)
        } catch {
            guard error.errno == ENOENT else { throw error }
            return nil
        }
    }

    package static func remove(_ path: FilePath) throws(FileSystemError) {
        try check(path, accepting: [ENOENT]) { unlink(path.string) }
    }

    /// Removes the journal, and then the files in the two folders that `isOwn` knows, and the folders where nothing else is in
    /// them. Without a journal there is nothing to put back.
    package func remove(where isOwn: (MoveJournal.Place) -> Bool) throws(FileSystemError) {
        for stage in Stage.allCases { try Self.remove(path(of: stage)) }
        try remove(in: replaced) { isOwn(.replaced($0)) }
        try remove(in: hidden) { isOwn(.hidden($0)) }
    }

    /// Returns `false` for a name of anything but a folder: a symbolic link's target is not the journal's.
    private static func isItself(_ folder: FilePath) -> Bool {
        FileStatus(folder, followsLinks: false).map { $0.kind == .folder } ?? true
    }

    private func remove(in folder: FilePath, where isOwn: (FilePath) -> Bool) throws(FileSystemError) {
        guard Self.isItself(folder) else { return }
        do throws(FileSystemError) {
            for name in try FolderListing(folder).names where isOwn(FilePath(name)) {
                try Self.remove(folder.appending(name))
            }
        } catch {
            if error.isAbsence { return }
            throw error
        }
        try Self.check(folder, accepting: [ENOENT, ENOTEMPTY]) { rmdir(folder.string) }
    }

    /// Throws what a call of the system says that does not return 0, but for the errors `accepting`.
    package static func check(_ path: FilePath, accepting: Set<Int32> = [], _ call: () -> Int32) throws(FileSystemError)
    {
        guard call() != 0, !accepting.contains(Glibc.errno) else { return }
        throw FileSystemError(path, errno: Glibc.errno)
    }
}

extension JournalFolder {
    /// The number of steps that were made, by the places of the files, or `nil` if a file differs from the steps.
    ///
    /// A process may be killed in the middle of a step: while a file has both names, or after the one that it replaces is
    /// kept. The former step is made then, the latter is not.
    /// - Parameter digest: The digest of the file at a place.
    package func progress<Failure: Error>(
        of steps: [MoveJournal.Step],
        _ digest: (MoveJournal.Place) throws(Failure) -> FileDigest?
    ) throws(Failure) -> Int? {
        var actual: [MoveJournal.Place: FileDigest] = [:]
        var expected: [MoveJournal.Place: FileDigest] = [:]
        var places: Set<MoveJournal.Place> = []
        for step in steps {
            if places.insert(step.from).inserted { expected[step.from] = step.file }
            if places.insert(step.to).inserted { expected[step.to] = step.replaced }
            if step.replaced != nil { places.insert(step.aside) }
        }
        for place in places { actual[place] = try digest(place) }
        var differences = places.filter { actual[$0] != expected[$0] }
        var found: Int?
        for count in 0...steps.count {
            if differences.isEmpty { found = count }
            if count > 0, differences == [steps[count - 1].from], areOne(steps[count - 1].from, steps[count - 1].to) {
                found = count
            }
            guard count < steps.count else { break }
            let step = steps[count]
            if let old = step.replaced, differences.isSubset(of: [step.to, step.aside]), actual[step.aside] == old,
                actual[step.to] == nil || actual[step.to] == old
            {
                found = count
            }
            (expected[step.to], expected[step.from]) = (step.file, nil)
            if let old = step.replaced { expected[step.aside] = old }
            for place in [step.from, step.to, step.aside] where places.contains(place) {
                if actual[place] == expected[place] { differences.remove(place) } else { differences.insert(place) }
            }
        }
        return found
    }

    /// The first place where something else lies than after all steps; for a message.
    package func firstDifference(
        of steps: [MoveJournal.Step],
        _ digest: (MoveJournal.Place) -> FileDigest?
    ) -> MoveJournal.Place? {
        var expected: [MoveJournal.Place: FileDigest?] = [:]
        for step in steps {
            (expected[step.to], expected[step.from]) = (.some(step.file), .some(nil))
            if let old = step.replaced { expected[step.aside] = .some(old) }
        }
        let places = steps.flatMap { [$0.from, $0.to, $0.aside] }
        return places.first { place in expected[place].map { $0 != digest(place) } ?? false }
    }

    private func areOne(_ first: MoveJournal.Place, _ second: MoveJournal.Place) -> Bool {
        let identity = FileStatus(path(of: first), followsLinks: false)?.identity
        return identity != nil && identity == FileStatus(path(of: second), followsLinks: false)?.identity
    }
}
