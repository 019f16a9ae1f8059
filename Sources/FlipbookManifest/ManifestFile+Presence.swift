package import FlipbookCore
package import FlipbookFiles
package import FlipbookScene
import FlipbookSequences
internal import Glibc

extension ManifestFile {
    package struct NamedFile: Hashable, Sendable {
        package let path: FilePath
        package let position: ManifestNode.Position
        package let absence: FileSystemError?
    }

    /// Looks up all files in `entries` under `key`, including those outside the manifest's folder. Unlike ``ManifestLocator``,
    /// this does not stop at a missing file.
    package func namedFiles(
        _ entries: [SequenceManifest.Entry],
        of key: ManifestKey
    ) throws(ManifestFileError) -> [NamedFile] {
        let boundary = try Boundary(of: path)
        let isStill = key == .image || key == .highlightedImage
        return entries.enumerated().map { index, entry in
            let path = boundary.path(of: entry.image.string)
            let position =
                isStill ? places.position(of: key.rawValue) : places.position(ofItem: index, at: key.rawValue)
            return NamedFile(path: path, position: position, absence: Self.absence(of: path))
        }
    }

    /// Looks up all files except frames: those of colors, overlays, views (except patterns), and animations.
    package func namedFilesBesideFrames() throws(ManifestFileError) -> [NamedFile] {
        let boundary = try Boundary(of: path)
        return manifest.namesBesideFrames.filter { !$0.isPattern }.map { name in
            let path = LanguagePreferences([]).localized(boundary.path(of: name.path.string))
            return NamedFile(path: path, position: places.position(of: name.place), absence: Self.absence(of: path))
        }
    }

    /// Returns the files that, because of links, are outside the manifest's folder and the other allowed folders.
    package func outside(_ files: [FilePath], and others: [FilePath]) throws(ManifestFileError) -> [FilePath] {
        let boundary = try Boundary(of: path, and: others)
        return files.filter { boundary.isInside($0) == false }
    }

    package func position(of key: ManifestKey) -> ManifestNode.Position { places.position(of: key.rawValue) }

    package static func absence(of path: FilePath) -> FileSystemError? {
        guard let status = FileStatus(path) else { return FileSystemError(path, errno: errno) }
        return status.kind == .folder ? FileSystemError(path, errno: EISDIR) : nil
    }
}
