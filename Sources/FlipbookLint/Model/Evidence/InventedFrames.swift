package import FlipbookCore
package import FlipbookFiles
import FlipbookImaging
import FoundationEssentials
internal import Glibc

/// The frames in a folder that were not rendered: `flipbook fix --unsafe` held, cropped, or padded them.
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
        /// The hash of the frame's pixels, as in `FileDigest.textOfPixels(of:)`, or `nil` if they could not be decoded.
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
        } catch { throw Unreadable(path, "is damaged") }
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

    /// Returns the entries whose frames are in a folder, keyed by index, with the current names of the files.
    ///
    /// A frame is recognized by its contents, first under its own name, then under any other name, since people and programs
    /// rename files. If several files have equal contents, ``Entry/twins`` of them are treated as rendered. If the names do not
    /// show which of the files are listed, those with the number of a file that a fix renamed are chosen first, then the last
    /// ones, since a copy comes after its source. A file with the entry's name and different contents is still recognized if
    /// its pixels are equal, for example after compression.
    package func found(in folder: FilePath) -> [Int: Entry] {
        var files = FolderDigests(folder)
        var found: [Int: Entry] = [:]
        var open: [FileDigest: [Int]] = [:]
        for (index, entry) in frames.enumerated() {
            guard let digest = entry.digest else { continue }
            let names = [entry.name] + (entry.source.map { [$0] } ?? [])
            if names.allSatisfy({ files[FilePath($0)] == digest }) {
                found[index] = entry
            } else {
                open[digest, default: []].append(index)
            }
        }
        guard !open.isEmpty else { return found }
        let equals = files.names(of: Set(open.keys))
        for (digest, indices) in open {
            let placed = Set(found.values.lazy.filter { $0.digest == digest }.map { FilePath($0.name) })
            let guesses = indices.filter { frames[$0].source == nil }
            let numbers = guesses.map { Frame(file: FilePath(frames[$0].name)).number }
            let all = (equals[digest] ?? []).filter { !placed.contains($0) }
            let alike = all.filter { numbers.contains(Frame(file: $0).number) }
            let free = all.filter { !alike.contains($0) } + alike
            let twins = indices.last.map { frames[$0].twins } ?? 0
            let copies = free.suffix(min(indices.count, max(alike.count, free.count - twins)))
            if copies.isEmpty {
                // Rendered frames may have been removed or changed since the list was written.
                for index in indices where free.contains(FilePath(frames[index].name)) { found[index] = frames[index] }
            }
            for (index, name) in zip(indices, copies) {
                found[index] = frames[index]
                found[index]?.name = name.string
                guard frames[index].source != nil, let source = free.dropLast(copies.count).last else { continue }
                found[index]?.source = source.string
            }
        }
        let taken = Set(found.values.map { FilePath($0.name) })
        for (index, entry) in frames.enumerated() where found[index] == nil {
            guard let pixels = entry.pixels, !taken.contains(FilePath(entry.name)) else { continue }
            let path = folder.appending(entry.name)
            if files[FilePath(entry.name)] != nil, FileDigest.textOfPixels(of: path) == pixels { found[index] = entry }
        }
        return found
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

package struct FolderDigests {
    private let folder: FilePath
    private var known: [FilePath: FileDigest?] = [:]

    package init(_ folder: FilePath) { self.folder = folder }

    package subscript(name: FilePath) -> FileDigest? {
        mutating get {
            if let digest = known[name] { return digest }
            let digest = FileDigest(of: folder.appending(name.string))
            known[name] = .some(digest)
            return digest
        }
    }

    /// Returns the files with one of these digests, in frame order.
    package mutating func names(of digests: Set<FileDigest>) -> [FileDigest: [FilePath]] {
        let lengths = Set(digests.map(\.byteCount))
        var result: [FileDigest: [FilePath]] = [:]
        // Treats a folder that cannot be listed as empty.
        for name in (try? FolderListing(folder).names) ?? [] where name.utf8.first != UInt8(ascii: ".") {
            guard let length = FileDigest.byteCount(of: folder.appending(name)), lengths.contains(length),
                let digest = self[FilePath(name)], digests.contains(digest)
            else { continue }
            result[digest, default: []].append(FilePath(name))
        }
        return result.mapValues { $0.sorted { $0.naturallyPrecedes($1) } }
    }
}

extension FileDigest {
    /// Returns the hash of a picture's size and its pixels at 8 bits per channel, as sixteen hexadecimal digits, or `nil` if
    /// the picture cannot be decoded. The colors of transparent pixels, which programs may discard, are ignored.
    package static func textOfPixels(of path: FilePath) -> String? {
        guard let picture = try? ImageDecoder().decode(contentsOf: path) else { return nil }
        var bytes = picture.withUnsafeBytes { Array($0) }
        for pixel in stride(from: 0, to: bytes.count, by: 4) where bytes[pixel + 3] == 0 {
            (bytes[pixel], bytes[pixel + 1], bytes[pixel + 2]) = (0, 0, 0)
        }
        bytes += Array("\(picture.size)".utf8)
        return FileDigest(of: bytes).hashText
    }
}
