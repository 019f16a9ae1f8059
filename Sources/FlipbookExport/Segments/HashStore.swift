public import FlipbookCore
import FlipbookFiles
import Glibc
import Synchronization

/// The hashes of files that were hashed before, so that a file which nobody wrote since is not read again.
///
/// They are kept in one small database in the user's cache folder, which several processes may use at once. A row has a check of
/// its own, and a database that is broken is begun again: the worst that can happen is that a file is hashed once more. Where
/// SQLite is not installed nothing is kept.
public final class HashStore: Sendable {
    private let file: FilePath
    /// The database once it is open, and whether the file cannot be used, so that it is not tried for each input.
    private let state = Mutex<(database: Database?, isUnusable: Bool)>((nil, false))
    private let found = Mutex<[(path: String, stamp: String, hash: ContentHash)]>([])

    /// Nanoseconds that a file must not have changed before its hash is kept: until then it may be written again without
    /// getting another time.
    private let rest: Int64

    /// Inputs that are remembered, the newest ones.
    private static let limit = 1_000_000

    /// The store in a file, which is made where it is missing, with its folder.
    public convenience init(in file: FilePath) { self.init(in: file, rest: 2_000_000_000) }

    package init(in file: FilePath, rest: Int64) { (self.file, self.rest) = (file, rest) }

    /// The store in the user's cache folder: `$XDG_CACHE_HOME/flipbook/hashes.sqlite`, or `~/.cache/flipbook/hashes.sqlite`;
    /// `nil` where the user has none.
    public static var usual: HashStore? {
        Environment.folder("XDG_CACHE_HOME", orInHome: ".cache")
            .map { HashStore(in: FilePath($0 + "/flipbook/hashes.sqlite")) }
    }

    /// The hash that the file had when it had this stamp, or `nil` if that is not known.
    func hash(of path: FilePath, _ stamp: FileStamp) -> ContentHash? {
        let path = (path.resolvedInFolder ?? path).string
        let rows = use { try $0.run("SELECT hash, proof FROM hashes WHERE path = ? AND stamp = ?", path, stamp.text) }
        guard let row = rows?.first, let hash = ContentHash(rawValue: row[0]) else { return nil }
        return row[1] == Self.proof(path, stamp.text, hash) ? hash : nil
    }

    /// Takes note of a hash. ``save()`` writes it down.
    func add(_ hash: ContentHash, of path: FilePath, _ stamp: FileStamp) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let time = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
        guard time - rest >= max(stamp.modified, stamp.changed) else { return }
        found.withLock { $0.append(((path.resolvedInFolder ?? path).string, stamp.text, hash)) }
    }

    /// Writes down what was added. A cache that cannot be written costs time only.
    func save() {
        let found = found.withLock { found in
            defer { found = [] }
            return found
        }
        guard !found.isEmpty else { return }
        _ = use { database in
            try database.run("BEGIN IMMEDIATE")
            for (path, stamp, hash) in found {
                try database.run(
                    "INSERT OR REPLACE INTO hashes (path, stamp, hash, proof) VALUES (?, ?, ?, ?)",
                    path,
                    stamp,
                    hash.description,
                    Self.proof(path, stamp, hash)
                )
            }
            try database.run("DELETE FROM hashes WHERE rowid <= (SELECT max(rowid) FROM hashes) - \(Self.limit)")
            try database.run("COMMIT")
        }
    }

    /// Does something with the database; returns `nil` if there is none.
    private func use<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) -> Value? {
        state.withLock { state in
            for _ in 0..<2 where !state.isUnusable {
                do {
                    let database = try state.database ?? open()
                    state.database = database
                    return try body(database)
                } catch {
                    // What was begun is undone where the connection ends.
                    state.database = nil
                    let isDamaged = (error as? Database.Failure)?.isDamage == true
                    if isDamaged { unlink(file.string) } else { state.isUnusable = true }
                }
            }
            return nil
        }
    }

    private func open() throws -> Database {
        FilePath(file.directory).makeFolders(mode: 0o700)
        let database = try Database(file)
        // What a power cut loses is hashed once more.
        try database.run("PRAGMA synchronous = OFF")
        try database.run("CREATE TABLE IF NOT EXISTS hashes (path TEXT PRIMARY KEY, stamp TEXT, hash TEXT, proof TEXT)")
        return database
    }

    private static func proof(_ path: String, _ stamp: String, _ hash: ContentHash) -> String {
        String(ContentHash(of: "\(hash) \(stamp) \(path)".utf8).description.prefix(8))
    }
}

extension SegmentPlan.Input {
    /// The facts of the file at `path`, but for its picture's size.
    /// - Parameter store: The hashes that are known, or `nil` to read every file.
    /// - Throws: ``SegmentError/unreadable(_:)`` where it cannot be read, ``SegmentError/changedInput(_:)`` where it is
    ///   being written.
    init(reading path: FilePath, _ store: HashStore?) throws(SegmentError) {
        let descriptor = open(path.string, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(FileSystemError(path, errno: errno)) }
        defer { close(descriptor) }
        let stamp = try Self.stamp(of: descriptor, path)
        (byteCount, modified) = (stamp.byteCount, stamp.modified)
        (width, height) = (0, 0)
        if let known = store?.hash(of: path, stamp) {
            hash = known
            return
        }
        hash = try wrapping(ContentHash(reading: descriptor, of: path), in: SegmentError.unreadable)
        guard try Self.stamp(of: descriptor, path) == stamp else { throw .changedInput(path) }
        store?.add(hash, of: path, stamp)
    }

    private static func stamp(of descriptor: Int32, _ path: FilePath) throws(SegmentError) -> FileStamp {
        guard let status = FileStatus(descriptor) else { throw .unreadable(FileSystemError(path, errno: errno)) }
        return FileStamp(status)
    }

    /// Checks that the file is the one that the plan was made of.
    ///
    /// One that has the length and the time is taken for the same; another time alone is none, since a copy has it.
    func check(_ path: FilePath) throws(SegmentError) {
        if self == .damaged { return }
        guard let stamp = FileStamp(of: path) else { throw .unreadable(FileSystemError(path, errno: errno)) }
        guard stamp.byteCount == byteCount else { throw .changedInput(path) }
        guard stamp.modified != modified else { return }
        guard try wrapping(ContentHash(ofFile: path), in: SegmentError.unreadable) == hash else {
            throw .changedInput(path)
        }
    }
}
