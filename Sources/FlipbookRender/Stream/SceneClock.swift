package import FlipbookCore

package struct SceneClock: Hashable, Sendable {
    package let timing: FrameTiming
    private var whole: FrameTiming?
    private var first = 0

    /// A Boolean value that indicates whether this is an excerpt. In an excerpt, the lowest layer has a frame for each time.
    var isExcerpt: Bool { whole != nil }

    package init(_ timing: FrameTiming) { self.timing = timing }

    package init(_ timing: FrameTiming, of whole: FrameTiming, from first: Int) {
        (self.timing, self.whole, self.first) = (timing, whole, first)
    }

    /// Returns the time at which a frame is shown in the scene, in nanoseconds. The time is the same in an excerpt and in the
    /// whole scene.
    package func moment(ofFrame position: Int) -> Int64 {
        guard let whole else { return timing.nanosecond(ofFrame: position) }
        return whole.nanosecond(ofFrame: whole.positionInCycle(ofFrame: first + position))
    }
}
