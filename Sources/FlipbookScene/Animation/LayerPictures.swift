public import FlipbookCore

/// The pictures of a view and the changes between them: a `UIImageView`'s contents as a function of time.
public struct LayerPictures: Hashable, Sendable {
    /// Frames and their timing.
    public struct Animation: Hashable, Sendable {
        /// The frames.
        public var frames: [Frame]
        /// The timing.
        public var timing: FrameTiming

        /// Creates an animation, or returns `nil` if the timing is for a different number of frames.
        public init?(_ frames: [Frame], _ timing: FrameTiming) {
            guard frames.count == timing.frameCount else { return nil }
            (self.frames, self.timing) = (frames, timing)
        }
    }

    /// An event that changes the picture.
    public enum Event: Hashable, Sendable {
        /// Sets or removes the still picture.
        case image(Image?)
        /// Begins or ends highlighting.
        case isHighlighted(Bool)
        /// Starts the animation at its first frame.
        case startAnimating
        /// Stops the animation. The still picture is shown.
        case stopAnimating
    }

    /// An event and the time when it occurs.
    public struct Change: Hashable, Sendable {
        /// The exact time, in seconds since the scene began.
        public var time: RationalTime
        /// The event.
        public var event: Event
        /// The transition to the new picture. If `nil`, the picture appears immediately.
        public var transition: TimedTransition?

        /// Creates a change.
        public init(at time: RationalTime, _ event: Event, by transition: TimedTransition? = nil) {
            (self.time, self.event, self.transition) = (time, event, transition)
        }

        /// The end of the change, including its transition, in nanoseconds since the scene began.
        package var endNanosecond: Int64 {
            Int64(clamping: Int128(time.nanoseconds) + Int128(transition?.duration.nanoseconds ?? 0))
        }
    }

    package struct Passage: Hashable, Sendable {
        /// The frame before the transition, or `nil` if only the background was shown.
        package let from: Frame?
        package let transition: Transition
        /// The progress, 0 to 1. A spring may overshoot.
        package let progress: Double
    }

    /// The still picture.
    public var image: Image?
    /// The still picture for the highlighted state. If `nil`, ``image`` is shown.
    public var highlightedImage: Image?
    /// The animation.
    public var animation: Animation?
    /// The animation for the highlighted state. If `nil`, ``animation`` is shown.
    public var highlightedAnimation: Animation?
    /// The number of cycles of the animation (0 means forever).
    public var repeatCount = 0
    /// The time when the animation starts, in seconds since the scene began. If `nil`, the animation waits for an event.
    public var start: RationalTime? = RationalTime.zero
    /// A Boolean value that indicates whether the view is highlighted initially.
    public var isHighlighted = false
    /// The transition for changes that have none. If `nil`, pictures change immediately.
    public var transition: TimedTransition?
    /// The changes, in any order.
    public var changes: [Change] = []

    /// Creates contents without pictures.
    public init() {}

    private struct State {
        var image: Image?
        var isHighlighted: Bool
        var start: Int64?
    }

    private func happened(by time: Int64) -> [Change] {
        changes.enumerated().filter { $0.element.time.nanoseconds <= time }
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }

    private func state(at time: Int64) -> State {
        var state = State(image: image, isHighlighted: isHighlighted, start: start?.nanoseconds)
        for change in happened(by: time) {
            let moment = change.time.nanoseconds
            switch change.event {
            case .image(let image): state.image = image
            case .startAnimating: state.start = moment
            case .stopAnimating: state.start = nil
            case .isHighlighted(let flag):
                // A separate animation for the highlighted state starts from its first frame.
                if flag != state.isHighlighted, highlightedAnimation != nil, let start = state.start, start <= moment {
                    state.start = moment
                }
                state.isHighlighted = flag
            }
        }
        return state
    }

    /// Returns the frame at the given time, in seconds since the scene began, or `nil` if only the background is shown.
    public func frame(at time: RationalTime) -> Frame? { frame(atNanosecond: time.nanoseconds) }

    package func frame(atNanosecond time: Int64) -> Frame? {
        let state = state(at: time)
        let shown = state.isHighlighted ? highlightedAnimation ?? animation : animation
        if let shown, let start = state.start, start <= time {
            let index = shown.timing.frame(atNanosecond: time - start)
            let (count, overflow) = shown.timing.frameCount.multipliedReportingOverflow(by: repeatCount)
            if repeatCount <= 0 || overflow || index < count {
                return shown.frames[shown.timing.positionInCycle(ofFrame: index)]
            }
        }
        return (state.isHighlighted ? highlightedImage ?? state.image : state.image).map { Frame($0) }
    }

    /// Returns the transition at the given time, in nanoseconds since the scene began. The latest change ends all earlier
    /// transitions.
    package func passage(atNanosecond time: Int64) -> Passage? {
        guard let change = happened(by: time).last, let timed = change.transition,
            let progress = timed.progress(afterNanoseconds: time - change.time.nanoseconds)
        else { return nil }
        let from = frame(atNanosecond: change.time.nanoseconds - 1)
        return Passage(from: from, transition: timed.transition, progress: progress)
    }

    /// Returns the picture at the given time in nanoseconds, possibly in transition, or `nil` if only the background is shown.
    package func image(atNanosecond time: Int64) -> Image? {
        let next = frame(atNanosecond: time)?.image
        guard let passage = passage(atNanosecond: time) else { return next }
        return (passage.from?.image ?? .nothing)
            .transitioning(to: next ?? .nothing, by: passage.transition, at: passage.progress)
    }

    /// All frames that might be shown. Duplicates are possible.
    public var frames: [Frame] {
        let stills =
            [image, highlightedImage] + changes.map { if case .image(let image) = $0.event { image } else { nil } }
        return stills.compactMap { $0.map { Frame($0) } } + (animation?.frames ?? [])
            + (highlightedAnimation?.frames ?? [])
    }

    package var isMoving: Bool { animation != nil || highlightedAnimation != nil || !changes.isEmpty }

    /// The end of the last change, in nanoseconds since the scene began, or `nil` if there is no end.
    package var endNanosecond: Int64? {
        let last = changes.map(\.endNanosecond).max() ?? 0
        let state = state(at: .max)
        guard let shown = state.isHighlighted ? highlightedAnimation ?? animation : animation, let start = state.start
        else { return last }
        let (count, overflow) = shown.timing.frameCount.multipliedReportingOverflow(by: repeatCount)
        guard repeatCount > 0 else { return nil }
        let length = shown.timing.nanosecond(ofFrame: overflow ? .max : count)
        return max(last, Int64(clamping: Int128(start) + Int128(length)))
    }

    /// The timing of the frames, or `nil` if the animation does not start at time 0 or if there are other changes.
    package var timing: FrameTiming? {
        start == RationalTime.zero && changes.isEmpty && highlightedAnimation == nil ? animation?.timing : nil
    }

    package var cycleDuration: RationalTime? { (animation ?? highlightedAnimation)?.timing.cycleDuration }
}
