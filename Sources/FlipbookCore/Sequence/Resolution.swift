/// Turns names into a ``FrameList``: no disk, no clock, the same names always give the same list.
public enum Resolution {
    /// What the names are read with.
    public struct Options: Hashable, Sendable {
        /// Output pixels per point: which of the variants `@2x` and `@3x` is wanted.
        public var scale: Int
        /// Whether frames of different scale factors may stand in one list.
        public var mismatch: MismatchPolicy
        /// What is done where two files are one frame.
        public var repeats: RepeatedFramePolicy
        /// The kind of device whose variants (`~ipad`) are taken where there are any; `nil` for the universal ones.
        public var idiom: UserInterfaceIdiom?
        /// What counts as an image in a folder: extensions in lower case.
        public var extensions: Set<String>

        /// Options, by default those of the command without any option.
        public init(
            scale: Int = 1,
            mismatch: MismatchPolicy = .error,
            repeats: RepeatedFramePolicy = .error,
            idiom: UserInterfaceIdiom? = nil,
            extensions: Set<String> = FileSequence.imageExtensions
        ) {
            self.scale = scale
            self.mismatch = mismatch
            self.repeats = repeats
            self.idiom = idiom
            self.extensions = extensions
        }
    }

    /// The one sequence of a folder, or its one still.
    ///
    /// Frames are in the order of their numbers; what lies between the first and
    /// the last by the usual step and is not there is missing. Images that do not
    /// belong to the sequence are left out, and a hint says so.
    /// - Parameters:
    ///   - path: the folder, for the paths of the frames.
    ///   - names: the names in the folder, in any order.
    /// - Throws: ``ResolutionError`` where the folder has no image, several sequences,
    ///   several images that are none, two files of one number, or frames of different scales.
    public static func directory(
        _ path: String,
        names: [String],
        options: Options = Options()
    ) throws(ResolutionError) -> FrameList {
        let folder = FolderPath(path)
        let grouping = FileSequence.grouping(names: names, extensions: options.extensions, idiom: options.idiom)
        let candidates = candidates(in: grouping.sequences, repeats: options.repeats)
        if candidates.count > 1 {
            if let (number, first, second) = repeatedNumber(in: candidates) {
                throw .repeatedNumber(number, folder.path(first), folder.path(second))
            }
            throw .severalSequences(folder: folder.shown, candidates.map { folder.candidate($0) })
        }
        guard let sequence = candidates.first else {
            return try still(in: grouping, folder: folder, options: options)
        }
        let list = try list(of: sequence.with(directory: folder.prefix), options: options)
        return list.adding(hints: leftOutHint(grouping, sequence: sequence, folder: folder))
    }

    /// The frames that a pattern names.
    ///
    /// A pattern with a range has exactly its numbers in its order, and those without a file are
    /// missing. Without a range the files tell, as in a folder.
    /// - Parameter names: the names in the pattern's folder, in any order.
    /// - Throws: ``ResolutionError`` where nothing matches, and for two files of one
    ///   number and frames of different scales.
    public static func pattern(
        _ pattern: FramePattern,
        names: [String],
        options: Options = Options()
    ) throws(ResolutionError) -> FrameList {
        let files = files(of: pattern, among: names, idiom: options.idiom)
        guard !files.isEmpty else {
            throw .noMatch(pattern, similar: similar(to: pattern, names: names, options: options))
        }
        return try list(of: FileSequence(pattern: pattern, files: files), options: options)
    }

    /// Files by name: a single one is a still, several are frames.
    ///
    /// In natural order the variants of one picture (`a.png`, `a@2x.png`, `a~ipad.png`) are one
    /// frame. In the given order every file is a frame. None is missing, since the
    /// files were named one by one; where their numbers have gaps, a hint says so.
    /// - Throws: ``ResolutionError`` for no file at all, for two files of one number in natural
    ///   order, and for frames of different scales.
    public static func files(
        _ paths: [FilePath],
        sorted order: FileOrder = .natural,
        options: Options = Options()
    ) throws(ResolutionError) -> FrameList {
        guard let first = paths.first else { throw .noFiles }
        if paths.count == 1 { return FrameList(name: first.description, frames: [Frame(file: first)]) }
        let paths = order == .natural ? UserInterfaceIdiom.chosen(options.idiom, among: paths) : paths
        if order == .natural, let sequence = commonSequence(of: paths, idiom: options.idiom) {
            let list = try list(of: sequence, options: options)
            let gaps = list.missing
            let hints = gaps.isEmpty ? [] : ["\(list.name): \(gaps.asFrames) not among the files given"]
            return FrameList(
                name: list.name,
                frames: list.frames,
                expected: sequence.frames,
                missing: FrameSet(),
                hints: list.hints + hints
            )
        }
        var frames = paths.map(Frame.init(file:))
        if order == .natural { frames = variantsChosen(of: paths, scale: options.scale) }
        let name = frames.count == 1 ? first.description : "\(frames.count) files from \(first) on"
        try checkScales(frames, name: name, options: options)
        return FrameList(name: name, frames: frames)
    }
}
