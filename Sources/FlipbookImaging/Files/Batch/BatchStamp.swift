internal import FlipbookCore
internal import Glibc

/// What tells a file from one that was written later under its name: its length, and when it was written.
///
/// Its number does not belong to it: where a file system has no hard links, a file may get another one.
struct BatchStamp: Hashable {
    /// The stamp as a journal has it: `960:1700000000.250`.
    let text: String

    /// A stamp that a journal has; `nil` for the word that says that there was no file.
    init?(text: String) {
        guard text != Self.absence else { return nil }
        self.text = text
    }

    /// The stamp of the file of a name, which is not followed where it is a link; `nil` where there is none.
    init?(of path: FilePath) throws(FileBatch.Failure) {
        var status = stat()
        guard lstat(path.string, &status) == 0 else {
            guard errno == ENOENT else { throw FileBatch.Failure(path: path, errno: errno) }
            return nil
        }
        text = "\(status.st_size):\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
    }

    /// What stands in a journal in the place of a stamp where there is no file.
    static let absence = "-"
}
