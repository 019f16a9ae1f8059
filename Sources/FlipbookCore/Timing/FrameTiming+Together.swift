extension FrameTiming {
    /// When any of several sequences that run side by side shows its next frame: a slot up to each of these moments, over
    /// the time after which all of them begin together again.
    ///
    /// Returns `nil` for no sequence, where that time has more than `most` slots, and where they have no common fraction.
    package init?(together timings: [FrameTiming], most: Int = 1 << 20) {
        guard let first = timings.first else { return nil }
        guard timings.contains(where: { $0 != first }) else {
            self = first
            return
        }
        var cycle = first.cycleDuration
        for timing in timings {
            // Of a ratio p / q in lowest terms, q cycles of the one are p of the other.
            guard let ratio = cycle.divided(by: timing.cycleDuration),
                let common = cycle.multiplied(by: RationalTime(ratio.denominator))
            else { return nil }
            cycle = common
        }
        var beginnings: Set<RationalTime> = []
        for timing in timings {
            guard let cycles = cycle.divided(by: timing.cycleDuration)?.numerator, cycles <= most / timing.frameCount
            else { return nil }
            for index in 0..<Int(cycles) * timing.frameCount {
                guard let beginning = timing.beginning(ofFrame: index) else { return nil }
                beginnings.insert(beginning)
            }
        }
        let ends = beginnings.sorted().dropFirst() + [cycle]
        self.init(durations: zip([RationalTime.zero] + ends, ends).map { $1 - $0 })
    }

    /// When a frame begins, as an exact fraction; `nil` where that needs more than 64 bits.
    private func beginning(ofFrame index: Int) -> RationalTime? {
        let ticks = Int128(index / frameCount) * ticks(before: frameCount) + ticks(before: index % frameCount)
        return RationalTime(ticks * tick.above, tick.below * 1_000_000_000)
    }
}
