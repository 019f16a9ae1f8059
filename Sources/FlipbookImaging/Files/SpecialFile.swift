package import FlipbookCore
internal import Glibc

/// What has a name like a file and is none, by what messages call it.
package enum SpecialFile: String, CaseIterable, Hashable, Sendable {
    case directory = "a directory"
    case pipe = "a named pipe"
    case socket = "a socket"
    case device = "a device"
    case other = "a special file"

    /// What a mode of `stat` says; `nil` for a regular file.
    init?(mode: mode_t) {
        switch mode & S_IFMT {
        case S_IFREG: return nil
        case S_IFDIR: self = .directory
        case S_IFIFO: self = .pipe
        case S_IFSOCK: self = .socket
        case S_IFCHR, S_IFBLK: self = .device
        default: self = .other
        }
    }

    /// What lies at `path`, links followed; `nil` for a regular file and where nothing is found out.
    package init?(at path: FilePath) {
        var status = stat()
        guard stat(path.string, &status) == 0 else { return nil }
        self.init(mode: status.st_mode)
    }

    /// What makes a frame of it.
    package var advice: String {
        switch self {
        case .directory: "Move the folder away, or give it another name; the frame is a file."
        case .pipe: "Write the frame to a file, or remove the pipe."
        case .socket: "Remove the socket, or let the program that made it put it elsewhere."
        case .device, .other: "Put the frame's file in its place, or point the link at it."
        }
    }
}
