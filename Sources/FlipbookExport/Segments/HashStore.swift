public import FlipbookCore
import FlipbookFiles
import Glibc
import Synchronization

/// A store for the hashes of files, so that unchanged files need not be read again.
///
/// The hashes are stored in a small database in the user's cache folder, which several processes may use at once. Each row has
/// a checksum, and a damaged database is recreated: at worst, a file is hashed again. If SQLite is not installed, nothing is
/// stored.
public final class HashStore: Sendable {
    private let file: FilePath
    /// The open database, with a flag that indicates whether the file is unusable. An unusable file is not opened again for
    /// each input.
    private let state = Mutex<(database: Database?, isUnusable: Bool)>((nil, false))
    private let found = Mutex<[(path: String, stamp: String, hash: ContentHash)]>([])

    /// The time, in nanoseconds, for which a file must stay unchanged before its hash is stored. Timestamps are coarse.
    private let rest: Int64

    /// The maximum number of stored hashes. The newest are kept.
    private static let limit = 1_000_000

    /// Creates a store in a file. If the file or its folder does not exist, it is created.
    public convenience init(in file: FilePath) { self.init(in: file, rest: 2_000_000_000) }

    package init(in file: FilePath, rest: Int64) { (self.file, self.rest) = (file, rest) }

    /// The store in the user's cache folder: `$XDG_CACHE_HOME/flipbook/hashes.sqlite` or `~/.cache/flipbook/hashes.sqlite`. It
    /// is `nil` if the user has no cache folder.
    public static var usual: HashStore? {
        Environment.folder("XDG_CACHE_HOME", orInHome: ".cache")
            .map { HashStore(in: FilePath($0 + "/flipbook/hashes.sqlite")) }
    }

    func hash(of path: FilePath, _ stamp: FileStamp) -> ContentHash? {
        let path = (path.resolvedInFolder ?? path).string
        let rows = use { try $0.run("SELECT hash, proof FROM hashes WHERE path = ? AND stamp = ?", path, stamp.text) }
        guard let row = rows?.first, let hash = ContentHash(rawValue: row[0]) else { return nil }
        return row[1] == Self.proof(path, stamp.text, hash) ? hash : nil
    }

    func add(_ hash: ContentHash, of path: FilePath, _ stamp: FileStamp) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let time = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
        guard time - rest >= max(stamp.modified, stamp.changed) else { return }
        found.withLock { $0.append(((path.resolvedInFolder ?? path).string, stamp.text, hash)) }
    }

    /// Stores all added hashes. If this fails, only time is lost.
    func save() {
        let found = found.withLock { exchange(&$0, with: []) }
        guard !found.isEmpty else { return }
        _ = use { database in
            try database.run("BEGIN IMMEDIATE")
            for (path, stamp, hash) in found {
                let insert = "INSERT OR REPLACE INTO hashes (path, stamp, hash, proof) VALUES (?, ?, ?, ?)"
                try database.run(insert, path, stamp, hash.description, Self.proof(path, stamp, hash))
            }
            try database.run("DELETE FROM hashes WHERE rowid <= (SELECT max(rowid) FROM hashes) - \(Self.limit)")
            try database.run("COMMIT")
        }
    }

    private func use<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) -> Value? {
        state.withLock { state in
            for _ in 0..<2 where !state.isUnusable {
                do {
                    let database = try state.database ?? open()
                    state.database = database
                    return try body(database)
                } catch {
                    // If the connection is closed, an open transaction is rolled back.
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
        // If rows are lost in a power failure, their files are hashed again.
        try database.run("PRAGMA synchronous = OFF")
        try database.run("CREATE TABLE IF NOT EXISTS hashes (path TEXT PRIMARY KEY, stamp TEXT, hash TEXT, proof TEXT)")
        return database
    }

    private static func proof(_ path: String, _ stamp: String, _ hash: ContentHash) -> String {
        String(ContentHash(of: "\(hash) \(stamp) \(path)".utf8).description.prefix(8))
    }
}

extension SegmentPlan.Input {
    /// Reads the state of a file, except for the size of its picture.
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

    /// Checks that a file has not changed since the plan was made.
    ///
    /// A file with equal length and time is treated as unchanged. If only the time differs, as for a copy, the hashes are
    /// compared.
    func check(_ path: FilePath) throws(SegmentError) {
        if self == .damaged { return }
        guard let stamp = FileStamp(of: path) else { throw .unreadable(FileSystemError(path, errno: errno)) }
        guard stamp.byteCount == byteCount else { throw .changedInput(path) }
        guard stamp.modified != modified else { return }
        guard try wrapping(ContentHash(ofFile: path), in: SegmentError.unreadable) == hash
        else { throw .changedInput(path) }
    }
}
