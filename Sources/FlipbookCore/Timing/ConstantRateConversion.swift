/// Frames of different lengths shown at a constant rate: which frame stands in each of its slots.
///
/// The rule is the player's: at the time at which a slot begins, the frame that is shown is the
/// last one that has begun. All comparisons are of exact fractions.
package struct ConstantRateConversion: Hashable, Sendable {
    /// For each slot of the cycle, in order, the index of its frame.
    package let frameOfSlot: [Int]
    /// Frames that are over before a slot begins in which they could be shown.
    package let unshown: [Int]
    /// The most by which a frame begins later than it should.
    package let largestDelay: RationalTime
    /// By how much the cycle becomes longer; below zero where it becomes shorter.
    package let lengthening: RationalTime

    /// Fits slots into those of `rate`.
    ///
    /// The cycle becomes the nearest whole number of slots, at least one.
    /// Returns `nil` where that is more than ``FrameSet/maximumCount``, or the fractions are beyond 64 bits.
    package init?(_ slots: FrameSlots, rate: FrameRate) {
        // In units of 1/(ticks · rate numerator) s, both a slot and a tick are whole.
        let perSlot = Int128(rate.denominator) * Int128(slots.ticksPerSecond)
        let perTick = Int128(rate.numerator)
        let end = Int128(slots.beginnings[slots.count]) * perTick
        let count = max(1, (2 * end + perSlot) / (2 * perSlot))
        guard count <= Int128(FrameSet.maximumCount) else { return nil }

        var frameOfSlot: [Int] = []
        frameOfSlot.reserveCapacity(Int(count))
        var unshown: [Int] = []
        var largestDelay: Int128 = 0
        var frame = 0
        for slot in 0..<Int(count) {
            let time = Int128(slot) * perSlot
            let previous = frameOfSlot.last
            while frame + 1 < slots.count, Int128(slots.beginnings[frame + 1]) * perTick <= time { frame += 1 }
            if frame != previous {
                unshown += (previous ?? -1) + 1..<frame
                largestDelay = max(largestDelay, time - Int128(slots.beginnings[frame]) * perTick)
            }
            frameOfSlot.append(frame)
        }
        unshown += frame + 1..<slots.count
        let (lengthening, unit) = (count * perSlot - end, Int128(slots.ticksPerSecond) * perTick)
        guard
            let delay = RationalTime(largestDelay, unit),
            let longer = RationalTime(lengthening, unit)
        else { return nil }
        self.frameOfSlot = frameOfSlot
        self.unshown = unshown
        self.largestDelay = delay
        self.lengthening = longer
    }

}
