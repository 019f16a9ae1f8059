/// Looks for the best file that is not larger than asked for, by making one after another.
///
/// Size grows with the bits in a second, nearly in proportion, and with every step of a quality. The least and the best that
/// an encoder makes are ends of the search.
struct SizeSearch: Sendable {
    /// The step after a file was made.
    enum Step: Sendable, Hashable {
        /// Another one, with this many bits in a second, or this rate factor.
        case make(Int)
        /// The largest file until now that fits.
        case keepBest
        /// No file fits; the smallest has so many bytes.
        case tooLarge(least: Int)
    }

    let limit: Int
    /// The values, from that of the smallest file to that of the largest; a rate factor is counted in reverse.
    let range: ClosedRange<Int>
    /// A Boolean value that indicates sizes nearly in proportion to the value.
    let isProportional: Bool
    /// The value that is tried first.
    let first: Int

    private var tried: [(value: Int, byteCount: Int)] = []

    /// Files that are as near as this to the limit are not improved.
    static let tolerance = 0.03
    /// The attempts, after which the best is taken.
    static let mostAttempts = 12

    init(limit: Int, range: ClosedRange<Int>, first: Int, isProportional: Bool) {
        (self.limit, self.range, self.isProportional) = (limit, range, isProportional)
        self.first = min(max(first, range.lowerBound), range.upperBound)
    }

    /// A search between two files, the first of which is smaller than the limit, and the second of which, if there is one, is larger.
    /// - Parameter steps: The number of steps from one to the other.
    init(limit: Int, from below: Int, to above: Int?, steps: Int) {
        (self.limit, range, isProportional) = (limit, 0...steps, above != nil)
        (first, tried) = (0, [(0, below)] + (above.map { [(steps, $0)] } ?? []))
    }

    /// The bytes of the best file until now.
    var best: Int? { tried.map(\.byteCount).filter { $0 <= limit }.max() }

    /// A Boolean value that indicates a best file as near to the limit as it has to be.
    var isNear: Bool { best.map { Double($0) >= Double(limit) * (1 - Self.tolerance) } ?? false }

    /// The largest value whose file fits, with its bytes.
    var below: (value: Int, byteCount: Int)? { tried.filter { $0.byteCount <= limit }.max { $0.value < $1.value } }

    /// The smallest value whose file does not fit, with its bytes.
    var above: (value: Int, byteCount: Int)? { tried.filter { $0.byteCount > limit }.min { $0.value < $1.value } }

    /// Both, where they are next to each other.
    var neighbors: (below: (value: Int, byteCount: Int), above: (value: Int, byteCount: Int))? {
        guard let below, let above, above.value == below.value + 1 else { return nil }
        return (below, above)
    }

    /// The bytes of the largest file of all, or `nil` if it was not made.
    var most: Int? { tried.first { $0.value == range.upperBound }?.byteCount }

    /// Takes in the size of a file that was made of a value.
    mutating func next(after value: Int, byteCount: Int) -> Step {
        let before = tried
        tried.append((value, byteCount))
        if isNear { return .keepBest }
        // More of it made no larger file, and no file was too large: the encoder is at its best.
        if above == nil, let below,
            before.contains(where: { $0.value < below.value && $0.byteCount >= below.byteCount })
        {
            return .keepBest
        }
        return next
    }

    /// The step after the files that were made.
    var next: Step {
        let (low, high) = (below?.value ?? range.lowerBound - 1, above?.value ?? range.upperBound + 1)
        guard high - low > 1, tried.count < Self.mostAttempts else {
            if below != nil { return .keepBest }
            return .tooLarge(least: tried.map(\.byteCount).min() ?? 0)
        }
        return .make(min(max(guess, low + 1), high - 1))
    }

    /// Goes on to the smallest file after a value that the encoder refused, since it was too low.
    mutating func next(afterRefused value: Int) -> Step {
        if best != nil { return .keepBest }
        let smallest = tried.filter { $0.value == range.lowerBound }.map(\.byteCount).first
        return smallest.map { .tooLarge(least: $0) } ?? .make(range.lowerBound)
    }

    /// A value whose file may be a little smaller than the limit.
    private var guess: Int {
        let aim = Double(limit) * (1 - Self.tolerance / 2)
        guard isProportional else {
            return ((below?.value ?? range.lowerBound - 1) + (above?.value ?? range.upperBound + 1)) / 2
        }
        guard let below else {
            guard let above else { return first }
            // Too large again and again: what does not depend on the bits in a second outweighs them.
            guard tried.count < 6 else { return range.lowerBound }
            let share = aim / Double(above.byteCount)
            return Int(Double(above.value) * (0..<tried.count).reduce(1.0) { product, _ in product * share })
        }
        guard let above else { return Int(Double(below.value) * min(8, aim / Double(below.byteCount))) }
        // Between two files on a straight line, and not too near to one of them, where it bends.
        let share = (aim - Double(below.byteCount)) / Double(above.byteCount - below.byteCount)
        return below.value + Int((Double(above.value - below.value) * min(max(share, 0.05), 0.95)).rounded())
    }
}
