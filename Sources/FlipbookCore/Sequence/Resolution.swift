/// Resolves names to a ``FrameList`` without reading the disk or a clock, so equal names always produce equal lists.
public enum Resolution {
    /// The options for resolving names.
    public struct Options: Hashable, Sendable {
        /// Output pixels per point, which select a variant such as `@2x` or `@3x`.
        public var scale: Int
        /// The policy for frames of different scale factors in one list.
        public var mismatch: MismatchPolicy
        /// The policy for names that leave the frames or their order ambiguous.
        public var naming: NamingPolicy
        /// The kind of device whose variants (`~ipad`) are preferred. If `nil`, only universal images are used.
        public var idiom: UserInterfaceIdiom?
        /// The lowercase extensions of images in a folder.
        public var extensions: Set<String>
        /// A Boolean value that indicates whether gaps in a list of files are missing frames. Otherwise, hints list the gaps.
        package var countsGaps = false

        /// Creates options. The defaults are those of the command.
        public init(
            scale: Int = 1,
            mismatch: MismatchPolicy = .error,
            naming: NamingPolicy = .error,
            idiom: UserInterfaceIdiom? = nil,
            extensions: Set<String> = FileSequence.imageExtensions
        ) {
            (self.scale, self.mismatch, self.naming) = (scale, mismatch, naming)
            (self.idiom, self.extensions) = (idiom, extensions)
        }
    }

    /// Returns the only sequence in a folder, or the only image. Frames are in numerical order. A number between the first and
    /// the last is missing if it fits the usual step and has no file. A hint lists images that do not belong to the sequence.
    /// - Parameter names: The names in the folder, in any order.
    /// - Throws: ``ResolutionError`` if the folder has no image, multiple sequences, multiple unrelated images, two files with
    ///   the same number, or frames of different scales. With the policy ``NamingPolicy/error``, it is also thrown if files of
    ///   the sequence do not match its pattern or if the counter restarted.
    public static func directory(_ path: String, names: [String], options: Options = Options())
        throws(ResolutionError) -> FrameList
    {
        let folder = FolderPath(path)
        let grouping = FileSequence.grouping(names: names, extensions: options.extensions, idiom: options.idiom)
        let families = candidates(in: grouping.sequences)
        let candidates = families.flatMap(\.self)
        for family in families where options.naming != .show && family.count > 1 {
            let all = FileSequence(pattern: family[0].pattern, files: family.flatMap(\.files))
            _ = try list(of: all.with(directory: folder.prefix), options: changing(options) { $0.mismatch = .fit })
        }
        guard var sequence = candidates.mostFrequent
        else { return try still(in: grouping, folder: folder, options: options) }
        let pattern = sequence.pattern.with(directory: folder.prefix)
        let strays = grouping.strays(of: sequence)
        let known = Set(strays.lazy.map(\.name))
        let usual = families.compactMap(\.mostFrequent)
        guard usual.allSatisfy({ $0.pattern == sequence.pattern || known.contains($0.files[0].name) }) else {
            let several = options.naming == .show ? usual : candidates
            throw .severalSequences(folder: folder.shown, several.map { folder.candidate($0) })
        }
        let images = grouping.sequences.filter { $0.pattern != sequence.pattern }.flatMap { $0.files.map(\.name) }
        let left = (images + grouping.stills).filter { !known.contains($0) } + grouping.deviceVariants
        let others =
            hints(onLeftOut: left, in: folder.shown, using: FilePath(sequence.pattern.description))
            + Leftovers.hints(on: sequence, of: pattern, among: names)
        let areSubframes = !strays.isEmpty && strays.allSatisfy { $0.difference == .subframe }
        let isWhole = areSubframes && SubframeSequence(sequence.files.map(\.name) + strays.map(\.name)) != nil
        if isWhole || options.naming == .show && FramePlaces(of: sequence, strays).areSubframes {
            return try subframes(of: sequence, strays, in: folder, options).adding(hints: others)
        }
        if options.naming == .error {
            guard strays.isEmpty else { throw .leftOut(folder: folder.shown, folder.candidate(sequence), strays) }
            let numbering = sequence.numbering
            if let (before, after) = numbering.rollover {
                throw .rollover(pattern, before: before, after: after, missing: numbering.missing)
            }
        }
        guard options.naming == .show else {
            return try list(of: sequence.with(directory: folder.prefix), options: options)
                .adding(hints: hint(on: strays, of: pattern) + others)
        }
        // A separate hint lists files with the same number.
        var numbers = Set(sequence.frames)
        let taken = strays.filter { stray in stray.number.map { numbers.insert($0).inserted } ?? false }
        let hints =
            hint(on: taken, of: pattern, areTaken: true) + hint(on: strays.filter { $0.number == nil }, of: pattern)
        sequence = FileSequence(pattern: sequence.pattern, files: sequence.files + strays.compactMap(\.file))
        return try list(of: sequence.with(directory: folder.prefix), options: options).adding(hints: hints + others)
    }

    private static func subframes(
        of sequence: FileSequence,
        _ strays: [StrayFile],
        in folder: FolderPath,
        _ options: Options
    ) throws(ResolutionError) -> FrameList {
        let places = FramePlaces(of: sequence, strays)
        let pattern = sequence.pattern.with(directory: folder.prefix)
        let name = FilePath(pattern.description).description
        var scales: [Subframes.Number: Set<Int>] = [:]
        func isTaken(_ name: FilePath) -> Bool {
            guard let number = places.number(of: name) else { return false }
            return scales[number, default: []].insert(FrameFileName(name.string).scale ?? 1).inserted
        }
        var names = sequence.files.map(\.name).filter(isTaken)
        let taken = strays.filter { $0.difference != .copyMark && isTaken($0.name) }
        names += taken.map(\.name)
        let shown = Set(names)
        let frames = variantsChosen(of: places.sorted(names).map { folder.path($0) }, scale: options.scale)
        if let whole = SubframeSequence(names) {
            let words = "sub-frames \(whole.numbers), sorted by number"
            let pattern = FilePath(folder.prefix + whole.pattern).description
            // The digits after a decimal point are not frame numbers.
            let list = FrameList(name: pattern, frames: frames.map { Frame($0.image) }, hints: ["\(pattern): \(words)"])
            return changing(list) { $0.subframes = whole.count == frames.count ? whole : nil }
        }
        try checkScales(frames, name: name, options: options)
        let wholes = FrameSet(Set(scales.keys.lazy.map(\.whole)).sorted())
        let missing = FrameNumbering(of: wholes, width: sequence.pattern.padding.width, prefix: "").missing
        let gap = missing.isEmpty ? [] : ["\(name): \(missing.asFrames) missing; sub-frame gaps are not filled"]
        let order = taken.isEmpty ? places.hints(on: name) : hint(on: taken, of: pattern, areTaken: true)
        let others = hint(on: strays.filter { !shown.contains($0.name) }, of: pattern)
        let restart = places.rollover.map { [FramePlaces.hint(on: $0, of: name)] } ?? []
        return FrameList(name: name, frames: frames, hints: order + others + restart + gap)
    }

    /// Returns the frames of a pattern. Its range determines the numbers and their order. If there is no range, the files
    /// determine them, as in a folder. A hint lists files that belong to the sequence but do not match its pattern.
    /// - Throws: ``ResolutionError`` if no file matches, if two files have the same number, or if frames have different scales.
    ///   With the policy ``NamingPolicy/error``, it is also thrown if the padding matches only a part of a sequence.
    public static func pattern(_ pattern: FramePattern, names: [String], options: Options = Options())
        throws(ResolutionError) -> FrameList
    {
        let files = files(of: pattern, among: names, idiom: options.idiom)
        guard !files.isEmpty
        else { throw .noMatch(pattern, similar: similar(to: pattern, names: names, options: options)) }
        let sequence = FileSequence(pattern: pattern, files: files)
        let (strays, whole, left) = strays(of: pattern, names: names, options: options)
        if options.naming == .error, let whole {
            throw .partOfSequence(pattern.with(frames: sequence.frames), strays, whole: whole)
        }
        let there = strays.isEmpty ? [] : Set(sequence.frames)
        var list = try list(of: sequence, options: options)
            .adding(hints: left + Leftovers.hints(on: sequence, of: pattern, among: names))
        list.respelled = strays.filter { $0.difference != .format && $0.number.map { !there.contains($0) } ?? false }
        guard let numbers = pattern.frames else { return list }
        let all = { Self.files(of: pattern.with(frames: nil), among: names, idiom: options.idiom).map(\.number) }
        list.stride = FrameList.stride(of: numbers, among: all())
        return list
    }

    /// Returns the files that a pattern leaves out, the sequence that all files form, if any, and hints about the files.
    package static func strays(of pattern: FramePattern, names: [String], options: Options)
        -> (files: [StrayFile], whole: ResolutionError.Candidate?, hints: [String])
    {
        let files = files(of: pattern, among: names, idiom: options.idiom)
        // Fast path: usually the pattern matches all files.
        guard !files.isEmpty, files.count < names.count, pattern.frames == nil else { return ([], nil, []) }
        let grouping = FileSequence.grouping(names: names, extensions: options.extensions, idiom: options.idiom)
        let sequence = FileSequence(pattern: pattern, files: files)
        let strays = grouping.strays(of: sequence, in: .pattern)
        let (count, name) = (strays.isEmpty ? 0 : files.count + strays.count, pattern.with(directory: ""))
        let whole = grouping.sequences.first { $0.pattern.hasSameName(as: name) && $0.files.count == count }
            .map { FolderPath(pattern.directory).candidate($0) }
        let remedy = whole.map { "; \(FilePath($0.pattern.description)) matches all \($0.frames.count)" } ?? ""
        return (strays, whole, hint(on: strays, of: pattern).map { $0 + remedy })
    }

    /// Returns the frames of files that are listed one by one. A single file is a still image. In natural order, the variants
    /// of one picture (`a.png`, `a@2x.png`, `a~ipad.png`) are one frame. If the specified order is kept, every file is a frame.
    /// If the files are one sequence and include all of its existing files from the first to the last, gaps are missing frames,
    /// as in a folder. Otherwise, hints list the gaps of each sequence, unless the options count them as missing.
    /// - Parameter names: The names in the common folder, or an empty array if there is none. A hint lists those that belong to
    ///   the sequence but do not match its pattern. If `nil`, two files can have the same number.
    /// - Throws: ``ResolutionError`` if there are no files, if two have the same number, or if scales differ.
    public static func files(
        _ paths: [FilePath],
        sorted order: FileOrder = .natural,
        among listed: [String]? = nil,
        options: Options = Options()
    ) throws(ResolutionError) -> FrameList {
        guard let first = paths.first else { throw .noFiles }
        if paths.count == 1 { return FrameList(name: first.description, frames: [Frame(file: first)]) }
        let (names, options) = (listed ?? [], listed == nil ? changing(options) { $0.naming = .show } : options)
        let paths = order == .natural ? UserInterfaceIdiom.chosen(options.idiom, among: paths) : paths
        if order == .natural, let sequence = commonSequence(of: paths, among: names, idiom: options.idiom) {
            let list = try list(of: sequence, options: options)
            let (gaps, given) = (list.missing, Set(sequence.files.lazy.map(\.name)))
            let grouping = FileSequence.grouping(names: names, extensions: options.extensions, idiom: options.idiom)
            let strays = grouping.strays(of: sequence).filter { !given.contains($0.name) }
            let left = hint(on: strays, of: sequence.pattern)
            let there = files(of: sequence.pattern, among: names, idiom: options.idiom).map(\.number)
            let others = there + strays.filter(\.isRespelled).compactMap(\.number)
            let isPart = names.isEmpty || others.contains(where: gaps.contains)
            guard !gaps.isEmpty, isPart, !options.countsGaps else { return list.adding(hints: left) }
            let hints = hint(onGaps: gaps, of: list.name) + left
            return list.replacing(list.frames, expected: sequence.orderedFrames, missing: FrameSet(), hints: hints)
        }
        if order == .natural { return try joined([paths], among: names, options) }
        let list = FrameList(name: "\(paths.count) files starting with \(first)", frames: paths.map { Frame(file: $0) })
        try checkScales(list.frames, name: list.name, options: options)
        guard let sequence = commonSequence(of: paths, among: names, idiom: options.idiom) else { return list }
        let name = FilePath(sequence.pattern.description).description
        return list.adding(hints: hint(onGaps: sequence.missing, of: name))
    }
}
