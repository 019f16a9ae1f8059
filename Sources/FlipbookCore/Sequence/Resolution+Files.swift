extension Resolution {
    /// Returns the only sequence among files, or `nil`. If `names` is not empty, two of the files may have the same number.
    static func commonSequence(of paths: [FilePath], among names: [String], idiom: UserInterfaceIdiom?) -> FileSequence?
    {
        guard let directory = paths.first?.prefixOfName,
            paths.allSatisfy({ $0.prefixOfName.utf8.elementsEqual(directory.utf8) })
        else { return nil }
        let grouping = FileSequence.grouping(names: paths.map(\.lastComponent), extensions: nil, idiom: idiom)
        guard grouping.stills.isEmpty, let usual = grouping.sequences.mostFrequent else { return nil }
        var files = usual.files
        if files.count < paths.count {
            // Walk.3.png comes after walk.2.png because of its number, despite its capital letter.
            let numbers = Set(usual.frames)
            files += grouping.strays(of: usual).filter(\.isRespelled).compactMap(\.file)
                .filter { !names.isEmpty || !numbers.contains($0.number) }
        }
        guard files.count == paths.count else { return nil }
        return FileSequence(pattern: usual.pattern, files: files).with(directory: directory)
    }

    /// Returns the sequence of at least two frames that a file belongs to, or would belong to if it existed.
    public static func siblings(of path: FilePath, names: [String], options: Options = Options())
        -> ResolutionError.Candidate?
    {
        let name = path.lastComponent
        return FileSequence.grouping(names: names, extensions: options.extensions, idiom: options.idiom).sequences
            .first { $0.frames.count > 1 && $0.pattern.match(name) != nil }
            .map { FolderPath(path.prefixOfName).candidate($0) }
    }

    /// Returns the files that match a pattern. Variants for the device `idiom` replace other variants, frame by frame.
    package static func files(of pattern: FramePattern, among names: [String], idiom: UserInterfaceIdiom?)
        -> [FileSequence.File]
    {
        let matcher = pattern.matcher(among: names)
        let wanted = pattern.frames.map { Set($0) }
        func file(_ name: String, as spelling: String) -> FileSequence.File? {
            guard let (number, scale) = matcher.match(spelling), wanted?.contains(number) ?? true else { return nil }
            return FileSequence.File(number: number, scale: scale, name: FilePath(name))
        }
        let files = names.compactMap { file($0, as: $0) }
        guard let idiom else { return files }
        let ofDevice = names.compactMap { name in
            let parts = FrameFileName(name)
            return parts.idiom == idiom ? file(name, as: parts.universal) : nil
        }
        if ofDevice.isEmpty { return files }
        let replaced = Set(ofDevice.lazy.map(\.number))
        return files.filter { !replaced.contains($0.number) } + ofDevice
    }

    /// Returns the frames of sequences and other images that are listed together: by folder, in natural order, and each
    /// sequence in frame order. A sequence keeps its positions among the other files of its folder.
    /// - Parameters:
    ///   - groups: The files by input, in the order of the inputs.
    ///   - names: The names in the common folder, or an empty array if there is none. A sequence that leaves some of them out
    ///     is a selection, and its gaps count as missing frames only if the options say so.
    ///   - areTrees: A Boolean value that indicates whether gaps are missing frames and each format is its own sequence.
    /// - Throws: ``ResolutionError`` if two files of a sequence have the same number, or if scales differ.
    package static func joined(
        _ groups: [[FilePath]],
        among names: [String] = [],
        areTrees: Bool = false,
        _ options: Options
    ) throws(ResolutionError) -> FrameList {
        var (sorted, hints, gaps): ([FilePath], [String], [FrameList]) = ([], [], [])
        var patterns: [FilePath: FilePath] = [:]
        for var files in groups.flatMap(FilePath.sortedByFolder) {
            let folder = FolderPath(files[0].prefixOfName)
            let grouping =
                FileSequence.grouping(names: files.map(\.lastComponent), extensions: nil, idiom: options.idiom)
            let sequences = candidates(in: grouping.sequences).compactMap(\.mostFrequent)
                .sorted { $0.files.count > $1.files.count }
            for (index, sequence) in sequences.enumerated() where patterns[folder.path(sequence.files[0].name)] == nil {
                let isCompared = index < FileGrouping.mostComparedSequences
                let strays = isCompared ? grouping.strays(of: sequence, in: areTrees ? .folder : .list) : []
                let pattern = sequence.pattern.with(directory: folder.prefix)
                for name in sequence.files.map(\.name) + strays.map(\.name) {
                    patterns[folder.path(name)] = FilePath(pattern.description)
                }
                let places = FramePlaces(of: sequence, strays)
                let own = isCompared ? files.indices.filter { places.number(of: files[$0].name) != nil } : []
                for (position, name) in zip(own, places.sorted(own.map { files[$0].name })) {
                    files[position] = folder.path(name)
                }
                let whole = FileSequence(pattern: pattern, files: sequence.files + strays.compactMap(\.file))
                let list = try list(of: whole, options: options)
                let others = strays.filter { [.copyMark, .format].contains($0.difference) }
                hints += hint(on: others, of: pattern, areTaken: true) + places.hints(on: list.name)
                guard !list.missing.isEmpty else { continue }
                let there = Self.files(of: sequence.pattern, among: names, idiom: options.idiom).map(\.number)
                // With more gaps than frames, the numbers rarely belong to a single film.
                let isSparse = list.missing.count > list.frames.count
                let isSelection = options.naming != .error || isSparse || there.contains(where: list.missing.contains)
                let isNoted = isSelection && !areTrees && !options.countsGaps
                if isNoted { hints += hint(onGaps: list.missing, of: list.name) } else { gaps.append(list) }
            }
            var (seen, repeated): ([String: FilePath], [String]) = ([:], [])
            for file in files {
                let own = FrameFileName(file.lastComponent)
                guard let (name, number) = own.numbered else { continue }
                let stem = name.prefix(through: name.lastIndex(of: "/") ?? name.startIndex)
                let key = "\(number)/\(own.scale ?? 1)/\(stem)"
                guard let other = seen.updateValue(file, forKey: key) else { continue }
                if options.naming == .error { throw .repeatedNumber(number, other, file) }
                if areTrees { repeated.append("\(other) and \(file) are both frame \(number)") }
            }
            if !repeated.isEmpty { hints.append(repeated.listed(atMost: 3)) }
            sorted += files
        }
        let (inputs, count) = (sorted.map { patterns[$0] ?? $0 }.distinct, Set(patterns.values).count)
        if count > 0, inputs.count > 1 {
            let images = inputs.count == count ? "" : " and \((inputs.count - count).of("image"))"
            let names = inputs.map(\.description).listed(atMost: 3)
            hints.insert("joined \(count.of("sequence"))\(images): \(names)", at: 0)
        }
        let frames = variantsChosen(of: sorted, scale: options.scale)
        let name = "\(frames.count.of("file")) starting with \(groups[0][0])"
        try checkScales(frames, name: name, options: options)
        return changing(FrameList(name: name, frames: frames, hints: hints)) { $0.joinedGaps = gaps }
    }

    static func variantsChosen(of paths: [FilePath], scale: Int) -> [Frame] {
        var groups: [[Frame]] = []
        var indices: [FilePath: Int] = [:]
        for path in paths {
            let frame = Frame(file: path)
            let base = path.withoutScale
            // A file that is specified twice is shown twice; only variants are merged.
            if let index = indices[base], !groups[index].contains(where: { $0.scale == frame.scale }) {
                groups[index].append(frame)
            } else {
                indices[base] = groups.count
                groups.append([frame])
            }
        }
        return groups.compactMap { variant(of: $0, scale: scale) { Int($0.scale) } }
    }

    /// Returns the families of sequences to choose from in a folder: those with at least two frames or multiple paddings.
    static func candidates(in sequences: [FileSequence]) -> [[FileSequence]] {
        sequences.families.filter { $0.count > 1 || $0[0].frames.count > 1 }
    }

    static func still(in grouping: FileGrouping, folder: FolderPath, options: Options)
        throws(ResolutionError) -> FrameList
    {
        let plain = grouping.sequences.flatMap { $0.files.map(\.name) } + grouping.stills
        let images = plain.isEmpty ? grouping.deviceVariants : plain
        guard !images.isEmpty else { throw .noImages(folder: folder.shown, otherFiles: grouping.others.count) }
        let paths = images.map { folder.path($0) }.sorted { $0.naturallyPrecedes($1) }
        let frames = variantsChosen(of: paths, scale: options.scale)
        guard frames.count == 1, let path = frames.first?.path
        else { throw .noSequence(folder: folder.shown, images: images.sorted { $0.naturallyPrecedes($1) }) }
        return FrameList(name: path.description, frames: frames)
    }

    static func list(of sequence: FileSequence, options: Options) throws(ResolutionError) -> FrameList {
        func path(of file: FileSequence.File) -> FilePath { FilePath(sequence.pattern.directory + file.name.string) }
        let name = FilePath(sequence.pattern.description).description
        var frames: [Frame] = []
        var repeated = RepeatedFrames(among: sequence.files)
        var variants: ArraySlice<FileSequence.File> = sequence.files[...]
        while let first = variants.first {
            var same = Array(variants.prefix { $0.number == first.number })
            variants = variants.dropFirst(same.count)
            if options.naming == .show, same.count > 1 { same = repeated.chosen(among: same) }
            for (one, other) in zip(same, same.dropFirst()) where one.scale == other.scale {
                throw .repeatedNumber(one.number, path(of: one), path(of: other))
            }
            guard let file = variant(of: same, scale: options.scale, by: \.scale) else { continue }
            frames.append(Frame(number: file.number, source: .file(path(of: file)), scale: file.scale))
        }
        try checkScales(frames, name: name, options: options)
        if let numbers = sequence.pattern.frames {
            return FrameList(name: name, numbers: numbers, frames: frames, hints: repeated.hints)
        }
        if Subframes(of: sequence, among: []) != nil {
            let places = FramePlaces(of: sequence, [])
            let all = frames.compactMap { frame in frame.path.map { (FilePath($0.lastComponent), frame) } }
            let byName = Dictionary(all) { first, _ in first }
            let ordered = places.sorted(sequence.files.map(\.name)).compactMap { byName[$0] }
            return FrameList(name: name, frames: ordered, hints: repeated.hints + places.hints(on: name))
        }
        let numbering = sequence.numbering
        var hints = repeated.hints
        if let rollover = numbering.rollover {
            let place = frames.firstIndex { $0.number == rollover.before.first } ?? 0
            frames = Array(frames[place...] + frames[..<place])
            if options.naming != .chosen { hints.append(FramePlaces.hint(on: rollover, of: name)) }
        }
        let list = FrameList(name: name, frames: frames, hints: hints)
        return list.replacing(frames, expected: numbering.expected, missing: numbering.missing)
    }

    /// Returns the variant for a scale: the exact one, otherwise the next larger one, otherwise the largest, as in UIKit.
    static func variant<Element>(of variants: [Element], scale: Int, by factor: (Element) -> Int) -> Element? {
        variants.filter { factor($0) >= scale }.min { factor($0) < factor($1) }
            ?? variants.max { factor($0) < factor($1) }
    }

    static func checkScales(_ frames: [Frame], name: String, options: Options) throws(ResolutionError) {
        let scales = Set(frames.lazy.map { Int($0.scale) })
        guard options.mismatch == .error, scales.count > 1 else { return }
        let groups = scales.sorted().map { scale in
            let group = frames.filter { Int($0.scale) == scale }
            let numbers = FrameSet(group.lazy.compactMap(\.number))
            let own = numbers.count == group.count ? numbers : FrameSet()
            return ResolutionError.ScaledFrames(scale: scale, files: group.compactMap(\.path), frames: own)
        }
        throw .mixedScales(name: name, groups.sorted { $0.files.count > $1.files.count })
    }

    /// Returns a folder's sequences, preferably those with the pattern's prefix.
    static func similar(to pattern: FramePattern, names: [String], options: Options) -> [ResolutionError.Candidate] {
        let folder = FolderPath(pattern.directory)
        let sequences = FileSequence.grouping(names: names, extensions: options.extensions, idiom: options.idiom)
            .sequences
        let named = sequences.filter { FilePath($0.pattern.prefix) == FilePath(pattern.prefix) }
        return (named.isEmpty ? sequences : named).map { folder.candidate($0) }
    }

    /// Returns a hint about files in a folder that are not used.
    package static func hints(onLeftOut names: [FilePath], in folder: FilePath, using used: FilePath) -> [String] {
        let left = names.sorted { $0.naturallyPrecedes($1) }.map(\.description).listed(atMost: 3)
        return names.isEmpty ? [] : ["\(folder): used \(used) and left out \(left)"]
    }

    static func hint(onGaps gaps: FrameSet, of name: String) -> [String] {
        gaps.isEmpty ? [] : ["\(name): the given files do not include \(gaps.asFrames)"]
    }

    static func hint(on strays: [StrayFile], of pattern: FramePattern, areTaken: Bool = false) -> [String] {
        guard !strays.isEmpty else { return [] }
        return ["\(FilePath(pattern.description))\(areTaken ? ": also used" : " leaves out") \(strays.words)"]
    }
}
