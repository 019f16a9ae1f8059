import FlipbookCore
import FlipbookFiles
import FlipbookManifest

/// Manifests of sequences among the files of a folder.
enum FoundManifest {
    /// The manifests in a folder, by name.
    ///
    /// A list of ffmpeg's is one by its extension. Of YAML and JSON, which serve for much else, those are that have
    /// a list of frames on their outermost level, or that look as if they should.
    static func all(in folder: FilePath) -> [(path: FilePath, format: ManifestFile.Format)] {
        // The run over the folder says where it cannot be read.
        let names = (try? FolderListing(folder).names) ?? []
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            .filter { !$0.utf8.starts(with: ".".utf8) }
            .compactMap { name -> (FilePath, ManifestFile.Format)? in
                let path = folder.appending(name)
                guard let format = ManifestFile.Format(extensionOf: path) else { return nil }
                return isManifest(path, format) ? (path, format) : nil
            }
    }

    static func sheets(in folder: FilePath) -> [(path: FilePath, format: ManifestFile.Format)] {
        // As above.
        ((try? SpriteSheetFile.all(in: folder)) ?? []).map { ($0.list, .json) }
    }

    private static let keys = [ManifestKey.animationImages, .highlightedAnimationImages, .timeline].map(\.rawValue)

    private static func isManifest(_ path: FilePath, _ format: ManifestFile.Format) -> Bool {
        guard format != .ffconcat, format != .otio else { return true }
        guard let bytes = try? OpenFile.contents(of: path, atMost: YAMLReader.largestByteCount) else { return false }
        let text = String(decoding: bytes, as: UTF8.self)
        guard keys.contains(where: text.contains) else { return false }
        do {
            guard case .mapping(let entries) = try format.node(of: bytes, file: path).content else { return false }
            return entries.contains { keys.contains($0.key) }
        } catch {
            // A key at the beginning of a line, quoted or not, is meant as one.
            return text.split(separator: "\n").contains { line in
                let line = line.drop { " \t{\"".contains($0) }
                return keys.contains { line.hasPrefix($0) && line.dropFirst($0.count).contains(":") }
            }
        }
    }
}
