public import FlipbookCore
internal import Glibc

/// The error for a file or folder that cannot be accessed.
public struct FileSystemError: ExplainedError, Hashable {
    /// The file or folder.
    public let path: FilePath
    /// The system's reason.
    public let errno: Int32

    package init(_ path: FilePath, errno: Int32) { (self.path, self.errno) = (path, errno) }

    package static func notAFolder(_ path: FilePath) -> FileSystemError { FileSystemError(path, errno: ENOTDIR) }

    package static func absent(_ path: FilePath) -> FileSystemError { FileSystemError(path, errno: ENOENT) }

    /// A Boolean value that indicates whether the file or folder does not exist.
    public var isAbsence: Bool { errno == ENOENT || errno == ENOTDIR }
    /// `file`.
    public var code: ErrorCode { "file" }

    /// The path, the cause, and a known remedy, on one line.
    public var explanation: Explanation {
        switch errno {
        case ENOENT:
            "\(path): there is no such file or folder; \(FramePattern.advice(for: path.string) ?? "check the spelling")"
        case ENOTDIR: "\(path): part of this path is a file, not a folder; check the path"
        case EACCES, EPERM: "\(path): permission denied; change its permissions, or run as a user who can read it"
        case ELOOP: "\(path): its symbolic links form a loop"
        case ENAMETOOLONG: "\(path.description.prefix(60))...: the name is too long for a file"
        case EISDIR: "\(path): this is a folder, not a file; check the path"
        case EMFILE, ENFILE: "\(path): too many open files; raise the limit with ulimit -n"
        case EINVAL: "\(path): this is a pipe, a socket or a device; specify a file"
        default: "\(path): \(String(cString: strerror(errno)))"
        }
    }

    package static func writeFailure(_ path: FilePath, _ code: Int32) -> Explanation {
        if let shortage = MachineShortage(errno: code) { return shortage.explanation }
        let elsewhere: Explanation = "\(remedy: .set(.output))"
        let reason = String(cString: strerror(code))
        return switch code {
        case ENOSPC, EDQUOT:
            "\(path): the disk is full (\(reason)). Make room or write elsewhere with \(elsewhere); no partial file "
                + "was kept."
        case EFBIG:
            "\(path): the file exceeds the process's size limit. Raise it with ulimit -f; no partial file was kept."
        case EPIPE: "\(path): the program that reads the pictures has stopped reading."
        case EROFS: "\(path): the file system is read-only. Write elsewhere with \(elsewhere)."
        case EACCES, EPERM: "\(path): no permission to write there. Write elsewhere with \(elsewhere)."
        case ENOENT where access(path.directory, F_OK) == 0:
            "\(path): \(FilePath(path.directory)) does not accept new files. Write elsewhere with \(elsewhere)."
        case ENOENT:
            "\(path): the folder \(FilePath(path.directory)) does not exist. Create it first, or write elsewhere with "
                + "\(elsewhere)."
        case ENOTDIR: "\(path): \(FilePath(path.directory)) is not a folder. Write elsewhere with \(elsewhere)."
        case EISDIR: "\(path): a folder, not a file. Specify a file in it."
        case ENAMETOOLONG:
            "\(path.description.prefix(60))…: the name is too long for a file. Use a shorter name with \(elsewhere)."
        default: "\(path) cannot be written: \(reason). Write elsewhere with \(elsewhere)."
        }
    }
}
