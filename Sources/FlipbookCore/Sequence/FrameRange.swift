/// Frame numbers at equal distances, ascending or descending: `1-100x2`, `10-1`, `7`. A range is stored as three integers, so
/// `1-1000000` takes no more memory than `1`.
public struct FrameRange: Hashable, Sendable, RandomAccessCollection, CustomStringConvertible {
    /// The first number, which is the largest one in a descending range.
    public let first: Int
    /// The last number in the range: 9 in `1-10x2`.
    public let last: Int
    /// The distance from one number to the next. It is negative in a descending range, and 1 for a single number.
    public let step: Int

    /// Creates a range of numbers from `first` toward `last`, `stride` apart.
    /// - Parameter stride: The distance between two numbers. Its sign is ignored, since the ends determine the direction.
    /// - Precondition: `stride` is not 0.
    public init(_ first: Int, through last: Int, by stride: Int = 1) {
        precondition(stride != 0, "the stride of a frame range must not be 0")
        // The distance between two Ints might not fit in an Int.
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

    /// Creates a range of one number.
    public init(_ number: Int) { self.init(number, through: number) }

    /// The smallest number.
    public var lowerBound: Int { Swift.min(first, last) }
    /// The largest number.
    public var upperBound: Int { Swift.max(first, last) }

    /// Returns `true` if the range contains a number.
    public func contains(_ number: Int) -> Bool {
        guard number >= lowerBound, number <= upperBound else { return false }
        return UInt(bitPattern: number &- lowerBound) % step.magnitude == 0
    }

    /// Returns `true` if the range contains every number of `other`.
    public func contains(_ other: FrameRange) -> Bool {
        contains(other.first) && contains(other.last)
            && (other.count == 1 || other.step.magnitude % step.magnitude == 0)
    }

    /// Returns the numbers of the range that are not in `others`, in the same order.
    func without(_ others: some Sequence<Int>) -> [FrameRange] {
        var (pieces, position) = ([FrameRange](), 0)
        for hole in others.lazy.filter(contains).map({ ($0 &- first) / step }).sorted() + [count] {
            if position < hole { pieces.append(FrameRange(self[position], through: self[hole - 1], by: step)) }
            position = hole &+ 1
        }
        return pieces
    }

    /// The position of the first number: 0.
    public var startIndex: Int { 0 }

    /// The position after the last number, which equals the count.
    public var endIndex: Int { count }

    /// The count of numbers, at most `Int.max`.
    public var count: Int {
        let steps = UInt(bitPattern: upperBound &- lowerBound) / step.magnitude
        return steps >= UInt(Int.max) ? .max : Int(steps) + 1
    }

    /// The number at `position`.
    public subscript(position: Int) -> Int {
        precondition(position >= 0 && position < endIndex, "no frame at position \(position)")
        return first &+ position &* step
    }

    /// The range in fileseq's syntax: `7`, `1-10`, `10-1x3`, `-10--5`.
    public var description: String {
        if first == last { return "\(first)" }
        return step.magnitude == 1 ? "\(first)-\(last)" : "\(first)-\(last)x\(step.magnitude)"
    }
}
