/// A length of time as an exact fraction of seconds.
///
/// The term is OpenTimelineIO's. A frame at 24000/1001 lasts 1001/24000 s, which no
/// `Double` and no whole number of nanoseconds can hold; times are kept as
/// fractions until the last moment and rounded once.
public struct RationalTime: Hashable, Sendable {
    /// Dividend, in seconds.
    public let numerator: Int64
    /// Divisor; positive, and sharing no factor with ``numerator``.
    public let denominator: Int64

    /// No time at all.
    public static let zero = RationalTime(0)

    /// A whole number of seconds.
    public init(_ seconds: Int64) { (numerator, denominator) = (seconds, 1) }

    /// `numerator / denominator` seconds in lowest terms.
    ///
    /// Returns `nil` when the denominator is not positive.
    public init?(_ numerator: Int64, _ denominator: Int64) {
        guard denominator > 0 else { return nil }
        let divisor = Int64(greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
        (self.numerator, self.denominator) = (numerator / divisor, denominator / divisor)
    }

    /// The fraction with the smallest denominator within a nanosecond of `seconds`.
    ///
    /// So `0.1` becomes 1/10 and not the binary fraction next to it. Returns `nil`
    /// for NaN, infinities and times beyond 10⁹ seconds.
    public init?(_ seconds: Double) {
        guard seconds.isFinite, seconds.magnitude < 1e9 else { return nil }
        // Convergents of the continued fraction, until one is close enough.
        var (previous, current) = ((n: Int64(1), d: Int64(0)), (n: Int64(seconds.rounded(.down)), d: Int64(1)))
        var rest = seconds - seconds.rounded(.down)
        while (Double(current.n) / Double(current.d) - seconds).magnitude > 0.5e-9, rest > 0 {
            let reciprocal = 1 / rest
            let term = reciprocal.rounded(.down)
            guard term < 1e9 else { break }
            let next = (n: Int64(term) * current.n + previous.n, d: Int64(term) * current.d + previous.d)
            (previous, current) = (current, next)
            rest = reciprocal - term
        }
        self.init(current.n, current.d)
    }

    /// The time in seconds, to the nearest `Double`.
    public var seconds: Double { Double(numerator) / Double(denominator) }

    /// The time in nanoseconds, rounded down.
    public var nanoseconds: Int64 {
        Int64(clamping: floorDivide(Int128(numerator) * 1_000_000_000, Int128(denominator)))
    }
}

extension RationalTime: Comparable, ExpressibleByIntegerLiteral {
    /// Compares the exact values.
    public static func < (left: RationalTime, right: RationalTime) -> Bool {
        Int128(left.numerator) * Int128(right.denominator) < Int128(right.numerator) * Int128(left.denominator)
    }

    /// A whole number of seconds.
    public init(integerLiteral value: Int64) { self.init(value) }
}

/// The quotient rounded towards negative infinity.
package func floorDivide(_ dividend: Int128, _ divisor: Int128) -> Int128 {
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
}

/// The largest number that divides both; 1 when both are 0.
func greatestCommonDivisor<Number: BinaryInteger>(_ first: Number, _ second: Number) -> Number {
    var (a, b) = (first, second)
    while b != 0 { (a, b) = (b, a % b) }
    return max(a, 1)
}

extension RationalTime {
    /// The exact product, or `nil` if its lowest terms need more than 64 bits.
    public func multiplied(by factor: RationalTime) -> RationalTime? {
        RationalTime(
            Int128(numerator) * Int128(factor.numerator),
            Int128(denominator) * Int128(factor.denominator)
        )
    }

    /// The exact quotient, or `nil` if the divisor is not above 0, or the lowest terms need more than 64 bits.
    public func divided(by divisor: RationalTime) -> RationalTime? {
        guard divisor > .zero else { return nil }
        return RationalTime(
            Int128(numerator) * Int128(divisor.denominator),
            Int128(denominator) * Int128(divisor.numerator)
        )
    }

    /// A fraction of 128 bits in lowest terms, or `nil` if these need more than 64.
    init?(_ numerator: Int128, _ denominator: Int128) {
        let divisor = Int128(greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
        guard
            let above = Int64(exactly: numerator / divisor),
            let below = Int64(exactly: denominator / divisor)
        else { return nil }
        self.init(above, below)
    }

    /// The seconds as a decimal number, or `nil` if no decimal of 18 digits is exact, and below 0.
    public var decimal: String? {
        guard numerator >= 0 else { return nil }
        var (scale, digits): (Int64, Int) = (1, 0)
        while scale % denominator != 0 {
            guard digits < 15 else { return nil }
            scale *= 10
            digits += 1
        }
        let (value, overflow) = numerator.multipliedReportingOverflow(by: scale / denominator)
        guard !overflow, value < 1_000_000_000_000_000_000 else { return nil }
        guard digits > 0 else { return String(value) }
        let padded = value.digits(digits + 1)
        return padded.dropLast(digits) + "." + padded.suffix(digits)
    }
}
