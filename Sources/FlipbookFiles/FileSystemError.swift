public import FlipbookCore
internal import Glibc

/// A file or a folder that the system does not give us.
public struct FileSystemError: ExplainedError, Hashable {
    /// The file or folder.
    public let path: FilePath
    /// The system's reason.
    public let errno: Int32

    package init(_ path: FilePath, errno: Int32) { (self.path, self.errno) = (path, errno) }

    package static func notAFolder(_ path: FilePath) -> FileSystemError { FileSystemError(path, errno: ENOTDIR) }

    package static func absent(_ path: FilePath) -> FileSystemError { FileSystemError(path, errno: ENOENT) }

    /// A Boolean value that indicates whether there is no such file or folder.
    public var isAbsence: Bool { errno == ENOENT || errno == ENOTDIR }

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

extension FileSystemError {
    /// Why a file cannot be written, and where to write instead.
    package static func writeFailure(_ path: FilePath, _ code: Int32) -> Explanation {
        if let shortage = MachineShortage(errno: code) { return shortage.explanation }
        let elsewhere: Explanation = "\(remedy: .set(.output))"
        let reason = String(cString: strerror(code))
        return switch code {
        case ENOSPC, EDQUOT:
            "\(path): the disk is full (\(reason)). Make room or write elsewhere with \(elsewhere); no partial file was kept."
        case EFBIG:
            "\(path): the process may not write so large a file (ulimit -f). Raise the limit; no partial file was kept."
        case EPIPE: "\(path): the program that was to read the pictures reads no more."
        case EROFS: "\(path): the file system is read-only. Write elsewhere with \(elsewhere)."
        case EACCES, EPERM: "\(path): no permission to write there. Write elsewhere with \(elsewhere)."
        case ENOENT where access(path.directory, F_OK) == 0:
            "\(path): \(FilePath(path.directory)) takes no new files. Write elsewhere with \(elsewhere)."
        case ENOENT:
            "\(path): the folder \(FilePath(path.directory)) does not exist. Make it first, or write elsewhere with \(elsewhere)."
        case ENOTDIR: "\(path): \(FilePath(path.directory)) is not a folder. Write elsewhere with \(elsewhere)."
        case EISDIR: "\(path): a folder, not a file. Name a file in it."
        case ENAMETOOLONG:
            "\(path.description.prefix(60))…: the name is too long for a file. Give a shorter one with \(elsewhere)."
        default: "\(path) cannot be written: \(reason). Write elsewhere with \(elsewhere)."
        }
    }
}
