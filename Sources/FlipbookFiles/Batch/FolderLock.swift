package import FlipbookCore
internal import Glibc

/// The right to change the names in a folder, which one process has at a time.
///
/// It is the system's lock on the folder itself (`flock`): nothing is written, and it dies with the process. Another program may
/// have it, such as `flock folder flipbook ...`.
package struct FolderLock: ~Copyable {
    private let descriptor: Int32
    /// Why it was not got; 0 where it was, and where the file system has no locks, as some shares are.
    package let errno: Int32

    /// Waits for the lock of a folder.
    /// - Parameter seconds: The longest wait, or `nil` for no limit.
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
        // Closing alone would not do while a program is being started: until then it has the lock, too.
        if descriptor >= 0, errno == 0 { flock(descriptor, LOCK_UN) }
    }

    deinit {
        release()
        if descriptor >= 0 { close(descriptor) }
    }
}
