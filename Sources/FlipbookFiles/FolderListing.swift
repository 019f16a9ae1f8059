public import FlipbookCore
internal import Glibc

/// The names of the files in a folder, as the system has them, in no order.
public struct FolderListing: Hashable, Sendable {
    /// The names, hidden ones included, folders left out.
    public private(set) var names: [String] = []
    /// The names of the folders in it, hidden ones included; symbolic links to folders are not among them.
    public private(set) var folders: [String] = []
    /// Those of ``names`` that are symbolic links, to anything.
    public private(set) var links: [String] = []
    /// The names of pipes, sockets and devices in it: what cannot be read as a file is no frame, and a pipe would
    /// keep its reader waiting.
    public private(set) var specialFiles: [String] = []
    /// The number of names that are not UTF-8: a `String` cannot hold them without changing them.
    public private(set) var unreadableNames = 0
    /// The first of these names, at most three, each byte that is not UTF-8 as `\xE9`.
    public private(set) var unreadableExamples: [String] = []

    /// Reads a folder with one pass of `readdir`, which takes no look at the files themselves.
    /// - Throws: ``FileSystemError`` with the cause as the system tells it.
    public init(_ folder: FilePath) throws(FileSystemError) {
        guard let stream = opendir(folder.string) else { throw FileSystemError(folder, errno: errno) }
        defer { closedir(stream) }
        while true {
            // readdir tells its end and its failure apart by errno only.
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw FileSystemError(folder, errno: errno) }
                break
            }
            let type = Self.type(of: entry, in: stream)
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(validatingCString: $0)
                }
            }
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
                if unreadableNames <= 3 {
                    unreadableExamples.append(
                        withUnsafeBytes(of: &entry.pointee.d_name) { String(escaping: $0.prefix { $0 != 0 }) }
                    )
                }
            case (nil, _): continue
            }
        }
    }

    /// The names behind which a reader may look for a frame: the files, and folders, pipes, sockets and devices that
    /// are named like an image.
    ///
    /// Most messages leave the latter out; but where frame 7 is looked for, `walk.0007.png/` is the reason why it is
    /// not there.
    /// - Parameter extensions: Those of images, in lower case.
    package func names(likeImagesOf extensions: Set<String>) -> [String] {
        names + (folders + specialFiles).filter { extensions.contains($0.lowercasedExtension) }
    }

    /// The type of an entry. Some file systems do not have it in the entry, so the file itself is asked there.
    private static func type(of entry: UnsafeMutablePointer<dirent>, in stream: OpaquePointer) -> Int {
        guard entry.pointee.d_type == UInt8(DT_UNKNOWN) else { return Int(entry.pointee.d_type) }
        var status = stat()
        let result = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                fstatat(dirfd(stream), $0, &status, AT_SYMLINK_NOFOLLOW)
            }
        }
        // The bits of the mode are the entry's type, twelve places up, as IFTODT has it.
        return result == 0 ? Int(status.st_mode & S_IFMT) >> 12 : DT_UNKNOWN
    }
}

extension String {
    /// The text of bytes, those of them that are not UTF-8 as `\xE9`.
    package init(escaping bytes: some Sequence<UInt8>) {
        self = ""
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            // The character that begins here.
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

    /// The characters after a file name's last dot, in lower case; empty if there is none.
    package var lowercasedExtension: String {
        guard let dot = utf8.lastIndex(of: UInt8(ascii: ".")) else { return "" }
        return String(decoding: utf8[utf8.index(after: dot)...].map(Self.lowercased), as: UTF8.self)
    }

    /// A letter's small form; only ASCII has one here, as for a program that compares bytes.
    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
