package import FlipbookCore
import FlipbookImaging
import FlipbookLintModel

/// What lies in a folder that is to be fixed: every name with what it is, and the facts of the pictures that may be
/// rewritten.
package struct FixInventory: Hashable, Sendable {
    /// What a name stands for.
    package enum Kind: Hashable, Sendable {
        /// A file of its own.
        case file(FileStamp)
        /// A symbolic link and the path that it holds.
        case link(FileStamp, path: String)
        /// A folder.
        case folder
        /// A pipe, a device.
        case other
    }

    /// Everything in the folder.
    package var names: [FilePath: Kind]
    /// How many more names are not UTF-8.
    package var undecodableNames = 0

    /// An inventory of names.
    package init(names: [FilePath: Kind]) {
        self.names = names
    }

    /// The file of this name; `nil` for what is no file of its own.
    func stamp(of name: FilePath) -> FileStamp? {
        switch names[name] {
        case .file(let stamp), .link(let stamp, _): stamp
        case .folder, .other, nil: nil
        }
    }

    /// The folders that are not the fixes' own, by name.
    var folders: [FilePath] {
        names.filter { $0.value == .folder && FixFolderName.numbers(among: [$0.key.string]).isEmpty }.map(\.key).sorted
        {
            $0.string.utf8.lexicographicallyPrecedes($1.string.utf8)
        }
    }

    /// Whether the name is that of a file of its own.
    func isFile(_ name: FilePath) -> Bool {
        if case .file = names[name] { true } else { false }
    }
}

/// By what a file is known again: not its contents, but enough to notice a change.
package struct FileStamp: Hashable, Sendable {
    /// The file's number in its file system.
    package let inode: UInt64
    /// Its length in bytes.
    package let byteCount: Int64
    /// When its contents were changed last, in seconds since 1970.
    package let seconds: Int64
    /// The nanoseconds of that second.
    package let nanoseconds: Int64

    /// A stamp from its parts.
    package init(inode: UInt64, byteCount: Int64, seconds: Int64, nanoseconds: Int64) {
        self.inode = inode
        self.byteCount = byteCount
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }
}
