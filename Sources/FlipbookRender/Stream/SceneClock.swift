package import FlipbookCore

/// The moments at which a scene is looked at, one for each of its frames.
package struct SceneClock: Hashable, Sendable {
    /// A part of a scene, of which the lowest layer has a frame for each moment.
    package struct Excerpt: Hashable, Sendable {
        /// When the frames of the whole scene are shown.
        let whole: FrameTiming
        /// Which of them is the first one here.
        let first: Int
    }

    /// When frames are shown, the first one at 0.
    package let timing: FrameTiming
    /// The part of the scene that they are; `nil` for all of it.
    package let excerpt: Excerpt?

    /// The moments of a scene.
    package init(_ timing: FrameTiming) { (self.timing, excerpt) = (timing, nil) }

    /// The moments of a part of a scene, which may go on from its end to its beginning.
    /// - Parameters:
    ///   - timing: When the frames of the part are shown.
    ///   - whole: When those of the whole scene are.
    ///   - first: Which of these is the first one of the part.
    package init(_ timing: FrameTiming, of whole: FrameTiming, from first: Int) {
        (self.timing, excerpt) = (timing, Excerpt(whole: whole, first: first))
    }

    /// The moment of the scene at which a frame is shown, in nanoseconds: the same one in a part as in the whole.
    package func moment(ofFrame position: Int) -> Int64 {
        guard let excerpt else { return timing.presentationTime(ofFrame: position) }
        let place = excerpt.whole.positionInCycle(ofFrame: excerpt.first + position)
        return excerpt.whole.presentationTime(ofFrame: place)
    }
}
