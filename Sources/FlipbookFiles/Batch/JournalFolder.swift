internal import CFiles
package import FlipbookCore
internal import Glibc

/// A hidden folder with a journal. Its files wait for their names in the parent folder.
package struct JournalFolder: Hashable, Sendable {
    /// The stage of the work, which is the name of the journal's file.
    package enum Stage: String, CaseIterable, Sendable {
        case making = ".journal"
        /// The steps are being undone. A process that continues must not repeat them.
        case undoing = ".undo"
        case made = "journal"
    }

    package let folder, hidden: FilePath

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

    /// Reads the journal and its stage. Returns `nil` if there is no journal. If the journal is damaged, only the stage is
    /// returned. An incomplete journal is treated as missing, since nothing is moved before the journal is complete.
    package func read() throws(FileSystemError) -> (journal: MoveJournal?, stage: Stage)? {
        for stage in [Stage.undoing, .making, .made] {
            guard let bytes = try Self.contents(of: path(of: stage)) else { continue }
            guard Self.isItself(hidden), Self.isItself(replaced) else { return (nil, stage) }
            if let journal = MoveJournal(parsing: bytes) { return (journal, stage) }
            if stage != .making { return (nil, stage) }
            // Removing the folder fails if it contains a replaced file. If so, the journal was complete, and was damaged later.
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

    package func enter(_ stage: Stage) throws(FileSystemError) {
        for former in Stage.allCases where former != stage {
            try Self.check(path(of: stage), accepting: [ENOENT]) {
                rename(path(of: former).string, path(of: stage).string)
            }
        }
        try hidden.flushNames()
    }

    /// Performs a step. While a file is being replaced, its name always belongs to either the old or the new file.
    package func make(_ step: MoveJournal.Step) throws(FileSystemError) {
        let (from, to) = (path(of: step.from), path(of: step.to))
        guard step.replaced != nil else { return try Self.move(from, to) }
        if let old = FileStatus(to, followsLinks: true) { chmod(from.string, old.permissions) }
        try replace(to, by: from, keptAs: path(of: step.aside))
    }

    package func unmake(_ step: MoveJournal.Step) throws(FileSystemError) {
        let (from, to) = (path(of: step.from), path(of: step.to))
        guard step.replaced != nil
        else { return try areOne(step.from, step.to) ? Self.remove(to) : Self.move(to, from) }
        try replace(to, by: path(of: step.aside), keptAs: from)
    }

    package func mend(_ step: MoveJournal.Step) throws(FileSystemError) {
        guard step.replaced != nil else { return }
        do throws(FileSystemError) {
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
        // A killed process might already have created the second name. On a file system without hard links (FAT), and for
        // folders and other users' files, a second name is impossible, so the name is briefly missing.
        if link(name.string, kept.string) != 0, errno != EEXIST {
            let status = FileStatus(name, followsLinks: false)
            guard status?.kind != .folder else { throw FileSystemError(name, errno: EISDIR) }
            guard status != nil || errno == ENOENT else { throw FileSystemError(name, errno: errno) }
            if status != nil { try Self.check(name) { rename(name.string, kept.string) } }
        }
        try Self.check(name) { rename(file.string, name.string) }
    }

    /// Renames a file on the same disk without replacing an existing file. The system checks and renames in one step
    /// (`renameat2`, `RENAME_NOREPLACE`). If the file system does not support this, hard links are used, which never replace a
    /// file either. If there are no hard links, checking and renaming are separate steps.
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

    /// Removes the journal, the files that `isOwn` accepts, and the two folders if they are empty.
    package func remove(where isOwn: (MoveJournal.Place) -> Bool) throws(FileSystemError) {
        for stage in Stage.allCases { try Self.remove(path(of: stage)) }
        try remove(in: replaced) { isOwn(.replaced($0)) }
        try remove(in: hidden) { isOwn(.hidden($0)) }
    }

    /// Returns `false` if the path is not a folder, for example if it is a symbolic link, whose target does not belong to the
    /// journal.
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

    package static func check(_ path: FilePath, accepting: Set<Int32> = [], _ call: () -> Int32) throws(FileSystemError)
    {
        guard call() != 0, !accepting.contains(Glibc.errno) else { return }
        throw FileSystemError(path, errno: Glibc.errno)
    }

    /// Returns the number of completed steps, based on the existing files, or `nil` if a file does not match the steps. A
    /// process can be killed in the middle of a step. If the file has both names, the step is complete. If only the replaced
    /// file was set aside, the step is incomplete.
    /// - Parameter digest: A closure that returns the digest of a file.
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

    package func firstDifference(of steps: [MoveJournal.Step], _ digest: (MoveJournal.Place) -> FileDigest?)
        -> MoveJournal.Place?
    {
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
