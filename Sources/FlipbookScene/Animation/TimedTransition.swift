public import FlipbookCore

/// A transition and the time that it takes.
///
/// ```swift
/// let crossing = TimedTransition(.push(.left), duration: 0.5, curve: .easeInOut)
/// ```
public struct TimedTransition: Hashable, Sendable {
    /// The way in which one picture takes the place of the other.
    public var transition: Transition
    /// The exact time that it takes, in seconds; at 0 the picture jumps.
    public var duration: RationalTime
    /// The course of it over its time.
    public var curve: AnimationCurve

    /// A transition that proceeds evenly unless `curve` says otherwise.
    public init(_ transition: Transition, duration: RationalTime, curve: AnimationCurve = .linear) {
        (self.transition, self.duration, self.curve) = (transition, duration, curve)
    }

    /// The part that is done after some nanoseconds, or `nil` once it is over.
    func progress(afterNanoseconds elapsed: Int64) -> Double? {
        elapsed < duration.nanoseconds ? curve.progress(at: Double(elapsed) / 1e9 / duration.seconds) : nil
    }
}
