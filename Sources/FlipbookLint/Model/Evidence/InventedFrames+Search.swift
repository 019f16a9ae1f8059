package import FlipbookCore
package import FlipbookFiles
import FlipbookImaging

extension InventedFrames {
    /// Returns the entries whose frames are in a folder, keyed by index, with the current names of the files.
    ///
    /// A frame is recognized by its contents, first under its own name, then under any other name, since people and programs
    /// rename files. If several files have equal contents, the first ``Entry/twins`` of them are treated as rendered. If the
    /// names do not decide, the last ones are taken to be the copies, since a copy comes after its source. A file with the
    /// entry's name and different contents is still recognized if its pixels are equal, for example after compression.
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
            let free = (equals[digest] ?? []).filter { !placed.contains($0) }
            let twins = indices.last.map { frames[$0].twins } ?? 0
            let copies = free.suffix(max(0, min(indices.count, free.count - twins)))
            if copies.isEmpty {
                // Rendered frames may have been removed or changed since then.
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

    /// Returns the files with one of these digests, in frame order: shorter names first, then in byte order.
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
        return result.mapValues { names in
            names.sorted { one, other in
                let (a, b) = (one.string.utf8, other.string.utf8)
                return a.count == b.count ? a.lexicographicallyPrecedes(b) : a.count < b.count
            }
        }
    }
}

extension FileDigest {
    /// Returns the hash of a picture's size and its pixels at 8 bits per channel, as sixteen hexadecimal digits, or `nil` if it
    /// cannot be decoded. The colors of transparent pixels, which programs may discard, are ignored.
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
