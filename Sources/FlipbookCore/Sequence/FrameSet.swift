/// Unique frame numbers in display order: `1-10,20,15-12`. They are stored as ranges, so a million consecutive numbers take no
/// more memory than one. Sets with the same numbers in the same order are equal.
public struct FrameSet: Hashable, Sendable, RandomAccessCollection, CustomStringConvertible {
    /// The maximum number of frames that text can specify: ten million, as in fileseq.
    public static let maximumCount = 10_000_000

    /// The numbers as disjoint ranges, in order, divided as in fileseq. Three or more numbers at equal distances form a range;
    /// two numbers form one only if they are adjacent.
    public let ranges: [FrameRange]

    /// The count of numbers before each range, followed by the total count.
    private let offsets: [Int]

    /// Creates an empty set.
    public init() { self.init(canonical: []) }

    /// Creates a set of one range.
    public init(_ range: FrameRange) { self.init(joining: [range]) }

    /// Creates a set of ranges without enumerating their numbers.
    package init(joining ranges: [FrameRange]) {
        var builder = FrameSetBuilder()
        for range in ranges { builder.append(range) }
        self = builder.set
    }

    /// Creates a set of numbers in the given order. A repeated number keeps its first position.
    public init(_ numbers: some Sequence<Int>) {
        var builder = FrameSetBuilder()
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

    /// Returns `true` if the set contains `number`.
    /// - Complexity: O(number of ranges).
    public func contains(_ number: Int) -> Bool { ranges.contains { $0.contains(number) } }

    /// The same numbers in ascending order.
    public var ascending: FrameSet {
        if ranges.count == 1, let range = ranges.first {
            return FrameSet(FrameRange(range.lowerBound, through: range.upperBound, by: range.step))
        }
        return FrameSet(sorted())
    }

    /// Returns the set without the given numbers.
    /// - Complexity: O(number of ranges times count of `numbers`), even for a set of billions of numbers.
    package func without(_ numbers: some Sequence<Int>) -> FrameSet {
        FrameSet(joining: ranges.flatMap { $0.without(numbers) })
    }

    /// The position of the first number: 0.
    public var startIndex: Int { 0 }
    /// The position after the last number, which equals the count.
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

    /// Returns an iterator that takes O(1) time per number.
    public func makeIterator() -> some IteratorProtocol<Int> { ranges.lazy.joined().makeIterator() }

    /// The canonical text in fileseq's syntax: `1,3-12x3,20-24x2,28,32`. Empty if there are no numbers.
    public var description: String { ranges.map(\.description).joined(separator: ",") }

    package var them: String { count == 1 ? "it" : "them" }

    /// The numbers with their noun: `frame 7`, `frames 3,7-9`. After ten ranges, only the number of remaining frames is given.
    package var asFrames: String {
        let noun = count == 1 ? "frame " : "frames "
        let named = 10
        guard ranges.count > named else { return noun + description }
        let rest = count - ranges.prefix(named).reduce(0) { $0 + $1.count }
        return "\(noun)\(ranges.prefix(named).map(\.description).joined(separator: ",")) and \(rest) more"
    }

    /// Returns the numbers of this set that form runs of more than `limit` numbers in `order`.
    func rows(longerThan limit: Int, in order: FrameSet) -> FrameSet {
        let own = Set(self)
        return FrameSet(order.split { !own.contains($0) }.filter { $0.count > limit }.joined())
    }

    func ordinals(by form: CalendarForm) -> [Int]? {
        var ordinals: [Int] = []
        for number in self {
            guard let ordinal = form.ordinal(of: number) else { return nil }
            ordinals.append(ordinal)
        }
        return ordinals
    }

    /// Reads frame numbers in fileseq's grammar. Parts are separated by commas: `7`, `1-10`, `10-1`, `-5--1`, `1-10x2` (every
    /// other), `1-10y3` (all but every third). White space may surround parts and operators. Empty parts are ignored, and a
    /// repeated number keeps its first position.
    ///
    /// The grammar is stricter than fileseq's, which reads `1-10 2` as `1-102`. The operator `:` differs between tools, so it
    /// is an error unless a dialect is specified. So are decimals.
    /// - Throws: ``FrameSetError`` with the position of the first fault.
    public init(parsing text: String, dialect: Dialect? = nil) throws(FrameSetError) {
        var parser = FrameSetParser(text, DialectRules(dialect))
        self = try parser.parse()
    }

    /// Reads subframe numbers in millionths of a frame: `1.5`, `1-2x0.25`. Ranges without a step use `step`.
    package init(parsing text: String, dialect: Dialect?, millionthsBy step: Int) throws(FrameSetError) {
        var parser = FrameSetParser(text, DialectRules(dialect), millionthsBy: step)
        self = try parser.parse()
    }
}
