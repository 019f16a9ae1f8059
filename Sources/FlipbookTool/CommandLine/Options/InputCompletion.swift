import FlipbookCore
import FlipbookFiles

/// The completions of an input in a shell: the sequences of a folder as patterns, folders, and the other files.
package enum InputCompletion {
    @Sendable package static func candidates(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        let bytes = prefix.utf8
        let end = bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes.index(after: $0) } ?? bytes.startIndex
        let folder = String(prefix[..<end])
        // In a folder that cannot be read there is nothing to offer.
        guard let listing = try? FolderListing(FilePath(folder.isEmpty ? "." : folder)) else { return [] }
        let grouping = FileSequence.grouping(names: listing.names)
        var found = grouping.sequences.map { sequence in
            sequence.frames.count == 1 ? sequence.files[0].name.string : sequence.pattern.description
        }
        found += (grouping.stills + grouping.others).map(\.string)
        found += listing.folders.filter { !$0.hasPrefix(".") }.map { $0 + "/" }
        let fitting = found.map { folder + $0 }.filter { $0.hasPrefix(prefix) }
        if !fitting.isEmpty { return fitting.sorted() }
        // The beginning of one frame's number is no beginning of a pattern.
        return listing.names.map { folder + $0 }.filter { $0.hasPrefix(prefix) }.sorted()
    }
}
