package import FlipbookCore
import FlipbookFiles
package import FlipbookImaging
package import FlipbookRender
package import FlipbookScene
package import FlipbookSequences

/// A sequence that has been checked, bound to its scene: what is left to do is to draw.
@dynamicMemberLookup
package struct CheckedSequence: Sendable {
    /// The frames with their times, and the facts about them.
    var checked: CheckedFrames

    package subscript<Value>(dynamicMember member: KeyPath<CheckedFrames, Value>) -> Value { checked[keyPath: member] }

    /// The drawings of a cycle and how long each is held.
    package let runs: HeldRuns

    package let settings: SequenceSettings
    /// The frames in their layer, and the overlays over it.
    package let scene: BoundScene
    package private(set) var target: RenderTarget
    package let renderer: FrameRenderer
    /// The places in the settings of overlays that have no room on the canvas.
    let unseenOverlays: [Int]
    private let cache: FrameCache
    package let gestures: [SceneGesture]
    /// The animations of the scene, with those that its events set off.
    package let happening: [ManifestAnimation]
    package let texts: [Image]
    /// The missing and damaged files of the scene's views for which another one stands in, and sentences on these.
    package let damagedFilesOfViews: Set<FilePath>
    let standInsInViews: [String]
    /// The most bits a channel of a frame has, 16 at most.
    package let depth: Int
    package var isDeep: Bool { depth > 8 }
    /// The colors that files with a profile state, by their paths.
    let statedColors: [FilePath: StatedColors]
    /// The part of another file that the first SVG draws, which is left out, or `nil` if it draws nothing such.
    let outsideReference: (file: FilePath, target: String)?
    /// A Boolean value that tells whether something is seen through the view: through the frames, or through the view itself.
    package let hasGaps: Bool
    /// A Boolean value that tells whether no picture has a color: neither the files nor what is drawn over and under them.
    package let isGray: Bool
    /// A Boolean value that tells whether the memory is kept for decoded pictures, of which the composited ones are made.
    package let keepsDecodedAlone: Bool

    /// Checks everything that can be checked before the first picture is decoded.
    ///
    /// - Parameters:
    ///   - pictures: Sets the format of the pictures, and what follows from it, for frames of so many bits a channel, between which
    ///     something is seen or not, in colors or in gray.
    ///   - known: What was read before of files that are not read again.
    ///   - keepsDecoded: Whether decoded pictures are drawn another time soon.
    ///   - former: A sequence whose drawings keep their numbers.
    /// - Throws: ``SequenceError`` with every culprit, or that the task was cancelled.
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
        // What follows the frames, or is made of them besides, has the same levels.
        if settings.levels == .automatic, let known = former?.settings, known.areLevelsMeasured {
            (settings.levels, settings.areLevelsMeasured) = (known.levels, true)
        }
        settings = try settings.readingColors()
        let own = try await CheckedFrames(list, settings, known: known, unreadable: unreadable)
        settings = try await settings.measuringLevels(of: own.frames)
        // Drawings that are read in other colors are others.
        let former = former.flatMap { $0.settings.codecs.colors == settings.codecs.colors ? $0 : nil }
        settings.burnIns = settings.burnIns.map { $0.beginning(at: own.storedTimeCode) }
        var stage: SceneStage?
        if let scene = settings.scene {
            let canvas = Rect(origin: .zero, size: Size(own.canvas, scale: own.scale.value))
            stage = try await SceneStage(
                scene,
                over: own,
                in: settings.layer(on: canvas, showing: .nothing),
                settings,
                known: known
            )
        }
        // Of a part of a scene the list says already which frame shows when.
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
                // Only a player's view changes, so that a file is drawn another way.
                ?? FrameRenderer(
                    scene.drawings,
                    decode: unreadable == .played || keepsDecoded || stage != nil
                        ? DecodeCache(settings.memory, of: scene.drawings).picture : nil,
                    memory: settings.memory
                )
            unseenOverlays = try renderer.prepare(scene, for: target).map { $0 - 1 }
                .filter(settings.overlays.indices.contains)
        } catch {
            throw SequenceError(error, of: settings, first: checked.survey.entries[0].frame.path?.description)
        }
        statedColors =
            settings.codecs.colors.replacesProfiles
            ? [:] : try await checked.survey.statedColors(codecs: settings.codecs)
        outsideReference = try await checked.survey.outsideReference()
        runs = HeldRuns(scene.frameLooks)
        // What is shown once is not worth keeping.
        let isShownAgain = passes > 1 || runs.hasRecurringDrawings || settings.animationRepeatCount != 1
        keepsDecodedAlone =
            settings.isLive
            || runs.areMadeOfFewer(
                scene.drawings.count,
                of: Picture.byteCount(size: target.outputSize, format: target.format),
                than: settings.memory
            )
        cache = FrameCache(
            isShownAgain ? settings.memory : MemoryBudget(byteCount: 0),
            renderer: renderer,
            keepsNewestAlone: keepsDecodedAlone
        )
    }

    /// The same frames, a cycle of which lasts `duration`; 0 for 1/30 s a frame, or as long as they say themselves.
    /// - Throws: ``SequenceError/unusableRate(frameCount:duration:)``, or that the frames' durations have no common fraction.
    package func lasting(_ duration: RationalTime) throws(SequenceError) -> CheckedSequence {
        var copy = self
        (copy.checked.timing, copy.checked.rate) = try checked.frames.times(at: nil, lasting: duration)
        return copy
    }

    /// The same, with pictures as they are composited: red, green, blue and alpha in the numbers of the output, before these get
    /// another layout or fewer bits.
    package var asComposited: CheckedSequence {
        var copy = self
        copy.target.format = target.isDrawnDeep ? .rgba64 : .rgba
        copy.target.dithers = false
        return copy
    }

    package var outputSize: PixelSize { target.outputSize }

    /// The size of the frame at a position and its place on the canvas, or `nil` if both are the canvas's.
    package func placement(at position: Int) -> String? {
        checked.placement(of: checked.survey.entries[position], by: settings.contentMode)
    }

    package var pictureByteCount: Int { Picture.byteCount(size: target.outputSize, format: target.format) }

    package var renderCount: Int { cache.statistics.renders }

    package var statistics: RenderStatistics { RenderStatistics(cache.statistics, renderer) }

    /// The most pictures that should be in the making or waiting.
    package var window: ProductionWindow { ProductionWindow(of: scene, for: target, memory: settings.memory) }

    /// A Boolean value that tells whether every frame covers the canvas with opaque pixels, as far as headers tell.
    package var coversCanvas: Bool {
        settings.alpha == 1
            && self.survey.entries.allSatisfy { entry in
                guard case .success(let header)? = entry.header else { return false }
                return !header.hasAlpha && entry.size == self.canvas
            }
    }

    /// Drawings of all cycles together, a held one counted once, or `nil` when they go on for ever.
    package var playedRunCount: Int? {
        checked.playedFrameCount.map { $0 / checked.timing.frameCount * runs.countPerCycle }
    }

    /// The files' headers, for another check of the same files.
    package var knownEntries: [FilePath: FrameSurvey.Entry] {
        // Those that transitions show besides are among the files that were read.
        Dictionary(
            checked.survey.entries.compactMap { entry in entry.frame.path.map { ($0, entry) } },
            uniquingKeysWith: { first, _ in first }
        )
        .merging(checked.survey.readFiles) { first, _ in first }
        .merging(checked.damagedFiles) { first, _ in first }
    }

    /// The display list of a run of frames, counted on from cycle to cycle.
    package func displayList(ofRun index: Int) -> DisplayList {
        scene.displayList(ofFrame: checked.timing.positionInCycle(ofFrame: runs.frames(ofRun: index).lowerBound))
    }

    /// The composited picture of a run of frames, counted on from cycle to cycle.
    package func picture(ofRun index: Int) async throws(FrameRenderError) -> Picture {
        try await picture(of: displayList(ofRun: index))
    }

    package func picture(of list: DisplayList) async throws(FrameRenderError) -> Picture {
        try await cache.picture(of: list, for: target)
    }
}

extension SequenceSettings {
    fileprivate func isGray(_ survey: FrameSurvey) -> Bool {
        let isPlain =
            self.overlays.isEmpty && self.burnIns.isEmpty && self.texts.isEmpty && self.lookupTable == nil
            && self.backgroundColor?.isGray ?? true
        return isPlain
            && survey.entries.allSatisfy { entry in
                guard case .success(let header) = entry.header else { return false }
                return header.colorModel == .gray && !header.hasColorProfile
                    && entry.frame.image.stencilColor(in: .black) == nil
            }
    }

    /// Returns whether something is seen through the view: a translucent one, or one whose background does not cover the gaps
    /// of its frames.
    fileprivate func hasGaps(between frames: CheckedFrames, _ stencil: Color) -> Bool {
        !self.isOpaque
            && (self.alpha < 1 || (!properties.view.hasCoveringBackground && hasHoles(between: frames, stencil)))
    }

    /// Returns whether something is seen through frames on a canvas of their size: by their own transparency, that of their
    /// stencil, rounded corners, or on the way from one to the next.
    private func hasHoles(between frames: CheckedFrames, _ stencil: Color) -> Bool {
        properties.view.cutsCorners
            || frames.survey.entries.contains { entry in
                if case .success(let header) = entry.header, header.hasAlpha || entry.size != frames.canvas {
                    return true
                }
                let transition = entry.frame.image.transition?.transition
                if transition == .fade || transition?.isFlip == true { return true }
                return entry.frame.image.stencilColor(in: stencil).map { !$0.isOpaque } ?? false
            }
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
