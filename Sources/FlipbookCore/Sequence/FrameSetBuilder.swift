/// Puts a ``FrameSet`` together, number by number or range by range.
///
/// Keeps two promises: no number twice, and the one division into ranges that
/// fileseq writes, so that equal sets are stored alike.
struct FrameSetBuilder {
    private var ranges: [FrameRange] = []
    private var lowerBound = Int.max
    private var upperBound = Int.min
    /// Every number so far; made when a range first overlaps an earlier one, since most sets never need it.
    private var seen: Set<Int>?

    /// The numbers so far.
    var set: FrameSet { FrameSet(canonical: ranges) }

    /// Adds the numbers of `range` that are not there yet, in its order.
    mutating func append(_ range: FrameRange) {
        let isApart = range.upperBound < lowerBound || range.lowerBound > upperBound
        lowerBound = Swift.min(lowerBound, range.lowerBound)
        upperBound = Swift.max(upperBound, range.upperBound)
        if isApart {
            join(range)
            seen?.formUnion(range)
            return
        }
        // A handful is searched; more than that are looked up, or many parts would cost their square.
        if seen == nil, ranges.count <= 16 {
            if ranges.contains(where: { $0.contains(range) }) { return }
            // Between the earlier ones, touching none: `1-9,9999999999,100-9999999`.
            if !ranges.contains(where: { $0.lowerBound <= range.upperBound && $0.upperBound >= range.lowerBound }) {
                join(range)
                return
            }
        }
        if let rest = rest(ofDense: range) {
            for part in rest { join(part) }
            return
        }
        var numbers = seen ?? Set(ranges.lazy.joined())
        seen = nil
        for number in range where numbers.insert(number).inserted { join(FrameRange(number)) }
        seen = numbers
    }

    /// What `range` adds, where it and the only earlier range are without holes: at most two pieces.
    private func rest(ofDense range: FrameRange) -> [FrameRange]? {
        guard seen == nil, ranges.count == 1, let other = ranges.first,
            range.step.magnitude == 1, other.step.magnitude == 1
        else { return nil }
        var pieces: [FrameRange] = []
        if range.lowerBound < other.lowerBound {
            pieces.append(FrameRange(range.lowerBound, through: other.lowerBound - 1))
        }
        if range.upperBound > other.upperBound {
            pieces.append(FrameRange(other.upperBound + 1, through: range.upperBound))
        }
        guard range.step < 0 else { return pieces }
        return pieces.reversed().map { FrameRange($0.last, through: $0.first) }
    }

    /// Adds a range of new numbers to the end of the division.
    private mutating func join(_ range: FrameRange) {
        var position = 0
        while position < range.count {
            join(range[position])
            position += 1
            // Once the end of the division runs in step with the range, the rest follows in one go.
            guard position < range.count, let end = ranges.last, end.first != end.last, end.step == range.step else {
                continue
            }
            ranges[ranges.count - 1] = FrameRange(end.first, through: range.last, by: end.step)
            return
        }
    }

    /// Adds one new number to the end of the division.
    private mutating func join(_ number: Int) {
        guard let end = ranges.last else {
            ranges.append(FrameRange(number))
            return
        }
        let (distance, overflow) = number.subtractingReportingOverflow(end.last)
        if overflow {
            ranges.append(FrameRange(number))
        } else if end.first != end.last {
            if distance == end.step {
                ranges[ranges.count - 1] = FrameRange(end.first, through: number, by: distance)
            } else {
                ranges.append(FrameRange(number))
            }
        } else if distance.magnitude == 1 {
            ranges[ranges.count - 1] = FrameRange(end.first, through: number)
        } else if ranges.count > 1, let before = singleNumber(at: ranges.count - 2),
            end.first.subtractingReportingOverflow(before) == (distance, false)
        {
            ranges.removeLast()
            ranges[ranges.count - 1] = FrameRange(before, through: number, by: distance)
        } else {
            ranges.append(FrameRange(number))
        }
    }

    private func singleNumber(at index: Int) -> Int? {
        ranges[index].first == ranges[index].last ? ranges[index].first : nil
    }
}
