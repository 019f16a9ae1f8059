package import FlipbookCore
package import FlipbookFiles
package import FlipbookScene
import FlipbookSequences
internal import Glibc

extension ManifestFile {
    package struct NamedFile: Hashable, Sendable {
        /// The file as seen from where the command runs.
        package let path: FilePath
        package let position: ManifestNode.Position
        /// The reason why there is no such file, or `nil` if there is one.
        package let absence: FileSystemError?
    }

    /// Looks up the files of `entries`, which stand under `key`, also those outside of the manifest's folder.
    ///
    /// It tells of all of them what is there; ``ManifestLocator`` stops where one is not.
    /// - Throws: ``ManifestFileError/system(_:)`` where the manifest's folder cannot be reached.
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

    /// Looks up the files that are named beside the frames: of colors, overlays, views and their animations. What a pattern of a
    /// view means is left out.
    /// - Throws: ``ManifestFileError/system(_:)`` where the manifest's folder cannot be reached.
    package func namedFilesBesideFrames() throws(ManifestFileError) -> [NamedFile] {
        let boundary = try Boundary(of: path)
        return manifest.namesBesideFrames.filter { !$0.isPattern }.map { name in
            // What is there for a language alone is there.
            let path = LanguagePreferences([]).localized(boundary.path(of: name.path.string))
            return NamedFile(path: path, position: places.position(of: name.place), absence: Self.absence(of: path))
        }
    }

    /// Those of `files`, as seen from where the command runs, that links lead out of the manifest's folder and of others.
    /// - Throws: ``ManifestFileError/system(_:)`` where the manifest's folder cannot be reached.
    package func outside(_ files: [FilePath], and others: [FilePath]) throws(ManifestFileError) -> [FilePath] {
        let boundary = try Boundary(of: path, and: others)
        return files.filter { boundary.isInside($0) == false }
    }

    /// The place of a key's value, or the beginning if that is not known.
    package func position(of key: ManifestKey) -> ManifestNode.Position { places.position(of: key.rawValue) }

    /// The reason why there is no file at `path`, or `nil` if there is one.
    package static func absence(of path: FilePath) -> FileSystemError? {
        guard let status = FileStatus(path) else { return FileSystemError(path, errno: errno) }
        return status.kind == .folder ? FileSystemError(path, errno: EISDIR) : nil
    }
}
