struct FolderPath {
    /// The prefix of a name: the folder with a slash, or an empty string for the current folder.
    let prefix: String
    let shown: FilePath

    init(_ path: String) {
        let isCurrent = path.isEmpty || path.utf8.elementsEqual(".".utf8)
        prefix = isCurrent ? "" : path.utf8.last == UInt8(ascii: "/") ? path : path + "/"
        shown = FilePath(isCurrent ? "." : path)
    }

    func path(_ name: FilePath) -> FilePath { FilePath(prefix + name.string) }

    func candidate(_ sequence: FileSequence) -> ResolutionError.Candidate {
        let (pattern, files) = (sequence.pattern.with(directory: prefix), sequence.files.map { path($0.name) })
        return ResolutionError.Candidate(pattern: pattern, frames: sequence.frames, files: files)
    }
}

extension [FileSequence] {
    /// The sequences grouped by name, so that those in a group differ only in padding. Groups are adjacent.
    package var families: [[FileSequence]] {
        reduce(into: []) { families, sequence in
            if let last = families.last?.last, last.pattern.hasSameName(as: sequence.pattern) {
                families[families.count - 1].append(sequence)
            } else {
                families.append([sequence])
            }
        }
    }
}

extension Resolution {
    /// Returns the families to choose from in a folder: those with at least two frames or several paddings.
    static func candidates(in sequences: [FileSequence]) -> [[FileSequence]] {
        sequences.families.filter { $0.count > 1 || $0[0].frames.count > 1 }
    }

    /// Returns a frame number that occurs twice with different padding (`a.1`, `a.001`), and the two files.
    static func repeatedNumber(in sequences: [FileSequence]) -> (Int, FilePath, FilePath)? {
        var seen: [FramePattern: [Int: FilePath]] = [:]
        for sequence in sequences {
            let family = sequence.pattern.with(padding: FramePadding(width: 1))
            for file in sequence.files {
                if let other = seen[family, default: [:]][file.number] { return (file.number, other, file.name) }
            }
            for file in sequence.files { seen[family, default: [:]][file.number] = file.name }
        }
        return nil
    }

    static func still(
        in grouping: FileGrouping,
        folder: FolderPath,
        options: Options
    ) throws(ResolutionError) -> FrameList {
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

    /// Returns a hint about images in a folder that are neither part of its sequence nor in `known`.
    static func leftOutHint(
        _ grouping: FileGrouping,
        sequence: FileSequence,
        besides known: Set<FilePath>,
        folder: FolderPath
    ) -> [String] {
        let left =
            grouping.sequences.filter { $0.pattern != sequence.pattern }.flatMap { $0.files.map(\.name) }
            .filter { !known.contains($0) } + grouping.stills.filter { !known.contains($0) } + grouping.deviceVariants
        guard let first = left.first else { return [] }
        let images = left.count == 1 ? "" : "\(left.count) other images, such as "
        return ["\(folder.shown): used \(FilePath(sequence.pattern.description).name) and left out \(images)\(first)"]
    }

    static func hint(on strays: [StrayFile], of pattern: FramePattern, areTaken: Bool = false) -> [String] {
        guard !strays.isEmpty else { return [] }
        return ["\(FilePath(pattern.description))\(areTaken ? ": also used" : " leaves out") \(strays.words)"]
    }
}
