package import FlipbookCore

/// The moments at which a scene is looked at, one for each of its frames.
package struct SceneClock: Hashable, Sendable {
    /// The times of the frames, the first one at 0.
    package let timing: FrameTiming
    /// The times of the whole scene's frames, if these are a part of it.
    private var whole: FrameTiming?
    /// The frame of the whole scene that is the first one here.
    private var first = 0

    /// A Boolean value that tells whether the lowest layer has a frame for each moment of a part of the scene.
    var isExcerpt: Bool { whole != nil }

    /// The moments of a scene.
    package init(_ timing: FrameTiming) { self.timing = timing }

    /// The moments of a part of a scene, which may go on from its end to its beginning.
    package init(_ timing: FrameTiming, of whole: FrameTiming, from first: Int) {
        (self.timing, self.whole, self.first) = (timing, whole, first)
    }

    /// The moment of the scene at which a frame is shown, in nanoseconds: the same one in a part as in the whole.
    package func moment(ofFrame position: Int) -> Int64 {
        guard let whole else { return timing.nanosecond(ofFrame: position) }
        return whole.nanosecond(ofFrame: whole.positionInCycle(ofFrame: first + position))
    }
}
