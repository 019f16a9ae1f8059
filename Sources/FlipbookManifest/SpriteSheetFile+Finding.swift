public import FlipbookCore
package import FlipbookFiles

extension SpriteSheetFile {
    /// The sheet that a file stands for: its list, or its picture with the list beside it; `nil` for any other file.
    /// - Throws: ``ManifestFileError``: the list has mistakes, or names a picture outside of its folder.
    public init?(at path: FilePath, allowsOutside: Bool = false) throws(ManifestFileError) {
        if ManifestFile.format(of: path) == .json {
            try self.init(reading: path, allowsOutside: allowsOutside)
        } else {
            try self.init(beside: path)
        }
    }

    /// The sheet's list that lies beside a picture: `walk.json` beside `walk.png`, where it names that picture.
    /// - Throws: ``ManifestFileError``: the list has mistakes.
    public init?(beside picture: FilePath) throws(ManifestFileError) {
        let name = picture.string.utf8
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let list = FilePath(String(decoding: name[..<dot], as: UTF8.self) + ".json")
        guard ManifestFile.absence(of: picture) == nil, let text = Text(ifListAt: list) else { return nil }
        try self.init(text, of: list, allowsOutside: false)
        guard FilePath(image.lastComponent) == FilePath(picture.lastComponent) else { return nil }
    }

    /// The lists of sprite sheets in a folder, by name: each as it was read, or with its mistakes.
    /// - Throws: `FileSystemError` where there is no such folder.
    package static func all(
        in folder: FilePath
    ) throws(FileSystemError) -> [(list: FilePath, sheet: Result<SpriteSheetFile, ManifestFileError>)] {
        try FolderListing(folder).names.filter { $0.lowercased().hasSuffix(".json") && !$0.hasPrefix(".") }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            .compactMap { name in
                let path = folder.appending(name)
                guard let text = Text(ifListAt: path) else { return nil }
                return (
                    path,
                    Result { () throws(ManifestFileError) in
                        try SpriteSheetFile(text, of: path, allowsOutside: false)
                    }
                )
            }
    }

    /// A JSON text that is meant as such a list.
    struct Text {
        let frames: ManifestNode
        let meta: ManifestNode

        /// `nil` where the file is JSON of another kind.
        init?(reading path: FilePath) throws(ManifestFileError) {
            let text = try ManifestFileError.reading(path) { bytes throws(ManifestError) in try Text(bytes, of: path) }
            guard let text else { return nil }
            self = text
        }

        /// `nil` where the bytes are JSON of another kind.
        init?(_ bytes: [UInt8], of path: FilePath) throws(ManifestError) {
            let node = try JSONReader.node(of: bytes, file: path)
            guard let frames = node["frames"], let meta = node["meta"], case .mapping = meta.content else { return nil }
            (self.frames, self.meta) = (frames, meta)
        }

        /// The list in a file, or `nil` if there is no such file, and where it holds something else.
        fileprivate init?(ifListAt path: FilePath) {
            guard ManifestFile.absence(of: path) == nil else { return nil }
            // JSON that cannot be read is not known to be a list, and none was asked for.
            guard let text = try? Text(reading: path) else { return nil }
            self = text
        }
    }
}
