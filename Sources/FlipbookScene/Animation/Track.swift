public import FlipbookCore

/// An animation of one layer property.
///
/// Before its first track begins, a property has that track's ``from`` value. After a track ends, the property keeps that
/// track's ``to`` value until the next track begins. A track without ``from`` begins with the final value of the previous
/// track, or with the layer's own value.
///
/// ```swift
/// var track = Track(.alpha, from: .number(0), to: .number(1), duration: 2)
/// track.curve = .easeIn
/// print(track.progress(at: 0.5))
/// ```
public struct Track: Hashable, Sendable {
    /// The animated property.
    public var property: AnimatableProperty
    /// The initial value. If `nil`, the track begins with the layer's value at that time.
    public var from: AnimatedValue?
    /// The final value, which the property keeps.
    public var to: AnimatedValue
    /// The exact start time, in seconds since the scene began.
    public var delay = RationalTime.zero
    /// The exact duration of one repetition, in seconds. At 0, the value changes immediately.
    public var duration = RationalTime.zero
    /// The timing curve.
    public var curve = AnimationCurve.easeInOut
    /// The number of repetitions (0 means forever). If the number has a fraction, the last repetition ends early.
    public var repeatCount = 1.0
    /// A Boolean value that indicates whether each repetition also runs backward. At the end, the value jumps to ``to``.
    public var autoreverses = false
    /// A Boolean value that indicates whether a track without ``from`` begins with the current value of the track that it
    /// interrupts. If `false`, it begins with that track's final value.
    public var beginsFromCurrentState = false

    /// Creates a track.
    public init(
        _ property: AnimatableProperty,
        from: AnimatedValue? = nil,
        to: AnimatedValue,
        delay: RationalTime = .zero,
        duration: RationalTime = .zero
    ) { (self.property, self.from, self.to, self.delay, self.duration) = (property, from, to, delay, duration) }

    /// Limits the rotation between two transforms to half a turn, because a matrix does not record full turns.
    mutating func takeShorterTurn() {
        guard case .transform(let start) = from, case .transform(var end) = to else { return }
        let turn = end.rotation - start.rotation
        guard turn.magnitude > 180 else { return }
        end.rotation -= 360 * (turn / 360).rounded()
        to = .transform(end)
    }

    /// Creates a transition from the layer's previous appearance.
    package init(_ timed: TimedTransition, at delay: RationalTime) {
        self.init(.transition, to: .transition(timed.transition), delay: delay, duration: timed.duration)
        curve = timed.curve
    }

    private var period: Double { duration.seconds * (autoreverses ? 2 : 1) }

    private var length: RationalTime? {
        guard duration > .zero else { return .zero }
        guard repeatCount > 0 else { return nil }
        // A whole number of repetitions ends at an exact time.
        if let whole = Int64(exactly: repeatCount * (autoreverses ? 2 : 1)), whole < 1 << 31,
            let length = duration.multiplied(by: RationalTime(whole))
        {
            return length
        }
        return .nanoseconds(Int64(min(period * repeatCount, 9e9) * 1e9))
    }

    /// The exact end time, in seconds since the scene began, or `nil` if there is no end.
    public var end: RationalTime? { length.map { delay + $0 } }

    /// The end in nanoseconds. The delay and the length are each rounded down.
    package var endNanosecond: Int64? {
        length.map { Int64(clamping: Int128(delay.nanoseconds) + Int128($0.nanoseconds)) }
    }

    /// Returns the progress from ``from`` to ``to`` at the given time, in seconds since the scene began, rounded down to
    /// nanoseconds.
    public func progress(at time: RationalTime) -> Double { progress(atNanosecond: time.nanoseconds) }

    fileprivate func progress(atNanosecond time: Int64) -> Double {
        let elapsed = Int128(time) - Int128(delay.nanoseconds)
        guard elapsed >= 0 else { return 0 }
        if let end = endNanosecond, time >= end { return 1 }
        guard duration > .zero else { return 1 }
        let done = Double(elapsed) / 1e9 / duration.seconds
        guard autoreverses else { return curve.progress(at: done - done.rounded(.down)) }
        let place = done - 2 * (done / 2).rounded(.down)
        return curve.progress(at: place < 1 ? place : 2 - place)
    }

    fileprivate func value(atNanosecond time: Int64, from start: AnimatedValue) -> AnimatedValue {
        property.jumps
            ? (time < delay.nanoseconds ? start : to) : start.interpolated(to: to, progress(atNanosecond: time))
    }

    static let fields: [ManifestField<Track>] = [
        .init("duration", \.duration, .cycleDuration, default: .zero),
        .init("curve", \.curve, .curve, default: .easeInOut),
        .init("repeatCount", \.repeatCount, .repeatCount, default: 1),
        .init("autoreverses", \.autoreverses, .flag, default: false),
        .init("beginsFromCurrentState", \.beginsFromCurrentState, .flag, default: false),
    ]
}

extension [Track] {
    /// Returns the value of a property at the given time, in nanoseconds since the scene began. `model` is the layer's own
    /// value.
    package func value(of field: AnimatableProperty, atNanosecond time: Int64, model: AnimatedValue) -> AnimatedValue {
        let own = filter { $0.property == field }.inOrder
        guard let first = own.first else { return model }
        guard first.delay.nanoseconds <= time else { return first.from ?? model }
        let current = own.lastIndex { $0.delay.nanoseconds <= time } ?? 0
        return own[current].value(atNanosecond: time, from: own.start(of: current, model))
    }

    private func start(of place: Int, _ model: AnimatedValue) -> AnimatedValue {
        if let from = self[place].from { return from }
        guard place > 0 else { return model }
        guard self[place].beginsFromCurrentState else { return self[place - 1].to }
        return self[place - 1].value(atNanosecond: self[place].delay.nanoseconds, from: start(of: place - 1, model))
    }

    /// The tracks, sorted by start time. If multiple tracks start at the same time, the last one wins.
    fileprivate var inOrder: [Track] {
        enumerated().sorted { ($0.element.delay, $0.offset) < ($1.element.delay, $1.offset) }.map(\.element)
    }
}

extension Layer {
    /// Returns the transition at the given time in nanoseconds, with its progress and start time. The latest transition ends
    /// all earlier ones.
    package func passage(atNanosecond time: Int64) -> (transition: Transition, progress: Double, start: Int64)? {
        let begun = tracks.filter { $0.property == .transition && $0.delay.nanoseconds <= time }
        guard let last = begun.inOrder.last, last.endNanosecond.map({ time < $0 }) ?? true,
            case .transition(let way) = last.to
        else { return nil }
        return (way, last.progress(atNanosecond: time), last.delay.nanoseconds)
    }

    /// Returns the layer as shown at the given time, in seconds since the scene began: Core Animation's presentation layer. If
    /// tracks of `frame` conflict with tracks of `bounds`, `center` or `transform`, the one that began last wins.
    public func presentation(at time: RationalTime) -> Layer { presentation(atNanosecond: time.nanoseconds) }

    package func presentation(atNanosecond time: Int64) -> Layer {
        guard !tracks.isEmpty || movesSublayers else { return self }
        var shown = self
        var done: Set<AnimatableProperty> = []
        let begun = tracks.inOrder.filter { $0.delay.nanoseconds <= time }
        let order = begun.reversed().map(\.property).filter { done.insert($0).inserted }.reversed()
        for track in tracks where !done.contains(track.property) {
            done.insert(track.property)
            shown.set(track.property, atNanosecond: time, from: self)
        }
        for property in order { shown.set(property, atNanosecond: time, from: self) }
        shown.layOutSublayers(from: self.bounds.size, at: time)
        return shown
    }

    private mutating func set(_ property: AnimatableProperty, atNanosecond time: Int64, from model: Layer) {
        property.set(model.tracks.value(of: property, atNanosecond: time, model: property.value(of: model)), of: &self)
    }
}
