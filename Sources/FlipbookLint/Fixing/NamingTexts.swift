import FlipbookCore
import FlipbookFiles
import FlipbookLintModel

/// The texts of a folder, and those beside it, that may name its files: manifests, atlases, lists.
///
/// A file that such a text names keeps its name, since the text would lead nowhere. What the text means is not asked: a
/// word of it names a file whose name is its last part, or a pattern that the file's name is of.
struct NamingTexts {
    /// A text with the last parts of its words.
    private struct Text {
        /// The text as messages call it.
        let name: FilePath
        private(set) var names: Set<FilePath> = []
        private(set) var patterns: [FramePattern] = []

        private static let ends = Set(" \t\r\n\"',[]".utf8)
        private static let longEnds = Set("\r\n\"'".utf8)

        init(_ name: FilePath, _ bytes: [UInt8], of child: FilePath?) {
            self.name = name
            // A name with blanks is a word in quotes, or all of a line but its beginning.
            for word in bytes.split(whereSeparator: Self.ends.contains)
                + bytes.split(whereSeparator: Self.longEnds.contains)
            {
                let lead = word.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }
                guard let text = String(validating: word.dropFirst(lead.count), as: UTF8.self), !text.isEmpty else {
                    continue
                }
                let path = FilePath(text)
                if let child, FilePath(FilePath(path.directory).lastComponent) != child { continue }
                names.insert(FilePath(path.lastComponent))
                guard path.lastComponent.utf8.contains(where: Set("#@%$<{".utf8).contains) else { continue }
                // It may be a word with such a sign in it, and no pattern.
                if let pattern = try? FramePattern(parsing: path.lastComponent) { patterns.append(pattern) }
            }
        }
    }

    private var texts: [Text] = []

    private static let extensions: Set<String> = ["ffconcat", "json", "otio", "yaml", "yml"]
    /// The number of bytes that are read of the texts of a folder; the longest texts are left out.
    private static let largestByteCount: Int64 = 1 << 24

    /// Reads the texts in a folder, and those in the folder around it. One that cannot be read names nothing.
    init(_ inventory: FixInventory, of folder: FilePath) {
        add(Array(inventory.names.keys), in: folder)
        guard let real = folder.resolved, real.string != "/" else { return }
        let parent = FilePath(real.directory)
        let names = (try? FolderListing(parent).names) ?? []
        add(names.map { FilePath($0) }, in: parent, of: FilePath(real.lastComponent))
    }

    /// The text that names a file, and would not if the file had another name, or `nil` if none does.
    func text(naming file: FilePath, andNot newName: FilePath) -> FilePath? {
        texts.first { text in
            text.names.contains(file)
                || text.patterns.contains { $0.match(file.string) != nil && $0.match(newName.string) == nil }
        }?.name
    }

    /// - Parameter child: the folder whose files count, where it is one in `folder`.
    private mutating func add(_ names: [FilePath], in folder: FilePath, of child: FilePath? = nil) {
        let sizes = names.compactMap { name -> (name: FilePath, byteCount: Int64)? in
            guard !name.string.hasPrefix("."), Self.extensions.contains(name.string.lowercasedExtension) else {
                return nil
            }
            return FixFiles.stamp(of: folder.appending(name.string)).map { (name, $0.byteCount) }
        }
        var rest = Self.largestByteCount
        for (name, byteCount) in sizes.sorted(by: { $0.byteCount < $1.byteCount }) where byteCount <= rest {
            rest -= byteCount
            let path = folder.appending(name.string)
            guard let bytes = try? FixFiles.contents(of: path).bytes else { continue }
            texts.append(Text(child == nil ? name : path, bytes, of: child))
        }
    }
}
