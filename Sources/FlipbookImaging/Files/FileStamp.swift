package import FlipbookCore
internal import Glibc

/// What tells a file's contents from those that it had before: a file with an equal stamp was not written meanwhile.
package struct FileStamp: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    private let byteCount: Int64
    private let modified: Moment
    private let changed: Moment

    private struct Moment: Hashable {
        let seconds: Int
        let nanoseconds: Int

        init(_ time: timespec) { (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec) }
    }

    /// The stamp of the file at `path` now; `nil` where it has none.
    package init?(of path: FilePath) {
        var status = stat()
        guard stat(path.string, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        byteCount = Int64(status.st_size)
        modified = Moment(status.st_mtim)
        changed = Moment(status.st_ctim)
    }
}
