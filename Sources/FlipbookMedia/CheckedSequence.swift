import FlipbookCore
import FlipbookImaging

/// A sequence that has been checked: every frame is there, can be read, and has its time.
struct CheckedSequence: Sendable {
    /// What happens to frames whose headers cannot be read.
    enum Unreadable: Sendable {
        /// The sequence is refused, since a file with something else in their place would not be complete.
        case refused
        /// They keep their places, for a player that shows something else there; under ``MissingFramePolicy/skip`` they
        /// are left out. Only a sequence without any other frame is refused.
        case played
    }

    /// The frames of one cycle, with what stands in for missing ones.
    let frames: FrameList
    /// Missing numbers that are left out, as ``MissingFramePolicy/skip`` asks.
    let skipped: FrameSet
    /// Frames that cannot be read and were left out: where they would be, and what is the matter with them.
    let leftOut: [(position: Int, frame: Frame, error: FrameRenderError)]
    /// Image files that were found, each counted once however often and long it is shown.
    let drawingCount: Int
    /// When each frame is shown.
    private(set) var timing: FrameTiming
    /// Frames per second; `nil` where frames are shown for different times.
    private(set) var rate: FrameRate?
    /// Frames of all cycles together; `nil` when it plays for ever.
    let playedFrameCount: Int?
    /// What the files' headers say; the images of its frames as they are drawn.
    let survey: FrameSurvey
    /// The canvas in pixels.
    var canvas: PixelSize { scene.scene.size }
    /// Pixels of the canvas per point.
    let scale: DisplayScale
    /// Frames of another size or scale that are placed on the canvas: their files' names.
    let fitted: [String]

    /// The drawings of a cycle and how long each is held.
    let runs: HeldRuns

    /// How the sequence is shown.
    let settings: SequenceSettings
    /// The frames in their layer, and the overlays over it.
    let scene: BoundScene
    /// What pictures are drawn for.
    let target: RenderTarget
    /// Draws the frames.
    let renderer: FrameRenderer
    /// The places in the settings of overlays that have no room on the canvas.
    private let unseenOverlays: [Int]
    private let cache: FrameCache
    /// What pictures in the making take their memory from.
    let memory: MemoryBudget

    /// Checks everything that can be checked before the first picture is decoded.
    ///
    /// - Parameters:
    ///   - list: The sequence as it was found.
    ///   - settings: How it is shown.
    ///   - format: The layout that pictures are wanted in.
    ///   - deepFormat: The layout in its place where a frame has more than 8 bits a channel; `nil` where the output
    ///     carries no more.
    ///   - known: Headers that are not read again, by their files.
    ///   - unreadable: What happens to frames whose headers cannot be read.
    ///   - isFlattened: Whether black lies beneath everything, since the output carries no transparency.
    ///   - former: A sequence whose drawings keep their numbers.
    /// - Throws: ``SequenceError`` with every culprit, or `CancellationError`.
    init(
        _ list: FrameList,
        settings: SequenceSettings,
        known: [FilePath: ImageHeader] = [:],
        unreadable: Unreadable = .refused,
        format: PixelFormat,
        deepFormat: PixelFormat? = nil,
        isFlattened: Bool,
        following former: CheckedSequence? = nil
    ) async throws {
        var complete: FrameList
        do throws(MissingFramesError) {
            complete = try list.substituting(settings.missing, maximumGap: settings.maximumGap)
        } catch {
            throw SequenceError.missingFrames(error)
        }
        var known = known
        if unreadable == .played, settings.missing == .skip {
            (complete, leftOut) = try await complete.leavingOutUnreadable(known: &known)
        } else {
            leftOut = []
        }
        do throws(ConstantRateError) {
            if let rate = settings.frameRate { complete = try complete.converted(to: rate) }
        } catch {
            throw SequenceError.constantRate(error)
        }
        guard !complete.frames.isEmpty else { throw SequenceError.noFrames(name: list.name) }
        let count = complete.frames.count
        // A manifest that holds a drawing has it several times in its list.
        drawingCount = Set(list.frames.lazy.map(\.source)).subtracting([.black]).count
        skipped = settings.missing == .skip ? list.missing : FrameSet()

        var sequencer = Sequencer(animationImages: complete.frames, animationRepeatCount: settings.animationRepeatCount)
        sequencer.animationDuration = settings.frameRate?.duration(ofFrames: count) ?? settings.animationDuration
        let unusable = SequenceError.unusableRate(frameCount: count, duration: sequencer.effectiveAnimationDuration)
        guard let timing = sequencer.timing else {
            throw complete.hasDurations ? SequenceError.noCommonFraction(name: complete.name) : unusable
        }
        self.timing = timing
        rate = settings.frameRate ?? FrameRate(constantIn: timing)
        guard rate.map({ $0.framesPerSecond <= FrameRate.fastest }) ?? !timing.isConstant else { throw unusable }
        playedFrameCount = sequencer.playedFrameCount

        survey = try await FrameSurvey.reading(complete.frames, known: known)
            .changingImages(settings.look)
        frames = complete
        let found = FrameFaults(in: survey, mismatch: settings.mismatch)
        if let shortage = found?.shortage { throw SequenceError.shortage(shortage) }
        if let faults = found,
            unreadable == .refused || !faults.misfits.isEmpty || survey.entries.allSatisfy({ $0.size == nil })
        {
            throw SequenceError.faultyFrames(faults)
        }
        let first = survey.entries[0].frame
        guard let firstSize = survey.entries.lazy.compactMap(\.size).first ?? settings.canvas else {
            throw SequenceError.noFrames(name: list.name)
        }
        let view = settings.layer(on: .zero, showing: .nothing)
        if let fault = survey.capsFault(in: view) { throw SequenceError.setting(fault) }
        // What an asset catalog leaves out of a picture is not there.
        let natural = { (size: PixelSize, image: Image) in
            image.resizing?.naturalSize(of: size, scale: image.scale) ?? size
        }
        let firstScale = DisplayScale(ofImage: first.scale)
        let canvasScale = settings.scale ?? (settings.canvas == nil ? firstScale : 1)
        let canvas = settings.canvas ?? canvasScale.pixels(of: natural(firstSize, first.image), scale: firstScale)
        scale = canvasScale
        // A frame that is held stands in the list several times.
        var seen: Set<FilePath> = []
        fitted = survey.entries.compactMap { entry in
            guard let size = entry.size,
                natural(size, entry.frame.image) != canvas || entry.frame.scale != canvasScale.value,
                let path = entry.frame.path, seen.insert(path).inserted
            else { return nil }
            return path.lastComponent.escapingControlCharacters
        }
        self.settings = settings
        do throws(CanvasError) {
            scene = BoundScene(
                try settings.scene(
                    showing: survey.entries.map(\.frame),
                    at: timing,
                    size: canvas,
                    scale: canvasScale.value
                ),
                headers: survey.headersBySource,
                drawings: former?.scene.drawings ?? DrawingTable()
            )
            let isDeep = survey.headers.contains { $0.bitDepth > 8 }
            target = RenderTarget(
                scene.scene,
                format: isDeep ? deepFormat ?? format : format,
                isFlattened: isFlattened
            )
            renderer =
                former?.renderer
                // Only a player's view changes, so that a file is drawn another way.
                ?? (unreadable == .played
                    ? FrameRenderer(scene.drawings, decode: DecodeCache(settings.memory).picture)
                    : FrameRenderer(scene.drawings))
            unseenOverlays = try renderer.prepare(scene, for: target).map { $0 - 1 }
        } catch {
            if case .tooLarge = error, settings.canvas == nil, settings.scale == nil, let path = first.path {
                throw SequenceError.frameBeyondCanvas(name: path.description, error)
            }
            throw SequenceError(error, of: settings)
        }
        memory = settings.memory
        runs = HeldRuns(scene.frameLooks)
        // What is shown once is not worth keeping.
        let isShownAgain = runs.hasRecurringDrawings || settings.animationRepeatCount != 1
        cache = FrameCache(isShownAgain ? settings.memory : MemoryBudget(byteCount: 0), renderer: renderer)
    }

    /// The same frames, a cycle of which lasts `duration`; 0 for 1/30 s a frame, or as long as they say themselves.
    /// - Throws: ``SequenceError/unusableRate(frameCount:duration:)``, or that the frames' durations have no common fraction.
    func lasting(_ duration: RationalTime) throws(SequenceError) -> CheckedSequence {
        var sequencer = Sequencer(animationImages: frames.frames)
        sequencer.animationDuration = duration
        let count = frames.frames.count
        let unusable = SequenceError.unusableRate(frameCount: count, duration: sequencer.effectiveAnimationDuration)
        guard let timing = sequencer.timing else {
            throw frames.hasDurations ? .noCommonFraction(name: frames.name) : unusable
        }
        var copy = self
        copy.timing = timing
        copy.rate = FrameRate(constantIn: timing)
        guard copy.rate.map({ $0.framesPerSecond <= FrameRate.fastest }) ?? !timing.isConstant else { throw unusable }
        return copy
    }

    /// The frames whose headers cannot be read, by their positions, and why.
    var unreadable: [(position: Int, error: FrameRenderError)] {
        survey.entries.enumerated().compactMap { position, entry in
            guard case .failure(let error) = entry.header else { return nil }
            return (position, FrameRenderError(path: entry.frame.path ?? FilePath("image data"), cause: error))
        }
    }

    /// The format of the composited pictures.
    var pixelFormat: PixelFormat { target.format }
    /// The size of the composited pictures, in pixels.
    var outputSize: PixelSize { target.outputSize }

    /// Pictures that were decoded and composited until now.
    var renderCount: Int { cache.statistics.renders }

    /// What rendering has cost until now.
    var statistics: RenderStatistics { RenderStatistics(cache.statistics, renderer.times) }

    /// How many pictures should be in the making or waiting at most: each needs its own memory and its file's picture's.
    var window: ProductionWindow {
        let decoded = survey.headers.map { $0.size.area * ($0.bitDepth > 8 && pixelFormat.isDeep ? 8 : 4) }.max() ?? 0
        return ProductionWindow(
            count: ProcessorCount.usable + 2,
            byteCount: Picture.byteCount(size: outputSize, format: pixelFormat) + decoded,
            memory: memory
        )
    }

    /// Whether something is seen through the frames on a canvas of their size: their own transparency, that of what they
    /// are drawn in, or rounded corners.
    var hasGaps: Bool {
        (settings.clipsToBounds && settings.cornerRadius > 0)
            || survey.entries.contains { entry in
                if case .success(let header) = entry.header, header.hasAlpha || entry.size != canvas { return true }
                return entry.frame.image.stencilColor(in: scene.scene.layers[0].tintColor).map { !$0.isOpaque } ?? false
            }
    }

    /// Drawings of all cycles together, a held one counted once; `nil` when they go on for ever.
    var playedRunCount: Int? {
        playedFrameCount.map { $0 / timing.frameCount * runs.countPerCycle }
    }

    /// The composited picture of a run of frames, counted on from cycle to cycle.
    func picture(ofRun index: Int) async throws(FrameRenderError) -> Picture {
        let first = timing.positionInCycle(ofFrame: runs.frames(ofRun: index).lowerBound)
        return try await cache.picture(of: scene.displayList(ofFrame: first), for: target)
    }

    /// Which overlays are not seen; `nil` when all are.
    var overlayNote: String? {
        let unseen = unseenOverlays.map { settings.overlays[$0].image.description }
        guard let first = unseen.first else { return nil }
        let names = unseen.count == 1 ? first : "\(first) and \(unseen.count - 1) more"
        return "\(names): not shown, since nothing of the overlay lies on the \(canvas) canvas; "
            + "give it a smaller inset, or enlarge the canvas with --size."
    }

    /// Which frames of another size or scale were placed on the canvas; `nil` when all have its size.
    func placementNote(by mode: ContentMode) -> String? {
        guard let first = fitted.first else { return nil }
        let names = fitted.count == 1 ? first : "\(first) and \(fitted.count - 1) more"
        return "\(names): placed on the \(canvas) canvas by \(mode)."
    }
}

extension FrameList {
    /// The list without the frames whose headers cannot be read, and these; all of them where none can be read.
    fileprivate func leavingOutUnreadable(
        known: inout [FilePath: ImageHeader]
    ) async throws(CancellationError) -> (FrameList, [(position: Int, frame: Frame, error: FrameRenderError)]) {
        var rest: [Frame] = []
        var leftOut: [(position: Int, frame: Frame, error: FrameRenderError)] = []
        for entry in try await FrameSurvey.reading(frames, known: known).entries {
            if case .failure(let error) = entry.header {
                let path = entry.frame.path ?? FilePath("image data")
                leftOut.append((rest.count, entry.frame, FrameRenderError(path: path, cause: error)))
            } else {
                rest.append(entry.frame)
                if let path = entry.frame.path, case .success(let header) = entry.header { known[path] = header }
            }
        }
        guard !leftOut.isEmpty, !rest.isEmpty else { return (self, []) }
        return (FrameList(name: name, frames: rest, expected: nil, missing: FrameSet(), hints: hints), leftOut)
    }
}

extension FrameRate {
    /// The rate of a timing with equal slots; `nil` where they differ or GStreamer cannot carry it.
    fileprivate init?(constantIn timing: FrameTiming) {
        guard timing.isConstant else { return nil }
        self.init(frameCount: timing.frameCount, cycleDuration: timing.cycleDuration)
    }
}
