public import FlipbookCore

extension ImageSet {
    /// The set in `bytes`, which were read from the `Contents.json` at `path`.
    ///
    /// The set's name is that of the folder, without `.imageset`.
    /// - Throws: `ManifestError` with every mistake.
    public init(_ bytes: [UInt8], of path: FilePath) throws(ManifestError) {
        let folders = path.string.split(separator: "/").dropLast()
        let folder = folders.last.map(String.init) ?? ""
        let suffix = ".imageset"
        let name = folder.hasSuffix(suffix) ? String(folder.dropLast(suffix.count)) : folder
        try self.init(decoding: try JSONReader.node(of: bytes, file: path), name: name, file: path)
    }

    /// Reads the `Contents.json` at `path`.
    /// - Throws: ``ManifestFileError/system(_:)`` or ``ManifestFileError/manifest(_:)``.
    public init(reading path: FilePath) throws(ManifestFileError) {
        let bytes: [UInt8]
        do {
            bytes = try ManifestFile.contents(of: path, atMost: YAMLReader.largestByteCount + 1)
        } catch {
            throw .system(error)
        }
        do {
            try self.init(bytes, of: path)
        } catch {
            throw .manifest(error)
        }
    }
}
