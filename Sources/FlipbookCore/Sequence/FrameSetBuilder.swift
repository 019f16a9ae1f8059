/// Puts a ``FrameSet`` together, number by number or range by range.
///
/// Keeps two promises: no number twice, and the one division into ranges that
/// fileseq writes, so that equal sets are stored alike.
struct FrameSetBuilder {
    private var ranges: [FrameRange] = []
    private var lowerBound = Int.max
    private var upperBound = Int.min
    /// Every number so far; made when a range first overlaps an earlier one, since most sets never need it.
    private var seen: NumberTable?

    /// The numbers so far.
    var set: FrameSet { FrameSet(canonical: ranges) }

    /// Adds the numbers of `range` that are not there yet, in its order.
    mutating func append(_ range: FrameRange) {
        let isApart = range.upperBound < lowerBound || range.lowerBound > upperBound
        lowerBound = Swift.min(lowerBound, range.lowerBound)
        upperBound = Swift.max(upperBound, range.upperBound)
        if isApart {
            join(range)
            if seen != nil { for number in range { seen?.insert(number) } }
            return
        }
        if seen == nil, let rest = rest(of: range) {
            for part in rest { join(part) }
            return
        }
        var numbers = seen ?? NumberTable(ranges, from: lowerBound, through: upperBound)
        seen = nil
        for number in range where numbers.insert(number) { join(FrameRange(number)) }
        seen = numbers
    }

    /// What `range` adds to the earlier ranges, in its order: its pieces between the numbers that it shares with them.
    ///
    /// Returns `nil` where finding them could cost more than looking up each number, as with thousands of ranges.
    private func rest(of range: FrameRange) -> [FrameRange]? {
        var shared: [Range<Int>] = []
        var looks = 0
        for earlier in ranges {
            looks += 1
            let common = earlier.intersection(with: range, looks: &looks)
            guard looks / 4 <= range.count + 16 else { return nil }
            guard let numbers = common else { continue }
            let positions = numbers.lazy.compactMap(range.position(of:))
            if numbers.step.magnitude == range.step.magnitude, let first = positions.first, let last = positions.last {
                shared.append(Swift.min(first, last)..<Swift.max(first, last) + 1)
            } else {
                shared += positions.map { $0..<$0 + 1 }
            }
        }
        var (pieces, position) = ([FrameRange](), 0)
        for hole in shared.sorted(by: { $0.lowerBound < $1.lowerBound }) + [range.count..<range.count] {
            if position < hole.lowerBound {
                pieces.append(FrameRange(range[position], through: range[hole.lowerBound - 1], by: range.step))
            }
            position = hole.upperBound
        }
        return pieces
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
        } else if let before = ranges.dropLast().last, before.first == before.last,
            end.first.subtractingReportingOverflow(before.last) == (distance, false)
        {
            ranges.removeLast()
            ranges[ranges.count - 1] = FrameRange(before.last, through: number, by: distance)
        } else {
            ranges.append(FrameRange(number))
        }
    }
}
