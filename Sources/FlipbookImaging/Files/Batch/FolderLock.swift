internal import FlipbookCore
internal import Glibc

/// Keeps other processes of ours from giving or taking names in a folder at the same time.
///
/// It waits a few seconds and no longer: the lock may be another program's, such as `flock folder flipbook ...`. Names are
/// looked at before they are changed, lock or none.
struct FolderLock {
    private let descriptor: Int32

    /// Waits for the lock of a folder.
    init(_ folder: FilePath) {
        descriptor = open(folder.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        for _ in 0..<500 {
            guard flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
            usleep(10_000)
        }
    }

    /// Gives the lock back.
    func release() { if descriptor >= 0 { close(descriptor) } }
}
