import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookSequences

/// A scene over checked frames. It contains the moments to draw, and the layers. The headers of the layers' pictures have been
/// read.
struct SceneStage: Sendable {
    let root: Layer
    let survey: FrameSurvey
    let clock: SceneClock
    let rate: FrameRate
    /// The sequence's frame at each moment, or `nil` if none is shown.
    let frames: [Frame?]
    let hasGaps: Bool
    let gestures: [SceneGesture]
    let happening: [ManifestAnimation]
    let texts: [Image]
    let hints: [String]
    let damagedFiles: Set<FilePath>

    /// Creates a scene over checked frames.
    /// - Throws: ``SequenceError`` if a view's picture or the scene's length is invalid, or ``CancellationError``.
    init(
        _ scene: SceneSettings,
        over checked: CheckedFrames,
        in layer: Layer,
        _ settings: SequenceSettings,
        known knownFiles: [FilePath: FrameSurvey.Entry]
    ) async throws {
        let images = checked.survey.entries.map(\.frame)
        let files = scene.files.distinct
        let framesOfViews = scene.views.flatMap(\.tree).flatMap { $0.frames ?? [] }.distinct
        let inMemory = scene.framesOfLayers.filter { $0.path == nil }.distinct
        let read = try await settings.survey(files.map { Frame(file: $0) } + framesOfViews + inMemory, knownFiles)
        var known = SceneImages(texts: SceneTexts(on: layer.bounds, scale: checked.scale.value))
        known.gaps = scene.gaps ?? settings.gaps
        let stills = Set(files).subtracting(scene.listedFiles)
        var damaged: [FrameSurvey.Entry] = []
        for entry in read.read {
            guard case .failure(let error) = entry.header else { continue }
            let source = entry.frame.source
            guard error.isDamage, !stills.contains(source.name) else {
                let reason: Explanation = "\(FrameRenderError(path: source.name, cause: error))."
                throw SequenceError.setting(SettingFault(.views, reason, isUnreadable: true))
            }
            damaged.append(entry)
            known.damaged[source] = error.isAbsence ? "missing" : "\(error.reason)"
        }
        known.faults = FrameFaults(in: FrameSurvey(entries: damaged), mismatch: .fit)
        if known.gaps.missing == .error, var faults = known.faults {
            faults.hasOthers = true
            throw SequenceError.faultyFrames(faults)
        }
        for entry in read.entries.prefix(files.count) {
            guard let path = entry.frame.path else { continue }
            known.images[path] = entry.frame.image
            known.rates[path] = entry.header?.header?.frameRate
        }
        let entries = read.entries[files.count...].prefix(framesOfViews.count)
        known.frames = Dictionary(uniqueKeysWithValues: zip(framesOfViews, entries.map(\.frame)))
        known.states = Dictionary(scene.restored.map { ($0.id, $0) }) { first, _ in first }
        known.direction = layer.effectiveUserInterfaceLayoutDirection
        var pictures = LayerPictures()
        if scene.hasFrames, images.count > 1 || scene.cycles ?? 0 > 0 {
            pictures.animation = LayerPictures.Animation(images, checked.timing)
            pictures.repeatCount = scene.cycles ?? 0
            pictures.image = scene.image.map { known[$0] }
        } else if scene.hasFrames {
            pictures.image = images.first?.image
        }
        var root = layer
        root.contents = .pictures(pictures)
        let around =
            ViewSurroundings(bounds: root.bounds, direction: known.direction, safeAreaInsets: scene.safeAreaInsets)
        root.sublayers = try scene.views.layers(&known, in: around) + scene.layers
        hints = known.hints.distinct
        damagedFiles = Set(known.damaged.keys.map(\.name))
        if let size = scene.size { root.layOutSublayers(from: size) }
        root.animate(scene.animations.filter { $0.trigger == nil }, known)
        var replay = SceneReplay(root, scene.animations, known, goesRound: scene.goesRound)
        try replay.take(scene.events)
        (root, gestures) = (replay.root, replay.gestures)
        happening = scene.animations.filter { $0.trigger == nil } + replay.preceding + replay.begun.joined()
        survey = checked.survey.adding(read)
        let own = scene.hasFrames && checked.survey.entries.count > 1 ? checked.rate?.smooth : nil
        rate = settings.frameRate ?? own ?? .imageViewDefault
        if let excerpt = settings.excerpt {
            // The list already contains the frame for each moment.
            clock = SceneClock(checked.timing, of: excerpt.timing, from: excerpt.first)
            frames = images
            root.contents = .frames(images, checked.timing)
            // Outside the excerpt, a view may have any width, so any picture of its text may be needed.
            try root.redraw(known.redrawnTexts, at: Self.moments(of: excerpt.timing), &known.texts)
            (self.root, texts, hasGaps) = (root, known.texts.pictures, true)
            return
        }
        let length = try Self.length(of: scene, root, checked, isEndless: settings.animationRepeatCount == 0)
        let count = max(1, rate.frameCount(before: length))
        guard count <= FrameSet.maximumCount, let timing = FrameTiming(frameCount: count, rate: rate) else {
            let reason: Explanation = "The scene has \(count) frames, more than \(FrameSet.maximumCount). Shorten it."
            throw SequenceError.setting(SettingFault(.duration, reason))
        }
        clock = SceneClock(timing)
        if scene.goesRound {
            // Animations that run at the end of the scene continue at its beginning.
            let length = timing.nanosecond(ofFrame: count)
            for begun in replay.begun where begun.contains(where: { $0.end.map { $0 > length } ?? true }) {
                root.animate(begun.map { changing($0) { $0.delay = $0.delay - .nanoseconds(length) } }, known)
            }
        }
        try root.redraw(known.redrawnTexts, at: Self.moments(of: timing), &known.texts)
        (self.root, texts) = (root, known.texts.pictures)
        let shown = root.pictures
        let ownFrames = Dictionary(images.map { ($0.image, $0) }) { first, _ in first }
        frames = Self.moments(of: timing).map { shown.shownFrame(at: $0, among: ownFrames) }
        let isCovered = root.sublayers.contains { $0.covers(root.bounds) }
        let areOwn = frames.allSatisfy { $0.flatMap { ownFrames[$0.image] } != nil }
        hasGaps =
            !root.tracks.isEmpty || (!isCovered && (!areOwn || shown.changes.contains { $0.transition != nil }))
    }

    private static func moments(of timing: FrameTiming) -> [Int64] {
        (0..<timing.frameCount).map(timing.nanosecond(ofFrame:))
    }

    private static func length(of scene: SceneSettings, _ root: Layer, _ checked: CheckedFrames, isEndless: Bool) throws
        -> Int64
    {
        if let duration = scene.duration, duration > .zero { return duration.nanoseconds }
        var ends = root.tracks.map(\.endNanosecond) + root.sublayers.flatMap(\.endNanoseconds)
        ends.append(scene.events.map { ($0.time + $0.duration).nanoseconds }.max() ?? 0)
        if case .pictures(let pictures) = root.contents, pictures.isMoving {
            // If no number of cycles is specified, the frames are shown at least once.
            let own = checked.timing
            ends.append(scene.cycles == nil ? own.nanosecond(ofFrame: own.frameCount) : pictures.endNanosecond)
            ends.append(pictures.changes.map(\.endNanosecond).max())
        }
        if let last = ends.compactMap(\.self).max(), last > 0 { return last }
        guard ends.contains(where: { $0 == nil })
        else { return checked.timing.nanosecond(ofFrame: checked.timing.frameCount) }
        guard isEndless else {
            let reason: Explanation =
                "All animations in the scene repeat forever. Set the scene's length with duration: 5, or a number "
                + "of repetitions with animationRepeatCount or repeatCount."
            throw SequenceError.setting(SettingFault(.duration, reason))
        }
        return commonCycle(of: root)
    }

    /// Returns the time in nanoseconds after which all endless animations start over together, at most ten minutes.
    private static func commonCycle(of root: Layer) -> Int64 {
        let most = RationalTime(600)
        var common = RationalTime.zero
        let cycles = root.tree.flatMap { layer -> [RationalTime] in
            var cycles = layer.tracks.filter { $0.end == nil }.map {
                $0.autoreverses ? $0.duration + $0.duration : $0.duration
            }
            if case .pictures(let pictures) = layer.contents, pictures.endNanosecond == nil,
                let cycle = pictures.cycleDuration
            {
                cycles.append(cycle)
            }
            return cycles
        }
        for cycle in cycles where cycle > .zero {
            let next = common > .zero ? common.leastCommonMultiple(cycle) ?? most : cycle
            common = next < most ? next : most
        }
        return max(common.nanoseconds, 1_000_000_000)
    }
}

extension LayerPictures {
    /// Returns the picture at a time, blended during a transition, or `nil` if nothing is shown.
    fileprivate func shownFrame(at time: Int64, among frames: [Image: Frame]) -> Frame? {
        let next = frame(atNanosecond: time).map { frames[$0.image] ?? $0 }
        guard let passage = passage(atNanosecond: time), let image = image(atNanosecond: time) else { return next }
        return Frame(image, number: next?.number ?? passage.from.flatMap { frames[$0.image]?.number })
    }
}

extension ManifestAnimation {
    fileprivate var end: Int64? {
        guard case .track(let track) = change, transition == nil
        else { return (delay + (transition?.duration ?? .zero)).nanoseconds }
        return track.endNanosecond
    }
}

extension FrameRate {
    fileprivate func frameCount(before time: Int64) -> Int {
        let (ticks, seconds) = (Int128(numerator), Int128(denominator) * 1_000_000_000)
        return Int(clamping: (Int128(time) * ticks + seconds - 1) / seconds)
    }
}

extension RationalTime {
    fileprivate func leastCommonMultiple(_ other: RationalTime) -> RationalTime? {
        let (left, overflow) = numerator.multipliedReportingOverflow(by: other.denominator)
        let (right, overflow2) = other.numerator.multipliedReportingOverflow(by: denominator)
        guard !overflow, !overflow2, left > 0, right > 0 else { return nil }
        var (a, b) = (left, right)
        while b != 0 { (a, b) = (b, a % b) }
        let (product, overflow3) = (left / a).multipliedReportingOverflow(by: right)
        let (below, overflow4) = denominator.multipliedReportingOverflow(by: other.denominator)
        return overflow3 || overflow4 ? nil : RationalTime(product, below)
    }
}

extension Layer {
    fileprivate func covers(_ room: Rect) -> Bool {
        tracks.isEmpty && isSeen && self.transform.isIdentity && self.frame.intersection(room) == room
            && (self.isOpaque || (self.alpha >= 1 && properties.hasCoveringBackground))
    }

    mutating func animate(_ animations: [ManifestAnimation], _ images: SceneImages) {
        add(animations.filter { $0.view == nil }, images, isRoot: true)
        let byView = Dictionary(grouping: animations.filter { $0.view != nil }) { $0.view ?? "" }
        sublayers = sublayers.map { $0.animated(byView, images) }
    }

    private func animated(_ animations: [String: [ManifestAnimation]], _ images: SceneImages) -> Layer {
        changing(self) { layer in
            if let id, let own = animations[id] { layer.add(own, images) }
            layer.sublayers = sublayers.map { $0.animated(animations, images) }
        }
    }

    private mutating func add(_ animations: [ManifestAnimation], _ images: SceneImages, isRoot: Bool = false) {
        var pictures = self.pictures
        for animation in animations {
            let event: LayerPictures.Event
            switch animation.change {
            case .track(let track):
                tracks.append(track)
                if let timed = animation.transition { tracks.append(Track(timed, at: animation.delay)) }
                continue
            case .image(let path):
                let image = path.map { images[$0] }
                event = .image(image)
                follow(image?.size ?? .zero, from: animation.delay.nanoseconds)
            case .isHighlighted(let flag): event = .isHighlighted(flag)
            case .startAnimating: event = .startAnimating
            case .stopAnimating: event = .stopAnimating
            }
            var timed = animation.transition ?? pictures.transition
            // A flip turns a card as a whole, including its background and children. The canvas itself is not flipped.
            if let flip = timed, flip.transition.isFlip, !isRoot {
                tracks.append(Track(flip, at: animation.delay))
                timed = nil
            }
            pictures.changes.append(LayerPictures.Change(at: animation.delay, event, by: timed))
        }
        contents = .pictures(pictures)
    }
}
