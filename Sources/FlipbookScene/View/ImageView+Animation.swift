public import FlipbookCore

extension ImageView {
    /// The duration of one cycle in seconds. At 0 (the default), each picture takes 1/30 s. It is stored as the simplest
    /// fraction within a nanosecond: `0.4` is 2/5 s, and `7.0 / 30` is 7/30 s. NaN, negative values and values above 10⁹ are
    /// treated as 0. Setting it keeps the current picture.
    public var animationDuration: Double {
        get { exactAnimationDuration.seconds }
        set { exactAnimationDuration = RationalTime(newValue) ?? .zero }
    }

    package var exactAnimationDuration: RationalTime {
        get { sequencer.animationDuration }
        set {
            let shown = isAnimating ? sequencer.timing?.frame(atNanosecond: time - startTime) : nil
            sequencer.animationDuration = newValue
            guard let shown, let timing = sequencer.timing else { return }
            startTime = time - timing.nanosecond(ofFrame: shown)
            sequencer.advance(toNanosecond: time - startTime)
        }
    }

    /// The exact duration of one cycle in seconds: ``animationDuration`` or, if that is 0, 1/30 s for each picture.
    public var effectiveAnimationDuration: RationalTime { sequencer.effectiveAnimationDuration }

    /// The number of cycles to play. 0 (the default) or a negative number repeats forever.
    public var animationRepeatCount: Int {
        get { sequencer.animationRepeatCount }
        set { sequencer.animationRepeatCount = newValue }
    }

    /// A Boolean value that indicates whether an animation is running. Hiding the view does not stop it.
    public var isAnimating: Bool { sequencer.isAnimating }

    /// Starts the animation from its first picture, even if it is already running. Does nothing if there are no pictures.
    public mutating func startAnimating() {
        sequenceDidChange()
        sequencer.startAnimating()
    }

    /// Stops the animation immediately. The still picture is shown, not the animation's last picture.
    public mutating func stopAnimating() { sequencer.stopAnimating() }

    /// Advances the clock to a time in seconds since the view was created. Earlier times are ignored. An animation that has
    /// played all its cycles stops.
    public mutating func advance(to time: RationalTime) { advance(toNanosecond: time.nanoseconds) }

    mutating func advance(toNanosecond time: Int64) {
        guard time > self.time else { return }
        setTime(time)
        if isAnimating { sequencer.advance(toNanosecond: time - startTime) }
        if transitionProgress == nil { passage = nil }
    }

    /// The pictures of an animation in the view's current state: the highlighted ones if they exist and it is highlighted.
    public var activeAnimationImages: [Image]? {
        usesHighlightedSequence ? highlightedAnimationImages : animationImages
    }

    /// The picture that is shown when no animation is running.
    public var stillImage: Image? { isHighlighted ? highlightedImage ?? image : image }

    /// The picture that is shown now, or `nil` if only the background is. A picture with
    /// `Image.flipsForRightToLeftLayoutDirection` is mirrored if the view's layout is right to left.
    public var visibleImage: Image? {
        guard let passage, let progress = transitionProgress else { return settledImage }
        return passage.from.transitioning(to: settledImage ?? .nothing, by: passage.timed.transition, at: progress)
    }

    /// The picture without a running transition.
    var settledImage: Image? { shownImage.map(facing) }

    /// The progress of the running transition, or `nil` if there is none or an animation is running.
    var transitionProgress: Double? {
        isAnimating ? nil : passage.flatMap { $0.timed.progress(afterNanoseconds: time - $0.start) }
    }

    /// Mirrors an image if it flips with the view's direction.
    func facing(_ image: Image) -> Image {
        guard image.flipsForRightToLeftLayoutDirection, effectiveUserInterfaceLayoutDirection == .rightToLeft
        else { return image }
        return image.mirroredForRightToLeft()
    }

    /// The view's own layout direction, from its ``ViewProperties/semanticContentAttribute`` or ``layoutDirection``.
    public var effectiveUserInterfaceLayoutDirection: LayoutDirection { look.effectiveUserInterfaceLayoutDirection }

    private var shownImage: Image? {
        if let index = sequencer.currentFrameIndex, let images = activeAnimationImages, images.indices.contains(index) {
            return images[index]
        }
        // An animated image that is used as the still picture plays forever.
        guard let still = stillImage, let images = still.images, let timing = still.timing else { return stillImage }
        return images[timing.positionInCycle(ofFrame: timing.frame(atNanosecond: time - stillTime))]
    }

    /// Returns the picture at a time in seconds since the view was created, or the current picture for a time in the past.
    public func visibleImage(at time: RationalTime) -> Image? { changing(self) { $0.advance(to: time) }.visibleImage }

    var usesHighlightedSequence: Bool { isHighlighted && highlightedAnimationImages != nil }

    /// Restarts a running animation with the current sequence.
    mutating func sequenceDidChange() {
        sequencer.animationImages = activeAnimationImages?.map { Frame($0) }
        startTime = time
        startCount += 1
    }

    /// Replaces ``image`` with a transition. As with UIKit's `transition(with:duration:options:animations:completion:)`, the
    /// model changes immediately, and ``visibleImage`` shows the transition, which begins with the currently visible picture.
    /// To include subviews, use `View.transition(with:duration:options:animations:completion:)`.
    /// - Parameter duration: The exact duration in seconds. At 0 or below, the picture changes immediately.
    public mutating func transition(
        to image: Image,
        by transition: Transition = .dissolve,
        duration: RationalTime,
        curve: AnimationCurve = .easeInOut
    ) {
        let timed = TimedTransition(transition, duration: duration, curve: curve)
        let from = (visibleImage ?? .nothing).settled
        passage = duration > .zero ? Passage(from: from, timed: timed, start: time) : nil
        self.image = image
    }
}

extension Image {
    var timing: FrameTiming? {
        guard let count = images?.count else { return nil }
        let own = duration > .zero ? duration : FrameRate.imageViewDefault.duration(ofFrames: count)
        return FrameTiming(frameCount: count, cycleDuration: own)
    }
}
