package import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookManifest
import FlipbookSequences
import Glibc

/// The sequences that `flipbook play` shows one after the other. Usually, there is only one.
package struct Playlist {
    package struct Entry {
        package var options: SequenceOptions
        package var start: FilePath?
    }

    package private(set) var entries: [Entry] = []

    /// Finds the sequences that the options specify. For multiple folders, or a folder of folders, the sequences are played one
    /// after the other. A single frame selects its sequence.
    package init(_ options: SequenceOptions, isSingle: Bool) {
        var paths = options.input.map { FilePath($0) }
        guard !options.recursive else {
            add(options, paths)
            return
        }
        if !isSingle, paths.count == 1, let folders = paths[0].foldersAlone { paths = folders }
        if paths.count > 1, paths.contains(where: { $0.isFolder || $0.isArchive }) {
            // Files listed individually form one sequence, even if folders are listed, too.
            let isLoose = { (path: FilePath) in path.isFile && ManifestFile.format(of: path) == nil && !path.isArchive }
            let files = paths.filter(isLoose).filter(\.isImage)
            for path in paths where !isLoose(path) { add(options, [path]) }
            if !files.isEmpty { add(options, files) }
        } else {
            add(options, paths)
        }
        if !isSingle, entries.count == 1, paths.count == 1, let path = paths.first, path.isImage,
            path.isFile, let sequence = SequenceLocator().sequence(of: path)
        {
            entries[0].options.input = [sequence.pattern.description]
            entries[0].start = path
        }
    }

    package init(dropped files: [FilePath], _ options: SequenceOptions, isSingle: Bool) {
        var options = options
        options.input = files.map(\.string)
        // These options apply only to the first input.
        (options.frames, options.sheet.grid, options.sheet.tag, options.scene.events) = (nil, nil, nil, nil)
        options.recursive = false
        self.init(options, isSingle: isSingle)
    }

    /// Checks that at least one of the sequences can be found.
    /// - Throws: The error of the first sequence, if none can be found.
    package func check() throws {
        var (list, first) = (self, (any Error)?.none)
        for place in entries.indices {
            do {
                _ = try list.input(at: place)
                return
            } catch { first = first ?? error }
        }
        if let first { throw first }
    }

    private mutating func add(_ options: SequenceOptions, _ input: [FilePath]) {
        var options = options
        options.input = input.map(\.string)
        entries.append(Entry(options: options))
    }

    /// Returns the input at a position. An input with multiple sequences is replaced by these sequences.
    package mutating func input(at place: Int) throws -> SequenceInput {
        do {
            return try entries[place].options.locate(.showing)
        } catch let failure as any EndingError where !failure.sequences.isEmpty {
            let parts = failure.sequences.map { input in changing(entries[place]) { $0.options.input = [input] } }
            entries.replaceSubrange(place...place, with: parts)
            return try entries[place].options.locate(.showing)
        }
    }

    package mutating func remove(at place: Int) { entries.remove(at: place) }
}

extension FilePath {
    fileprivate var isFile: Bool { !string.utf8.contains(0) && FileStatus(self)?.kind == .file }

    fileprivate var isArchive: Bool {
        isFile && ImageFormat.zip.extensions.contains(string.lowercasedExtension) && ArchivedPictures(self) != nil
    }

    fileprivate var foldersAlone: [FilePath]? {
        guard isFolder, let listing = try? FolderListing(self) else { return nil }
        let names = (listing.names + listing.folders + listing.specialFiles).filter { !$0.hasPrefix(".") }
        let base = string.last == "/" ? string : string + "/"
        let paths = names.sorted().map { FilePath(base + $0) }
        return paths.count > 1 && listing.unreadableNames == 0 && paths.allSatisfy(\.isFolder) ? paths : nil
    }

    fileprivate var isImage: Bool { FileSequence.imageExtensions.contains(string.lowercasedExtension) }
}
