public import FlipbookCore
internal import Glibc

/// A file or a folder that the system does not give us.
public struct FileSystemError: ExplainedError, Hashable {
    /// The file or folder.
    public let path: FilePath
    /// The system's reason.
    public let errno: Int32

    /// The system's error about `path`.
    package init(_ path: FilePath, errno: Int32) {
        self.path = path
        self.errno = errno
    }

    /// A file that stands where a folder is needed.
    package static func notAFolder(_ path: FilePath) -> FileSystemError { FileSystemError(path, errno: ENOTDIR) }

    /// A file or folder that is not there.
    package static func absent(_ path: FilePath) -> FileSystemError { FileSystemError(path, errno: ENOENT) }

    /// Whether there is no such file or folder.
    public var isAbsence: Bool { errno == ENOENT || errno == ENOTDIR }
}

extension FileSystemError {
    /// `file`.
    public var code: ErrorCode { "file" }

    /// The path, the cause, and what to do where we know it, in one line.
    public var explanation: Explanation {
        switch errno {
        case ENOENT:
            "\(path): there is no such file or folder; \(FramePattern.advice(for: path.string) ?? "check the spelling")"
        case ENOTDIR: "\(path): a file stands where a folder is needed; check the path"
        case EACCES, EPERM: "\(path): permission denied; allow reading it, or run as a user with the right to"
        case ELOOP: "\(path): symbolic links that lead in a circle"
        case ENAMETOOLONG: "\(path.description.prefix(60))...: the name is too long for a file"
        case EISDIR: "\(path): a folder stands where a file is needed; check the path"
        case EMFILE, ENFILE: "\(path): too many open files; raise the limit with ulimit -n"
        case EINVAL: "\(path): a pipe, a socket or a device, not a file; give a file"
        default: "\(path): \(String(cString: strerror(errno)))"
        }
    }
}

/// What a path leads to.
package enum FileKind {
    case folder, file, nothing

    /// Looks at what is at `path`, through symbolic links.
    package init(_ path: FilePath) throws(FileSystemError) {
        if let status = FileStatus(path) {
            self = status.kind == .folder ? .folder : .file
            return
        }
        let error = FileSystemError(path, errno: errno)
        guard error.isAbsence else { throw error }
        self = .nothing
    }
}
