package import FlipbookCore
import FlipbookFiles
package import FlipbookImaging
package import FlipbookManifest
package import FlipbookMedia
package import FlipbookScene
import FlipbookSequences

/// The frames that a command line specifies, and their settings. Options take precedence over a manifest, and a manifest over
/// the defaults.
package struct SequenceInput {
    package private(set) var frames: FrameList
    package var manifest: SequenceManifest { file?.manifest ?? SequenceManifest() }

    private var located = SequenceManifest()

    package private(set) var file: ManifestFile?

    package private(set) var manifestLocator: ManifestLocator?

    let catalogImage: CatalogImage?

    package let options: SequenceOptions

    private let leniency: Leniency

    private var scene: SceneSettings?

    /// The codecs that read the frames. For a sprite sheet, they divide the sheet into frames.
    package private(set) var codecs = ImageCodecs.ofCommand

    package enum Leniency { case strict, showing }

    package init(_ options: SequenceOptions, _ leniency: Leniency = .strict) throws {
        (self.options, self.leniency) = (options, leniency)
        let isShowing = leniency == .showing
        let naming: NamingPolicy = isShowing ? .show : options.frames == nil ? .error : .chosen
        catalogImage = options.recursive ? nil : try CatalogImage(options)
        if let catalogImage {
            frames = catalogImage.frames
        } else if !options.recursive,
            let sheet = try SheetInput(options.input, options.sheet, allowedFolders: options.allowedFolders)
        {
            codecs = sheet.codecs
            frames =
                try options.frames.map { try sheet.frames.selecting($0.numbers(in: options.policies.dialect)) }
                ?? sheet.frames
        } else if !options.recursive, let file = try Self.readManifest(options) {
            self.file = file
            var locator = ManifestLocator(
                scale: options.scale,
                mismatch: options.mismatch?.policy ?? (isShowing ? file.manifest.$mismatch ?? .fit : nil),
                idiom: options.screen.idiom,
                dialect: options.policies.dialect,
                frameRate: options.fps,
                languages: options.languages,
                allowedFolders: options.allowedFolders
            )
            locator.naming = naming
            locator.gaps = options.policies.gaps(over: file.manifest, isShowing ? .hold : .error)
            manifestLocator = locator
            let numbers = try options.frames?.numbers(in: options.policies.dialect)
            frames = try locator.locate(file, numbers: numbers, isHighlighted: options.view.highlighted)
            located = try locator.manifest(of: file)
        } else {
            let locator = SequenceLocator(
                sort: options.sort,
                options: options.resolution(naming, mismatch: isShowing ? .fit : .error),
                dialect: options.policies.dialect,
                languages: options.languages,
                isRecursive: options.recursive
            )
            let list = try locator.locate(options.input, codecs: codecs)
            frames = try options.frames.map { try $0.frames(of: list, in: options.policies.dialect) } ?? list
        }
        if !frames.joinedGaps.isEmpty, ![nil, .error, .skip].contains(options.policies.missing) {
            _ = try frames.substituting(.error)
        }
        scene = SequenceSettings(located).scene
        if let device = options.screen.device {
            scene?.safeAreaInsets = device.safeAreaInsets(isLandscape: options.screen.landscape)
        }
        try options.scene.apply(to: &scene)
    }

    package func showing(_ frames: FrameList) -> SequenceInput { changing(self) { $0.frames = frames } }

    /// Returns the input with missing frames replaced according to its policy. The frames' hints contain the replacements.
    package func substituted() throws -> SequenceInput {
        showing(try frames.substituting(gaps.missing, maximumGap: gaps.maximumGap))
    }

    package func storedRate(beside manifest: SequenceManifest) async throws -> FrameRate? {
        guard frames.frames.count > 1, manifest.frameRate == nil, manifest.animationDuration == .zero,
            manifest.timeline == nil, !frames.hasDurations, let first = frames.frames.first,
            try await FrameSurvey.reading([first], codecs: codecs).headers.storedRate != nil
        else { return nil }
        return try await FrameSurvey.reading(frames.frames, codecs: codecs).headers.storedRate
    }

    package var notes: [String] {
        let manifest = options.over(self.manifest)
        var notes = catalogImage?.notes(tint: manifest.tintColor) ?? []
        if options.input.count > 1, options.frames == nil, let first = frames.expected?.first,
            let last = frames.expected?.last, first > last
        {
            notes.append("The files were sorted by number. To keep the given order, use --sort none.")
        }
        if manifest.isHighlighted, manifest.highlightedImage == nil, manifest.highlightedAnimationImages == nil {
            let place = options.view.highlighted == true ? "--highlighted" : "\(ManifestKey.isHighlighted.rawValue)"
            notes.append("\(place): there are no highlighted pictures, so the normal pictures are shown.")
        }
        return notes
    }

    package var manifestNotes: [String] { file?.notes ?? [] }
    /// The notes on how the frames were found. A single picture needs none.
    package var hints: [String] { frames.frames.count > 1 ? frames.hints : manifestNotes }
    package var gaps: GapPolicy { options.policies.gaps(over: manifest, leniency == .showing ? .hold : .error) }
    package var holdsUnasked: Bool { options.policies.missing == nil && manifest.$missing == nil }

    private static func readManifest(_ options: SequenceOptions) throws -> ManifestFile? {
        let input = options.input
        for argument in input where !argument.utf8.contains(0) {
            let path = FilePath(argument)
            guard let format = ManifestFile.format(of: path) else { continue }
            guard input.count == 1 else { throw Failure.usage("\(path): a manifest must be the only input.") }
            return try ManifestFile(reading: path, as: format, languages: options.languages)
        }
        return nil
    }

    /// Returns the number of cycles to use if no option specifies it. If the output can loop, this is the animated file's own
    /// number of cycles.
    private func animationRepeatCount(default defaultCount: Int) -> Int {
        defaultCount == 0 ? frames.animationRepeatCount ?? 0 : defaultCount
    }

    package func settings(repeatCount: Int?, default defaultCount: Int) -> SequenceSettings {
        var settings = SequenceSettings(located)
        settings.properties = options.over(located).properties
        settings.scene = scene
        settings.animationRepeatCount =
            repeatCount ?? (settings.scene == nil ? settings.$animationRepeatCount : nil)
            ?? animationRepeatCount(default: defaultCount)
        if options.languages.layoutDirection == .rightToLeft, settings.semanticContentAttribute == .unspecified {
            settings.semanticContentAttribute = .forceRightToLeft
        }
        if !options.view.overlays.isEmpty { settings.overlays = options.view.overlays }
        if let catalogImage {
            settings.stills = catalogImage.folder.files
            settings.isMirrored = settings.isMirrored != catalogImage.isMirrored
            settings.tintColor = settings.tintColor ?? catalogImage.tintColor
            settings.resizing = settings.resizing ?? catalogImage.resizing
        }
        settings.codecs = codecs
        settings.isRateOfAllFrames = options.frames != nil && options.fps == nil && options.duration == nil
        settings.gaps = gaps
        if leniency == .showing { settings.mismatch = settings.$mismatch ?? .fit }
        if settings.resizing == nil { settings.contentMode = settings.properties.shownContentMode }
        if let memory = options.memory { settings.memory = MemoryBudget(byteCount: memory.value) }
        return settings
    }

    /// Converts an error to a failure. The message refers to a setting by its option or by its position in the manifest.
    package func failure(_ error: some ExplainedError, _ kind: ErrorKind, about fault: SettingFault?) -> Failure {
        Failure(message: fault.map(sentence) ?? error.sentence, status: kind.ending)
    }

    private func sentence(_ fault: SettingFault) -> String {
        if let option = options.name(of: fault.key) {
            // The reason begins with the value's name if the value is part of a list.
            return fault.index == nil ? "\(option): \(fault.reason.sentence)" : "\(option) \(fault.reason.sentence)"
        }
        if let catalogImage, fault.key == .capInsets {
            let position = catalogImage.position
            return
                "\(catalogImage.folder.contents):\(position.line):\(position.column): resizing: "
                + "\(fault.reason.sentence)"
        }
        guard let file else { return fault.sentence }
        let path = fault.key.rawValue + (fault.index.map { "[\($0)]" } ?? "")
        let position = file.position(of: path)
        return "\(file.path):\(position.line):\(position.column): \(fault.sentence)"
    }
}

extension ImageCodecs { package static let ofCommand = ImageCodecs.standard.withVideos }

extension SequenceOptions {
    fileprivate func name(of key: ManifestKey) -> String? {
        if let option = ManifestRow.option(setting: key, in: properties) { return "--\(option.name)" }
        return switch key {
        case .size where screen.device != nil: "--device"
        case .overlays where !view.overlays.isEmpty: "--overlay"
        default: nil
        }
    }
}

/// The other pictures that a player shows for an image view: its stills and its highlighted state.
extension SequenceInput {
    package func usualFrames() throws -> FrameList { try frames(isHighlighted: false) ?? substituted().frames }

    package func highlightedFrames() throws -> FrameList { try frames(isHighlighted: true) ?? usualFrames() }

    package var playerHints: [String] {
        guard let file else { return notes + frames.hints }
        let own = manifest.keysWithoutEffect.flatMap { key in
            file.notes.filter { $0.hasPrefix("\(file.path): \(key.rawValue): ") }
        }
        return notes + frames.hints.filter { !own.contains($0) }
    }

    package func frames(isHighlighted: Bool) throws -> FrameList? {
        guard let file, let locator = manifestLocator, manifest.images(isHighlighted: isHighlighted) != nil
        else { return nil }
        let numbers = try options.frames?.numbers(in: options.policies.dialect)
        let list = try locator.locate(file, numbers: numbers, isHighlighted: isHighlighted)
        return try list.substituting(gaps.missing, maximumGap: gaps.maximumGap)
    }

    package func still(_ name: FilePath?, _ key: ManifestKey) throws -> Frame? {
        guard let name, let manifestFile = file?.path else { return nil }
        let path = manifestFile.naming(name.string)
        do {
            return Frame(try Image(contentsOfFile: path))
        } catch { throw Failure.incomplete("\(manifestFile): \(key.rawValue): \(path): \(error.sentence)") }
    }
}
