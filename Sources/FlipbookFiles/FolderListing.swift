public import FlipbookCore
internal import Glibc

/// The names of the files in a folder, in no particular order.
public struct FolderListing: Hashable, Sendable {
    /// The names of files, including hidden ones and links.
    public private(set) var names: [String] = []
    /// The names of folders, including hidden ones. Symbolic links to folders are not included.
    public private(set) var folders: [String] = []
    /// The names that are symbolic links, a subset of ``names``.
    public private(set) var links: [String] = []
    /// The names of pipes, sockets, and devices. They are not frames, and a pipe would block its reader.
    public private(set) var specialFiles: [String] = []
    /// The number of names that are not UTF-8. A `String` would change them.
    public private(set) var unreadableNames = 0
    /// The first three of these names, with invalid bytes written as `\xE9`.
    public private(set) var unreadableExamples: [String] = []

    /// Reads a folder in one pass of `readdir`, without opening its files.
    public init(_ folder: FilePath) throws(FileSystemError) {
        guard let stream = opendir(folder.string) else { throw FileSystemError(folder, errno: errno) }
        defer { closedir(stream) }
        while true {
            // Only errno distinguishes the end from a failure.
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw FileSystemError(folder, errno: errno) }
                break
            }
            let type = Self.type(of: entry, in: stream)
            let name = Self.withName(of: entry) { String(validatingCString: $0) }
            switch (name, type) {
            case (".", _), ("..", _): continue
            case (let name?, DT_DIR): folders.append(name)
            case (let name?, DT_LNK):
                names.append(name)
                links.append(name)
            case (let name?, DT_REG), (let name?, DT_UNKNOWN): names.append(name)
            case (let name?, _): specialFiles.append(name)
            case (nil, DT_REG), (nil, DT_LNK), (nil, DT_UNKNOWN), (nil, DT_DIR):
                unreadableNames += 1
                guard unreadableNames <= 3 else { continue }
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(escaping: $0.prefix { $0 != 0 }) }
                unreadableExamples.append(name)
            case (nil, _): continue
            }
        }
    }

    /// Returns the names of all files, and of folders, pipes, sockets, and devices that are named like images. A folder
    /// `walk.0007.png/`, for example, explains why frame 7 is missing.
    /// - Parameter extensions: The lowercase extensions of images.
    package func names(likeImagesOf extensions: Set<String>) -> [String] {
        names + (folders + specialFiles).filter { extensions.contains($0.lowercasedExtension) }
    }

    /// The visible folders, except for those with localized images.
    package var shownFolders: [FilePath] {
        folders.filter { !$0.hasPrefix(".") && !$0.hasSuffix(".lproj") }.sorted().map { FilePath($0) }
    }

    /// Returns a hint that lists the visible folders.
    package func hints(onFoldersIn folder: FilePath) -> [String] {
        let shown = shownFolders.map { "\($0)/" }
        return shown.isEmpty ? [] : ["\(folder): the subfolders are not included (\(shown.listed(atMost: 3)))"]
    }

    /// Returns the type of an entry. If the file system does not store it in the entry, the file's status is read.
    private static func type(of entry: UnsafeMutablePointer<dirent>, in stream: OpaquePointer) -> Int {
        guard entry.pointee.d_type == UInt8(DT_UNKNOWN) else { return Int(entry.pointee.d_type) }
        var status = stat()
        let result = withName(of: entry) { fstatat(dirfd(stream), $0, &status, AT_SYMLINK_NOFOLLOW) }
        return result == 0 ? Int(status.st_mode & S_IFMT) >> 12 : DT_UNKNOWN
    }

    private static func withName<R>(of entry: UnsafeMutablePointer<dirent>, _ body: (UnsafePointer<CChar>) -> R) -> R {
        withUnsafePointer(to: &entry.pointee.d_name) { name in
            name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee), body)
        }
    }
}

extension String {
    /// Decodes UTF-8. Invalid bytes are written as `\xE9`.
    package init(escaping bytes: some Sequence<UInt8>) {
        self = ""
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            if let length = (1...min(4, rest.count)).first(where: {
                String(validating: rest.prefix($0), as: UTF8.self) != nil
            }) {
                self += String(decoding: rest.prefix(length), as: UTF8.self)
                rest = rest.dropFirst(length)
            } else if let byte = rest.popFirst() {
                self += "\\x" + byte.digits(2, radix: 16, uppercase: true)
            }
        }
    }

    package var lowercasedExtension: String {
        guard let dot = utf8.lastIndex(of: UInt8(ascii: ".")) else { return "" }
        return String(decoding: utf8[utf8.index(after: dot)...].map(\.asciiLowercased), as: UTF8.self)
    }
}
