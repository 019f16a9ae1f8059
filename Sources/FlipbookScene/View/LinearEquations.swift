import FlipbookCore

/// A linear combination of unknowns, sorted by index.
struct LinearSum {
    private(set) var terms: [(unknown: Int, factor: Double)] = []

    init(_ terms: [(unknown: Int, factor: Double)]) { for term in terms { add(term.factor, term.unknown) } }

    private init(_ unknown: Int, _ factor: Double) { terms = [(unknown, factor)] }

    init(factors: [Double]) {
        for (unknown, factor) in factors.enumerated() where abs(factor) > 1e-9 { terms.append((unknown, factor)) }
    }

    /// The value of the sum. Unknowns without a value are treated as 0.
    func value(where values: [Double]) -> Double {
        terms.reduce(0) { $0 + ($1.unknown < values.count ? $1.factor * values[$1.unknown] : 0) }
    }

    mutating func add(_ factor: Double, _ unknown: Int) { add(LinearSum(unknown, 1), times: factor) }

    func divided(by divisor: Double) -> LinearSum {
        changing(self) { $0.terms = terms.map { ($0.unknown, $0.factor / divisor) } }
    }

    mutating func remove(_ unknown: Int) { terms.removeAll { $0.unknown == unknown } }

    /// Adds a multiple of another sum. Terms that cancel are removed.
    mutating func add(_ other: LinearSum, times factor: Double = 1) {
        for term in other.terms {
            let place = terms.firstIndex { $0.unknown >= term.unknown } ?? terms.count
            if place == terms.count || terms[place].unknown > term.unknown {
                terms.insert((term.unknown, 0), at: place)
            }
            terms[place].factor += term.factor * factor
        }
        // Rounding errors are treated as 0.
        terms.removeAll { !(abs($0.factor) > 1e-9) }
    }
}

/// A system of linear equations, each solved for one unknown. Indices from `rows.count` on refer to known values.
struct LinearEquations {
    /// For each unknown, the sum that it equals, if known. The sum does not contain the unknown.
    private var rows: [LinearSum?]
    /// The solved unknowns. No solved unknown occurs in the sum of a later one.
    private var solved: [Int] = []

    init(unknowns: Int) { rows = Array(repeating: nil, count: unknowns) }

    /// Returns the sum with the solved unknowns substituted.
    private func reduced(_ sum: LinearSum) -> LinearSum {
        guard sum.terms.contains(where: { $0.unknown < rows.count && rows[$0.unknown] != nil }) else { return sum }
        var factors = Array(repeating: 0.0, count: rows.count)
        func add(_ sum: LinearSum, times factor: Double) {
            let count = (sum.terms.last?.unknown ?? 0) + 1
            if count > factors.count { factors += Array(repeating: 0, count: count - factors.count) }
            for term in sum.terms { factors[term.unknown] += term.factor * factor }
        }
        add(sum, times: 1)
        for unknown in solved where factors[unknown] != 0 {
            guard let row = rows[unknown] else { continue }
            let factor = factors[unknown]
            factors[unknown] = 0
            add(row, times: factor)
        }
        return LinearSum(factors: factors)
    }

    /// Adds the equation `sum` = 0. Returns the remaining sum if all its unknowns have already been solved, otherwise `nil`.
    /// - Parameter unknown: The preferred unknown to solve for, which keeps the sums of a chain short.
    mutating func take(_ sum: LinearSum, saying unknown: Int) -> LinearSum? {
        let sum = reduced(sum)
        let unknowns = sum.terms.filter { $0.unknown < rows.count }
        guard let largest = unknowns.map({ abs($0.factor) }).max(),
            let pivot = unknowns.first(where: { $0.unknown == unknown && abs($0.factor) > largest / 8 })
                ?? unknowns.first(where: { abs($0.factor) == largest })
        else { return sum }
        var row = sum.divided(by: -pivot.factor)
        row.remove(pivot.unknown)
        rows[pivot.unknown] = row
        solved.append(pivot.unknown)
        return nil
    }

    /// The values of all unknowns. Unsolved unknowns and missing known values are 0.
    func values(_ known: [Double]) -> [Double] {
        var values = Array(repeating: 0, count: rows.count) + known
        for unknown in solved.reversed() { values[unknown] = rows[unknown]?.value(where: values) ?? 0 }
        return values
    }
}
