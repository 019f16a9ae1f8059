import FlipbookCore
import FlipbookImaging
internal import Glibc

/// The right to fix a folder, which one process has at a time.
///
/// It is the system's lock on the folder itself (`flock`): nothing is written, and it dies with the process.
struct FixLock: ~Copyable {
    private let descriptor: Int32

    /// Takes the lock.
    /// - Throws: ``FixError/busy(_:)`` where another process has it.
    init(_ folder: FilePath) throws(FixError) {
        descriptor = open(folder.string.isEmpty ? "." : folder.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(FileSystemError(folder, errno: errno)) }
        // A file system without locks, as some shares are, has to do without.
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            close(descriptor)
            throw .busy(folder)
        }
    }

    deinit {
        // Closing alone would not do while a program is being started: until then it has the lock, too.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
