package import FlipbookCore
package import FlipbookFiles
import FlipbookLintModel

/// The contents of a folder that is to be fixed: every name with what it is, and the facts of the pictures that may be
/// rewritten.
package struct FixInventory: Hashable, Sendable {
    /// What a name stands for.
    package enum Kind: Hashable, Sendable {
        /// A file of its own.
        case file(FileDigest)
        /// A symbolic link and the path that it holds.
        case link(FileDigest, path: String)
        /// A folder.
        case folder
        /// A pipe, a device.
        case other

        /// The stamp of a file or a link, or `nil` for anything else.
        var stamp: FileDigest? {
            switch self {
            case .file(let stamp), .link(let stamp, _): stamp
            case .folder, .other: nil
            }
        }
    }

    /// Everything in the folder.
    package var names: [FilePath: Kind]
    /// The number of further names that are not UTF-8.
    package var undecodableNames = 0

    /// An inventory of names.
    package init(names: [FilePath: Kind]) {
        self.names = names
    }

    /// The stamp of the file of this name, or `nil` for what is no file of its own.
    func stamp(of name: FilePath) -> FileDigest? { names[name]?.stamp }

    /// The folders that are not the fixes' own, by name.
    var folders: [FilePath] {
        names.filter { $0.value == .folder && FixFolderName.numbers(among: [$0.key.string]).isEmpty }.map(\.key)
            .sorted { $0.isBefore($1) }
    }

    /// Returns `true` if the name is that of a file of its own.
    func isFile(_ name: FilePath) -> Bool {
        if case .file = names[name] { true } else { false }
    }
}
