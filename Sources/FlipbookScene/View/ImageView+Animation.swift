public import FlipbookCore

extension ImageView {
    /// The length of one cycle in seconds, UIKit's `TimeInterval`; 0, the default, means 1/30 s for each picture.
    ///
    /// It counts as the simplest fraction within a nanosecond, as `RationalTime(_:)` has it: `0.4` is 2/5 s and
    /// `7.0 / 30` is 7/30 s. What is no number, negative or beyond 10⁹ counts as 0. Setting it while animating keeps the
    /// picture that is shown and restarts its time.
    public var animationDuration: Double {
        get { exactAnimationDuration.seconds }
        set { exactAnimationDuration = RationalTime(newValue) ?? .zero }
    }

    /// The same, as an exact fraction.
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

    /// The real and exact length of one cycle in seconds: ``animationDuration``, or where that is 0, 1/30 s for each picture.
    public var effectiveAnimationDuration: RationalTime { sequencer.effectiveAnimationDuration }

    /// The number of whole cycles that are played; 0, the default, and any negative number mean without end.
    public var animationRepeatCount: Int {
        get { sequencer.animationRepeatCount }
        set { sequencer.animationRepeatCount = newValue }
    }

    /// A Boolean value that indicates a running animation: from ``startAnimating()`` until it is stopped or has ended.
    /// Hiding does not stop it.
    public var isAnimating: Bool { sequencer.isAnimating }

    /// Starts from the first picture of the first cycle, also when already animating.
    ///
    /// Without pictures this does nothing.
    public mutating func startAnimating() {
        sequenceDidChange()
        sequencer.startAnimating()
    }

    /// Stops at once; what shows then is the still picture, not the last one of the animation.
    public mutating func stopAnimating() { sequencer.stopAnimating() }

    /// Says how late it is, in seconds since the view was made. Time does not run backwards, and what is below a nanosecond
    /// of it does not count.
    ///
    /// An animation that has played its cycles stops.
    public mutating func advance(to time: RationalTime) { advance(toNanosecond: time.nanoseconds) }

    mutating func advance(toNanosecond time: Int64) {
        guard time > self.time else { return }
        setTime(time)
        if isAnimating { sequencer.advance(toNanosecond: time - startTime) }
        if transitionProgress == nil { passage = nil }
    }

    /// The pictures that an animation shows as the view is now: the highlighted ones where they are set and wanted.
    public var activeAnimationImages: [Image]? {
        usesHighlightedSequence ? highlightedAnimationImages : animationImages
    }

    /// The picture that shows while nothing animates.
    public var stillImage: Image? { isHighlighted ? highlightedImage ?? image : image }

    /// The picture that shows now, or `nil` if there is only the background.
    ///
    /// One that `Image.flipsForRightToLeftLayoutDirection` is mirrored where the view runs from right to left.
    public var visibleImage: Image? {
        guard let passage, let progress = transitionProgress else { return settledImage }
        return passage.from.transitioning(to: settledImage ?? .nothing, by: passage.timed.transition, at: progress)
    }

    /// The picture that shows now without a transition.
    var settledImage: Image? { shownImage.map(facing) }

    /// The part of the transition under way that is done, or `nil` without one, and while an animation is seen.
    var transitionProgress: Double? {
        isAnimating ? nil : passage.flatMap { $0.timed.progress(afterNanoseconds: time - $0.start) }
    }

    /// An image as it is shown in the view's direction.
    func facing(_ image: Image) -> Image {
        guard image.flipsForRightToLeftLayoutDirection, effectiveUserInterfaceLayoutDirection == .rightToLeft else {
            return image
        }
        return image.mirroredForRightToLeft()
    }

    /// In which direction the view runs: what it is about decides, else the text around it.
    public var effectiveUserInterfaceLayoutDirection: LayoutDirection { look.effectiveUserInterfaceLayoutDirection }

    private var shownImage: Image? {
        if let index = sequencer.currentFrameIndex, let images = activeAnimationImages, images.indices.contains(index) {
            return images[index]
        }
        // An animated image in the place of a still one plays for ever.
        guard let still = stillImage, let images = still.images, let timing = still.timing else { return stillImage }
        return images[timing.positionInCycle(ofFrame: timing.frame(atNanosecond: time - stillTime))]
    }

    /// The picture that shows at `time`, in seconds since the view was made, if nothing is changed until then.
    ///
    /// For a time that is past, what shows now.
    public func visibleImage(at time: RationalTime) -> Image? { changing(self) { $0.advance(to: time) }.visibleImage }

    /// A Boolean value that indicates the highlighted sequence.
    var usesHighlightedSequence: Bool { isHighlighted && highlightedAnimationImages != nil }

    /// Starts the sequence that counts now from its first picture, if one was running.
    mutating func sequenceDidChange() {
        sequencer.animationImages = activeAnimationImages?.map { Frame($0) }
        startTime = time
        startCount += 1
    }
}

extension Image {
    /// The times of the pictures of an animated image, or `nil` for another image.
    var timing: FrameTiming? {
        guard let count = images?.count else { return nil }
        let own = duration > .zero ? duration : FrameRate.imageViewDefault.duration(ofFrames: count)
        return FrameTiming(frameCount: count, cycleDuration: own)
    }
}

extension ImageView {
    /// Replaces ``image`` by another one, over some time.
    ///
    /// As with UIKit's `transition(with:duration:options:animations:completion:)` the model changes at once: ``image`` is
    /// the next picture, and no other property changes. ``visibleImage`` goes there, the picture alone, over the view's
    /// background: `View.transition(with:duration:options:animations:completion:)` takes the view with all within. Another
    /// transition begins with what is seen then.
    /// - Parameters:
    ///   - image: The next picture.
    ///   - transition: How it takes the place of the one that is shown.
    ///   - duration: The exact time that it takes, in seconds; nothing is seen of one that is not above 0.
    ///   - curve: The pace of the transition.
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
