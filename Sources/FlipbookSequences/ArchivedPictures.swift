package import FlipbookCore
package import FlipbookImaging

/// The pictures of an archive by their names, as a folder would have them.
package struct ArchivedPictures: Sendable {
    package let path: FilePath
    package let names: ArchivedNames

    /// The contents of an archive, or `nil` for any other file, for one picture, and where a list in it says what is shown.
    package init?(_ path: FilePath, codecs: ImageCodecs = .standard) {
        // What is the matter with the file is named where its pictures are read.
        guard let file = try? OpenImages.shared.file(at: path, ImageDecoder(codecs: codecs)), file.holdsSeveralPictures,
            let names = file.archivedNames
        else { return nil }
        (self.path, self.names) = (path, names)
    }

    /// The name that a picture has in its archive, safe to print, or `nil` for any other path.
    /// - Complexity: The archive is opened where it is not open.
    package static func name(of path: FilePath) -> String? {
        guard let picture = path.picture, let names = ArchivedPictures(FilePath(path.string))?.names.pictures
        else { return nil }
        return names.indices.contains(picture - 1) ? names[picture - 1].escapingControlCharacters : nil
    }

    /// A path in messages: of a picture in an archive `walk.zip/f.0003.png`.
    package static func title(of path: FilePath) -> String {
        name(of: path).map { "\(FilePath(path.string))/\($0)" } ?? path.description
    }

    /// The pictures by their names; of two that have one name, the first.
    package var places: [String: FilePath] {
        let paths = names.pictures.indices.map { FilePath(path.string, picture: $0 + 1) }
        return Dictionary(zip(names.pictures, paths)) { first, _ in first }
    }
}
