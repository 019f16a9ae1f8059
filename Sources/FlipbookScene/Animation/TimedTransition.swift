public import FlipbookCore

/// A transition with its duration and curve.
///
/// ```swift
/// let crossing = TimedTransition(.push(.left), duration: 0.5, curve: .easeInOut)
/// ```
public struct TimedTransition: Hashable, Sendable {
    /// The transition.
    public var transition: Transition
    /// The exact duration in seconds. At 0, the picture changes immediately.
    public var duration: RationalTime
    /// The timing curve.
    public var curve: AnimationCurve

    /// Creates a transition, linear by default.
    public init(_ transition: Transition, duration: RationalTime, curve: AnimationCurve = .linear) {
        (self.transition, self.duration, self.curve) = (transition, duration, curve)
    }

    /// Returns the progress after a number of nanoseconds, or `nil` if the transition is over.
    func progress(afterNanoseconds elapsed: Int64) -> Double? {
        elapsed < duration.nanoseconds ? curve.progress(at: Double(elapsed) / 1e9 / duration.seconds) : nil
    }
}
