/// Frame numbers at equal distances, upwards or downwards: `1-100x2`, `10-1`, `7`.
///
/// Three integers at any length, so `1-1000000` costs what `1` does.
public struct FrameRange: Hashable, Sendable {
    /// The number that comes first; the largest one of a descending range.
    public let first: Int
    /// The number that comes last and belongs to the range: 9 in `1-10x2`.
    public let last: Int
    /// What is added to get from one number to the next: negative in a descending range, never 0, and 1 for one number.
    public let step: Int

    /// The numbers from `first` in the direction of `last`, `stride` apart, as far as `last`.
    ///
    /// - Parameter stride: the distance between two numbers. Its sign does not
    ///   matter, since the ends give the direction.
    /// - Precondition: `stride` is not 0.
    public init(_ first: Int, through last: Int, by stride: Int = 1) {
        precondition(stride != 0, "a range of frames needs a stride other than 0")
        // Unsigned and wrapping: right for any two Ints, whose distance need not fit an Int.
        let distance = last >= first ? UInt(bitPattern: last &- first) : UInt(bitPattern: first &- last)
        let reach = Int(bitPattern: distance - distance % stride.magnitude)
        let descends = last < first
        self.first = first
        self.last = descends ? first &- reach : first &+ reach
        guard reach != 0 else {
            step = 1
            return
        }
        let magnitude = Int(bitPattern: stride.magnitude)
        step = descends ? 0 &- magnitude : magnitude
    }

    /// One number.
    public init(_ number: Int) {
        self.init(number, through: number)
    }

    /// The smallest number.
    public var lowerBound: Int { Swift.min(first, last) }

    /// The largest number.
    public var upperBound: Int { Swift.max(first, last) }

    /// Returns `true` for a number of the range.
    /// - Complexity: O(1).
    public func contains(_ number: Int) -> Bool {
        guard number >= lowerBound, number <= upperBound else { return false }
        return UInt(bitPattern: number &- lowerBound) % step.magnitude == 0
    }

    /// Returns `true` if every number of `other` is one of this range's.
    /// - Complexity: O(1).
    public func contains(_ other: FrameRange) -> Bool {
        contains(other.first) && contains(other.last)
            && (other.count == 1 || other.step.magnitude % step.magnitude == 0)
    }
}

extension FrameRange: RandomAccessCollection {
    /// The position of the first number: 0.
    public var startIndex: Int { 0 }

    /// The position after the last number, which is the count; at most `Int.max`.
    public var endIndex: Int {
        let steps = UInt(bitPattern: upperBound &- lowerBound) / step.magnitude
        return steps >= UInt(Int.max) ? .max : Int(steps) + 1
    }

    /// The number at `position`.
    public subscript(position: Int) -> Int {
        precondition(position >= 0 && position < endIndex, "no frame at position \(position)")
        return first &+ position &* step
    }
}

extension FrameRange: CustomStringConvertible {
    /// The range as fileseq writes it: `7`, `1-10`, `10-1x3`, `-10--5`.
    public var description: String {
        if first == last { return "\(first)" }
        return step.magnitude == 1 ? "\(first)-\(last)" : "\(first)-\(last)x\(step.magnitude)"
    }
}

extension FrameRange {
    /// The position of `number` in the range, or `nil` if it is not one of its numbers.
    /// - Complexity: O(1).
    func position(of number: Int) -> Int? {
        guard contains(number) else { return nil }
        let distance = step > 0 ? UInt(bitPattern: number &- first) : UInt(bitPattern: first &- number)
        return Int(exactly: distance / step.magnitude)
    }

    /// The numbers that both ranges have, rising, or `nil` if they share none.
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

    /// The numbers of the range from `low` through `high`, rising, or `nil` if there are none.
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
