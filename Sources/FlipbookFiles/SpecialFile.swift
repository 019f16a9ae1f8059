package import FlipbookCore

/// What has a name like a file and is none, by what messages call it.
package enum SpecialFile: String, CaseIterable, Hashable, Sendable {
    case directory = "a directory"
    case pipe = "a named pipe"
    case socket = "a socket"
    case device = "a device"
    case other = "a special file"

    /// The special file of a status, or `nil` for a regular file.
    package init?(_ status: FileStatus) {
        switch status.kind {
        case .file: return nil
        case .folder: self = .directory
        case .pipe: self = .pipe
        case .socket: self = .socket
        case .device: self = .device
        case .link, .other: self = .other
        }
    }

    /// What lies at `path`, links followed; `nil` for a regular file and where nothing is found out.
    package init?(at path: FilePath) {
        guard let status = FileStatus(path) else { return nil }
        self.init(status)
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
