/// An image view's animation: images, a duration, a repeat count, and the verbs that run it.
///
/// Follows `UIImageView` as its documentation describes it, as a value without a clock: times count from the start of
/// the animation, and a program with a clock tells the sequencer how far it is with ``advance(to:)``.
public struct Sequencer: Hashable, Sendable {
    /// The picture that is shown while nothing animates.
    public var image: Frame?

    /// The frames of the animation in the order they are shown; `nil` by default.
    ///
    /// A frame may occur more than once. Setting it while animating starts the new
    /// sequence from its first frame; setting it to `nil` or to no frames stops.
    public var animationImages: [Frame]? {
        didSet {
            elapsed = 0
            if animationImages?.isEmpty ?? true { isAnimating = false }
            timing = calculatedTiming
        }
    }

    /// The exact duration of one cycle in seconds; 0, the default, means 1/30 s for each frame.
    ///
    /// Every frame gets an equal part of it. Where frames have durations of their own, they keep their
    /// proportions in it, a frame without one counting 1/30 s; where it is 0, they last as they say.
    public var animationDuration: RationalTime = .zero {
        didSet { if animationDuration != oldValue { timing = calculatedTiming } }
    }

    /// The number of whole cycles that are played; 0, the default, and any negative number mean without end.
    public var animationRepeatCount = 0

    /// A Boolean value that indicates a running animation: from ``startAnimating()`` until it is stopped or has ended.
    public private(set) var isAnimating = false

    private var elapsed: Int64 = 0

    /// A sequencer with nothing to show.
    public init() {}

    /// A sequencer that shows `animationImages` once it is started.
    public init(animationImages: [Frame], animationDuration: RationalTime = .zero, animationRepeatCount: Int = 0) {
        (self.animationImages, self.animationDuration) = (animationImages, animationDuration)
        self.animationRepeatCount = animationRepeatCount
        timing = calculatedTiming
    }

    /// The real and exact duration of one cycle in seconds: ``animationDuration``, or where that is not positive the sum of
    /// the frames' durations, each 1/30 s that has none.
    public var effectiveAnimationDuration: RationalTime {
        animationDuration > .zero ? animationDuration : timing?.cycleDuration ?? .zero
    }

    /// The times of the frames, or `nil` without frames.
    ///
    /// Also `nil` where the frames' durations have no common fraction of 64 bits.
    /// - Complexity: O(1). It is calculated when the frames or ``animationDuration`` are set, since it is wanted at
    ///   each tick of a clock.
    public private(set) var timing: FrameTiming?

    private var calculatedTiming: FrameTiming? {
        guard let own = frameDurations else {
            let count = animationImages?.count ?? 0
            let equal = FrameRate.imageViewDefault.duration(ofFrames: count)
            return FrameTiming(frameCount: count, cycleDuration: animationDuration > .zero ? animationDuration : equal)
        }
        guard animationDuration > .zero, let sum = FrameSlots(own)?.cycleDuration else {
            return FrameTiming(durations: own)
        }
        guard let factor = animationDuration.divided(by: sum) else { return nil }
        let scaled = own.compactMap { $0.multiplied(by: factor) }
        return scaled.count == own.count ? FrameTiming(durations: scaled) : nil
    }

    /// The time for which each frame says it is shown, or `nil` if none says.
    private var frameDurations: [RationalTime]? {
        guard let animationImages, animationImages.contains(where: { $0.duration != nil }) else { return nil }
        return animationImages.map { $0.duration ?? FrameRate.imageViewDefault.frameDuration }
    }

    /// The number of frames that play before the animation ends, or `nil` if it never does or has none.
    public var playedFrameCount: Int? {
        guard let count = animationImages?.count, count > 0, animationRepeatCount > 0 else { return nil }
        let (product, overflow) = count.multipliedReportingOverflow(by: animationRepeatCount)
        return overflow ? .max : product
    }

    /// Starts from the first frame of the first cycle, also when already animating.
    ///
    /// Without frames this does nothing.
    public mutating func startAnimating() {
        guard let animationImages, !animationImages.isEmpty else { return }
        elapsed = 0
        isAnimating = true
    }

    /// Stops; ``image`` is shown again, not the last frame. Stopping twice does no harm.
    public mutating func stopAnimating() {
        isAnimating = false
        elapsed = 0
    }

    /// Tells the sequencer the time in seconds that has passed since the animation started; what is below a nanosecond of
    /// it does not count.
    ///
    /// At the end of the last cycle the animation stops by itself.
    public mutating func advance(to time: RationalTime) { advance(toNanosecond: time.nanoseconds) }

    package mutating func advance(toNanosecond time: Int64) {
        guard isAnimating, let timing else { return }
        if let count = playedFrameCount, time >= timing.nanosecond(ofFrame: count) {
            stopAnimating()
        } else {
            elapsed = max(0, time)
        }
    }

    /// The index into ``animationImages`` of the frame shown now; `nil` while nothing animates.
    public var currentFrameIndex: Int? {
        guard isAnimating, let timing else { return nil }
        return timing.positionInCycle(ofFrame: timing.frame(atNanosecond: elapsed))
    }

    /// The picture shown now: the animation's frame while it runs, otherwise ``image``.
    public var visibleImage: Frame? {
        guard let index = currentFrameIndex, let animationImages else { return image }
        return animationImages[index]
    }
}
