package import FlipbookCore
internal import Glibc

/// The exclusive right of one process to change the names in a folder. It is the system's lock on the folder (`flock`), which
/// needs no file and ends with the process. Other programs may hold the lock, as in `flock folder flipbook ...`.
package struct FolderLock: ~Copyable {
    private let descriptor: Int32
    /// The reason why the lock was not obtained. It is 0 on success, and on file systems without locks, such as some network
    /// shares.
    package let errno: Int32

    /// Waits for the lock on a folder.
    /// - Parameter seconds: The maximum time to wait, or `nil` for no limit.
    package init(_ folder: FilePath, seconds: Int? = 0) {
        descriptor = open(folder.string.isEmpty ? "." : folder.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            errno = Glibc.errno
            return
        }
        var rest = seconds.map { $0 * 100 }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0, Glibc.errno == EWOULDBLOCK {
            if rest == 0 {
                errno = EWOULDBLOCK
                return
            }
            rest = rest.map { $0 - 1 }
            usleep(10_000)
        }
        errno = 0
    }

    package func release() {
        // Closing is not enough while a program is being started, since the new process briefly shares the lock.
        if descriptor >= 0, errno == 0 { flock(descriptor, LOCK_UN) }
    }

    deinit {
        release()
        if descriptor >= 0 { close(descriptor) }
    }
}
