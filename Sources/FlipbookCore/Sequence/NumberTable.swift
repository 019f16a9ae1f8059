/// Which numbers there are already: a bit for each where they lie close together, a set elsewhere.
struct NumberTable {
    private let first: Int
    private var bits: [UInt64]
    private var others: Set<Int> = []

    /// The numbers of `ranges`, with room for more from `lowerBound` through `upperBound`.
    init(_ ranges: [FrameRange], from lowerBound: Int, through upperBound: Int) {
        let count = ranges.reduce(0) { $0 + $1.count }
        let (distance, overflow) = upperBound.subtractingReportingOverflow(lowerBound)
        // A word for each number at most, which a set would need a multiple of.
        let isDense = !overflow && distance / 64 <= count + 1024
        first = lowerBound
        bits = Array(repeating: 0, count: isDense ? distance / 64 + 1 : 0)
        for number in ranges.lazy.joined() { insert(number) }
    }

    /// Adds a number. Returns whether it is new.
    @discardableResult
    mutating func insert(_ number: Int) -> Bool {
        let (place, overflow) = number.subtractingReportingOverflow(first)
        guard !overflow, place >= 0, place / 64 < bits.count else { return others.insert(number).inserted }
        let bit: UInt64 = 1 << UInt64(place % 64)
        let isNew = bits[place / 64] & bit == 0
        bits[place / 64] |= bit
        return isNew
    }
}
