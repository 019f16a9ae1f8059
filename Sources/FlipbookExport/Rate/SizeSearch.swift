/// Searches for the best file within a size limit, by encoding repeatedly.
struct SizeSearch: Sendable {
    enum Step: Sendable, Hashable {
        /// Encode another file, with this bit rate or rate factor.
        case make(Int)
        /// Keep the largest file so far that fits.
        case keepBest
        /// No file fits; the smallest has this many bytes.
        case tooLarge(least: Int)
    }

    let limit: Int
    /// The values, ordered from the smallest file to the largest. Rate factors are counted in reverse.
    let range: ClosedRange<Int>
    /// A Boolean value that indicates whether sizes are almost proportional to the values.
    let isProportional: Bool
    let first: Int

    private var tried: [(value: Int, byteCount: Int)] = []

    /// The relative distance from the limit. A file within this distance is not improved further.
    static let tolerance = 0.03
    /// The maximum number of attempts. After that, the best file is used.
    static let mostAttempts = 12

    init(limit: Int, range: ClosedRange<Int>, first: Int, isProportional: Bool) {
        (self.limit, self.range, self.isProportional) = (limit, range, isProportional)
        self.first = min(max(first, range.lowerBound), range.upperBound)
    }

    /// Creates a search between a file below the limit and, if there is one, a file above it.
    init(limit: Int, from below: Int, to above: Int?, steps: Int) {
        (self.limit, range, isProportional) = (limit, 0...steps, above != nil)
        (first, tried) = (0, [(0, below)] + (above.map { [(steps, $0)] } ?? []))
    }

    var best: Int? { tried.map(\.byteCount).filter { $0 <= limit }.max() }

    var isNear: Bool { best.map { Double($0) >= Double(limit) * (1 - Self.tolerance) } ?? false }

    var below: (value: Int, byteCount: Int)? { tried.filter { $0.byteCount <= limit }.max { $0.value < $1.value } }
    var above: (value: Int, byteCount: Int)? { tried.filter { $0.byteCount > limit }.min { $0.value < $1.value } }

    var neighbors: (below: (value: Int, byteCount: Int), above: (value: Int, byteCount: Int))? {
        guard let below, let above, above.value == below.value + 1 else { return nil }
        return (below, above)
    }

    /// The bytes of the largest possible file, or `nil` if it was not encoded.
    var most: Int? { tried.first { $0.value == range.upperBound }?.byteCount }

    /// Adds the size of a value's file, and returns the next step.
    mutating func next(after value: Int, byteCount: Int) -> Step {
        let before = tried
        tried.append((value, byteCount))
        if isNear { return .keepBest }
        // A larger value did not make a larger file, and no file was too large: the encoder has reached its best quality.
        if above == nil, let below,
            before.contains(where: { $0.value < below.value && $0.byteCount >= below.byteCount })
        {
            return .keepBest
        }
        return next
    }

    var next: Step {
        let (low, high) = (below?.value ?? range.lowerBound - 1, above?.value ?? range.upperBound + 1)
        guard high - low > 1, tried.count < Self.mostAttempts else {
            if below != nil { return .keepBest }
            return .tooLarge(least: tried.map(\.byteCount).min() ?? 0)
        }
        return .make(min(max(guess, low + 1), high - 1))
    }

    /// Continues with the smallest file after the encoder rejected a value as too low.
    mutating func next(afterRefused value: Int) -> Step {
        if best != nil { return .keepBest }
        let smallest = tried.filter { $0.value == range.lowerBound }.map(\.byteCount).first
        return smallest.map { .tooLarge(least: $0) } ?? .make(range.lowerBound)
    }

    /// A value whose file is expected to be slightly smaller than the limit.
    private var guess: Int {
        let aim = Double(limit) * (1 - Self.tolerance / 2)
        guard isProportional
        else { return ((below?.value ?? range.lowerBound - 1) + (above?.value ?? range.upperBound + 1)) / 2 }
        guard let below else {
            guard let above else { return first }
            // The file is still too large because the parts that do not depend on the bit rate outweigh the rest.
            guard tried.count < 6 else { return range.lowerBound }
            let share = aim / Double(above.byteCount)
            return Int(Double(above.value) * (0..<tried.count).reduce(1.0) { product, _ in product * share })
        }
        guard let above else { return Int(Double(below.value) * min(8, aim / Double(below.byteCount))) }
        // The next value is on a straight line between two files, but not too close to one of them, where the curve bends.
        let share = (aim - Double(below.byteCount)) / Double(above.byteCount - below.byteCount)
        return below.value + Int((Double(above.value - below.value) * min(max(share, 0.05), 0.95)).rounded())
    }
}
