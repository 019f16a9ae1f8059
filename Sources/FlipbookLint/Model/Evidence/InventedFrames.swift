package import FlipbookCore
package import FlipbookFiles
import FoundationEssentials
internal import Glibc

/// The frames in a folder that were not rendered: `flipbook fix --unsafe` held, cropped or padded them.
///
/// They are listed in ``fileName`` in the same folder, and are reported until the real frames replace them.
/// ``InventedFrames/found(in:)`` identifies the files, even if they were renamed or rewritten.
package struct InventedFrames: Hashable, Sendable, Codable {
    package static let fileName = ".flipbook-invented.json"
    package static let version = 2

    package struct Entry: Hashable, Sendable, Codable {
        package var name: String
        package var byteCount: Int64
        package var hash: String
        /// The hash of its pixels, as in `FileDigest.textOfPixels(of:)`, or `nil` if they could not be decoded.
        package var pixels: String?
        /// The frame that was copied, or `nil` for a picture that was changed.
        package var source: String?
        /// The change to the picture, as a phrase: `cropped from 200x90 px`, or `nil` for a copy.
        package var change: String?
        /// The number of rendered frames with the same contents, including the source.
        package var twins: Int

        package init(
            name: String,
            digest: FileDigest,
            pixels: String? = nil,
            source: String? = nil,
            change: String? = nil,
            twins: Int = 0
        ) {
            (self.name, self.pixels, self.source, self.change) = (name, pixels, source, change)
            (byteCount, hash, self.twins) = (digest.byteCount, digest.hashText, twins)
        }

        /// The origin, as a phrase: `a copy of walk.0002.png`, `cropped from 200x90 px`.
        package var origin: String { source.map { "a copy of \(FilePath($0))" } ?? change ?? "changed" }

        package var digest: FileDigest? { UInt64(hash, radix: 16).map { FileDigest(byteCount: byteCount, hash: $0) } }
    }

    package private(set) var version = InventedFrames.version
    package var frames: [Entry]

    package init(_ frames: [Entry] = []) { self.frames = frames }

    package struct Unreadable: Error, Hashable, Sendable {
        package let path: FilePath
        package let reason: String

        package init(_ path: FilePath, _ reason: String) { (self.path, self.reason) = (path, reason) }
    }

    private static let largestByteCount = 1 << 26

    package init?(of folder: FilePath) throws(Unreadable) {
        let path = folder.appending(Self.fileName)
        guard let status = FileStatus(path, followsLinks: false) else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw Unreadable(path, "cannot be read: \(String(cString: strerror(errno)))")
        }
        guard status.kind == .file else { throw Unreadable(path, "is not a regular file") }
        guard status.byteCount <= Self.largestByteCount else { throw Unreadable(path, "is larger than 64 MiB") }
        let most = Self.largestByteCount
        let bytes = try wrapping(OpenFile.contents(of: path, atMost: most)) { (error: FileSystemError) in
            Unreadable(path, "cannot be read: \(String(cString: strerror(error.errno)))")
        }
        do {
            self = try JSONDecoder().decode(InventedFrames.self, from: Data(bytes))
        } catch {
            throw Unreadable(path, "is damaged")
        }
        guard version == Self.version else { throw Unreadable(path, "has the unknown version \(version)") }
    }

    /// Returns the identity of the list in a file, regardless of its layout.
    ///
    /// Formatting the file, or merging it without changes, does not change the identity. A file without a valid list is
    /// identified by its bytes.
    package static func digest(of path: FilePath) -> FileDigest? {
        guard path.lastComponent == fileName, let list = try? InventedFrames(of: FilePath(path.directory))
        else { return FileDigest(of: path) }
        return FileDigest(of: Array(list.text.utf8))
    }

    package var text: String {
        let lines = frames.map { frame in
            JSONValue.object([
                ("name", .string(frame.name)), ("byteCount", .number(Int(frame.byteCount))),
                ("hash", .string(frame.hash)), ("pixels", .optional(frame.pixels)),
                ("source", .optional(frame.source)), ("change", .optional(frame.change)),
                ("twins", .number(frame.twins)),
            ]).text
        }
        return "{\"version\":\(version),\"frames\":[\n\(lines.joined(separator: ",\n"))\n]}\n"
    }

    fileprivate static func origins(in folder: FilePath) -> Result<[FilePath: String], Unreadable> {
        Result { () throws(Unreadable) in
            let entries = try InventedFrames(of: folder)?.found(in: folder) ?? [:]
            return Dictionary(entries.map { (FilePath($1.name), $1.origin) }) { first, _ in first }
        }
    }
}

extension [FolderEvidence] {
    /// Marks invented frames. Reads the list of each folder with frames, and the listed files.
    package mutating func noteInventedFrames() {
        var known: [FilePath: Result<[FilePath: String], InventedFrames.Unreadable>] = [:]
        for index in indices {
            var unreadable: [InventedFrames.Unreadable] = []
            func origins(_ folder: FilePath) -> [FilePath: String] {
                let origins = known[folder] ?? InventedFrames.origins(in: folder)
                known[folder] = origins
                if case .failure(let error) = origins, !unreadable.contains(error) { unreadable.append(error) }
                return (try? origins.get()) ?? [:]
            }
            for place in self[index].sequences.indices { self[index].sequences[place].noteInventedFrames(origins) }
            self[index].stills?.noteInventedFrames(origins)
            self[index].unreadableLists = unreadable
        }
    }
}

extension SequenceEvidence {
    fileprivate mutating func noteInventedFrames(_ origins: (FilePath) -> [FilePath: String]) {
        // The frames of a pattern are in one folder. Stills and frames of a manifest may be in multiple folders.
        let shared = pattern == nil ? nil : frames.first.map { origins(FilePath($0.path.directory)) }
        if shared?.isEmpty ?? false { return }
        for index in frames.indices {
            let path = frames[index].path
            let own = shared ?? origins(FilePath(path.directory))
            if !own.isEmpty { frames[index].origin = own[FilePath(path.lastComponent)] }
        }
    }
}
