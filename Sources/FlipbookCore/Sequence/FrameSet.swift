/// Frame numbers, each once, in the order in which they are to be shown: `1-10,20,15-12`.
///
/// Kept as ranges, so a million numbers in a row cost no more than one. Two sets are equal when they hold the same
/// numbers in the same order, however they were written.
public struct FrameSet: Hashable, Sendable {
    /// The most numbers that a range text may name: ten million, as in fileseq.
    public static let maximumCount = 10_000_000

    /// The numbers as ranges that share none, in order.
    ///
    /// The division is fileseq's and depends on the numbers alone: three or more
    /// at an equal distance make a range, two make one only side by side.
    public let ranges: [FrameRange]

    /// The number of numbers before each range, and the whole count at the end.
    private let offsets: [Int]

    /// No numbers.
    public init() { self.init(canonical: []) }

    /// The numbers of one range.
    public init(_ range: FrameRange) {
        var builder = FrameSetBuilder()
        builder.append(range)
        self = builder.set
    }

    /// The given numbers in their order; a repeated one keeps its first place.
    public init(_ numbers: some Sequence<Int>) {
        var builder = FrameSetBuilder()
        // Numbers in a row are added together.
        var run: (first: Int, last: Int)?
        for number in numbers {
            if let (first, last) = run {
                if number == last { continue }
                if last < .max, number == last + 1 {
                    run = (first, number)
                    continue
                }
                builder.append(FrameRange(first, through: last))
            }
            run = (number, number)
        }
        if let (first, last) = run { builder.append(FrameRange(first, through: last)) }
        self = builder.set
    }

    /// A set from ranges that are divided as ``ranges`` says.
    init(canonical ranges: [FrameRange]) {
        self.ranges = ranges
        var offsets = [0]
        offsets.reserveCapacity(ranges.count + 1)
        var total = 0
        for range in ranges {
            let (sum, overflow) = total.addingReportingOverflow(range.count)
            total = overflow ? .max : sum
            offsets.append(total)
        }
        self.offsets = offsets
    }

    /// Returns `true` if `number` is in the set.
    /// - Complexity: O(number of ranges).
    public func contains(_ number: Int) -> Bool { ranges.contains { $0.contains(number) } }

    /// The same numbers in rising order.
    public var ascending: FrameSet {
        if ranges.count == 1, let range = ranges.first {
            return FrameSet(FrameRange(range.lowerBound, through: range.upperBound, by: range.step))
        }
        return FrameSet(sorted())
    }
}

extension FrameSet: RandomAccessCollection, CustomStringConvertible {
    /// The position of the first number: 0.
    public var startIndex: Int { 0 }

    /// The position after the last number, which is the count.
    public var endIndex: Int { offsets.last ?? 0 }

    /// The number at `position`.
    /// - Complexity: O(log of the number of ranges).
    public subscript(position: Int) -> Int {
        precondition(position >= 0 && position < endIndex, "no frame at position \(position)")
        var low = 0
        var high = ranges.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if offsets[middle] <= position { low = middle } else { high = middle - 1 }
        }
        return ranges[low][position - offsets[low]]
    }

    /// Walks the numbers range by range, each in O(1).
    public func makeIterator() -> some IteratorProtocol<Int> { ranges.lazy.joined().makeIterator() }

    /// The canonical text, as fileseq writes it: `1,3-12x3,20-24x2,28,32`; empty for no numbers.
    public var description: String { ranges.map(\.description).joined(separator: ",") }
}
