/// Frame numbers at equal distances, upwards or downwards: `1-100x2`, `10-1`, `7`.
///
/// Three integers at any length, so `1-1000000` costs what `1` does.
public struct FrameRange: Hashable, Sendable {
    /// The number that comes first; the largest one of a descending range.
    public let first: Int
    /// The number that comes last and belongs to the range: 9 in `1-10x2`.
    public let last: Int
    /// The way from one number to the next: negative in a descending range, never 0, and 1 for one number.
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
    public init(_ number: Int) { self.init(number, through: number) }

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

extension FrameRange: RandomAccessCollection, CustomStringConvertible {
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

    /// The range as fileseq writes it: `7`, `1-10`, `10-1x3`, `-10--5`.
    public var description: String {
        if first == last { return "\(first)" }
        return step.magnitude == 1 ? "\(first)-\(last)" : "\(first)-\(last)x\(step.magnitude)"
    }
}
