/// Builds a ``FrameSet`` from numbers or ranges. A repeated number is added only once. The numbers are divided into ranges as
/// in fileseq.
struct FrameSetBuilder {
    private var ranges: [FrameRange] = []
    private var lowerBound = Int.max
    private var upperBound = Int.min
    /// All numbers so far, 64 per word. Created only when a range overlaps many earlier ones, which is rare.
    private var seen: [Int: UInt64] = [:]

    var set: FrameSet { FrameSet(canonical: ranges) }

    mutating func append(_ range: FrameRange) {
        let isApart = range.upperBound < lowerBound || range.lowerBound > upperBound
        lowerBound = Swift.min(lowerBound, range.lowerBound)
        upperBound = Swift.max(upperBound, range.upperBound)
        if seen.isEmpty {
            if let rest = isApart ? [range] : rest(of: range) {
                for part in rest { join(part) }
                return
            }
            for number in ranges.joined() { see(number) }
        }
        for number in range where see(number) { join(FrameRange(number)) }
    }

    /// Records a number, and returns `true` if it is new.
    @discardableResult
    private mutating func see(_ number: Int) -> Bool {
        let bit: UInt64 = 1 << UInt64(number & 63)
        func add(to word: inout UInt64) -> Bool {
            defer { word |= bit }
            return word & bit == 0
        }
        return add(to: &seen[number >> 6, default: 0])
    }

    /// Returns the new numbers of `range`, in the same order. Returns `nil` if there are so many ranges that looking up each
    /// number is faster.
    private func rest(of range: FrameRange) -> [FrameRange]? {
        var (shared, looks) = ([Int](), 0)
        for earlier in ranges {
            let isApart = earlier.upperBound < range.lowerBound || earlier.lowerBound > range.upperBound
            let (few, many) = earlier.count < range.count ? (earlier, range) : (range, earlier)
            looks += isApart ? 1 : few.count
            guard looks / 4 <= range.count + 16 else { return nil }
            if isApart { continue }
            shared += few.lazy.filter(many.contains)
        }
        return range.without(shared)
    }

    private mutating func join(_ range: FrameRange) {
        var position = 0
        while position < range.count {
            join(range[position])
            position += 1
            // Once a number has extended the last stored range, the remaining numbers are added in one step.
            guard position < range.count, let end = ranges.last, end.first != end.last, end.step == range.step
            else { continue }
            ranges[ranges.count - 1] = FrameRange(end.first, through: range.last, by: end.step)
            return
        }
    }

    private mutating func join(_ number: Int) {
        guard let end = ranges.last, case (let distance, false) = number.subtractingReportingOverflow(end.last)
        else { return ranges.append(FrameRange(number)) }
        let isAlone = end.first == end.last
        if isAlone ? distance.magnitude == 1 : distance == end.step {
            ranges[ranges.count - 1] = FrameRange(end.first, through: number, by: distance)
        } else if isAlone, let before = ranges.dropLast().last, before.first == before.last,
            end.first.subtractingReportingOverflow(before.last) == (distance, false)
        {
            ranges.removeLast()
            ranges[ranges.count - 1] = FrameRange(before.last, through: number, by: distance)
        } else {
            ranges.append(FrameRange(number))
        }
    }
}
