import FlipbookCore

#if canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// Folders, pipes, sockets and devices in a folder.
///
/// A listing of a folder's files leaves them out, and so would every message;
/// to whoever looks for frame 7, `walk.0007.png/` is the reason why it is not there.
enum SpecialFiles {
    /// The names of such entries in `folder` that are named like an image; empty where the folder cannot be read.
    static func names(in folder: FilePath) -> [String] {
        entries(of: folder) { ![UInt8(DT_REG), UInt8(DT_LNK), UInt8(DT_UNKNOWN)].contains($0) }
            .filter { FolderEvidence.imageExtensions.contains($0.lowercasedExtension) }
    }

    /// The names of the folders in `folder` that end with `suffix`, sorted by their bytes.
    static func folders(in folder: FilePath, suffix: String) -> [String] {
        entries(of: folder) { $0 == UInt8(DT_DIR) }
            .filter {
                $0.utf8.count > suffix.utf8.count && $0.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
            }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The names of the entries of a kind, as far as they are UTF-8.
    private static func entries(of folder: FilePath, where isWanted: (UInt8) -> Bool) -> [String] {
        guard let stream = opendir(folder.string) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            guard isWanted(entry.pointee.d_type) else { continue }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(validatingCString: $0)
                }
            }
            if let name { names.append(name) }
        }
        return names
    }
}
