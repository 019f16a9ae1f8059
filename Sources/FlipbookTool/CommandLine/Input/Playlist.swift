package import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookManifest
import FlipbookSequences
import Glibc

/// The sequences that `flipbook play` shows, one after the other: mostly there is one.
package struct Playlist {
    package struct Entry {
        package var options: SequenceOptions
        /// The frame that it begins with, or `nil` for the first.
        package var start: FilePath?
    }

    package private(set) var entries: [Entry] = []

    /// The sequences that options name: a folder of several is all of them, several folders are one after the other, and
    /// a frame is the sequence that it belongs to.
    package init(_ options: SequenceOptions, isSingle: Bool) {
        var paths = options.input.map { FilePath($0) }
        guard !options.recursive else {
            add(options, paths)
            return
        }
        if !isSingle, paths.count == 1, let folders = paths[0].foldersAlone { paths = folders }
        if paths.count > 1, paths.contains(where: { $0.isFolder || $0.isArchive }) {
            // Files among folders are one sequence, as they are without the folders.
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

    /// The sequences of files that were dropped onto the window, shown as the options say.
    package init(dropped files: [FilePath], _ options: SequenceOptions, isSingle: Bool) {
        var options = options
        options.input = files.map(\.string)
        // These were about the first input.
        (options.frames, options.sheet.grid, options.sheet.tag, options.scene.events) = (nil, nil, nil, nil)
        options.recursive = false
        self.init(options, isSingle: isSingle)
    }

    /// Checks that one of the sequences can be found.
    /// - Throws: What is wrong with the first one, if none can.
    package func check() throws {
        var (list, first) = (self, (any Error)?.none)
        for place in entries.indices {
            do {
                _ = try list.input(at: place)
                return
            } catch {
                first = first ?? error
            }
        }
        if let first { throw first }
    }

    private mutating func add(_ options: SequenceOptions, _ input: [FilePath]) {
        var options = options
        options.input = input.map(\.string)
        entries.append(Entry(options: options))
    }

    /// The input at a place. A folder there that turns out to hold several sequences becomes all of them.
    package mutating func input(at place: Int) throws -> SequenceInput {
        do {
            return try entries[place].options.locate(.showing)
        } catch let failure as any EndingError where !failure.sequences.isEmpty {
            let parts = failure.sequences.map { input in
                changing(entries[place]) { $0.options.input = [input] }
            }
            entries.replaceSubrange(place...place, with: parts)
            return try entries[place].options.locate(.showing)
        }
    }

    package mutating func remove(at place: Int) { entries.remove(at: place) }
}

extension FilePath {
    fileprivate var isFile: Bool { !string.utf8.contains(0) && FileStatus(self)?.kind == .file }

    /// A Boolean value that indicates an archive of pictures, which is played as a folder is.
    fileprivate var isArchive: Bool {
        isFile && ImageFormat.zip.extensions.contains(string.lowercasedExtension) && ArchivedPictures(self) != nil
    }

    /// The folders in a folder, by their names, but for hidden ones, or `nil` if there are files beside them, or fewer than
    /// two folders.
    fileprivate var foldersAlone: [FilePath]? {
        guard isFolder, let listing = try? FolderListing(self) else { return nil }
        let names = (listing.names + listing.folders + listing.specialFiles).filter { !$0.hasPrefix(".") }
        let base = string.last == "/" ? string : string + "/"
        let paths = names.sorted().map { FilePath(base + $0) }
        return paths.count > 1 && listing.unreadableNames == 0 && paths.allSatisfy(\.isFolder) ? paths : nil
    }

    fileprivate var isImage: Bool { FileSequence.imageExtensions.contains(string.lowercasedExtension) }
}
