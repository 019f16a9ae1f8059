public import FlipbookCore
public import FlipbookImaging
import Glibc
import Synchronization

/// The hashes of files that were hashed before, so that a file which nobody wrote since is not read again.
///
/// They are kept in the user's cache folder, in a file for each folder of inputs: a line for each input, added at the end in
/// one step. Processes need no lock. Of two lines for one input the last counts, and a line that is damaged is none, so that
/// the worst that can happen is that a file is hashed again.
public final class HashStore: Sendable {
    /// What tells whether a file was written since it was hashed.
    struct Stamp: Hashable {
        let byteCount: Int
        let inode: UInt64
        /// When the file was last written, in nanoseconds since 1970.
        let modified: Int64
        /// When the file or its attributes were last changed.
        let changed: Int64

        init(_ status: stat) {
            (byteCount, inode) = (Int(status.st_size), UInt64(status.st_ino))
            modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
            changed = Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
        }
    }

    private struct Known {
        var stamp: String
        var hash: ContentHash
    }

    private let folder: FilePath
    private let pages = Mutex<[String: [String: Known]]>([:])
    private let found = Mutex<[String: [String]]>([:])

    /// Nanoseconds that a file must not have changed before its hash is kept: until then it may be written again without
    /// getting another time.
    private let rest: Int64

    /// The store in a folder, which is made where it is missing.
    public convenience init(in folder: FilePath) { self.init(in: folder, rest: 2_000_000_000) }

    package init(in folder: FilePath, rest: Int64) { (self.folder, self.rest) = (folder, rest) }

    /// The store in the user's cache folder: `$XDG_CACHE_HOME/flipbook/hashes`, or `~/.cache/flipbook/hashes`; `nil` where
    /// the user has none.
    public static var usual: HashStore? {
        func variable(_ name: String) -> String? {
            getenv(name).map { String(cString: $0) }.flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
        }
        guard let cache = variable("XDG_CACHE_HOME") ?? variable("HOME").map({ $0 + "/.cache" }) else { return nil }
        return HashStore(in: FilePath(cache + "/flipbook/hashes"))
    }

    /// The hash that the file had when it had this stamp; `nil` where that is not known.
    func hash(of path: FilePath, _ stamp: Stamp) -> ContentHash? {
        let directory = Self.absolute(path.directory)
        return pages.withLock { pages in
            if pages[directory] == nil { pages[directory] = read(directory) }
            guard let known = pages[directory]?[path.lastComponent], known.stamp == stamp.text else { return nil }
            return known.hash
        }
    }

    /// Takes note of a hash. ``save()`` writes it down.
    func add(_ hash: ContentHash, of path: FilePath, _ stamp: Stamp) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let time = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
        guard time - rest >= max(stamp.modified, stamp.changed) else { return }
        let line = Self.line(path.lastComponent, stamp.text, hash)
        found.withLock { $0[Self.absolute(path.directory), default: []].append(line) }
    }

    /// Writes down what was added. A cache that cannot be written costs time only.
    func save() {
        let found = found.withLock { found in
            defer { found = [:] }
            return found
        }
        guard !found.isEmpty else { return }
        makeFolder(folder)
        for (directory, lines) in found {
            let name = page(of: directory).string
            let descriptor = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            var status = stat()
            // A page that has grown beyond what the folder can need is begun anew.
            if fstat(descriptor, &status) == 0, status.st_size > 64 << 20 { ftruncate(descriptor, 0) }
            let bytes = Array(lines.joined().utf8)
            _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        }
    }

    private func makeFolder(_ path: FilePath) {
        guard mkdir(path.string, 0o700) != 0, errno == ENOENT, path.directory != path.string else { return }
        makeFolder(FilePath(path.directory))
        mkdir(path.string, 0o700)
    }

    private func page(of directory: String) -> FilePath {
        FilePath(folder.string + "/" + ContentHash(of: directory.utf8).description.prefix(32))
    }

    private func read(_ directory: String) -> [String: Known] {
        guard let file = fopen(page(of: directory).string, "re") else { return [:] }
        defer { fclose(file) }
        var known: [String: Known] = [:]
        var (line, capacity): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
        defer { free(line) }
        while case let count = getline(&line, &capacity, file), count > 0, let line {
            let text = String(decoding: UnsafeRawBufferPointer(start: line, count: count), as: UTF8.self)
            // The name comes last, since it may have any character but the line's end.
            let parts = text.dropLast().split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
            guard parts.count == 4, let hash = ContentHash(String(parts[1])) else { continue }
            let (stamp, name) = (String(parts[2]), String(parts[3]))
            if Self.line(name, stamp, hash) == text { known[name] = Known(stamp: stamp, hash: hash) }
        }
        return known
    }

    /// A line: a check of the rest, the hash, the stamp, the name.
    private static func line(_ name: String, _ stamp: String, _ hash: ContentHash) -> String {
        let rest = "\(hash) \(stamp) \(name)"
        return "\(ContentHash(of: rest.utf8).description.prefix(8)) \(rest)\n"
    }

    private static func absolute(_ folder: String) -> String {
        guard let path = realpath(folder, nil) else { return folder }
        defer { free(path) }
        return String(cString: path)
    }
}

extension HashStore.Stamp {
    /// The stamp in a line.
    fileprivate var text: String { "\(byteCount)-\(inode)-\(modified)-\(changed)" }
}

extension SegmentPlan.Input {
    /// What is to be known of the file at `path`, whose header was read.
    /// - Parameter store: The hashes that are known; `nil` to read every file.
    /// - Throws: ``SegmentError/unreadable(_:)`` where it cannot be read, ``SegmentError/changedInput(_:)`` where it is
    ///   being written.
    init(reading path: FilePath, size: PixelSize, _ store: HashStore?) throws(SegmentError) {
        let descriptor = open(path.string, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(FileSystemError(path, errno: errno)) }
        defer { close(descriptor) }
        let stamp = try Self.stamp(of: descriptor, path)
        (byteCount, modified) = (stamp.byteCount, stamp.modified)
        (width, height) = (size.width, size.height)
        if let known = store?.hash(of: path, stamp) {
            hash = known
            return
        }
        do throws(FileSystemError) {
            hash = try ContentHash(reading: descriptor, of: path)
        } catch {
            throw .unreadable(error)
        }
        guard try Self.stamp(of: descriptor, path) == stamp else { throw .changedInput(path) }
        store?.add(hash, of: path, stamp)
    }

    private static func stamp(of descriptor: Int32, _ path: FilePath) throws(SegmentError) -> HashStore.Stamp {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(FileSystemError(path, errno: errno)) }
        return HashStore.Stamp(status)
    }

    /// Checks that the file is the one that the plan was made of.
    ///
    /// One that has the length and the time is taken for the same; another time alone is none, since a copy has it.
    func check(_ path: FilePath) throws(SegmentError) {
        var status = stat()
        guard stat(path.string, &status) == 0 else { throw .unreadable(FileSystemError(path, errno: errno)) }
        let stamp = HashStore.Stamp(status)
        guard stamp.byteCount == byteCount else { throw .changedInput(path) }
        guard stamp.modified != modified else { return }
        do throws(FileSystemError) {
            guard try ContentHash(ofFile: path) == hash else { throw FileSystemError(path, errno: 0) }
        } catch {
            throw error.errno == 0 ? .changedInput(path) : .unreadable(error)
        }
    }
}
