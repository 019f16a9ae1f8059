package import FlipbookCore
import FlipbookFiles
package import FlipbookImaging
package import FlipbookRender
package import FlipbookScene
package import FlipbookSequences

@dynamicMemberLookup
package struct CheckedSequence: Sendable {
    var checked: CheckedFrames

    package subscript<Value>(dynamicMember member: KeyPath<CheckedFrames, Value>) -> Value { checked[keyPath: member] }

    package let runs: HeldRuns

    package let settings: SequenceSettings
    package let scene: BoundScene
    package private(set) var target: RenderTarget
    package let renderer: FrameRenderer
    let unseenOverlays: [Int]
    private let cache: FrameCache
    package let gestures: [SceneGesture]
    /// The animations of the scene, including those that its events trigger.
    package let happening: [ManifestAnimation]
    package let texts: [Image]
    /// The missing and damaged files of the scene's views that are replaced by substitutes.
    package let damagedFilesOfViews: Set<FilePath>
    let standInsInViews: [String]
    /// The bits per channel of decoded pictures, at most 16.
    package let depth: Int
    package var isDeep: Bool { depth > 8 }
    let statedColors: [FilePath: StatedColors]
    /// The first SVG file that refers to an external file, and the reference. The external file is not loaded.
    let outsideReference: (file: FilePath, target: String)?
    package let hasGaps: Bool
    /// A Boolean value that indicates whether all colors are gray, including those of overlays and the background.
    package let isGray: Bool
    /// A Boolean value that indicates whether memory is used to cache decoded pictures instead of composited ones.
    package let keepsDecodedAlone: Bool

    /// Checks everything that can be checked before the first picture is decoded.
    /// - Parameters:
    ///   - pictures: Sets the target's pixel format to suit a bit depth, transparency, and color.
    ///   - known: The entries of files that have already been read.
    ///   - keepsDecoded: A Boolean value that indicates whether decoded pictures will soon be drawn again.
    ///   - former: An earlier sequence whose drawings keep their numbers.
    /// - Throws: ``SequenceError`` with all faulty frames, or an error if the task is canceled.
    package init(
        _ list: FrameList,
        settings: SequenceSettings,
        known: [FilePath: FrameSurvey.Entry] = [:],
        unreadable: CheckedFrames.Unreadable = .refused,
        passes: Int = 1,
        pictures: (_ target: inout RenderTarget, _ depth: Int, _ hasGaps: Bool, _ isGray: Bool) -> Void,
        keepsDecoded: Bool = false,
        following former: CheckedSequence? = nil
    ) async throws {
        var settings = settings
        // A sequence that follows another one or is made from it uses the same levels.
        if settings.levels == .automatic, let known = former?.settings, known.areLevelsMeasured {
            (settings.levels, settings.areLevelsMeasured) = (known.levels, true)
        }
        settings = try settings.readingColors()
        let own = try await CheckedFrames(list, settings, known: known, unreadable: unreadable)
        settings = try await settings.measuringLevels(of: own.frames)
        // If the colors differ, drawings of the former sequence cannot be reused.
        let former = former.flatMap { $0.settings.codecs.colors == settings.codecs.colors ? $0 : nil }
        settings.burnIns = settings.burnIns.map { $0.beginning(at: own.storedTimeCode) }
        var stage: SceneStage?
        if let scene = settings.scene {
            let canvas = Rect(origin: .zero, size: Size(own.canvas, scale: own.scale.value))
            let view = settings.layer(on: canvas, showing: .nothing)
            stage = try await SceneStage(scene, over: own, in: view, settings, known: known)
        }
        // An excerpt's list already contains the scene's frames.
        let isExcerpt = settings.excerpt != nil
        let checked = stage.flatMap { isExcerpt ? nil : own.showing($0, cycles: settings.animationRepeatCount) } ?? own
        (self.checked, self.settings) = (checked, settings)
        gestures = stage?.gestures ?? []
        (happening, texts) = (stage?.happening ?? [], stage?.texts ?? [])
        (damagedFilesOfViews, standInsInViews) = (stage?.damagedFiles ?? [], stage?.hints ?? [])
        do throws(CanvasError) {
            var scene = BoundScene(
                try settings.scene(
                    showing: checked.survey.entries.map(\.frame),
                    at: checked.timing,
                    size: checked.canvas,
                    scale: checked.scale.value,
                    on: stage
                ),
                stage?.survey ?? checked.survey,
                at: stage?.clock,
                drawings: former?.scene.drawings
                    ?? DrawingTable(
                        codecs: settings.codecs,
                        withoutLevels: settings.sourcesWithoutLevels(beside: checked.frames)
                    )
            )
            scene.showsLayers = settings.showsLayers
            self.scene = scene
            depth = min(16, checked.survey.headers.map(\.bitDepth).max() ?? 8)
            let stencil = scene.scene.layers[0].properties.templateColor()
            hasGaps = settings.hasGaps(between: own, stencil) || stage?.hasGaps == true && !settings.isOpaque
            isGray = stage == nil && settings.isGray(checked.survey)
            var target = RenderTarget(scene.scene)
            (target.canvas, target.keepsScreenCurve) = (settings.codecs.colors.canvas, true)
            pictures(&target, depth, hasGaps, isGray)
            self.target = target
            renderer =
                former?.renderer
                // Decoded pictures are cached if the same files may be drawn differently, for example because a player changes
                // the view.
                ?? FrameRenderer(
                    scene.drawings,
                    decode: unreadable == .played || keepsDecoded || stage != nil
                        ? DecodeCache(settings.memory, of: scene.drawings).picture : nil,
                    memory: settings.memory
                )
            unseenOverlays = try renderer.prepare(scene, for: target).map { $0 - 1 }
                .filter(settings.overlays.indices.contains)
        } catch { throw SequenceError(error, of: settings, first: checked.survey.entries[0].frame.path?.description) }
        statedColors =
            settings.codecs.colors.replacesProfiles
            ? [:] : try await checked.survey.statedColors(codecs: settings.codecs)
        outsideReference = try await checked.survey.outsideReference()
        runs = HeldRuns(scene.frameLooks)
        // Pictures that are shown only once are not worth caching.
        let isShownAgain = passes > 1 || runs.hasRecurringDrawings || settings.animationRepeatCount != 1
        let byteCount = Picture.byteCount(size: target.outputSize, format: target.format)
        keepsDecodedAlone =
            settings.isLive || runs.areMadeOfFewer(scene.drawings.count, of: byteCount, than: settings.memory)
        let memory = isShownAgain ? settings.memory : MemoryBudget(byteCount: 0)
        cache = FrameCache(memory, renderer: renderer, keepsNewestAlone: keepsDecodedAlone)
    }

    /// Returns the sequence with a different cycle duration. If the duration is 0, the frames' own durations are used, or 1/30
    /// s for each frame.
    /// - Throws: ``SequenceError/unusableRate(frameCount:duration:)``, or ``SequenceError/noCommonFraction(name:)``.
    package func lasting(_ duration: RationalTime) throws(SequenceError) -> CheckedSequence {
        var copy = self
        (copy.checked.timing, copy.checked.rate) = try checked.frames.times(at: nil, lasting: duration)
        return copy
    }

    /// The sequence with unconverted composited pictures: RGBA in the output's colors, before any change of layout or depth.
    package var asComposited: CheckedSequence {
        changing(self) { copy in
            (copy.target.format, copy.target.dithers) = (target.isDrawnDeep ? .rgba64 : .rgba, false)
        }
    }

    package var outputSize: PixelSize { target.outputSize }

    /// The names, sizes, and placements of the files that do not fill the canvas.
    package var fitted: [String] {
        var seen: Set<FilePath> = []
        return self.survey.entries.enumerated().compactMap { position, entry in
            guard let place = placement(at: position), let path = entry.frame.path, seen.insert(path).inserted
            else { return nil }
            return "\(path.name): \(place)"
        }
    }

    /// Returns a frame's size and its placement on the canvas, such as `360x640, fitted to 640x360`, or `nil` if the frame
    /// fills the canvas.
    package func placement(at position: Int) -> String? {
        let (entry, mode, canvas) = (self.survey.entries[position], settings.contentMode, self.canvas)
        guard let size = entry.size.map(entry.frame.image.naturalSize),
            size != canvas || entry.frame.scale != self.scale.value
        else { return nil }
        guard mode.isResizing else { return "\(size), placed on \(canvas) by \(mode.name)" }
        let room = Rect(origin: .zero, size: Size(canvas))
        let keepsShape = ContentMode.scaleAspectFit.rect(for: Size(size), in: room).snapped() == room.snapped()
        let words: [ContentMode: String] = [.scaleAspectFit: "fitted", .scaleAspectFill: "cropped"]
        return "\(size), \(keepsShape ? "scaled" : words[mode] ?? "stretched") to \(canvas)"
    }

    package var pictureByteCount: Int { Picture.byteCount(size: target.outputSize, format: target.format) }
    package var renderCount: Int { cache.statistics.renders }
    package var statistics: RenderStatistics { RenderStatistics(cache.statistics, renderer) }

    /// The limit on pictures in production or in the queue.
    package var window: ProductionWindow { ProductionWindow(of: scene, for: target, memory: settings.memory) }

    /// A Boolean value that indicates whether the output has transparent parts although no picture has an alpha channel,
    /// because some pictures do not cover the canvas.
    package var hasBars: Bool {
        hasGaps && settings.alpha == 1 && !self.survey.headers.contains(where: \.hasAlpha)
            && self.survey.entries.contains { $0.size != nil && !checked.isOpaque($0, in: settings.properties.view) }
    }

    /// A Boolean value that indicates whether every frame covers the canvas with opaque pixels, according to
    /// the headers.
    package var coversCanvas: Bool {
        settings.alpha == 1
            && self.survey.entries.allSatisfy { checked.isOpaque($0, in: settings.properties.view) }
    }

    /// The number of drawings in all cycles, or `nil` for endless playback. A drawing held for several frames is counted once.
    package var playedRunCount: Int? {
        checked.playedFrameCount.map { $0 / checked.timing.frameCount * runs.countPerCycle }
    }

    package var knownEntries: [FilePath: FrameSurvey.Entry] {
        // The files that were read include pictures that are shown only in transitions.
        Dictionary(
            checked.survey.entries.compactMap { entry in entry.frame.path.map { ($0, entry) } },
            uniquingKeysWith: { first, _ in first }
        )
        .merging(checked.survey.readFiles) { first, _ in first }
        .merging(checked.damagedFiles) { first, _ in first }
    }

    /// Returns the display list of a run of frames. Run numbers continue from one cycle to the next.
    package func displayList(ofRun index: Int) -> DisplayList {
        scene.displayList(ofFrame: checked.timing.positionInCycle(ofFrame: runs.frames(ofRun: index).lowerBound))
    }

    package func picture(ofRun index: Int) async throws(FrameRenderError) -> Picture {
        try await picture(of: displayList(ofRun: index))
    }

    package func picture(of list: DisplayList) async throws(FrameRenderError) -> Picture {
        try await cache.picture(of: list, for: target)
    }

    /// A note on measured levels, or on levels that no frame reaches.
    var chosenLevelsNote: Explanation? {
        guard let range = settings.levels?.range else {
            return settings.areLevelsMeasured
                ? "\(setting: .levels): all values in the frames are equal, so they are not changed." : nil
        }
        guard !settings.areRangesJoined else {
            return
                "The files specify different values for black and white; \(range.description), which covers them all, "
                + "is used. Choose different values with \(remedy: .set(.levels))."
        }
        guard !settings.areLevelsMeasured
        else {
            return Explanation(
                "The levels from black to white are \(range), the smallest and largest values in the frames."
            )
        }
        let most = self.survey.headers.compactMap(\.fullRange).map { max($0.black, $0.white) }.max()
        guard let most, most < max(range.black, range.white) else { return nil }
        return "\(setting: .levels): the frames have no values above \(most.shortest)."
    }

    package var levelsNote: Explanation? { EmptyTop(measuredFrames)?.note }

    /// The headers of the frames, with the values measured so far. Empty if levels are set.
    package var measuredFrames: [(header: ImageHeader, values: ClosedRange<Double>?)] {
        guard settings.levels == nil, !settings.areLevelsMeasured else { return [] }
        let values = scene.drawings.values
        return self.survey.entries.compactMap { entry in entry.header?.header.map { ($0, values[entry.frame.source]) } }
    }

    package var viewStates: [ViewState] {
        func states(_ views: [ManifestView], _ layers: ArraySlice<Layer>) -> [ViewState] {
            zip(views, layers).flatMap { view, layer -> [ViewState] in
                let own = view.restorationIdentifier.map { [ViewState(id: $0, layer)] } ?? []
                let count = view.subviews?.count ?? 0
                let overlay = layer.sublayers.dropFirst(count).first?.sublayers ?? []
                return own + states(view.subviews ?? [], layer.sublayers.prefix(count))
                    + states(view.overlayContentView ?? [], overlay[...])
            }
        }
        return states(settings.scene?.views ?? [], scene.scene.layers[0].sublayers[...])
    }
}

extension SequenceSettings {
    fileprivate func isGray(_ survey: FrameSurvey) -> Bool {
        let isPlain =
            self.overlays.isEmpty && self.burnIns.isEmpty && self.texts.isEmpty && self.lookupTable == nil
            && self.backgroundColor?.isGray ?? true
        return isPlain
            && survey.entries.allSatisfy { entry in
                let header = entry.header?.header
                return header?.colorModel == .gray && header?.hasColorProfile == false
                    && entry.frame.image.stencilColor(in: .black) == nil
            }
    }

    /// Returns whether any part of the view is transparent, because of its alpha or because its background does not cover
    /// transparent pixels, gaps around the frames, a stencil color, rounded corners, or transitions.
    fileprivate func hasGaps(between frames: CheckedFrames, _ stencil: Color) -> Bool {
        guard !self.isOpaque, self.alpha < 1 || !properties.view.hasCoveringBackground else { return false }
        return self.alpha < 1 || properties.view.cutsCorners
            || frames.survey.entries.contains { entry in
                if entry.header?.header != nil, !frames.isOpaque(entry, in: properties.view) { return true }
                let transition = entry.frame.image.transition?.transition
                if transition == .fade || transition?.isFlip == true { return true }
                return entry.frame.image.stencilColor(in: stencil).map { !$0.isOpaque } ?? false
            }
    }

    /// Returns the settings with levels. Measuring levels requires decoding all frames.
    package func measuringLevels(of list: FrameList) async throws -> SequenceSettings {
        if self.levels == nil, !areLevelsMeasured { return try await joiningRanges(of: list) }
        guard self.levels == .automatic else { return self }
        let sources = list.frames.flatMap(\.image.parts).map(\.source).distinct
        let codecs = try readingColors().codecs
        let measured = try await WorkExecutor.mapInChunks(sources, chunkLength: 1) { source in
            Result { () throws(ImageError) in try SourceNumbers.range(of: source, codecs: codecs) }
        }
        var all: ClosedRange<Double>?
        for result in measured {
            switch result {
            case .success(let range): all = all.joined(range)
            // A file that cannot be decoded is rejected or replaced later, when it is shown.
            case .failure(let error): if let shortage = error.shortage { throw SequenceError.shortage(shortage) }
            }
        }
        var settings = self
        settings.areLevelsMeasured = true
        settings.show(all)
        return settings
    }

    /// Returns the settings with a common range for floating-point frames whose files specify different ranges, as ImageJ's do.
    /// With separate ranges, all frames would look equally bright.
    private func joiningRanges(of list: FrameList) async throws -> SequenceSettings {
        guard let first = list.frames.lazy.compactMap(\.path).first,
            let header = try? ImageHeader.read(contentsOf: first, codecs: codecs), header.isFloatingPoint
        else { return self }
        let paths = list.frames.flatMap(\.image.parts).compactMap(\.source.path).distinct
        let headers = try await ImageHeader.readAll(paths, codecs: codecs).compactMap { try? $0.get() }
        let ranges = headers.map { header in
            header.statedRange.map { min($0.black, $0.white)...max($0.black, $0.white) }
        }
        guard headers.allSatisfy(\.isFloatingPoint), ranges.distinct.count > 1 else { return self }
        return changing(self) { settings in
            settings.areRangesJoined = true
            settings.show(ranges.reduce(nil as ClosedRange<Double>?) { $0.joined($1) })
        }
    }

    private mutating func show(_ values: ClosedRange<Double>?) {
        let range = values.flatMap { values in
            values.lowerBound < values.upperBound ? ValueRange(black: values.lowerBound, white: values.upperBound) : nil
        }
        properties.levels = range.map { Levels.range($0) }
        codecs = codecs.reading(changing(codecs.colors) { $0.levels = range })
    }

    /// Returns the pictures that levels do not apply to: overlays and the contents of views.
    func sourcesWithoutLevels(beside list: FrameList) -> Set<Image.Source> {
        guard self.levels != nil else { return [] }
        return Set((overlays.map(\.image) + (scene?.files ?? [])).map(Image.Source.file))
            .subtracting(list.frames.flatMap(\.image.parts).map(\.source))
    }
}

extension Background {
    fileprivate var isGray: Bool {
        switch self {
        case .color(let color): color.red == color.green && color.green == color.blue
        case .checkerboard: true
        }
    }
}

extension EmptyTop {
    package var note: Explanation {
        "The frames have values from \(description), and are shown \(look). To stretch them, use "
            + "\(remedy: .set(.levels, to: "\(offer)"))."
    }
}
