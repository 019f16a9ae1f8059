package import FlipbookCore
internal import Glibc

/// What lies under a hidden name in an output's folder while it is written: `.flipbook-HOST-PID-RANDOM.partial`, a file or
/// a folder, locked as long as its process lives.
///
/// The name carries the host, since a lock on a shared disk says nothing about processes of other machines.
package enum UnfinishedOutput {
    /// A name that no file has and that cannot be guessed.
    package static func makeName() -> String {
        "\(prefix)\(host)-\(getpid())-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))\(suffix)"
    }

    /// Whether a name is one of these, of whatever host. Copies that a fix makes have names of their own.
    package static func isName(_ name: String) -> Bool {
        name.utf8.starts(with: prefix.utf8) && !name.utf8.starts(with: "\(prefix)fix-".utf8)
            && name.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }

    /// Locks what an open descriptor leads to, until that is closed.
    package static func lock(_ descriptor: Int32) { flock(descriptor, LOCK_EX | LOCK_NB) }

    /// A locked file or folder of a process that is gone: this host's, this user's, and no process has the lock.
    package struct Abandoned: ~Copyable {
        /// Its path.
        package let path: FilePath
        /// Whether it is a folder.
        package let isFolder: Bool
        private let descriptor: Int32

        fileprivate init?(_ path: FilePath) {
            let descriptor = open(path.string, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), flock(descriptor, LOCK_EX | LOCK_NB) == 0
            else {
                close(descriptor)
                return nil
            }
            isFolder = status.st_mode & S_IFMT == S_IFDIR
            self.path = path
            self.descriptor = descriptor
        }

        deinit { close(descriptor) }
    }

    /// Removes what dead processes left in a folder, and finishes or undoes what was getting its names.
    /// - Returns: What was done, in sentences; none where there was nothing, or only what was never complete.
    package static func recover(in folder: FilePath) -> [String] {
        let names: [String]
        do {
            let listing = try FolderListing(folder)
            names = (listing.names + listing.folders).filter { isName($0) && $0.utf8.starts(with: ownPrefix.utf8) }
        } catch {
            // A folder that may be written and not read. What lies there stays.
            return []
        }
        var notes: [String] = []
        for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            guard let abandoned = Abandoned(folder.appending(name)) else { continue }
            if abandoned.isFolder {
                if let note = FileBatch.recover(abandoned.path, into: folder) { notes.append(note) }
            } else {
                unlink(abandoned.path.string)
            }
        }
        return notes
    }

    private static let prefix = ".flipbook-"
    private static let suffix = ".partial"
    private static var ownPrefix: String { "\(prefix)\(host)-" }

    /// The host's name as it may stand in a file's.
    private static let host: String = {
        var name = [CChar](repeating: 0, count: 65)
        gethostname(&name, 64)
        let letters = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: letters.map { isAllowed($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
    }()

    private static func isAllowed(_ letter: UInt8) -> Bool {
        (0x30...0x39).contains(letter) || (0x41...0x5A).contains(letter) || (0x61...0x7A).contains(letter)
            || letter == UInt8(ascii: ".")
    }
}
