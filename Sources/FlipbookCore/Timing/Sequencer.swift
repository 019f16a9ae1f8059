/// An image view's animation: images, a duration, a repeat count, and methods to run it. It behaves as documented for
/// `UIImageView`, but has no clock. The program calls ``advance(to:)`` to set the time.
public struct Sequencer: Hashable, Sendable {
    /// The picture shown when no animation is running.
    public var image: Frame?

    /// The frames of the animation, in order. The default is `nil`. Setting new frames during an animation restarts it from the
    /// first frame; setting `nil` or an empty list stops the animation.
    public var animationImages: [Frame]? {
        didSet {
            elapsed = 0
            if animationImages?.isEmpty ?? true { isAnimating = false }
            timing = calculatedTiming
        }
    }

    /// The exact duration of one cycle in seconds. Frames share it equally, or in proportion to their own durations. At 0 (the
    /// default), each frame is shown for its own duration, or for 1/30 s if it has none.
    public var animationDuration: RationalTime = .zero {
        didSet { if animationDuration != oldValue { timing = calculatedTiming } }
    }

    /// The number of whole cycles. If it is 0 (the default) or negative, the animation is endless.
    public var animationRepeatCount = 0

    /// A Boolean value that indicates whether the animation is running: started, and neither stopped nor finished.
    public private(set) var isAnimating = false
    private var elapsed: Int64 = 0

    /// Creates an empty sequencer.
    public init() {}

    /// Creates a sequencer that shows `animationImages` once it is started.
    public init(animationImages: [Frame], animationDuration: RationalTime = .zero, animationRepeatCount: Int = 0) {
        (self.animationImages, self.animationDuration) = (animationImages, animationDuration)
        self.animationRepeatCount = animationRepeatCount
        timing = calculatedTiming
    }

    /// The exact duration of one cycle in seconds: ``animationDuration`` or, at 0, the sum of the frames' durations.
    public var effectiveAnimationDuration: RationalTime {
        animationDuration > .zero ? animationDuration : timing?.cycleDuration ?? .zero
    }

    /// The times of the frames. `nil` if there are no frames, or if their durations have no common denominator that fits in 64
    /// bits.
    /// - Complexity: O(1). The times are calculated when the frames or ``animationDuration`` are set.
    public private(set) var timing: FrameTiming?

    private var calculatedTiming: FrameTiming? {
        guard let animationImages, animationImages.contains(where: { $0.duration != nil }) else {
            let count = animationImages?.count ?? 0
            let equal = FrameRate.imageViewDefault.duration(ofFrames: count)
            return FrameTiming(frameCount: count, cycleDuration: animationDuration > .zero ? animationDuration : equal)
        }
        let own = animationImages.map { $0.duration ?? FrameRate.imageViewDefault.frameDuration }
        guard animationDuration > .zero, let sum = FrameSlots(own)?.cycleDuration
        else { return FrameTiming(durations: own) }
        guard let factor = animationDuration.divided(by: sum) else { return nil }
        let scaled = own.compactMap { $0.multiplied(by: factor) }
        return scaled.count == own.count ? FrameTiming(durations: scaled) : nil
    }

    /// The number of frames until the animation ends. `nil` if it is endless or has no frames.
    public var playedFrameCount: Int? {
        guard let count = animationImages?.count, count > 0, animationRepeatCount > 0 else { return nil }
        let (product, overflow) = count.multipliedReportingOverflow(by: animationRepeatCount)
        return overflow ? .max : product
    }

    /// Starts from the first frame of the first cycle, even if already running. If there are no frames, does nothing.
    public mutating func startAnimating() {
        guard let animationImages, !animationImages.isEmpty else { return }
        elapsed = 0
        isAnimating = true
    }

    /// Stops the animation and shows ``image`` again. Stopping again has no effect.
    public mutating func stopAnimating() {
        isAnimating = false
        elapsed = 0
    }

    /// Sets the time in seconds since the start of the animation. The animation stops at the end of the last cycle.
    public mutating func advance(to time: RationalTime) { advance(toNanosecond: time.nanoseconds) }

    package mutating func advance(toNanosecond time: Int64) {
        guard isAnimating, let timing else { return }
        if let count = playedFrameCount, time >= timing.nanosecond(ofFrame: count) {
            stopAnimating()
        } else {
            elapsed = max(0, time)
        }
    }

    /// The index of the current frame in ``animationImages``, or `nil` if no animation is running.
    public var currentFrameIndex: Int? {
        guard isAnimating, let timing else { return nil }
        return timing.positionInCycle(ofFrame: timing.frame(atNanosecond: elapsed))
    }

    /// The current picture: the frame of a running animation, otherwise ``image``.
    public var visibleImage: Frame? {
        guard let index = currentFrameIndex, let animationImages else { return image }
        return animationImages[index]
    }
}
