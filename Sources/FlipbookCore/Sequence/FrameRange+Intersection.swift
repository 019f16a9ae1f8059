extension FrameRange {
    /// Where `number` stands in the range; `nil` where it is not one of its numbers.
    /// - Complexity: O(1).
    func position(of number: Int) -> Int? {
        guard contains(number) else { return nil }
        let distance = step > 0 ? UInt(bitPattern: number &- first) : UInt(bitPattern: first &- number)
        return Int(exactly: distance / step.magnitude)
    }

    /// The numbers that both ranges have, rising; `nil` where they share none.
    /// - Parameter looks: Grows by the numbers that are looked at, which are at most those of the shorter range.
    func intersection(with other: FrameRange, looks: inout Int) -> FrameRange? {
        guard let mine = rising(from: other.lowerBound, through: other.upperBound),
            let theirs = other.rising(from: lowerBound, through: upperBound)
        else { return nil }
        let (few, many) = mine.count <= theirs.count ? (mine, theirs) : (theirs, mine)
        // Every so many of the few numbers stand the same way to the steps of the many.
        let divisor = greatestCommonDivisor(UInt64(few.step.magnitude), UInt64(many.step.magnitude))
        let candidates = few.prefix(many.step / Int(divisor))
        looks += candidates.count
        guard let first = candidates.first(where: many.contains) else { return nil }
        let (stride, overflow) = few.step.multipliedReportingOverflow(by: many.step / Int(divisor))
        return FrameRange(first, through: Swift.min(mine.last, theirs.last), by: overflow ? .max : stride)
    }

    /// The numbers of the range from `low` through `high`, rising; `nil` where there are none.
    private func rising(from low: Int, through high: Int) -> FrameRange? {
        var start = lowerBound
        if start < low {
            let (steps, rest) = UInt(bitPattern: low &- start).quotientAndRemainder(dividingBy: step.magnitude)
            let count = rest == 0 ? steps : steps + 1
            guard count <= UInt(bitPattern: upperBound &- start) / step.magnitude else { return nil }
            start = start &+ Int(bitPattern: count &* step.magnitude)
        }
        let end = Swift.min(high, upperBound)
        return start <= end ? FrameRange(start, through: end, by: step) : nil
    }
}
