public import FlipbookCore
import FlipbookFiles
public import FlipbookScene
import FlipbookSequences

/// A locator that finds the frames in a manifest. A manifest's paths are relative to its folder.
public struct ManifestLocator: Sendable {
    /// The folders, in addition to the manifest's own folder, to which its paths may lead: with `..`, as absolute paths, or
    /// through links. `/` allows every folder. Absolute paths into the manifest's own folder are always allowed.
    public var allowedFolders: [FilePath]
    /// The output scale, which selects a variant such as `@2x`. If `nil`, the manifest's setting is used.
    public var scale: DisplayScale?
    /// The policy for different scale factors in the same list. If `nil`, the manifest's setting is used.
    public var mismatch: MismatchPolicy?
    /// The policy for names that leave the frames or their order ambiguous.
    public var naming = NamingPolicy.error
    /// The policy for missing frames of views. If `nil`, the manifest's setting is used.
    public var gaps: GapPolicy?
    /// The kind of device whose variants (`~ipad`) are preferred. If `nil`, only universal images are used.
    public var idiom: UserInterfaceIdiom?
    /// The dialect of the patterns. If `nil`, the manifest's setting is used.
    public var dialect: Dialect?
    /// The number of timeline slots per second. If `nil`, the manifest's setting is used.
    public var frameRate: FrameRate?
    /// The preferred languages. If `nil`, localized versions are ignored.
    public var languages: LanguagePreferences?
    fileprivate(set) var nesting = 0

    /// Creates a locator. Its values override the manifest's.
    public init(
        scale: DisplayScale? = nil,
        mismatch: MismatchPolicy? = nil,
        idiom: UserInterfaceIdiom? = nil,
        dialect: Dialect? = nil,
        frameRate: FrameRate? = nil,
        languages: LanguagePreferences? = nil,
        allowedFolders: [FilePath] = []
    ) {
        (self.languages, self.frameRate, self.scale, self.mismatch) = (languages, frameRate, scale, mismatch)
        (self.idiom, self.dialect, self.allowedFolders) = (idiom, dialect, allowedFolders)
    }

    /// Returns the frames of a manifest, with held frames repeated.
    /// - Parameters:
    ///   - numbers: The frame numbers to select, before held frames are repeated. If `nil`, all frames are selected.
    ///   - isHighlighted: A Boolean value that indicates whether the highlighted frames are used. If `nil`, the manifest's
    ///     setting is used.
    public func locate(_ file: ManifestFile, numbers: FrameSet? = nil, isHighlighted: Bool? = nil)
        throws(ManifestFileError) -> FrameList
    {
        try ManifestSearch(self, file).frames(numbers, isHighlighted: isHighlighted)
    }

    /// Returns the folder or pattern in a manifest, relative to the current folder, or `nil` if the manifest lists files.
    public func pattern(of file: ManifestFile) throws(ManifestFileError) -> FilePath? {
        guard case .pattern(let pattern) = file.manifest.animationImages else { return nil }
        return try ManifestSearch(self, file).path(of: FilePath(pattern), at: ManifestKey.animationImages.rawValue)
    }

    /// Returns the contents of a manifest with paths relative to the current folder, for `SequenceSettings`.
    /// - Throws: ``ManifestFileError`` if an overlay is missing, or if a file is outside the allowed folders.
    public func manifest(of file: ManifestFile) throws(ManifestFileError) -> SequenceManifest {
        try ManifestSearch(self, file).manifest()
    }

    /// Returns the overlays of a manifest with paths relative to the current folder.
    public func overlays(of file: ManifestFile) throws(ManifestFileError) -> [Overlay] {
        try file.manifest.overlays == nil ? [] : ManifestSearch(self, file).overlays() ?? []
    }

    /// Finds the frames of a manifest's timeline.
    /// - Parameter key: The timeline's key, for messages.
    /// - Throws: ``ManifestFileError`` if an input is not found, or if a clip needs more frames than its input has.
    package func located(
        _ timeline: Timeline,
        of file: ManifestFile,
        at key: String = ManifestKey.timeline.rawValue
    ) throws(ManifestFileError) -> LocatedTimeline { try ManifestSearch(self, file).located(timeline, at: key) }

    /// Returns the chapters of a manifest's timeline, one per clip, by frame number.
    /// - Returns: An empty array if there is no timeline, or if the timeline has a single clip.
    /// - Throws: ``ManifestFileError`` if an input is not found, or if a clip needs more frames than its input has.
    public func chapters(of file: ManifestFile) throws(ManifestFileError) -> [Chapter] {
        guard let timeline = file.manifest.timeline, timeline.clips.count > 1 else { return [] }
        let starts = try located(timeline, of: file).arrangement.starts
        return timeline.clips.compactMap { place, clip in
            starts[place].map { Chapter(name: clip.name, firstNumber: $0 + 1) }
        }
    }

    var nested: ManifestLocator { changing(self) { $0.nesting += 1 } }
}

struct ManifestSearch {
    let locator: ManifestLocator
    let file: ManifestFile
    private let boundary: Boundary
    var rate: FrameRate { locator.frameRate ?? file.manifest.frameRate ?? .imageViewDefault }

    init(_ locator: ManifestLocator, _ file: ManifestFile) throws(ManifestFileError) {
        (self.locator, self.file) = (locator, file)
        boundary = try Boundary(of: file.path, and: locator.allowedFolders)
    }

    func frames(_ numbers: FrameSet?, isHighlighted: Bool?) throws(ManifestFileError) -> FrameList {
        var list = FrameList(name: file.path.description, frames: [])
        var holds: [Int]?
        let shown = file.manifest.images(isHighlighted: isHighlighted ?? file.manifest.isHighlighted)
        let timeline = shown == nil || shown?.key == .image ? file.manifest.timeline : nil
        if timeline == nil, case (let key, .list(let entries))? = shown {
            list = FrameList(name: list.name, frames: try frames(of: entries, key))
            holds = entries.map { if case .slots(let count) = $0.timing { count } else { 1 } }
        } else {
            try refuse(waysOut())
            if let timeline {
                list = try frames(of: timeline)
            } else if case (let key, .pattern(let pattern))? = shown {
                list = try frames(of: FilePath(pattern), at: key.rawValue)
            } else if file.manifest.isScene {
                list = FrameList(name: list.name, frames: [Frame(number: nil, source: .nothing)])
            }
        }
        list = list.adding(hints: file.notes)
        if let holds, holds.contains(where: { $0 > 1 }) || numbers != nil {
            return try held(list, holds, numbers: numbers)
        }
        return try selecting(numbers, from: list)
    }

    private func held(_ list: FrameList, _ holds: [Int], numbers: FrameSet?) throws(ManifestFileError) -> FrameList {
        guard let numbers else {
            let frames = zip(list.frames, holds).flatMap { frame, count in repeatElement(frame, count: count) }
            return FrameList(name: list.name, frames: frames, hints: list.hints)
        }
        let chosen = try selecting(numbers, from: list)
        var holdOfNumber: [Int: Int] = [:]
        for (frame, count) in zip(list.frames, holds) { if let number = frame.number { holdOfNumber[number] = count } }
        let frames = chosen.frames.flatMap { frame in
            repeatElement(frame, count: frame.number.flatMap { holdOfNumber[$0] } ?? 1)
        }
        return chosen.replacing(frames, expected: chosen.expected, missing: chosen.missing)
    }

    private func selecting(_ numbers: FrameSet?, from list: FrameList) throws(ManifestFileError) -> FrameList {
        guard let numbers else { return list }
        return try wrapping(list.selecting(numbers), in: ManifestFileError.selection)
    }

    func manifest() throws(ManifestFileError) -> SequenceManifest {
        try refuse(waysOut(besides: .animationImages))
        var manifest = file.manifest.renaming { boundary.path(of: $0).string }
        manifest.overlays = try overlays() ?? []
        for name in file.manifest.namesBesideFrames where ["lut", "inputProfile"].contains(name.place) {
            _ = try existing(name.path, at: name.place)
        }
        var slots = 0
        try checkLengths(of: file.manifest.views, at: ManifestKey.views.rawValue, &slots)
        slots = 0
        manifest.views = try located(file.manifest.views, at: ManifestKey.views.rawValue, &slots)
        for (index, animation) in (file.manifest.animations ?? []).enumerated() {
            guard case .image(let image?) = animation.change else { continue }
            let path = try existing(image, at: "\(ManifestKey.animations.rawValue)[\(index)].to")
            manifest.animations?[index].change = .image(path)
        }
        return manifest
    }

    func overlays() throws(ManifestFileError) -> [Overlay]? {
        try file.manifest.overlays?.enumerated().map { index, overlay throws(ManifestFileError) in
            let image = try existing(overlay.image, at: "\(ManifestKey.overlays.rawValue)[\(index)]")
            return changing(overlay) { $0.image = image }
        }
    }

    /// Returns views and their subviews with paths relative to the current folder, and with patterns resolved.
    /// - Parameter slots: The number of frames in timelines so far.
    private func located(_ views: [ManifestView]?, at place: String, _ slots: inout Int) throws(ManifestFileError)
        -> [ManifestView]?
    {
        try views?.enumerated().map { index, view throws(ManifestFileError) in
            let place = "\(place)[\(index)]"
            var result = try locatingTimeline(of: view, at: place, &slots)
            if let image = view.image { result.image = try existing(image, at: "\(place).image") }
            if let image = view.highlightedImage {
                result.highlightedImage = try existing(image, at: "\(place).highlightedImage")
            }
            result.animationImages = try located(view.animationImages, at: "\(place).animationImages")
            let highlighted = view.highlightedAnimationImages
            result.highlightedAnimationImages = try located(highlighted, at: "\(place).highlightedAnimationImages")
            result.timeline = view.timeline?.renaming(at: place) { boundary.path(of: $0.path.string).string }
            result.subviews = try located(view.subviews, at: "\(place).subviews", &slots)
            result.overlayContentView = try located(view.overlayContentView, at: "\(place).overlayContentView", &slots)
            return result
        }
    }

    private func located(_ images: SequenceManifest.Images?, at place: String)
        throws(ManifestFileError) -> SequenceManifest.Images?
    {
        switch images {
        case nil: return nil
        case .list(let entries):
            let files = try entries.enumerated().map { index, entry throws(ManifestFileError) in
                let path = try existing(entry.image, at: "\(place)[\(index)]")
                return SequenceManifest.Entry(image: path, timing: entry.timing)
            }
            return .list(files)
        case .pattern(let pattern):
            let list = try frames(of: FilePath(pattern), at: place)
            var gaps = locator.gaps ?? file.manifest.gaps
            let skips = gaps.missing == .skip
            // Unless there are too many, missing frames keep their positions until the files are read, so that notes can list
            // them.
            if skips, list.missing.count <= 100_000 { gaps.missing = .hold }
            let complete = try wrapping(list.substituting(gaps, damaged: [:]).list) { (error: MissingFramesError) in
                ManifestFileError.files(self.error(at: place, error.explanation), areOutside: false)
            }
            let names = try? FramePattern(parsing: list.name)
            let files = complete.frames.compactMap { frame in
                let own = frame.substitution == nil ? nil : frame.number.flatMap { names?.path(of: $0) }
                let other = skips && frame.substitution != nil ? nil : frame.path
                return (own ?? other).map { SequenceManifest.Entry(image: $0) }
            }
            return .list(files)
        }
    }

    /// Returns a fault for each path that leads out of the folder. Unused keys are included, because they might be used later.
    /// - Parameter key: The key of a list to ignore.
    private func waysOut(besides key: ManifestKey? = nil) -> [ManifestFault] { outside(names(leadingOutBesides: key)) }

    private func names(leadingOutBesides key: ManifestKey?) -> [(path: FilePath, place: String)] {
        file.manifest.names(besides: key).filter { name in
            guard boundary.isInsideLexically(name.path.string) else { return true }
            let named = boundary.path(of: name.path.string)
            return ![named, localized(named)].allSatisfy { path in
                boundary.isInside(path) ?? boundary.isFolderInside(path.directory) ?? true
            }
        }.map { ($0.path, $0.place) }
    }

    private func refuse(_ faults: [ManifestFault], areOutside: Bool = true) throws(ManifestFileError) {
        guard !faults.isEmpty else { return }
        let sorted = faults.sorted { ($0.position.line, $0.position.column) < ($1.position.line, $1.position.column) }
        let most = Array(sorted.prefix(ManifestError.largestFaultCount))
        throw .files(ManifestError(file: file.path, faults: most), areOutside: areOutside)
    }

    func frames(of pattern: FilePath, at place: String) throws(ManifestFileError) -> FrameList {
        let path = try path(of: pattern, at: place)
        let manifest = file.manifest
        var options = Resolution.Options(naming: locator.naming, idiom: locator.idiom)
        options.scale = (locator.scale ?? manifest.scale ?? 1).variant
        options.mismatch = locator.mismatch ?? manifest.mismatch
        let dialect = locator.dialect ?? manifest.dialect
        let search = SequenceLocator(options: options, dialect: dialect, languages: locator.languages)
        let list = try wrapping(search.locate([path.string])) { (error: SequenceLocatorError) in
            ManifestFileError.frames(file.path, place, file.places.position(of: place), error)
        }
        let out = list.frames.compactMap(\.path).filter { !isAllowed($0) }
        let prefix = file.path.prefixOfName
        try refuse(outside(out.map { (FilePath(String($0.string.trimmingPrefix(prefix))), place) }))
        return list
    }

    private func frames(of entries: [SequenceManifest.Entry], _ key: ManifestKey) throws(ManifestFileError) -> [Frame] {
        var frames: [Frame] = []
        frames.reserveCapacity(entries.count)
        var faults: [ManifestFault] = []
        var out = names(leadingOutBesides: key)
        for (index, entry) in entries.enumerated() where faults.count < ManifestError.largestFaultCount {
            let isStill = key == .image || key == .highlightedImage
            let place = isStill ? key.rawValue : "\(key.rawValue)[\(index)]"
            let path = localized(boundary.path(of: entry.image.string))
            // A path whose text leads out of the folder is not looked up on disk.
            let leadsOut = !boundary.isInsideLexically(entry.image.string)
            if !leadsOut, let error = ManifestFile.absence(of: path) {
                faults.append(file.places.fault(at: place, error.explanation))
            } else if leadsOut || !isAllowed(path) {
                out.append((entry.image, place))
            } else {
                frames.append(changing(Frame(file: path)) { $0.duration = entry.duration })
            }
        }
        try refuse(faults + outside(out), areOutside: !out.isEmpty)
        return frames
    }

    func manifest(_ name: FilePath) -> FilePath? {
        let path = boundary.path(of: name.string)
        guard ManifestFile.Format(extensionOf: path) != nil, ManifestFile.absence(of: path) == nil,
            boundary.isInsideLexically(name.string), isAllowed(path)
        else { return nil }
        return path
    }

    func path(of name: FilePath, at place: String) throws(ManifestFileError) -> FilePath {
        try refuse(boundary.isInsideLexically(name.string) ? [] : outside([(name, place)]))
        return boundary.path(of: name.string)
    }

    private func existing(_ name: FilePath, at place: String) throws(ManifestFileError) -> FilePath {
        let path = localized(try path(of: name, at: place))
        if let error = ManifestFile.absence(of: path) {
            throw .files(self.error(at: place, error.explanation), areOutside: false)
        }
        try refuse(isAllowed(path) ? [] : outside([(name, place)]))
        return path
    }

    private func localized(_ path: FilePath) -> FilePath { locator.languages?.localized(path) ?? path }

    func error(at place: String, _ explanation: Explanation) -> ManifestError {
        ManifestError(file: file.path, faults: [file.places.fault(at: place, explanation)])
    }

    /// Returns `true` if the resolved path is in an allowed folder. A missing file is allowed here, and reported when it is
    /// read.
    private func isAllowed(_ path: FilePath) -> Bool { boundary.isInside(path) ?? true }

    /// Returns faults for paths that lead out of the folder. Absolute paths share one fault, because editors often write many
    /// of them.
    private func outside(_ names: [(path: FilePath, place: String)]) -> [ManifestFault] {
        let absolute = names.filter { $0.path.isAbsolute }
        let relative = names.filter { !$0.path.isAbsolute }.prefix(ManifestError.largestFaultCount)
        let faults = relative.map { outside([$0.path], at: $0.place) }
        return faults + absolute.prefix(1).map { outside(absolute.map(\.path).distinct, at: $0.place) }
    }

    private func outside(_ paths: [FilePath], at place: String) -> ManifestFault {
        let allowing = Remedy.set(.allowedFolders, to: boundary.folder(around: paths).string.quotedForShell)
        return file.places.fault(
            at: place,
            paths.count == 1
                ? "\(paths[0]) is outside the manifest's folder. Move it there, or allow it with \(remedy: allowing)."
                : "\(paths.count) files are outside the manifest's folder, starting with \(paths[0]). Allow them with "
                    + "\(remedy: allowing), or move them there."
        )
    }
}
