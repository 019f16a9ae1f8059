package import FlipbookCore

/// The pictures of an archive by their names, as a folder would have them.
package struct ArchivedPictures: Sendable {
    /// The archive.
    package let path: FilePath
    /// The names without folders, in the archive's order.
    package let names: [String]
    /// The names of pictures that are left out, since they lead out of the archive.
    package let strayNames: [String]

    /// What an archive holds; `nil` for any other file, for one picture, and where a list in it says what is shown.
    package init?(_ path: FilePath, codecs: ImageCodecs = .standard) {
        do throws(ImageError) {
            let file = try OpenImages.shared.file(at: path, ImageDecoder(codecs: codecs))
            guard file.holdsSeveralPictures, let names = file.fileNames else { return nil }
            (self.path, self.names, strayNames) = (path, names, file.strayNames)
        } catch {
            // What is the matter with the file is named where its pictures are read.
            return nil
        }
    }

    /// The pictures by their names; of two that have one name, the first.
    package var places: [String: FilePath] {
        Dictionary(zip(names, names.indices.map { FilePath(path.string, picture: $0 + 1) })) { first, _ in first }
    }

    /// The names, sorted into sequences.
    package var grouping: FileGrouping { FileSequence.grouping(names: names) }
}
