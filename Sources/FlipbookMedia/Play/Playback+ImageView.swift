import FlipbookCore
import FlipbookImaging

/// An image view whose changes are seen on the screen.
extension Playback {
    /// The image view as it is on the screen, its animation where the player is.
    var view: ImageView { imageView.animating(at: isAnimating ? currentTransport.position : nil) }

    /// The image view, wherever its animation is.
    var imageView: ImageView {
        if let storedView { return storedView }
        let canvas = source.sequence.canvas
        return ImageView(sets, settings, size: Size(canvas, scale: source.sequence.renderer.canvas.scale))
    }

    /// Whether touches go to the image view.
    var isUserInteractionEnabled: Bool { storedView?.isUserInteractionEnabled ?? settings.isUserInteractionEnabled }

    /// Lets `change` work on the image view and shows what comes of it. Where that cannot be shown, nothing changes.
    func update(_ change: @Sendable (inout ImageView) -> Void) async throws(PlaybackError) {
        arrive()
        let old = view
        var new = old
        change(&new)
        if new != old { try await adopt(new, insteadOf: old) }
    }

    private func adopt(_ new: ImageView, insteadOf old: ImageView) async throws(PlaybackError) {
        var (appearance, sets) = (appearance, sets)
        if Self.look(of: new) != Self.look(of: old) {
            let own = appearance
            appearance.adopt(new)
            // What the view leaves open stays as the settings have it.
            appearance.resizing = appearance.resizing ?? own.resizing
            if new.tintColor == old.tintColor { appearance.tintColor = appearance.tintColor ?? own.tintColor }
            appearance.animationDuration = own.animationDuration
        }
        if new.animationImages != old.animationImages || (new.animationImages == nil && new.image != old.image)
            || new.highlightedAnimationImages != old.highlightedAnimationImages
        {
            // What was found on the disk knows more of its frames than pictures do.
            let made = PictureSets(new)
            if new.animationImages != old.animationImages || new.animationImages == nil { sets.normal = made.normal }
            if new.highlightedAnimationImages != old.highlightedAnimationImages { sets.highlighted = made.highlighted }
            sets.kept = nil
        }
        let isRetimed = new.animationDuration != old.animationDuration
        if isRetimed {
            appearance.frameRate = nil
            appearance.animationDuration = new.animationDuration
        }
        appearance.animationRepeatCount = max(0, new.animationRepeatCount)

        let wantsHighlighted = new.isHighlighted && sets.highlighted != nil
        let formerList = self.sets.current
        sets.isHighlighted = wantsHighlighted
        let changesList = sets.current != formerList
        var sequence = source.sequence
        if changesList, let kept = sets.kept, wantsHighlighted != self.sets.isHighlighted, !isRetimed {
            sequence = kept.sequence
        } else if changesList, !sets.current.frames.isEmpty {
            sequence = try await check(sets.current, appearance)
        } else if isRetimed {
            do throws(SequenceError) {
                sequence = try sequence.lasting(new.animationDuration)
            } catch {
                throw .sequence(error)
            }
        }
        let needsDrawing = Self.look(of: new) != Self.look(of: old) || new.isHidden != old.isHidden
        if changesList || isRetimed || needsDrawing {
            try play(sequence, as: new, appearance, &sets, isToggled: changesList && !needsDrawing)
        }
        self.appearance = appearance
        self.sets = sets
        let wasAnimating = isAnimating
        storedView = new
        presentation.update { $0.isHighlighted = new.isHighlighted }
        if new.isHighlighted != old.isHighlighted { events.send(.highlighted(new.isHighlighted)) }
        // What a viewer toggles while the clock stands goes on standing.
        let staysPaused = new.isHighlighted != old.isHighlighted && wasAnimating && !transport.isPlaying
        let isStarted = changesList || new.startCount != old.startCount
        follow(new, isStarted: isStarted, wasAnimating: wasAnimating, staysPaused: staysPaused)
        let isStillChanged = new.stillImage != old.stillImage && !isAnimating
        if isStillChanged || new.animationRepeatCount != old.animationRepeatCount { needsShowing = true }
    }

    /// Starts and stops as the view does.
    private func follow(_ new: ImageView, isStarted: Bool, wasAnimating: Bool, staysPaused: Bool) {
        let count = source.sequence.timing.frameCount
        if transport.frameCount != count { transport = transport.fitted(to: count) }
        isAnimating = new.isAnimating
        if !new.isAnimating {
            guard wasAnimating else { return }
            restPicture = .image
            transport.pause()
            transport.goToBeginning()
            needsShowing = true
        } else if isStarted || !wasAnimating {
            transport.goToBeginning()
            if !staysPaused { transport.play() }
            completedCycles = 0
            isAtEnd = false
            needsShowing = true
        } else {
            return
        }
        if new.isAnimating != wasAnimating { events.send(new.isAnimating ? .playing : .paused) }
    }

    /// Checks frames for the window that is open: of its size.
    func check(_ list: FrameList, _ appearance: SequenceSettings) async throws(PlaybackError) -> CheckedSequence {
        var settings = appearance
        settings.canvas = source.sequence.canvas
        settings.scale = source.sequence.scale
        return try await .playable(list, settings)
    }

    /// Plays a sequence from now on, drawn as `view` has it.
    private func play(
        _ sequence: CheckedSequence,
        as view: ImageView,
        _ appearance: SequenceSettings,
        _ sets: inout PictureSets,
        isToggled: Bool
    ) throws(PlaybackError) {
        let former = source
        var budget = appearance.memoryBudget
        if isToggled, let kept = sets.kept, kept.sequence.frames == sequence.frames {
            replace(kept)
        } else {
            if isToggled, former.byteCount <= budget / 2 { budget -= former.byteCount }
            var canvas = sequence.renderer.canvas
            canvas.contentMode = appearance.contentMode
            canvas.resizing = appearance.resizing
            canvas.tintColor = appearance.tintColor
            canvas.alpha = appearance.alpha
            canvas.isOpaque = appearance.isOpaque
            canvas.isHidden = view.isHidden
            canvas.background = view.backgroundColor ?? .clear
            replace(try source(of: sequence, on: canvas, memoryBudget: budget))
        }
        sets.kept = isToggled && former.byteCount <= appearance.memoryBudget / 2 ? former : nil
    }

    /// The pictures of a sequence, on a canvas with what the viewer chose to see.
    func source(
        of sequence: CheckedSequence,
        on canvas: Canvas,
        memoryBudget: Int
    ) throws(PlaybackError) -> PictureSource {
        let state = presentation.state
        let showsAlpha = state.channel == .alpha
        var canvas = canvas
        canvas.background = showsAlpha ? .clear : state.background ?? canvas.background
        do throws(CanvasError) {
            return try PictureSource(
                sequence,
                canvas: canvas,
                // Who looks at the alpha channel wants no black beneath it.
                isFlattened: !showsAlpha,
                memoryBudget: memoryBudget,
                policy: appearance.missing,
                undecodable: undecodable
            )
        } catch {
            throw .sequence(SequenceError(error, of: appearance))
        }
    }

    /// What of a view changes how every picture is drawn.
    private static func look(of view: ImageView) -> ImageView {
        var look = ImageView(frame: .zero)
        look.contentMode = view.contentMode
        look.contentStretch = view.contentStretch
        look.backgroundColor = view.backgroundColor
        look.alpha = view.alpha
        look.isOpaque = view.isOpaque
        look.isHidden = view.isHidden
        look.tintColor = view.tintColor
        return look
    }
}
