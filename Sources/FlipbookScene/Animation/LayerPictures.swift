public import FlipbookCore

/// The pictures that a view chooses from, and when it changes its mind: what an `UIImageView` shows, as a function of time.
///
/// While the animation runs, its frames show; else the still picture. Highlighted, the highlighted ones take their places
/// where there are any.
public struct LayerPictures: Hashable, Sendable {
    /// Frames that are shown one after the other.
    public struct Animation: Hashable, Sendable {
        /// The frames.
        public var frames: [Frame]
        /// When each is shown.
        public var timing: FrameTiming

        /// Frames and their times, or `nil` if the timing is one of another number of frames.
        public init?(_ frames: [Frame], _ timing: FrameTiming) {
            guard frames.count == timing.frameCount else { return nil }
            (self.frames, self.timing) = (frames, timing)
        }
    }

    /// Something that happens to the view.
    public enum Event: Hashable, Sendable {
        /// The still picture is another one, or none.
        case image(Image?)
        /// The highlighted pictures are shown, or no longer.
        case isHighlighted(Bool)
        /// The animation begins with its first frame.
        case startAnimating
        /// The animation ends; the still picture shows.
        case stopAnimating
    }

    /// Something that happens to the view at a time.
    public struct Change: Hashable, Sendable {
        /// The exact time, in seconds since the scene began.
        public var time: RationalTime
        /// The change.
        public var event: Event
        /// The way in which what shows then takes the place of what showed before, or `nil` if it does so at once.
        public var transition: TimedTransition?

        /// Something that happens at a time.
        public init(at time: RationalTime, _ event: Event, by transition: TimedTransition? = nil) {
            (self.time, self.event, self.transition) = (time, event, transition)
        }

        /// When all of it has happened, in nanoseconds since the scene began.
        package var endNanosecond: Int64 {
            Int64(clamping: Int128(time.nanoseconds) + Int128(transition?.duration.nanoseconds ?? 0))
        }
    }

    /// The picture that shows during a transition besides the frame of the moment, which is the next one.
    package struct Passage: Hashable, Sendable {
        /// The frame that is replaced, as it stood when the transition began, or `nil` if only the background showed.
        package let from: Frame?
        /// The way in which the next frame takes its place.
        package let transition: Transition
        /// The part of it that is done, 0 to 1; a spring may be beyond for a while.
        package let progress: Double
    }

    /// The still picture.
    public var image: Image?
    /// The still picture while highlighted; `nil` for ``image``.
    public var highlightedImage: Image?
    /// The animation.
    public var animation: Animation?
    /// The animation while highlighted; `nil` for ``animation``.
    public var highlightedAnimation: Animation?
    /// The number of cycles of the animation that are shown, 0 for ever.
    public var repeatCount = 0
    /// When the animation begins by itself, in seconds since the scene began; `nil` for never.
    public var start: RationalTime? = RationalTime.zero
    /// A Boolean value that has the highlighted pictures show at first.
    public var isHighlighted = false
    /// The transition between the pictures of changes that have none themselves, or `nil` if they jump.
    public var transition: TimedTransition?
    /// The changes, in any order.
    public var changes: [Change] = []

    /// No pictures.
    public init() {}

    /// The state of the view.
    private struct State {
        var image: Image?
        var isHighlighted: Bool
        var start: Int64?
    }

    /// The changes that have happened by a time, in their order.
    private func happened(by time: Int64) -> [Change] {
        changes.enumerated().filter { $0.element.time.nanoseconds <= time }
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }

    /// The state of the view after what happened up to a time.
    private func state(at time: Int64) -> State {
        var state = State(image: image, isHighlighted: isHighlighted, start: start?.nanoseconds)
        for change in happened(by: time) {
            let moment = change.time.nanoseconds
            switch change.event {
            case .image(let image): state.image = image
            case .startAnimating: state.start = moment
            case .stopAnimating: state.start = nil
            case .isHighlighted(let flag):
                // Another animation starts from its first picture.
                if flag != state.isHighlighted, highlightedAnimation != nil, let start = state.start, start <= moment {
                    state.start = moment
                }
                state.isHighlighted = flag
            }
        }
        return state
    }

    /// The frame that shows at a time, in seconds since the scene began, or `nil` if there is only the background. What is
    /// below a nanosecond of the time does not count.
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

    /// The transition that is under way at a nanosecond since the scene began, or `nil` if none is.
    ///
    /// The change that happened last ends those before it: theirs are cut short.
    package func passage(atNanosecond time: Int64) -> Passage? {
        guard let change = happened(by: time).last, let timed = change.transition,
            let progress = timed.progress(afterNanoseconds: time - change.time.nanoseconds)
        else { return nil }
        return Passage(
            from: frame(atNanosecond: change.time.nanoseconds - 1),
            transition: timed.transition,
            progress: progress
        )
    }

    /// The picture at a time in nanoseconds since the scene began, on its way to the next one during a transition, or `nil`
    /// if there is only the background.
    package func image(atNanosecond time: Int64) -> Image? {
        let next = frame(atNanosecond: time)?.image
        guard let passage = passage(atNanosecond: time) else { return next }
        return (passage.from?.image ?? .nothing)
            .transitioning(to: next ?? .nothing, by: passage.transition, at: passage.progress)
    }

    /// All frames that may show, some of them several times.
    public var frames: [Frame] {
        let stills =
            [image, highlightedImage] + changes.map { if case .image(let image) = $0.event { image } else { nil } }
        return stills.compactMap { $0.map { Frame($0) } } + (animation?.frames ?? [])
            + (highlightedAnimation?.frames ?? [])
    }

    /// A Boolean value that indicates pictures that change over time.
    package var isMoving: Bool { animation != nil || highlightedAnimation != nil || !changes.isEmpty }

    /// When nothing changes any more, in nanoseconds since the scene began, or `nil` if it goes on for ever.
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

    /// The times of the frames, if these follow one another from the beginning on and nothing else happens; else `nil`.
    package var timing: FrameTiming? {
        start == RationalTime.zero && changes.isEmpty && highlightedAnimation == nil ? animation?.timing : nil
    }

    /// The time that one cycle of the animation lasts, or `nil` without one.
    package var cycleDuration: RationalTime? { (animation ?? highlightedAnimation)?.timing.cycleDuration }
}
