import FlipbookCore

/// A sum of numbers times unknowns, in the order of their numbers.
struct LinearSum {
    private(set) var terms: [(unknown: Int, factor: Double)] = []

    init(_ terms: [(unknown: Int, factor: Double)]) {
        for term in terms { add(term.factor, term.unknown) }
    }

    private init(_ unknown: Int, _ factor: Double) { terms = [(unknown, factor)] }

    /// The sum with values for the unknowns; one that has none is 0.
    func value(where values: [Double]) -> Double {
        terms.reduce(0) { $0 + ($1.unknown < values.count ? $1.factor * values[$1.unknown] : 0) }
    }

    mutating func add(_ factor: Double, _ unknown: Int) { add(LinearSum(unknown, 1), times: factor) }

    func divided(by divisor: Double) -> LinearSum {
        changing(self) { $0.terms = terms.map { ($0.unknown, $0.factor / divisor) } }
    }

    mutating func remove(_ unknown: Int) { terms.removeAll { $0.unknown == unknown } }

    /// Adds another sum times a factor; terms that cancel each other are left out.
    mutating func add(_ other: LinearSum, times factor: Double = 1) {
        var sum: [(unknown: Int, factor: Double)] = []
        sum.reserveCapacity(terms.count + other.terms.count)
        var (left, right) = (terms[...], other.terms[...])
        while let next = right.first {
            if let own = left.first, own.unknown < next.unknown {
                sum.append(own)
                left.removeFirst()
                continue
            }
            var total = next.factor * factor
            if let own = left.first, own.unknown == next.unknown {
                total += own.factor
                left.removeFirst()
            }
            // What is left of numbers that have no exact form is nothing.
            if abs(total) > 1e-9 { sum.append((next.unknown, total)) }
            right.removeFirst()
        }
        terms = sum + left
    }
}

/// Linear equations, each of which says what one unknown is. What is numbered beyond the unknowns is known.
struct LinearEquations {
    /// By the unknown that an equation says: the sum that it is, in which it does not occur.
    private var rows: [LinearSum?]

    init(unknowns: Int) { rows = Array(repeating: nil, count: unknowns) }

    /// The same sum without the unknowns that the equations say.
    func reduced(_ sum: LinearSum) -> LinearSum {
        var sum = sum
        while let term = sum.terms.first(where: { $0.unknown < rows.count && rows[$0.unknown] != nil }),
            let row = rows[term.unknown]
        {
            sum.remove(term.unknown)
            sum.add(row, times: term.factor)
        }
        return sum
    }

    /// Takes a sum that is 0.
    /// - Returns: What is left of it where the other equations say all of its unknowns, or `nil` if it says another one.
    mutating func take(_ sum: LinearSum) -> LinearSum? {
        let sum = reduced(sum)
        let unknowns = sum.terms.filter { $0.unknown < rows.count }
        guard let largest = unknowns.map({ abs($0.factor) }).max(),
            let pivot = unknowns.first(where: { abs($0.factor) == largest })
        else { return sum }
        var row = sum.divided(by: -pivot.factor)
        row.remove(pivot.unknown)
        rows[pivot.unknown] = row
        return nil
    }

    /// The values of all unknowns; one that no equation says is 0.
    /// - Parameter known: The values beyond the unknowns; what is not in it is 0.
    func values(_ known: [Double]) -> [Double] {
        var values = [Double?](repeating: nil, count: rows.count) + known
        func value(of unknown: Int) -> Double {
            guard unknown < values.count else { return 0 }
            if let value = values[unknown] { return value }
            let value = rows[unknown]?.terms.reduce(0) { $0 + $1.factor * value(of: $1.unknown) } ?? 0
            values[unknown] = value
            return value
        }
        return values.indices.map(value)
    }
}
