package import FlipbookCore
import FlipbookFiles
import FlipbookImaging

/// The contents of a folder, or an archive: its sequences with the sizes of their pictures, and how much else.
package struct FolderContents: Sendable {
    /// A sequence and what its files say about themselves.
    package struct Entry: Sendable {
        /// The files. The pattern names their folder.
        package let sequence: FileSequence
        /// The numbers that two files have.
        package let repeatedNumbers: FrameSet
        /// The files that belong to the sequence and have other names. Of two sequences of one name the one of more files
        /// has them.
        package let strays: [StrayFile]
        /// The sequence of sub-frames that the files are a part of, or `nil` if they are of none.
        package let divided: SubframeSequence?
        /// The sizes of the pictures at the smallest scale factor, in pixels, the commonest first; empty where no
        /// header could be read.
        package let sizes: [PixelSize]
        /// The facts of their headers beside the size.
        package let summary: PicturesSummary
        /// The numbers of files that hold several pictures each, as ranges; empty without any.
        package let animatedNumbers: String
        /// The files that give no picture, as far as it can be seen without drawing them.
        package let faults: [FaultyFrames]
        /// The layers of its first file; empty where its format has none.
        package let layers: [String]
        /// The number of files of the smallest scale factor that were opened for ``sizes``.
        package let openedFiles: Int
        /// The number of files that have the smallest scale factor.
        package let files: Int
    }

    package let entries: [Entry]
    package let animations: [AnimatedFile]
    /// Images that belong to no sequence and are no strays of one.
    package let singleImages: Int
    /// Names that are no image by their extension; hidden ones do not count.
    package let otherFiles: Int
    /// Names of frames that are not there, but what a program left behind of them.
    package let lostFrames: Set<String>
    /// A note on an export into the folder that did not end, or `nil` if there is none.
    package let note: String?
    /// Folders in it; hidden ones, and those in a frame's place, do not count.
    package let folders: Int
    /// Names that are not UTF-8, which were left out.
    package let unreadableNames: Int
    /// Names that lead out of the archive, which were left out.
    package let outsideNames: Int

    /// The most headers that are read for one folder, so that listing 50,000 names stays a matter of a moment.
    static let headerBudget = 8192
    /// The most sequences of a folder of which each is compared with all other files; more are with their spellings only.
    private static let mostComparedSequences = 256

    private static func strays(of sequence: FileSequence, in grouping: FileGrouping?) -> [StrayFile] {
        guard let grouping else { return [] }
        let strays = grouping.strays(of: sequence)
        guard strays.count <= sequence.files.count else { return [] }
        // Two files of one number in two paddings are reported above.
        let numbers = Set(sequence.frames)
        return strays.filter { $0.difference != .padding || $0.number.map { !numbers.contains($0) } ?? true }
    }

    /// Reads the names in `folder`, which may be an archive, and the headers of its sequences' files on all cores.
    ///
    /// Where the folder has more than `headerBudget` of them, each sequence gets an equal share of the
    /// reads, spread over it evenly with its first and its last file.
    /// - Parameters:
    ///   - chosen: the names of files whose sequences are meant, or `nil` for all.
    ///   - idiom: the kind of device whose pictures (`~ipad`) take the place of the universal ones.
    /// - Throws: `FileSystemError` for a folder that cannot be read, `ImageError` for a shortage, or `CancellationError`.
    package static func reading(
        _ folder: FilePath,
        sequencesOf chosen: Set<FilePath>? = nil,
        idiom: UserInterfaceIdiom? = nil
    ) async throws -> FolderContents {
        let archive = folder.isFolder ? nil : ArchivedPictures(folder)
        let listing = archive == nil ? try FolderListing(folder) : nil
        // A folder in a frame's place is a frame that is no image.
        let listed = listing?.names(likeImagesOf: FileSequence.imageExtensions) ?? []
        let names = archive.map { $0.names.pictures + $0.names.others } ?? listed
        let places = archive?.places
        func path(of name: FilePath) -> FilePath { places?[name.string] ?? folder.appending(name.string) }
        let grouping = FileSequence.grouping(names: names, idiom: idiom)
        let families = Dictionary(
            grouping.sequencesBesideSubframes.compactMap { sequence, names in
                SubframeSequence(sequence.files.map(\.name) + names)
                    .map { (sequence.files[0].name, (whole: $0, names: Set(names))) }
            }
        ) { first, _ in first }
        let parts = families.values.reduce(into: Set<FilePath>()) { $0.formUnion($1.names) }
        let listedSequences = zip(grouping.animations, grouping.repeatedNumbers).filter { sequence, _ in
            let files = sequence.files.map(\.name)
            let names = chosen == nil ? [] : files + (families[files[0]]?.names ?? [])
            return !parts.contains(files[0]) && (chosen.map { names.contains(where: $0.contains) } ?? true)
        }
        let sequences = listedSequences.map(\.0)
        let base = sequences.map { sequence in
            let names = families[sequence.files[0].name]?.names
            let others = names.map { names in grouping.sequences.filter { names.contains($0.files[0].name) } } ?? []
            let files = sequence.files + others.flatMap(\.files)
            let scale = files.lazy.map(\.scale).min() ?? 1
            return files.filter { $0.scale == scale }
        }
        let all = base.reduce(0) { $0 + $1.count }
        let share = all <= headerBudget ? Int.max : max(1, headerBudget / max(1, base.count))
        let opened = base.map { spread($0, to: share) }
        let headers = try await ImageHeader.readAll(opened.joined().map { path(of: $0.name) })
        for case .failure(let error) in headers where error.shortage != nil { throw error }
        let spellings = sequences.count > mostComparedSequences ? grouping.bySpelling : nil
        var entries: [Entry] = []
        var start = 0
        for (index, repeated) in listedSequences.map(\.1).enumerated() {
            let (sequence, files) = (sequences[index], opened[index])
            let own = headers[start..<start + files.count]
            let divided = families[sequence.files[0].name]?.whole
            let read = zip(files, own).map { (number: $0, header: Optional($1)) }
            let numbers = { (files: [FileSequence.File]) in
                divided?.numbers(of: files.map(\.name)) ?? FrameSet(files.lazy.map(\.number)).description
            }
            entries.append(
                Entry(
                    sequence: sequence.with(folder: folder),
                    repeatedNumbers: repeated,
                    strays: divided == nil
                        ? strays(
                            of: sequence,
                            in: spellings.map { $0[Spellings.key(of: sequence.pattern)] } ?? grouping
                        )
                        : [],
                    divided: divided,
                    sizes: own.lazy.compactMap(\.header?.shownSize).byFrequency,
                    summary: PicturesSummary(own.lazy.compactMap(\.header)),
                    animatedNumbers: numbers(
                        read.filter { $0.header?.header?.holdsSeveralPictures ?? false }.map(\.number)
                    ),
                    faults: FaultyFrames.all(read, numbers: numbers),
                    layers: files.first.map { layers(of: path(of: $0.name)) } ?? [],
                    openedFiles: files.count,
                    files: base[index].count
                )
            )
            start += files.count
        }
        var animations: [AnimatedFile] = []
        let strayNames = parts.union(entries.flatMap { $0.strays.map(\.name) })
        let noFiles = Set((listing.map { $0.folders + $0.specialFiles } ?? []).lazy.map { FilePath($0) })
        let singleImages = grouping.singleImages.filter { !strayNames.contains($0) && !noFiles.contains($0) }
        for name in archive == nil && chosen == nil ? singleImages.prefix(headerBudget) : [] {
            if let file = try await AnimatedFile(folder.appending(name.string), isNamed: false) {
                animations.append(file)
            }
        }
        animations.sort { $0.path.string.utf8.lexicographicallyPrecedes($1.path.string.utf8) }
        return FolderContents(
            entries: entries,
            animations: animations,
            singleImages: singleImages.count - animations.count,
            otherFiles: grouping.others.count,
            lostFrames: Set(names.compactMap(Leftovers.frame)).subtracting(names),
            note: listing.flatMap { UnfinishedOutput.note(on: $0, of: folder) },
            folders: listing?.folders.count { $0.first != "." && !listed.contains($0) } ?? 0,
            unreadableNames: listing?.unreadableNames ?? 0,
            outsideNames: archive?.names.outside.count ?? 0
        )
    }

    /// `count` elements of `files` at equal distances, the first and the last among them.
    static func spread<Element>(_ files: [Element], to count: Int) -> [Element] {
        guard files.count > count else { return files }
        guard count > 1 else { return Array(files.prefix(count)) }
        return (0..<count).map { files[$0 * (files.count - 1) / (count - 1)] }
    }

    /// The layers of a file; none of one that cannot be read, which its header shows, and of one picture of several.
    static func layers(of path: FilePath) -> [String] {
        path.picture == nil ? (try? ImageCodecs.standard.layers(ofFileAt: path)) ?? [] : []
    }
}

extension Sequence where Element: Hashable {
    /// The different elements, the commonest first, of equally common ones that which comes first.
    var byFrequency: [Element] {
        var counts: [Element: (count: Int, first: Int)] = [:]
        for (index, element) in enumerated() { counts[element, default: (0, index)].count += 1 }
        return counts.sorted { ($1.value.count, $0.value.first) < ($0.value.count, $1.value.first) }.map(\.key)
    }
}

extension Result<ImageHeader, ImageError> {
    var header: ImageHeader? { if case .success(let header) = self { header } else { nil } }
}
