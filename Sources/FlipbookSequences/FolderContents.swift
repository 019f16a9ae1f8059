package import FlipbookCore
import FlipbookFiles
package import FlipbookImaging

package struct FolderContents: Sendable {
    package struct Entry: Sendable {
        /// The files of the sequence. Its pattern includes the folder.
        package let sequence: FileSequence
        package let repeatedNumbers: FrameSet
        /// The files that belong to the sequence but do not match its pattern. If a file could belong to several sequences, it
        /// is listed with the largest one.
        package let strays: [StrayFile]
        /// The sequence of subframes to which the files belong, if any.
        package let divided: SubframeSequence?
        /// The sizes of the pictures at the smallest scale, in pixels, from most to least common. Empty if no header could be
        /// read.
        package let sizes: [PixelSize]
        package let summary: PicturesSummary
        /// The frame numbers of files that contain multiple pictures, as ranges.
        package let animatedNumbers: String
        package let faults: [FaultyFrames]
        package let layers: [String]
        /// The number of files at the smallest scale that were opened for ``sizes``.
        package let openedFiles: Int
        package let files: Int
    }

    package let entries: [Entry]
    package let animations: [AnimatedFile]
    package let singleImages: Int
    /// The number of files that are not images. Hidden files are not included.
    package let otherFiles: Int
    /// The names of missing frames for which a program left temporary files behind.
    package let lostFrames: Set<String>
    package let note: String?
    /// The names of the subfolders. Hidden folders and folders that are named like frames are excluded.
    package let folders: [String]
    package let unreadableNames, outsideNames: Int

    /// The maximum number of headers to read per folder, so that a folder with 50,000 names is listed quickly.
    static let headerBudget = 8192

    private static func strays(of sequence: FileSequence, in grouping: FileGrouping?) -> [StrayFile] {
        guard let grouping else { return [] }
        let strays = grouping.strays(of: sequence)
        guard strays.count <= sequence.files.count else { return [] }
        let numbers = Set(sequence.frames)
        return strays.filter { $0.difference != .padding || $0.number.map { !numbers.contains($0) } ?? true }
    }

    /// Reads the names in a folder or archive, and the headers of its sequences on all cores. If there are more than
    /// `headerBudget` files, an equal number of headers is read for each sequence, from files spread evenly across it.
    /// - Parameters:
    ///   - chosen: The names of files whose sequences are listed, or `nil` for all.
    ///   - idiom: The kind of device whose pictures (`~ipad`) replace universal ones.
    /// - Throws: `FileSystemError` if the folder cannot be read, `ImageError` if memory runs out, or `CancellationError`.
    package static func reading(
        _ folder: FilePath,
        sequencesOf chosen: Set<FilePath>? = nil,
        idiom: UserInterfaceIdiom? = nil
    ) async throws -> FolderContents {
        let archive = folder.isFolder ? nil : ArchivedPictures(folder)
        let listing = archive == nil ? try FolderListing(folder) : nil
        // A folder that is named like a frame is listed as a frame that is not an image.
        let listed = listing?.names(likeImagesOf: FileSequence.imageExtensions) ?? []
        let names = archive.map { $0.names.pictures + $0.names.others } ?? listed
        let places = archive?.places
        func path(of name: FilePath) -> FilePath { places?[name.string] ?? folder.appending(name.string) }
        let grouping = FileSequence.grouping(names: names, idiom: idiom)
        let wholes = grouping.sequencesBesideSubframes.compactMap { sequence, names in
            SubframeSequence(sequence.files.map(\.name) + names)
                .map { (sequence.files[0].name, (whole: $0, names: Set(names))) }
        }
        let families = Dictionary(wholes) { first, _ in first }
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
        // Many sequences are compared only with other spellings of their names.
        let spellings = sequences.count > FileGrouping.mostComparedSequences ? grouping.bySpelling : nil
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
            let others = spellings.map { $0[Spellings.key(of: sequence.pattern)] } ?? grouping
            let animated = read.filter { $0.header?.header?.holdsSeveralPictures ?? false }.map(\.number)
            entries.append(
                Entry(
                    sequence: sequence.with(folder: folder),
                    repeatedNumbers: repeated,
                    strays: divided == nil ? strays(of: sequence, in: others) : [],
                    divided: divided,
                    sizes: own.lazy.compactMap(\.header?.shownSize).byFrequency,
                    summary: PicturesSummary(own.lazy.compactMap(\.header)),
                    animatedNumbers: numbers(animated),
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
            folders: (listing?.folders ?? []).filter { $0.first != "." && !listed.contains($0) }.sorted(),
            unreadableNames: listing?.unreadableNames ?? 0,
            outsideNames: archive?.names.outside.count ?? 0
        )
    }

    static func spread<Element>(_ files: [Element], to count: Int) -> [Element] {
        guard files.count > count else { return files }
        guard count > 1 else { return Array(files.prefix(count)) }
        return (0..<count).map { files[$0 * (files.count - 1) / (count - 1)] }
    }

    /// Returns the layers of a file. The result is empty if the file is unreadable, or if `path` refers to one picture in the
    /// file.
    static func layers(of path: FilePath) -> [String] {
        path.picture == nil ? (try? ImageCodecs.standard.layers(ofFileAt: path)) ?? [] : []
    }
}

extension Sequence where Element: Hashable {
    /// The distinct elements, from most to least common. Equally common elements keep their order.
    var byFrequency: [Element] {
        var counts: [Element: (count: Int, first: Int)] = [:]
        for (index, element) in enumerated() { counts[element, default: (0, index)].count += 1 }
        return counts.sorted { ($1.value.count, $0.value.first) < ($0.value.count, $1.value.first) }.map(\.key)
    }
}

extension Result<ImageHeader, ImageError> {
    package var header: ImageHeader? { if case .success(let header) = self { header } else { nil } }
    package var failure: ImageError? { if case .failure(let error) = self { error } else { nil } }
}
