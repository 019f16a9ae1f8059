public import FlipbookCore

#if canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// The names of the files in a folder, as the system has them, in no order.
public struct FolderListing: Hashable, Sendable {
    /// The names, hidden ones included, folders left out.
    public let names: [String]
    /// How many names are not UTF-8: a `String` cannot hold them without changing them.
    public let unreadableNames: Int

    /// Reads a folder with one pass of `readdir`, which takes no look at the files themselves.
    /// - Throws: ``FileSystemError`` with the cause as the system tells it.
    public init(_ folder: FilePath) throws(FileSystemError) {
        guard let stream = opendir(folder.string) else { throw FileSystemError(folder, errno: errno) }
        defer { closedir(stream) }
        var names: [String] = []
        var unreadable = 0
        while true {
            // readdir tells its end and its failure apart by errno only.
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw FileSystemError(folder, errno: errno) }
                break
            }
            // What cannot be read as a file is no frame: a pipe would even keep us waiting.
            guard [UInt8(DT_REG), UInt8(DT_LNK), UInt8(DT_UNKNOWN)].contains(entry.pointee.d_type) else { continue }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(validatingCString: $0)
                }
            }
            if let name { names.append(name) } else { unreadable += 1 }
        }
        self.names = names
        unreadableNames = unreadable
    }
}
