package import FlipbookCore

extension FrameList {
    /// Inserts a transition between each pair of adjacent pictures that differ. Transitions take additional time.
    /// - Parameters:
    ///   - timing: The times of the frames without transitions.
    ///   - rate: The number of transition pictures per second. Each transition consists of whole pictures.
    package func going(over timed: TimedTransition, _ timing: FrameTiming, at rate: FrameRate) -> FrameList? {
        let count = rate.slots(in: timed.duration)
        let changes = zip(frames, frames.dropFirst()).count { $0.image != $1.image }
        guard count <= FrameSet.maximumCount, changes * count + frames.count <= FrameSet.maximumCount
        else { return nil }
        let equal = timing.cycleDuration.divided(by: RationalTime(Int64(frames.count)))
        var shown: [Frame] = []
        for (place, frame) in frames.enumerated() {
            if place > 0, frames[place - 1].image != frame.image {
                let former = frames[place - 1]
                shown += (0..<count).map { slot in
                    let progress = timed.curve.progress(at: (Double(slot) + 0.5) / Double(count))
                    let image = former.image.settled
                        .transitioning(to: frame.image.settled, by: timed.transition, at: progress)
                    return Frame(image, number: former.number, duration: rate.frameDuration)
                }
            }
            let own = timing.frameSlots.map { slots in
                RationalTime(slots.beginnings[place + 1] - slots.beginnings[place], slots.ticksPerSecond)
            }
            shown.append(changing(frame) { $0.duration = own ?? equal })
        }
        return replacing(shown, expected: expected, missing: missing)
    }
}
