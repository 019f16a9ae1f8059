package import FlipbookCore
package import FlipbookFiles
package import FlipbookImaging
package import FlipbookSequences

/// The facts about some or all files in a folder.
public struct FolderEvidence: Sendable {
    /// The name of the folder in messages, safe to print.
    public let name: String
    /// The sequences, sorted by name, then by padding.
    public var sequences: [SequenceEvidence]
    /// The images that do not belong to a sequence, or `nil` if there are none.
    public package(set) var stills: SequenceEvidence?
    /// Numbered names that differ only in extension or case.
    package private(set) var spellings: [Spellings] = []
    /// The sub-frames of each sequence. `areOwn` indicates whether the sequence includes its sub-frames.
    package private(set) var subframes: [(sequence: String, files: [FilePath], areOwn: Bool)] = []
    /// The names of files other than images, except hidden ones.
    package var otherNames: [FilePath] = []
    package var folderNames: [FilePath] = []
    /// Files that do not match a pattern but may be its missing frames. They are not judged.
    package private(set) var candidates: [FrameEvidence] = []
    /// The names of images that are judged as part of another input, such as a manifest.
    package private(set) var namesElsewhere: [FilePath] = []
    /// The names of hidden files, which are not judged.
    package var hiddenNames: [FilePath] = []
    /// Examples of names that are not UTF-8, with escapes such as `\xE9`.
    package var undecodableExamples: [String] = []
    package private(set) var undecodableNames = 0
    /// The contents of the language folders, by language.
    public var localizations: [Localization] = []
    /// The manifest that specifies the frames, or `nil` if they were found by their names.
    public var manifest: ManifestEvidence?
    /// The invalid manifest that specifies the frames, with its mistakes in textual order, or `nil` if there is none.
    package var invalidManifest: (path: FilePath, mistakes: [ManifestFault])?
    /// The image sets of an asset catalog. Their files are also in ``sequences`` or ``stills``.
    public package(set) var imageSets: [ImageSetEvidence] = []
    package var symbolSets: [FilePath] = []
    /// The path of the folder or the manifest, as given, or `nil` if the paths of the files determine it.
    package var path: FilePath?
    /// The folder's path relative to the configuration, or `nil` if it is the same as the given path.
    package var configuredPath: FilePath?
    /// A Boolean value that indicates whether the folder has an unfinished fix. `UndoPlan` restores the folder.
    package var hasUnfinishedFix = false
    package var unreadableLists: [InventedFrames.Unreadable] = []
    package var unfinishedExports: [String] = []
    /// The number of frames skipped for each device kind because no device was requested.
    package var deviceFrames: [UserInterfaceIdiom: Int] = [:]
    /// The sequences of sibling folders, which may be other passes of the same shot.
    package var neighbors: [SequenceEvidence] = []
    /// The grid that divides a sprite sheet into frames, or `nil` if each file is a frame.
    package var cut: SheetCut?
    package var meantFrames: FrameSet?
    /// The names of skipped pictures whose paths point outside the archive, or `nil` if this is not an archive.
    package var strayNames: [String]?
    package var isTree = false
    /// Hints about files that a pattern leaves out, or about subfolders.
    package var hints: [String] = []
    package var extent = Extent.folder

    package enum Extent: Hashable, Sendable {
        case folder
        case sequences
        case files
    }

    package init(name: String, sequences: [SequenceEvidence], stills: SequenceEvidence? = nil) {
        (self.name, self.sequences, self.stills) = (name, sequences, stills)
    }

    package init(manifest path: FilePath, mistakes: [ManifestFault]) {
        self.init(name: path.description, sequences: [])
        (self.path, invalidManifest, extent) = (path, (path, mistakes), .files)
    }

    package enum Selection: Sendable {
        /// Files with an image extension, except hidden ones.
        case images
        /// All files, because the inputs list them individually.
        case all
    }

    /// Creates evidence from the names in a folder. A numbered image is a still unless another image has the same name with a
    /// different number, or a sequence has the same name with different padding.
    /// - Parameters:
    ///   - path: the folder as given, for the paths of the files.
    ///   - idiom: the kind of device whose pictures (`~ipad`) replace the universal ones.
    package init(
        path: String,
        names: [String],
        selection: Selection = .images,
        undecodableNames: Int = 0,
        idiom: UserInterfaceIdiom? = nil
    ) {
        let isCurrent = path.isEmpty || path.utf8.elementsEqual(".".utf8)
        let directory = isCurrent ? "" : path.utf8.last == UInt8(ascii: "/") ? path : path + "/"
        let name = FilePath(isCurrent ? "." : path).description
        let extensions = selection == .images ? Self.imageExtensions : Set(names.map { $0.lowercasedExtension })
        let grouping = FileSequence.grouping(names: names, extensions: extensions, idiom: idiom)

        let spellings = Spellings.all(in: grouping.sequences.map { $0.with(folder: FilePath(path)) })
        let numbersBesides = Spellings.numbersBesides(spellings)
        var sequences: [SequenceEvidence] = []
        var alone: [FrameEvidence] = []
        var datedAlone: [FileSequence] = []
        let divided = grouping.sequencesBesideSubframes
        // Sub-frames that are named consistently and have no gaps form one sequence, whose frame numbers have fractions.
        let whole = divided.compactMap { sequence, files -> SequenceEvidence? in
            Self.subframes(sequence.files.map(\.name) + files, in: path, directory)
        }
        let parts = Set(whole.lazy.flatMap(\.frames).map(\.path))
        sequences += whole
        func isPart(_ sequence: FileSequence) -> Bool {
            parts.contains(FilePath(directory + sequence.files[0].name.string))
        }
        for family in grouping.sequences.filter({ !isPart($0) }).families {
            if family.count == 1, let only = family.first, only.frames.count == 1 {
                if only.pattern.padding.width == 2 { datedAlone.append(only) }
                // The number of a single picture is meaningless, so messages do not mention it.
                alone += only.files.map {
                    FrameEvidence(path: FilePath(directory + $0.name.string), number: nil, scale: $0.scale)
                }
            } else {
                let relatives = numbersBesides[family[0].pattern.spelling] ?? []
                sequences += family.map { SequenceEvidence($0, of: family, besides: relatives, directory: directory) }
            }
        }
        sequences.numberByDate(besides: datedAlone)
        let hidden = selection == .all ? names.filter { $0.utf8.first == UInt8(ascii: ".") } : []
        let unnumbered = (grouping.stills + grouping.deviceVariants + hidden.map { FilePath($0) }).map {
            name -> FrameEvidence in
            let path = FilePath(directory + name.string)
            return FrameEvidence(path: path, number: nil, scale: Frame(file: path).wholeScale)
        }
        let stills = (alone + unnumbered).sorted { $0.path.isBefore($1.path) }
        let others = stills.isEmpty ? nil : SequenceEvidence(name: name, kind: .stills, frames: stills)
        self.init(name: name, sequences: sequences, stills: others)
        (self.spellings, self.undecodableNames) = (spellings, undecodableNames)
        let ofSubframes = Set(divided.flatMap { $0.subframes + $0.sequence.files.map(\.name) })
        if !ofSubframes.isEmpty {
            updateSubjects { $0.isOfSubframes = ofSubframes.contains(FilePath($0.path.lastComponent)) }
        }
        subframes = divided.filter { !isPart($0.sequence) }.map { sequence, files in
            let pattern = sequence.with(folder: FilePath(path)).pattern
            let paths = files.map { FilePath(directory + $0.string) }
            return (FilePath(pattern.description).description, paths, files.contains(sequence.files[0].name))
        }
        otherNames = grouping.others
        if selection == .images {
            hiddenNames = names.filter { $0.utf8.first == UInt8(ascii: ".") }.map { FilePath($0) }
        }
        if idiom == nil { deviceFrames = Self.deviceFrames(among: grouping.deviceVariants.map(\.string)) }
    }

    private static func subframes(_ names: [FilePath], in path: String, _ directory: String) -> SequenceEvidence? {
        guard let whole = SubframeSequence(names), whole.count == names.count,
            let list = try? Resolution.directory(path, names: names.map(\.string))
        else { return nil }
        let frames = list.frames.compactMap(\.path).map {
            FrameEvidence(path: FilePath(directory + $0.lastComponent), number: nil, scale: Frame(file: $0).wholeScale)
        }
        let name = FilePath(directory + whole.pattern).description
        return SequenceEvidence(name: name, kind: .animation, frames: frames)
    }

    private static func deviceFrames(among names: [String]) -> [UserInterfaceIdiom: Int] {
        let counts = UserInterfaceIdiom.allCases.map { idiom in
            let own = names.filter { $0.contains(idiom.suffix + ".") }
            let sequences = FileSequence.grouping(names: own, extensions: imageExtensions, idiom: idiom).sequences
            return (idiom, sequences.lazy.map(\.files.count).filter { $0 > 1 }.reduce(0, +))
        }
        return Dictionary(uniqueKeysWithValues: counts.filter { $0.1 > 0 })
    }

    /// The file name extensions of image formats, including unsupported ones. The linter reports files in these formats.
    package static let imageExtensions = FileSequence.knownImageExtensions

    package var sources: [FilePath] {
        subjects.flatMap { $0.frames.map(\.source) } + candidates.map(\.source)
            + (manifest?.besides.map(\.source) ?? []) + localizations.flatMap(\.folder.sources)
    }

    package func with(gaps: GapPolicy, mismatch: MismatchPolicy) -> FolderEvidence {
        var result = self
        for index in result.sequences.indices {
            (result.sequences[index].gaps, result.sequences[index].mismatch) = (gaps, mismatch)
        }
        for index in localizations.indices {
            result.localizations[index].folder = localizations[index].folder.with(gaps: gaps, mismatch: mismatch)
        }
        return result
    }

    /// The sequences and the stills.
    public var subjects: [SequenceEvidence] { sequences + (stills.map { [$0] } ?? []) }

    /// Adds a fact about each file, in the order of ``sources``. Does not copy the frames.
    package mutating func add<Value>(_ values: some Collection<Value>, as key: WritableKeyPath<FrameEvidence, Value?>) {
        var values = values.makeIterator()
        updateFrames { $0[keyPath: key] = values.next() }
    }

    package mutating func updateSubjects(_ update: (inout FrameEvidence) -> Void) {
        for index in sequences.indices {
            for frame in sequences[index].frames.indices { update(&sequences[index].frames[frame]) }
        }
        if var stills {
            // If there were a second reference, the first change would copy all frames.
            self.stills = nil
            for frame in stills.frames.indices { update(&stills.frames[frame]) }
            self.stills = stills
        }
        for index in candidates.indices { update(&candidates[index]) }
    }

    private mutating func updateFrames(_ update: (inout FrameEvidence) -> Void) {
        updateSubjects(update)
        if var manifest {
            var besides = manifest.besides
            for frame in besides.indices { update(&besides[frame]) }
            manifest.besides = besides
            self.manifest = manifest
        }
        for index in localizations.indices { localizations[index].folder.updateFrames(update) }
    }

    package func family(of pattern: FramePattern?) -> [SequenceEvidence] {
        sequences.filter { other in other.pattern.flatMap { own in pattern.map(own.hasSameName) } ?? false }
    }

    package var families: [[SequenceEvidence]] {
        sequences.filter { $0.pattern != nil }.adjacent { one, next in
            one.pattern.flatMap { pattern in next.pattern.map(pattern.hasSameName) } ?? false
        }
    }

    /// The stills, which may be missing frames, with their likely stems. Empty if no frame is missing.
    var likelyFrames: [(file: FrameEvidence, stems: [String])] {
        guard sequences.contains(where: { !$0.missing.isEmpty }) else { return [] }
        return ((stills?.frames ?? []) + candidates).map { ($0, $0.path.likelyStems) }
    }

    /// Files that programs left behind while writing or editing a frame, and the names of these frames.
    package var leftovers: [(name: FilePath, frame: FilePath)] {
        (otherNames + hiddenNames + (stills?.frames ?? []).map { FilePath($0.path.lastComponent) }).compactMap { name in
            Leftovers.frame(of: name.string).map { (name, FilePath($0)) }
        }
    }

    /// Creates the evidence for a pattern from the names in its folder. If the pattern has a range, its numbers without a file
    /// are missing; otherwise, missing numbers are determined from the files, as in a folder.
    /// - Throws: `SequenceLocatorError` if no name matches.
    package init(_ pattern: FramePattern, names: [String], idiom: UserInterfaceIdiom? = nil)
        throws(SequenceLocatorError)
    {
        var frames: [FrameEvidence] = []
        // Keeps one file per number, since `FlipbookCore` rejects duplicate numbers.
        var nameOfNumber: [Int: String] = [:]
        for file in Resolution.files(of: pattern, among: names, idiom: idiom) {
            frames.append(FrameEvidence(file, directory: pattern.directory))
            nameOfNumber[file.number] = file.name.string
        }
        let (all, options) = (Array(nameOfNumber.values), Resolution.Options(mismatch: .fit, idiom: idiom))
        let list = try wrapping(Resolution.pattern(pattern, names: all.isEmpty ? names : all, options: options)) {
            SequenceLocatorError.resolution($0)
        }
        frames.sort { left, right in
            let (own, other) = ((left.number ?? 0, left.scale), (right.number ?? 0, right.scale))
            return own == other ? left.path.isBefore(right.path) : own < other
        }
        var sequence = SequenceEvidence(
            name: list.name,
            kind: .animation,
            pattern: pattern,
            frames: frames,
            missing: list.missing,
            expected: list.expected
        )
        if pattern.frames == nil {
            let numbers = FrameSet(frames.lazy.compactMap(\.number))
            sequence.numbering = FrameNumbering(of: numbers, width: pattern.padding.width, prefix: pattern.prefix)
        }
        self.init(name: FilePath(pattern.folder).description, sequences: [sequence])
        addMissingFrames(of: 0, among: FolderEvidence(path: pattern.directory, names: names, idiom: idiom))
        extent = .sequences
        hints = Resolution.strays(of: pattern, names: names, options: options).hints
    }

    /// Adds the files of a folder that may be missing frames of a sequence. A number that exists in a different spelling is not
    /// missing.
    private mutating func addMissingFrames(of index: Int, among folder: @autoclosure () -> FolderEvidence) {
        guard let pattern = sequences[index].pattern, !sequences[index].missing.isEmpty else { return }
        let folder = folder()
        let own = pattern.frames == nil ? folder.spellings.filter { $0.usual.pattern.hasSameName(as: pattern) } : []
        spellings = spellings.filter { !$0.usual.pattern.hasSameName(as: pattern) } + own
        let odd = own.flatMap(\.odd).flatMap(\.files)
        let (names, numbers) = (Set(odd.map(\.name)), Set(odd.map(\.number)))
        sequences[index].missing = sequences[index].missing.without(numbers)
        let known = Set((subjects.flatMap(\.frames) + candidates).map(\.path))
        let frames = folder.sequences.flatMap(\.frames).filter { names.contains($0.path.name) }
        candidates += ((folder.stills?.frames ?? []) + frames).filter { !known.contains($0.path) }
        otherNames += folder.leftovers.filter { pattern.match($0.frame.string) != nil }.map(\.name)
    }

    /// Accepts the gaps in sequences whose other files exist but are not listed, and adds hints about them.
    /// - Parameter names: The names in the folder, or `nil` to list them.
    package mutating func noteSelections(among names: [String]? = nil) {
        guard let pattern = sequences.first(where: { !$0.missing.isEmpty })?.pattern,
            let names = names ?? (try? FolderListing(FilePath(pattern.folder)).names)
        else { return }
        let folder = FolderEvidence(path: pattern.directory, names: names)
        for index in sequences.indices where !sequences[index].missing.isEmpty {
            if let own = try? Resolution.files(sequences[index].frames.map(\.path), among: names), own.missing.isEmpty {
                (sequences[index].missing, sequences[index].expected) = (own.missing, own.expected)
                hints += own.hints
            } else {
                addMissingFrames(of: index, among: folder)
            }
        }
    }

    /// Turns each still with several pictures into a sequence and reads the headers of its pictures.
    mutating func openAnimations(_ codecs: ImageCodecs) async throws(CancellationError) -> [FolderEvidence] {
        guard var stills, manifest == nil, imageSets.isEmpty else { return [] }
        var opened: Set<FilePath> = []
        var archives: [FolderEvidence] = []
        for frame in stills.frames {
            let isSure = frame.header?.holdsSeveralPictures ?? false
            if isSure, let archive = ArchivedPictures(frame.path, codecs: codecs) {
                opened.insert(frame.path)
                for (index, part) in archive.parts(codecs).enumerated() {
                    var folder = FolderEvidence(archive: part).with(gaps: stills.gaps, mismatch: stills.mismatch)
                    // Names that point outside the archive do not belong to any of its folders.
                    if index == 0 { folder.strayNames = archive.names.outside }
                    let inner = part.path.string.utf8.dropFirst(frame.path.string.utf8.count)
                    folder.configuredPath = (configuredPath ?? givenPath)
                        .appending(frame.path.lastComponent + String(decoding: inner, as: UTF8.self))
                    if let meantFrames {
                        for index in folder.sequences.indices { folder.sequences[index].narrow(to: meantFrames) }
                    }
                    folder.add(try await ImageDetails.readAll(folder.sources, codecs: codecs), as: \.reading)
                    archives.append(folder)
                }
                continue
            }
            guard isSure || stills.frames.count == 1, let list = FrameList(picturesOf: frame.path, codecs: codecs)
            else { continue }
            opened.insert(frame.path)
            var sequence = SequenceEvidence(list)
            if let meantFrames { sequence.narrow(to: meantFrames) }
            let details = try await ImageDetails.readAll(sequence.frames.map(\.path), codecs: codecs)
            for (index, details) in details.enumerated() { sequence.frames[index].reading = details }
            (sequence.gaps, sequence.mismatch) = (stills.gaps, stills.mismatch)
            sequence.hasLevels = stills.hasLevels
            sequences.append(sequence)
        }
        stills.leaveOut(opened.contains)
        self.stills = stills.frames.isEmpty ? nil : stills
        return archives
    }

    /// Creates evidence for an archive, or for a folder in it, as if it were on disk.
    init(archive: ArchivedPictures, idiom: UserInterfaceIdiom? = nil) {
        self.init(path: archive.path.string, names: archive.names.pictures, idiom: idiom)
        lie(in: archive)
    }

    /// Adds the facts about the archive that contains the files.
    mutating func lie(in archive: ArchivedPictures) {
        let places = archive.places
        updateSubjects { $0.archivedPicture = places[$0.path.lastComponent] }
        let others = archive.names.others.map { FilePath($0) }
        hiddenNames = others.filter { $0.string.utf8.first == UInt8(ascii: ".") }
        otherNames = others.filter { $0.string.utf8.first != UInt8(ascii: ".") }
        path = archive.path
        strayNames = archive.names.outside
        extent = .sequences
    }

    package func leavingOut(_ isJudged: (FilePath) -> Bool) -> FolderEvidence {
        var result = self
        result.sequences.removeAll { !$0.frames.isEmpty && $0.frames.allSatisfy { isJudged($0.path) } }
        result.stills?.leaveOut(isJudged)
        if result.stills?.frames.isEmpty ?? false { result.stills = nil }
        result.namesElsewhere += subjects.lazy.flatMap(\.frames).map(\.path).filter(isJudged)
            .map { FilePath($0.lastComponent) }
        return result
    }
}

extension FolderListing {
    var lintedNames: [String] { names(likeImagesOf: FolderEvidence.imageExtensions) }

    package func folders(endingWith suffix: String) -> [String] {
        folders.filter {
            $0.utf8.count > suffix.utf8.count && $0.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
        }
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
