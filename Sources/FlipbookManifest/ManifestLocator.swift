public import FlipbookCore
import FlipbookFiles
public import FlipbookScene
import FlipbookSequences

/// Finds the frames that a manifest names: the way from its paths, relative to it, to a `FrameList`.
public struct ManifestLocator: Sendable {
    /// A Boolean value that lets paths lead out of the manifest's folder, by `..`, as absolute ones or through links.
    public var allowsOutside: Bool
    /// The wanted one of the variants `@2x` and `@3x`, or `nil` if the manifest decides.
    public var scale: DisplayScale?
    /// The policy for frames of different scale factors in one list, or `nil` if the manifest decides.
    public var mismatch: MismatchPolicy?
    /// The policy for names that leave open which frames there are, or their order.
    public var naming = NamingPolicy.error
    /// The policy for missing frames of views, or `nil` if the manifest decides.
    public var gaps: GapPolicy?
    /// The kind of device whose variants (`~ipad`) a pattern takes where there are any; `nil` for the universal ones.
    public var idiom: UserInterfaceIdiom?
    /// Whose patterns are read, or `nil` if the manifest decides.
    public var dialect: Dialect?
    /// The slots of a timeline in a second, or `nil` if the manifest decides.
    public var frameRate: FrameRate?
    /// In which languages pictures are wanted; `nil` for those that are named, without a look into folders of languages.
    public var languages: LanguagePreferences?
    /// The number of manifests around this one, each a clip of the next.
    var nesting = 0

    /// A locator. What it is given counts before what a manifest says.
    public init(
        scale: DisplayScale? = nil,
        mismatch: MismatchPolicy? = nil,
        idiom: UserInterfaceIdiom? = nil,
        dialect: Dialect? = nil,
        frameRate: FrameRate? = nil,
        languages: LanguagePreferences? = nil,
        allowsOutside: Bool = false
    ) {
        (self.languages, self.frameRate, self.scale, self.mismatch) = (languages, frameRate, scale, mismatch)
        (self.idiom, self.dialect, self.allowsOutside) = (idiom, dialect, allowsOutside)
    }

    /// The frames of a manifest, held ones repeated, each with its duration where it has one.
    ///
    /// - Parameter numbers: which frame numbers are wanted; all where it is `nil`. They are chosen before held
    ///   frames are repeated.
    /// - Parameter isHighlighted: whether the highlighted frames are wanted; what the manifest says where it is `nil`.
    /// - Throws: ``ManifestFileError``.
    public func locate(
        _ file: ManifestFile,
        numbers: FrameSet? = nil,
        isHighlighted: Bool? = nil
    ) throws(ManifestFileError) -> FrameList {
        var list = FrameList(name: file.path.description, frames: [])
        var holds: [Int]?
        let isHighlighted = isHighlighted ?? file.manifest.isHighlighted
        let shown = file.manifest.images(isHighlighted: isHighlighted)
        let timeline = shown == nil || shown?.key == .image ? file.manifest.timeline : nil
        if timeline == nil, case (let key, .list(let entries))? = shown {
            list = FrameList(name: list.name, frames: try frames(of: entries, in: file, key: key))
            holds = entries.map { if case .slots(let count) = $0.timing { count } else { 1 } }
        } else {
            try refuse(try waysOut(of: file), in: file)
            if let timeline {
                list = try frames(of: timeline, in: file)
            } else if case (let key, .pattern(let pattern))? = shown {
                list = try frames(of: pattern, in: file, at: key.rawValue)
            } else if file.manifest.isScene {
                // Views on a canvas, and nothing in the place of the frames.
                list = FrameList(name: list.name, frames: [Frame(number: nil, source: .nothing)])
            }
        }
        list = list.adding(hints: file.notes)
        if let holds, holds.contains(where: { $0 > 1 }) || numbers != nil {
            return try held(list, holds, numbers: numbers)
        }
        return try Self.selecting(numbers, from: list)
    }

    /// The folder or pattern that a manifest names, as seen from where the command runs, or `nil` if it lists files.
    /// - Throws: ``ManifestFileError/files(_:areOutside:)``.
    public func pattern(of file: ManifestFile) throws(ManifestFileError) -> FilePath? {
        guard case .pattern(let pattern) = file.manifest.animationImages else { return nil }
        let boundary = try Boundary(of: file.path)
        guard allowsOutside || boundary.isInsideLexically(pattern) else {
            throw Self.outside(FilePath(pattern), in: file, at: ManifestKey.animationImages.rawValue)
        }
        return boundary.path(of: pattern)
    }

    private func held(_ list: FrameList, _ holds: [Int], numbers: FrameSet?) throws(ManifestFileError) -> FrameList {
        guard let numbers else {
            let frames = zip(list.frames, holds).flatMap { frame, count in repeatElement(frame, count: count) }
            return FrameList(name: list.name, frames: frames, hints: list.hints)
        }
        let chosen = try Self.selecting(numbers, from: list)
        var holdOfNumber: [Int: Int] = [:]
        for (frame, count) in zip(list.frames, holds) {
            if let number = frame.number { holdOfNumber[number] = count }
        }
        let frames = chosen.frames.flatMap { frame in
            repeatElement(frame, count: frame.number.flatMap { holdOfNumber[$0] } ?? 1)
        }
        return FrameList(
            name: chosen.name,
            frames: frames,
            expected: chosen.expected,
            missing: chosen.missing,
            hints: chosen.hints
        )
    }

    private static func selecting(_ numbers: FrameSet?, from list: FrameList) throws(ManifestFileError) -> FrameList {
        guard let numbers else { return list }
        return try wrapping(list.selecting(numbers), in: ManifestFileError.selection)
    }

    /// The locator of the files of a manifest's pattern.
    private func locator(for manifest: SequenceManifest) -> SequenceLocator {
        SequenceLocator(
            options: Resolution.Options(
                scale: (scale ?? manifest.scale ?? 1).variant,
                mismatch: mismatch ?? manifest.mismatch,
                naming: naming,
                idiom: idiom
            ),
            dialect: dialect ?? manifest.dialect,
            languages: languages
        )
    }

    /// What a manifest says, all its files as seen from where the program runs: what `SequenceSettings` of `FlipbookMedia`
    /// are made of.
    /// - Throws: ``ManifestFileError``: an overlay is not there, or a file outside.
    public func manifest(of file: ManifestFile) throws(ManifestFileError) -> SequenceManifest {
        // A list of frames is looked through where they are located.
        try refuse(try waysOut(of: file, besides: .animationImages), in: file)
        let boundary = try Boundary(of: file.path)
        var manifest = file.manifest.renaming { boundary.path(of: $0).string }
        manifest.overlays = try overlays(of: file)
        for (key, name) in file.manifest.colorFiles { _ = try existing(name, boundary, file, key.rawValue) }
        var slots = 0
        try checkLengths(of: file.manifest.views, in: file, at: ManifestKey.views.rawValue, &slots)
        slots = 0
        manifest.views = try located(file.manifest.views, boundary, file, ManifestKey.views.rawValue, &slots)
        manifest.animations = try file.manifest.animations?.enumerated().map {
            index,
            animation throws(ManifestFileError) in
            guard case .image(let image?) = animation.change else { return animation }
            let path = try existing(image, boundary, file, "\(ManifestKey.animations.rawValue)[\(index)].to")
            return changing(animation) { $0.change = .image(path) }
        }
        return manifest
    }

    /// The overlays of a manifest, their files as seen from where the command runs.
    /// - Throws: ``ManifestFileError``: a file is not there, or outside.
    public func overlays(of file: ManifestFile) throws(ManifestFileError) -> [Overlay] {
        guard let overlays = file.manifest.overlays, !overlays.isEmpty else { return [] }
        let boundary = try Boundary(of: file.path)
        return try overlays.enumerated().map { index, overlay throws(ManifestFileError) in
            let image = try existing(overlay.image, boundary, file, "\(ManifestKey.overlays.rawValue)[\(index)]")
            return changing(overlay) { $0.image = image }
        }
    }

    /// A view and all within, their files as seen from where the command runs, and patterns replaced by what is there.
    /// - Parameter slots: How many frames the timelines of views have together.
    private func located(
        _ view: ManifestView,
        _ boundary: Boundary,
        _ file: ManifestFile,
        _ place: String,
        _ slots: inout Int
    ) throws(ManifestFileError) -> ManifestView {
        var result = try locatingTimeline(of: view, in: file, at: place, &slots)
        if let image = view.image { result.image = try existing(image, boundary, file, "\(place).image") }
        if let image = view.highlightedImage {
            result.highlightedImage = try existing(image, boundary, file, "\(place).highlightedImage")
        }
        result.animationImages = try located(view.animationImages, boundary, file, "\(place).animationImages")
        result.highlightedAnimationImages = try located(
            view.highlightedAnimationImages,
            boundary,
            file,
            "\(place).highlightedAnimationImages"
        )
        result.timeline = view.timeline?.renaming { boundary.path(of: $0).string }
        result.subviews = try located(view.subviews, boundary, file, "\(place).subviews", &slots)
        result.overlayContentView = try located(
            view.overlayContentView,
            boundary,
            file,
            "\(place).overlayContentView",
            &slots
        )
        return result
    }

    private func located(
        _ views: [ManifestView]?,
        _ boundary: Boundary,
        _ file: ManifestFile,
        _ place: String,
        _ slots: inout Int
    ) throws(ManifestFileError) -> [ManifestView]? {
        try views?.enumerated().map { index, view throws(ManifestFileError) in
            try located(view, boundary, file, "\(place)[\(index)]", &slots)
        }
    }

    private func located(
        _ images: SequenceManifest.Images?,
        _ boundary: Boundary,
        _ file: ManifestFile,
        _ place: String
    ) throws(ManifestFileError) -> SequenceManifest.Images? {
        switch images {
        case nil: return nil
        case .list(let entries):
            return .list(
                try entries.enumerated().map { index, entry throws(ManifestFileError) in
                    let path = try existing(entry.image, boundary, file, "\(place)[\(index)]")
                    return SequenceManifest.Entry(image: path, timing: entry.timing)
                }
            )
        case .pattern(let pattern):
            let list = try frames(of: pattern, in: file, at: place)
            do throws(MissingFramesError) {
                var gaps = gaps ?? file.manifest.gaps
                let skips = gaps.missing == .skip
                // A missing frame keeps its place until the others are read, so that the notes name it; more would be slow.
                if skips, list.missing.count <= 100_000 { gaps.missing = .hold }
                let complete = try list.substituting(gaps, damaged: [:]).list
                let names = try? FramePattern(parsing: list.name)
                return .list(
                    complete.frames.compactMap { frame in
                        // What stands in for a file that is not there is decided where the others are read.
                        let own = frame.substitution == nil ? nil : frame.number.flatMap { names?.path(of: $0) }
                        let other = skips && frame.substitution != nil ? nil : frame.path
                        return (own ?? other).map { SequenceManifest.Entry(image: $0) }
                    }
                )
            } catch {
                let fault = file.places.fault(at: place, error.explanation)
                throw .files(ManifestError(file: file.path, faults: [fault]), areOutside: false)
            }
        }
    }

    /// All names that lead out of the folder, also under keys that nothing looks at now: an author that writes them into
    /// another manifest, or asks for them later, must not get out by that.
    /// - Parameter key: A list's that is left out.
    private func waysOut(
        of file: ManifestFile,
        besides key: ManifestKey? = nil
    ) throws(ManifestFileError) -> [ManifestFault] {
        guard !allowsOutside else { return [] }
        let boundary = try Boundary(of: file.path)
        let out = file.manifest.names(besides: key).lazy.filter { name in
            guard boundary.isInsideLexically(name.path.string) else { return true }
            let named = boundary.path(of: name.path.string)
            return ![named, languages?.localized(named) ?? named].allSatisfy { path in
                // Of a pattern only its folder is on the disk.
                boundary.isInside(path) ?? boundary.isFolderInside(path.directory) ?? true
            }
        }
        return out.prefix(ManifestError.largestFaultCount).map {
            file.places.fault(at: $0.place, Self.outsideMessage($0.path))
        }
    }

    /// Throws where there are faults, in the order of the text.
    private func refuse(
        _ faults: [ManifestFault],
        areOutside: Bool = true,
        in file: ManifestFile
    ) throws(ManifestFileError) {
        guard !faults.isEmpty else { return }
        let sorted = faults.sorted {
            ($0.position.line, $0.position.column) < ($1.position.line, $1.position.column)
        }
        let most = sorted.prefix(ManifestError.largestFaultCount)
        throw .files(ManifestError(file: file.path, faults: Array(most)), areOutside: areOutside)
    }

    /// The frames of a pattern, a folder or a file that stands at a path of the document.
    func frames(
        of pattern: String,
        in file: ManifestFile,
        at place: String
    ) throws(ManifestFileError) -> FrameList {
        let boundary = try Boundary(of: file.path)
        let path = boundary.path(of: pattern)
        guard allowsOutside || boundary.isInsideLexically(pattern) else {
            throw Self.outside(FilePath(pattern), in: file, at: place)
        }
        let list: FrameList
        do { list = try locator(for: file.manifest).locate([path.string]) } catch {
            throw .frames(file.path, place, file.places.position(of: place), error)
        }
        let out = list.frames.lazy.compactMap(\.path).filter { !isAllowed($0, boundary) }
            .prefix(ManifestError.largestFaultCount)
        try refuse(out.map { file.places.fault(at: place, Self.outsideMessage($0)) }, in: file)
        return list
    }

    private func frames(
        of entries: [SequenceManifest.Entry],
        in file: ManifestFile,
        key: ManifestKey
    ) throws(ManifestFileError) -> [Frame] {
        let boundary = try Boundary(of: file.path)
        var frames: [Frame] = []
        frames.reserveCapacity(entries.count)
        var faults = try waysOut(of: file, besides: key)
        var isOutside = !faults.isEmpty
        for (index, entry) in entries.enumerated() where faults.count < ManifestError.largestFaultCount {
            let isStill = key == .image || key == .highlightedImage
            let place = isStill ? key.rawValue : "\(key.rawValue)[\(index)]"
            let named = boundary.path(of: entry.image.string)
            let path = languages?.localized(named) ?? named
            // Nothing is looked up on the disk that the words lead out of the folder.
            let leadsOut = !allowsOutside && !boundary.isInsideLexically(entry.image.string)
            if !leadsOut, let error = ManifestFile.absence(of: path) {
                faults.append(file.places.fault(at: place, error.explanation))
                continue
            }
            if leadsOut || !isAllowed(path, boundary) {
                isOutside = true
                faults.append(file.places.fault(at: place, Self.outsideMessage(entry.image)))
                continue
            }
            var frame = Frame(file: path)
            if case .duration(let time) = entry.timing { frame.duration = time }
            frames.append(frame)
        }
        try refuse(faults, areOutside: isOutside, in: file)
        return frames
    }

    /// The path of a manifest that another one names, and may, or `nil` if the name is none of a manifest.
    func manifest(_ name: String, of file: ManifestFile) throws(ManifestFileError) -> FilePath? {
        let boundary = try Boundary(of: file.path)
        let path = boundary.path(of: name)
        guard ManifestFile.Format(extensionOf: path) != nil, ManifestFile.absence(of: path) == nil,
            allowsOutside || boundary.isInsideLexically(name), isAllowed(path, boundary)
        else { return nil }
        return path
    }

    /// The path of a file that is there, and that the manifest may name.
    private func existing(
        _ name: FilePath,
        _ boundary: Boundary,
        _ file: ManifestFile,
        _ place: String
    ) throws(ManifestFileError) -> FilePath {
        guard allowsOutside || boundary.isInsideLexically(name.string) else {
            throw Self.outside(name, in: file, at: place)
        }
        let named = boundary.path(of: name.string)
        let path = languages?.localized(named) ?? named
        if let error = ManifestFile.absence(of: path) {
            let fault = file.places.fault(at: place, error.explanation)
            throw .files(ManifestError(file: file.path, faults: [fault]), areOutside: false)
        }
        guard isAllowed(path, boundary) else { throw Self.outside(name, in: file, at: place) }
        return path
    }

    /// Whether a file may be shown by where it really lies. What leads nowhere is reported when it is opened.
    private func isAllowed(_ path: FilePath, _ boundary: Boundary) -> Bool {
        guard allowsOutside else { return boundary.isInside(path) ?? true }
        ConfinedFiles.release(path)
        return true
    }

    private static func outside(_ path: FilePath, in file: ManifestFile, at place: String) -> ManifestFileError {
        let fault = file.places.fault(at: place, outsideMessage(path))
        return .files(ManifestError(file: file.path, faults: [fault]), areOutside: true)
    }

    private static func outsideMessage(_ path: FilePath) -> Explanation {
        path.isAbsolute
            ? "\(path) is an absolute path, which is another file elsewhere. Write it as seen from the manifest's folder, "
                + "or allow it with \(remedy: .set(.filesOutside))."
            : "\(path) is outside the manifest's folder. Move it there, or allow it with \(remedy: .set(.filesOutside))."
    }
}
