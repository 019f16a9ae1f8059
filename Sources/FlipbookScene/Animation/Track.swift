public import FlipbookCore

/// The change of one property of a layer over time.
///
/// Before a property's first track begins, it has that track's ``from``; after a track its ``to``, until the next begins.
/// A track without ``from`` begins with what the track before leaves, the first one with what the layer says itself.
///
/// ```swift
/// var track = Track(.alpha, from: .number(0), to: .number(1), duration: 2)
/// track.curve = .easeIn
/// print(track.progress(at: 0.5))
/// ```
public struct Track: Hashable, Sendable {
    /// The property that changes.
    public var property: AnimatableProperty
    /// The value at the beginning; `nil` for what the layer has then.
    public var from: AnimatedValue?
    /// The value at the end, which stays.
    public var to: AnimatedValue
    /// The exact time when the change begins, in seconds since the scene began.
    public var delay = RationalTime.zero
    /// The exact time that the change takes, in seconds; at 0 it jumps.
    public var duration = RationalTime.zero
    /// The course of it over its time.
    public var curve = AnimationCurve.easeInOut
    /// The number of times that it is done, 0 for ever; a fraction ends on the way.
    public var repeatCount = 1.0
    /// A Boolean value that has each repetition go back as well, which takes as long again. The value jumps to ``to`` at
    /// the end, as UIKit's does.
    public var autoreverses = false
    /// A Boolean value that has a change without ``from`` begin where the one is that it cuts short, and not where
    /// that would have ended.
    public var beginsFromCurrentState = false

    /// A change of a property.
    public init(
        _ property: AnimatableProperty,
        from: AnimatedValue? = nil,
        to: AnimatedValue,
        delay: RationalTime = .zero,
        duration: RationalTime = .zero
    ) {
        (self.property, self.from, self.to, self.delay, self.duration) = (property, from, to, delay, duration)
    }

    /// Turns by half a circle at most, where it goes from one transform to another, which know no more of their angles.
    mutating func takeShorterTurn() {
        guard case .transform(let start) = from, case .transform(var end) = to else { return }
        let turn = end.rotation - start.rotation
        guard turn.magnitude > 180 else { return }
        end.rotation -= 360 * (turn / 360).rounded()
        to = .transform(end)
    }

    /// A transition of the layer with all within from what it was before.
    package init(_ timed: TimedTransition, at delay: RationalTime) {
        self.init(.transition, to: .transition(timed.transition), delay: delay, duration: timed.duration)
        curve = timed.curve
    }

    /// The time of one repetition, in seconds.
    private var period: Double { duration.seconds * (autoreverses ? 2 : 1) }

    /// The time that all repetitions take, or `nil` if they go on for ever.
    private var length: RationalTime? {
        guard duration > .zero else { return .zero }
        guard repeatCount > 0 else { return nil }
        // A whole number of repetitions ends exactly.
        if let whole = Int64(exactly: repeatCount * (autoreverses ? 2 : 1)), whole < 1 << 31,
            let length = duration.multiplied(by: RationalTime(whole))
        {
            return length
        }
        return .nanoseconds(Int64(min(period * repeatCount, 9e9) * 1e9))
    }

    /// The exact time at which the change is over, in seconds since the scene began, or `nil` if it goes on for ever.
    public var end: RationalTime? { length.map { delay + $0 } }

    /// The same in nanoseconds; both parts are rounded down.
    package var endNanosecond: Int64? {
        length.map { Int64(clamping: Int128(delay.nanoseconds) + Int128($0.nanoseconds)) }
    }

    /// The part of the way from ``from`` to ``to`` that is done at a time, in seconds since the scene began; what is below a
    /// nanosecond of it does not count.
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

    /// The value at a time, on the way from a value.
    fileprivate func value(atNanosecond time: Int64, from start: AnimatedValue) -> AnimatedValue {
        property.jumps
            ? (time < delay.nanoseconds ? start : to) : start.interpolated(to: to, progress(atNanosecond: time))
    }
}

extension [Track] {
    /// The value of a property at a nanosecond since the scene began.
    /// - Parameter model: What the layer says itself.
    package func value(
        of property: AnimatableProperty,
        atNanosecond time: Int64,
        model: AnimatedValue
    ) -> AnimatedValue {
        let own = filter { $0.property == property }.inOrder
        guard let first = own.first else { return model }
        guard first.delay.nanoseconds <= time else { return first.from ?? model }
        let current = own.lastIndex { $0.delay.nanoseconds <= time } ?? 0
        return own[current].value(atNanosecond: time, from: own.start(of: current, model))
    }

    /// The value that the track at a place begins with, those of one property in their order.
    private func start(of place: Int, _ model: AnimatedValue) -> AnimatedValue {
        if let from = self[place].from { return from }
        guard place > 0 else { return model }
        guard self[place].beginsFromCurrentState else { return self[place - 1].to }
        return self[place - 1].value(atNanosecond: self[place].delay.nanoseconds, from: start(of: place - 1, model))
    }

    /// The tracks as they begin; of those that begin together, the later one counts.
    fileprivate var inOrder: [Track] {
        enumerated().sorted { ($0.element.delay, $0.offset) < ($1.element.delay, $1.offset) }.map(\.element)
    }
}

extension Layer {
    /// The transition of the layer with all within that is under way at a nanosecond since the scene began: how, how far it
    /// has come, and when it began. The one that began last cuts those before it short.
    package func passage(atNanosecond time: Int64) -> (transition: Transition, progress: Double, start: Int64)? {
        let begun = tracks.filter { $0.property == .transition && $0.delay.nanoseconds <= time }
        guard let last = begun.inOrder.last, last.endNanosecond.map({ time < $0 }) ?? true,
            case .transition(let way) = last.to
        else { return nil }
        return (way, last.progress(atNanosecond: time), last.delay.nanoseconds)
    }

    /// The layer as it is shown at a time, in seconds since the scene began: Core Animation's presentation layer.
    ///
    /// If tracks of `frame` and of `bounds`, `center` or `transform` meet, what began last counts. What is below a
    /// nanosecond of the time does not.
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
        let value = model.tracks.value(of: property, atNanosecond: time, model: property.value(of: model))
        property.set(value, of: &self)
    }
}
