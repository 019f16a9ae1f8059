/// A length of time as an exact fraction of seconds.
///
/// The term is OpenTimelineIO's. A frame at 24000/1001 lasts 1001/24000 s, which no `Double` and no whole number of
/// nanoseconds can hold; times are kept as fractions until the last moment and rounded once.
///
/// It is how the library says every time of pictures: `0.4` is 2/5 s, `RationalTime(1001, 24000)` a frame, and a
/// ``FrameRate`` has ``FrameRate/duration(ofFrames:)``. A `Duration` stands where a person waits, such as for a press or for
/// the first frame of a playback, and converts both ways. A `Double` of seconds stands only in names that are UIKit's, such
/// as `animationDuration` and `animate(withDuration:)`, and in written reports.
public struct RationalTime: Hashable, Sendable {
    /// Dividend, in seconds.
    public let numerator: Int64
    /// Divisor; positive, and sharing no factor with ``numerator``.
    public let denominator: Int64

    /// No time at all.
    public static let zero = RationalTime(0)

    /// A whole number of seconds.
    public init(_ seconds: Int64) { (numerator, denominator) = (seconds, 1) }

    /// `numerator / denominator` seconds in lowest terms: `RationalTime(1001, 24000)`.
    /// - Precondition: The denominator is positive.
    public init(_ numerator: Int64, _ denominator: Int64) {
        precondition(denominator > 0, "a time has a positive denominator")
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

    /// The time in whole nanoseconds, rounded down, or the nearest that 64 bits hold.
    ///
    /// It is how an exact time becomes one of those that the library counts on the way to a picture, and that GStreamer
    /// counts. A frame counts as begun from the nanosecond on in which it begins, so the exact time of its beginning and
    /// that time rounded down name the same frame.
    public var nanoseconds: Int64 {
        Int64(clamping: floorDivide(Int128(numerator) * 1_000_000_000, Int128(denominator)))
    }

    /// A whole number of nanoseconds.
    public static func nanoseconds(_ count: Int64) -> RationalTime { RationalTime(count, 1_000_000_000) }
}

extension RationalTime: Comparable, ExpressibleByIntegerLiteral {
    /// Compares the exact values.
    public static func < (left: RationalTime, right: RationalTime) -> Bool {
        Int128(left.numerator) * Int128(right.denominator) < Int128(right.numerator) * Int128(left.denominator)
    }

    /// A whole number of seconds.
    public init(integerLiteral value: Int64) { self.init(value) }
}

/// The quotient rounded toward negative infinity.
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
        RationalTime(Int128(numerator) * Int128(factor.numerator), Int128(denominator) * Int128(factor.denominator))
    }

    /// The exact quotient, or `nil` if the divisor is not above 0, or the lowest terms need more than 64 bits.
    public func divided(by divisor: RationalTime) -> RationalTime? {
        guard divisor > .zero else { return nil }
        return RationalTime(
            Int128(numerator) * Int128(divisor.denominator),
            Int128(denominator) * Int128(divisor.numerator)
        )
    }

    /// A fraction of 128 bits in lowest terms, or `nil` if these need more than 64, or the denominator is not positive.
    init?(_ numerator: Int128, _ denominator: Int128) {
        guard denominator > 0 else { return nil }
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
