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

        /// Frames and their times; `nil` where the timing is one of another number of frames.
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
        /// When, in seconds since the scene began.
        public var time: RationalTime
        /// What happens.
        public var event: Event

        /// Something that happens at a time.
        public init(at time: RationalTime, _ event: Event) { (self.time, self.event) = (time, event) }
    }

    /// The still picture.
    public var image: Image?
    /// The still picture while highlighted; `nil` for ``image``.
    public var highlightedImage: Image?
    /// The animation.
    public var animation: Animation?
    /// The animation while highlighted; `nil` for ``animation``.
    public var highlightedAnimation: Animation?
    /// How many cycles of the animation are shown, 0 for ever.
    public var repeatCount = 0
    /// When the animation begins by itself, in seconds since the scene began; `nil` for never.
    public var start: RationalTime? = RationalTime.zero
    /// Whether the highlighted pictures show at first.
    public var isHighlighted = false
    /// What happens, in any order.
    public var changes: [Change] = []

    /// No pictures.
    public init() {}

    /// Where the view is.
    private struct State {
        var image: Image?
        var isHighlighted: Bool
        var start: Int64?
    }

    /// Where the view is after what happened up to a time.
    private func state(at time: Int64) -> State {
        var state = State(image: image, isHighlighted: isHighlighted, start: start?.nanoseconds)
        let happened = changes.enumerated().filter { $0.element.time.nanoseconds <= time }
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        for (_, change) in happened {
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

    /// The frame that shows at a time in nanoseconds since the scene began; `nil` where there is only the background.
    public func frame(at time: Int64) -> Frame? {
        let state = state(at: time)
        let shown = state.isHighlighted ? highlightedAnimation ?? animation : animation
        if let shown, let start = state.start, start <= time {
            let index = shown.timing.frame(at: time - start)
            let (count, overflow) = shown.timing.frameCount.multipliedReportingOverflow(by: repeatCount)
            if repeatCount <= 0 || overflow || index < count {
                return shown.frames[shown.timing.positionInCycle(ofFrame: index)]
            }
        }
        return (state.isHighlighted ? highlightedImage ?? state.image : state.image).map { Frame($0) }
    }

    /// All frames that may show, some of them several times.
    public var frames: [Frame] {
        let stills =
            [image, highlightedImage] + changes.map { if case .image(let image) = $0.event { image } else { nil } }
        return stills.compactMap { $0.map { Frame($0) } } + (animation?.frames ?? [])
            + (highlightedAnimation?.frames ?? [])
    }

    /// The same pictures, each as `change` makes it.
    public func changingFrames(_ change: (Frame) -> Frame) -> LayerPictures {
        var copy = self
        copy.image = image.map { change(Frame($0)).image }
        copy.highlightedImage = highlightedImage.map { change(Frame($0)).image }
        copy.animation?.frames = animation?.frames.map(change) ?? []
        copy.highlightedAnimation?.frames = highlightedAnimation?.frames.map(change) ?? []
        for place in changes.indices {
            if case .image(let image?) = changes[place].event {
                copy.changes[place].event = .image(change(Frame(image)).image)
            }
        }
        return copy
    }

    /// Whether another picture may show at one time than at another.
    package var isMoving: Bool { animation != nil || highlightedAnimation != nil || !changes.isEmpty }

    /// When nothing changes any more, in nanoseconds since the scene began; `nil` where it goes on for ever.
    public var end: Int64? {
        let last = changes.map(\.time.nanoseconds).max() ?? 0
        let state = state(at: .max)
        guard let shown = state.isHighlighted ? highlightedAnimation ?? animation : animation, let start = state.start
        else { return last }
        let (count, overflow) = shown.timing.frameCount.multipliedReportingOverflow(by: repeatCount)
        guard repeatCount > 0 else { return nil }
        let length = shown.timing.presentationTime(ofFrame: overflow ? .max : count)
        return max(last, Int64(clamping: Int128(start) + Int128(length)))
    }

    /// How long one cycle of the animation lasts; `nil` without one.
    package var cycleDuration: RationalTime? { (animation ?? highlightedAnimation)?.timing.cycleDuration }
}
