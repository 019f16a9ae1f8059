import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia
import FlipbookRender
import FlipbookScene
import FlipbookSequences

struct PlayedPictures: Sendable {
    private(set) var sets: PictureSets
    /// The settings for the original view.
    private let settings: SequenceSettings
    private let firstView: ImageView
    private(set) var source: PictureSource
    /// The source of the set of pictures that is not shown. Its pictures stay in the cache, for switching back.
    private var kept: PictureSource?
    private(set) var compared: PairedPictures.Compared?
    /// A Boolean value that indicates whether files can be added or changed. If `true`, exposure is never applied while
    /// decoding.
    private let isFollowing: Bool
    let undecodable: UndecodableFrames
    /// The statistics of previous sources, and the highest peak among them.
    private var former = (statistics: RenderStatistics(), peak: 0)

    init(
        _ sequence: CheckedSequence,
        of sets: PictureSets,
        comparedWith other: CheckedSequence? = nil,
        in view: ImageView,
        _ settings: SequenceSettings,
        isFollowing: Bool,
        _ undecodable: UndecodableFrames
    ) {
        (self.sets, self.isFollowing, self.undecodable) = (sets, isFollowing, undecodable)
        (self.settings, firstView) = (settings, view)
        source = PictureSource(sequence, memory: settings.memory, undecodable: undecodable)
        compared = other.map { other in
            let source = PictureSource(other, memory: other.settings.memory, undecodable: undecodable)
            return PairedPictures.Compared(source, beside: sequence)
        }
    }

    var sequence: CheckedSequence { source.sequence }
    var played: PlayedFrames {
        let (frames, timing, isExposed) = (sequence.frames.frames, sequence.timing, isExposedWhenRead)
        return PlayedFrames(frames: frames, timing: timing, isOpaque: source.isOpaque, isExposedWhenRead: isExposed)
    }

    /// Scene-linear files are exposed while they are decoded; other files are exposed afterward, in 8 bits.
    var isExposedWhenRead: Bool {
        !isFollowing && source.sequence.isSceneLinear && (compared?.source.sequence.isSceneLinear ?? true)
    }
    /// The rendering statistics so far, including those of replaced sources.
    var statistics: RenderStatistics { former.statistics + source.statistics }
    var peakByteCount: Int { max(former.peak, source.peakByteCount) }

    private mutating func replace(_ source: PictureSource) {
        // The statistics of the new source are subtracted, because they were already added or belong to other work.
        former = (statistics - source.statistics, peakByteCount)
        (self.source, kept) = (source, nil)
        // The results belong to different pictures.
        compared = compared.map { PairedPictures.Compared($0.source, beside: source.sequence) }
    }

    /// Starts a comparison with another sequence, or redraws the compared one.
    private mutating func compare(with other: CheckedSequence, _ options: DisplayOptions) {
        compared = PairedPictures.Compared(source(of: other, in: other.scene, options), beside: sequence)
    }

    func paired(offset: Int) -> PairedPictures { PairedPictures(source: source, compared: compared, offset: offset) }

    mutating func replacePreview(with sequence: CheckedSequence) {
        replace(PictureSource(sequence, memory: settings.memory, undecodable: undecodable))
    }

    mutating func redraw(_ view: ImageView, _ options: DisplayOptions) {
        replace(source(of: sequence, in: source.scene, of: view, options))
        if let other = compared?.source.sequence { compare(with: other, options) }
    }

    mutating func reload(_ sources: PlaybackSources, _ view: ImageView, _ options: DisplayOptions) async throws {
        if let found = try await sources.reload?() { sets.normal = found }
        if sets.highlighted != nil, let found = try await sources.reloadHighlighted?() { sets.highlighted = found }
        // Faults that persist are reported again.
        undecodable.keep([])
        let sequence = try await checked(sets.current, settings(of: view))
        replace(source(of: sequence, view, options))
        if let former = compared?.source.sequence {
            compare(with: try await .playable(former.found, former.settings), options)
        }
    }

    mutating func follow(_ followed: FollowedSequence) {
        replace(PictureSource(followed.sequence, following: source, changed: followed.changed))
        sets.normal = followed.sequence.found
        (undecodable.misfits, undecodable.outdated) = (followed.misfits, followed.outdated)
    }

    /// Checks the sequence again without a damaged file. Returns whether the policy handles the file.
    mutating func omit(_ failure: FrameRenderError, _ view: ImageView, _ options: DisplayOptions) async throws -> Bool {
        let (first, second) = (source.decides(failure), compared?.source.decides(failure) ?? false)
        // The policy has already handled the file.
        guard first || second else { return undecodable.damaged.keys.contains(failure.path) }
        let entry = FrameSurvey.Entry(frame: Frame(file: failure.path), header: .failure(failure.cause))
        undecodable.damaged[failure.path] = entry
        if first {
            let next = try await checked(sequence.found, sequence.settings, following: sequence)
            replace(source(of: next, view, options))
        }
        if second, let former = compared?.source.sequence {
            compare(with: try await checked(former.found, former.settings, following: former), options)
        }
        return true
    }

    mutating func replay(_ events: [SceneEvent], in view: ImageView, _ options: DisplayOptions) async throws {
        var settings = settings(of: view)
        settings.scene?.events = events
        let goesRound = settings.animationRepeatCount != 1
        settings.scene?.goesRound = goesRound
        let sequence = try await checked(sets.current, settings, following: source.sequence)
        replace(source(of: sequence, in: sequence.scene, of: view, options))
    }

    /// Applies the changes to a view.
    /// - Returns: A Boolean value that indicates whether the animation's pictures have changed.
    mutating func change(to new: ImageView, from old: ImageView, _ options: DisplayOptions) async throws -> Bool {
        let (former, shown) = (sets, source)
        let isRedrawn = Self.look(of: new) != Self.look(of: old)
        if new.animationImages != old.animationImages || (new.animationImages == nil && new.image != old.image)
            || new.highlightedAnimationImages != old.highlightedAnimationImages
        {
            kept = nil
            // Frames found on disk contain more information than the view's pictures.
            let made = PictureSets(new)
            if new.animationImages != old.animationImages || new.animationImages == nil { sets.normal = made.normal }
            if new.highlightedAnimationImages != old.highlightedAnimationImages { sets.highlighted = made.highlighted }
        }
        let isRetimed = new.animationDuration != old.animationDuration
        sets.isHighlighted = new.isHighlighted && sets.highlighted != nil
        let changesList = sets.current != former.current
        guard changesList || isRetimed || isRedrawn || new.isHidden != old.isHidden else { return false }
        let isToggled =
            changesList && sets.normal == former.normal && sets.highlighted == former.highlighted
            && !isRetimed && !isRedrawn && new.isHidden == old.isHidden
        if isToggled, let kept {
            replace(kept)
        } else {
            var next = sequence
            if changesList, !sets.current.frames.isEmpty {
                next = try await checked(sets.current, settings(of: new))
            } else if isRetimed {
                next = try next.lasting(new.exactAnimationDuration)
            }
            var scene = next.scene
            scene.changeLayer(0) { layer in
                settings(of: new).apply(to: &layer)
                layer.isHidden = new.isHidden
            }
            replace(source(of: next, in: scene, of: new, options))
        }
        if isToggled, shown.byteCount <= settings.memory.byteCount / 2 { kept = shown }
        return changesList
    }

    /// Checks frames, using the size of the open window.
    private func checked(
        _ list: FrameList,
        _ settings: SequenceSettings,
        following former: CheckedSequence? = nil
    ) async throws -> CheckedSequence {
        var settings = settings
        (settings.size, settings.scale) = (sequence.canvas, sequence.scale)
        let known = (former?.knownEntries ?? [:]).merging(undecodable.damaged) { $1 }
        return try await .playable(list, settings, known: known, following: former)
    }

    /// Returns a source that replaces the current one in the same layer.
    private func source(of sequence: CheckedSequence, _ view: ImageView, _ options: DisplayOptions) -> PictureSource {
        var scene = sequence.scene
        scene.changeLayer(0) { $0 = source.scene.scene.layers[0] }
        return source(of: sequence, in: scene, of: view, options)
    }

    /// Returns a source with the viewer's choices, for the sequence's scene or a view's.
    private func source(
        of sequence: CheckedSequence,
        in scene: BoundScene,
        of view: ImageView? = nil,
        _ options: DisplayOptions
    ) -> PictureSource {
        let showsAlpha = options.channel == .alpha
        var scene = scene
        scene.showsLayers = options.showsLayers
        scene.changeLayer(0) { layer in
            let own = view.map(\.backgroundColor) ?? layer.backgroundColor
            layer.backgroundColor = showsAlpha ? nil : options.background ?? own
        }
        let stops = isExposedWhenRead ? options.tone.exposure : 0
        var drawings = sequence.scene.drawings
        if stops != 0 {
            drawings = drawings.reading(in: drawings.codecs.reading(drawings.codecs.colors.exposed(by: stops)))
        }
        scene.read(drawings)
        return PictureSource(
            sequence,
            in: scene,
            // The alpha channel is shown without a background.
            isFlattened: !showsAlpha,
            renderer: stops == 0 ? nil : FrameRenderer(drawings, memory: settings.memory),
            memory: settings.memory,
            undecodable: undecodable
        )
    }

    /// Returns the settings with a view's changes. Unchanged properties keep the settings' values.
    private func settings(of view: ImageView) -> SequenceSettings {
        var result = settings
        if Self.look(of: view) != Self.look(of: firstView) {
            result = settings.drawn(as: view)
            if view.tintColor != firstView.tintColor, settings.tintColor != nil { result.tintColor = view.tintColor }
            result.animationDuration = settings.animationDuration
        }
        if view.animationDuration != firstView.animationDuration {
            (result.frameRate, result.animationDuration) = (nil, view.exactAnimationDuration)
        }
        result.animationRepeatCount = max(0, view.animationRepeatCount)
        return result
    }

    /// Returns the properties of a view that affect every picture.
    private static func look(of view: ImageView) -> Layer {
        changing(view.look) { ($0.frame, $0.isHidden) = (.zero, false) }
    }

    /// Returns notes on compared sequences: frames that only one sequence has, and different sizes.
    func comparisonNotes(at offset: Int) -> [Explanation] {
        guard let pairing = compared?.pairing, let other = compared?.source.sequence else { return [] }
        guard offset == 0 else { return other.playedNotes }
        let lone = [(pairing.onlyInFirst, sequence.frames.name), (pairing.onlyInSecond, other.frames.name)]
        return other.playedNotes
            + lone.filter { !$0.0.isEmpty }.map { "only in \(FilePath($1)): \($0.asFrames)" as Explanation }
    }
}

extension CheckedSequence {
    fileprivate var isSceneLinear: Bool {
        settings.codecs.colors.areLight || self.survey.headers.allSatisfy(\.isSceneLinear)
    }
}
