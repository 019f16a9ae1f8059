extension Resolution {
    static func commonSequence(of paths: [FilePath], idiom: UserInterfaceIdiom?) -> FileSequence? {
        guard let directory = paths.first?.prefixOfName,
            paths.allSatisfy({ $0.prefixOfName.utf8.elementsEqual(directory.utf8) })
        else { return nil }
        let grouping = FileSequence.grouping(names: paths.map(\.lastComponent), extensions: nil, idiom: idiom)
        guard grouping.stills.isEmpty, let usual = grouping.sequences.mostFrequent else { return nil }
        var files = usual.files
        if files.count < paths.count {
            // The number puts Walk.3.png after walk.2.png, despite its capital letter.
            let numbers = Set(usual.frames)
            files += grouping.strays(of: usual).filter { $0.difference == .letterCase }.compactMap(\.file)
                .filter { !numbers.contains($0.number) }
        }
        guard files.count == paths.count else { return nil }
        return FileSequence(pattern: usual.pattern, files: files).with(directory: directory)
    }

    /// Returns the sequence of at least two frames that a file belongs to, or would belong to if it existed.
    public static func siblings(
        of path: FilePath,
        names: [String],
        options: Options = Options()
    ) -> ResolutionError.Candidate? {
        let name = path.lastComponent
        return FileSequence.grouping(names: names, extensions: options.extensions, idiom: options.idiom).sequences
            .first { $0.frames.count > 1 && $0.pattern.match(name) != nil }
            .map { FolderPath(path.prefixOfName).candidate($0) }
    }

    /// Returns the files that match a pattern. Variants for the device `idiom` replace others, frame by frame.
    package static func files(
        of pattern: FramePattern,
        among names: [String],
        idiom: UserInterfaceIdiom?
    ) -> [FileSequence.File] {
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

    /// Sorts files in natural order, and those of a sequence in frame order. Each sequence keeps its positions among the other
    /// files.
    static func inOrder(_ paths: [FilePath], idiom: UserInterfaceIdiom?) -> (paths: [FilePath], hints: [String]) {
        var sorted = paths.sorted { $0.naturallyPrecedes($1) }
        var hints: [String] = []
        for places in sorted.indices.grouped(by: { FilePath(sorted[$0].prefixOfName) }) {
            let directory = sorted[places[0]].prefixOfName
            let names = places.map { sorted[$0].lastComponent }
            let grouping = FileSequence.grouping(names: names, extensions: nil, idiom: idiom)
            var seen: Set<FilePath> = []
            let sequences = candidates(in: grouping.sequences).compactMap(\.mostFrequent)
                .sorted { $0.files.count > $1.files.count }
            for sequence in sequences.prefix(mostComparedSequences) where !seen.contains(sequence.files[0].name) {
                let strays = grouping.strays(of: sequence)
                seen.formUnion(strays.lazy.map(\.name))
                let frames = FramePlaces(of: sequence, strays)
                let own = places.filter { frames.number(of: FilePath(sorted[$0].lastComponent)) != nil }
                let ordered = frames.sorted(own.map { FilePath(sorted[$0].lastComponent) })
                for (place, name) in zip(own, ordered) { sorted[place] = FilePath(directory + name.string) }
                hints += frames.hints(on: FilePath(directory + sequence.pattern.description).description)
            }
        }
        return (sorted, hints)
    }

    private static let mostComparedSequences = 256

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
}
