import FlipbookCore

#if canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// Folders, pipes, sockets and devices that are named like an image.
///
/// A listing of a folder's files leaves them out, and so would every message;
/// to whoever looks for frame 7, `walk.0007.png/` is the reason why it is not there.
enum SpecialFiles {
    /// The names of such entries in `folder`; empty where the folder cannot be read.
    static func names(in folder: FilePath) -> [String] {
        guard let stream = opendir(folder.string) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            guard ![UInt8(DT_REG), UInt8(DT_LNK), UInt8(DT_UNKNOWN)].contains(entry.pointee.d_type) else { continue }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(validatingCString: $0)
                }
            }
            if let name, FolderEvidence.imageExtensions.contains(name.lowercasedExtension) { names.append(name) }
        }
        return names
    }
}
