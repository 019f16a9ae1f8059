package import FlipbookCore
import FlipbookFiles
package import FlipbookImaging

/// The pictures in an archive, or in a folder of an archive. They are identified by name, like pictures in a folder on disk.
package struct ArchivedPictures: Sendable {
    /// The path of the archive, of a folder in it (`book.zip/2`), or of a single picture.
    package let path: FilePath
    /// The names in the folder. If all pictures are in one subfolder, these are the names in that subfolder.
    package let names: ArchivedNames
    /// The pictures in the folder, by name. If two pictures have the same name, the first one is used.
    package let places: [String: FilePath]
    /// The folders that contain pictures, at the path and below it, in natural order. If there is only one, this is the path
    /// itself.
    package let folders: [FilePath]
    /// The pictures at the path and in its subfolders. Each has a path as if it were on disk.
    let all: [(path: FilePath, picture: FilePath)]
    let hints: [String]

    /// Opens an archive. Returns `nil` for other files, for a single picture, and for archives that contain a list of the
    /// pictures to display.
    package init?(_ path: FilePath, codecs: ImageCodecs = .standard) {
        var (file, inner) = (path.withoutTrailingSlashes, "")
        while FileStatus(file) == nil, ![".", "/"].contains(file.directory) {
            (file, inner) = (FilePath(file.directory), "\(file.lastComponent)/\(inner)")
        }
        guard let archive = Self.open(file, codecs) else { return nil }
        let pictures = archive.names.pictures.enumerated().filter { "\($0.element)/".utf8.starts(with: inner.utf8) }
        let inside = Set(pictures.map { FilePath(FilePath($0.element).prefixOfName) })
        guard let first = inside.first else { return nil }
        let base = inside.count == 1 ? first : FilePath(inner)
        func own(_ names: [String]) -> [String] {
            names.map { FilePath($0) }.filter { FilePath($0.prefixOfName) == base }.map(\.lastComponent)
        }
        self.path = path
        let (others, outside) = (own(archive.names.others), inner.isEmpty ? archive.names.outside : [])
        names = ArchivedNames(pictures: own(pictures.map(\.element)), others: others, outside: outside)
        all = pictures.map { number, name in (file.appending(name), FilePath(file.string, picture: number + 1)) }
        let direct = zip(pictures, all).filter { FilePath(FilePath($0.0.element).prefixOfName) == base }
        places = Dictionary(direct.map { ($0.1.path.lastComponent, $0.1.picture) }) { first, _ in first }
        let below = inside.map { file.appending($0.string).withoutTrailingSlashes }
        folders = inside.count == 1 ? [path] : below.sorted { $0.naturallyPrecedes($1) }
        hints = archive.remarks.map { "\(file): \($0)" }
    }

    /// The inputs that select a part of the archive: its subfolders, and the sequences and images that are not in subfolders.
    package var inputs: [FilePath] {
        let own = FileSequence.grouping(names: names.pictures)
        let direct =
            own.animations.map { FilePath($0.with(folder: path.withoutTrailingSlashes).pattern.description) }
            + own.singleImages.map { path.appending($0.string) }
        return direct + folders.filter { $0 != path.withoutTrailingSlashes }
    }

    package func parts(_ codecs: ImageCodecs = .standard) -> [ArchivedPictures] {
        folders.count == 1 ? [self] : folders.compactMap { ArchivedPictures($0, codecs: codecs) }
    }

    private static func open(_ file: FilePath, _ codecs: ImageCodecs) -> (names: ArchivedNames, remarks: [String])? {
        guard let image = try? OpenImages.shared.file(at: file, ImageDecoder(codecs: codecs)),
            image.holdsSeveralPictures
        else { return nil }
        return image.archivedNames.map { ($0, image.remarks) }
    }

    /// Returns the name of a picture in its archive, or `nil` for other paths. The name is safe to print. A folder that
    /// contains all pictures is omitted.
    /// - Complexity: Opens the archive if necessary.
    package static func name(of path: FilePath) -> String? {
        guard let picture = path.picture, let names = open(FilePath(path.string), .standard)?.names.pictures,
            names.indices.contains(picture - 1)
        else { return nil }
        let name = FilePath(names[picture - 1])
        let isShared = names.allSatisfy { FilePath(FilePath($0).prefixOfName) == FilePath(name.prefixOfName) }
        return (isShared ? name.lastComponent : name.string).escapingControlCharacters
    }

    /// Returns a path for messages, such as `walk.zip/f.0003.png` for a picture in an archive.
    package static func title(of path: FilePath) -> String {
        name(of: path).map { "\(FilePath(path.string))/\($0)" } ?? path.description
    }
}
