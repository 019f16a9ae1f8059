/// A time as an exact fraction of seconds, as in OpenTimelineIO. A frame at 24000/1001 frames per second lasts 1001/24000 s,
/// which neither a `Double` nor a whole number of nanoseconds can represent. `0.4` is 2/5 s, and `RationalTime(1001, 24000)` is
/// the duration of such a frame.
///
/// The library uses `Duration` for the times of user input, such as the duration of a press. It uses `Double` in written
/// reports and for properties with UIKit's names, such as `animationDuration`. All other times have this type.
public struct RationalTime: Hashable, Sendable, Comparable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// The numerator, in seconds.
    public let numerator: Int64
    /// The denominator, above 0. It shares no factor with ``numerator``.
    public let denominator: Int64

    /// Zero seconds.
    public static let zero = RationalTime(0)

    /// Creates a whole number of seconds.
    public init(_ seconds: Int64) { (numerator, denominator) = (seconds, 1) }

    /// Creates a time of `numerator / denominator` seconds in lowest terms: `RationalTime(1001, 24000)`.
    /// - Precondition: The denominator is above 0.
    public init(_ numerator: Int64, _ denominator: Int64) {
        precondition(denominator > 0, "a time must have a positive denominator")
        let divisor = Int64(greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
        (self.numerator, self.denominator) = (numerator / divisor, denominator / divisor)
    }

    /// Creates the fraction with the smallest denominator within a nanosecond of `seconds`. For example, `0.1` becomes 1/10
    /// rather than the nearest binary fraction. Returns `nil` for NaN, infinities and times beyond 10⁹ seconds.
    public init?(_ seconds: Double) {
        guard seconds.isFinite, seconds.magnitude < 1e9 else { return nil }
        // Computes convergents of the continued fraction until one is close enough.
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

    /// The nearest `Double`, in seconds.
    public var seconds: Double { Double(numerator) / Double(denominator) }

    /// The time in nanoseconds, rounded down and clamped to 64 bits. A frame's exact start and its rounded-down start select
    /// the same frame.
    public var nanoseconds: Int64 {
        Int64(clamping: floorDivide(Int128(numerator) * 1_000_000_000, Int128(denominator)))
    }

    /// Creates a whole number of nanoseconds.
    public static func nanoseconds(_ count: Int64) -> RationalTime { RationalTime(count, 1_000_000_000) }

    /// Compares the exact values.
    public static func < (left: RationalTime, right: RationalTime) -> Bool {
        Int128(left.numerator) * Int128(right.denominator) < Int128(right.numerator) * Int128(left.denominator)
    }

    /// Creates a whole number of seconds.
    public init(integerLiteral value: Int64) { self.init(value) }

    /// Returns the exact product, or `nil` if its lowest terms need more than 64 bits.
    public func multiplied(by factor: RationalTime) -> RationalTime? {
        RationalTime(Int128(numerator) * Int128(factor.numerator), Int128(denominator) * Int128(factor.denominator))
    }

    /// Returns the exact quotient, or `nil` if the divisor is not above 0 or the lowest terms need more than 64 bits.
    public func divided(by divisor: RationalTime) -> RationalTime? {
        guard divisor > .zero else { return nil }
        return Self(Int128(numerator) * Int128(divisor.denominator), Int128(denominator) * Int128(divisor.numerator))
    }

    /// Reduces a fraction of 128 bits to lowest terms. Returns `nil` if the result needs more than 64 bits, or if the
    /// denominator is not above 0.
    init?(_ numerator: Int128, _ denominator: Int128) {
        guard denominator > 0 else { return nil }
        let divisor = Int128(greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
        guard let above = Int64(exactly: numerator / divisor), let below = Int64(exactly: denominator / divisor)
        else { return nil }
        self.init(above, below)
    }

    /// The seconds as a decimal number, or `nil` if the time is negative or no decimal of 18 digits is exact.
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

    /// Reads a number of seconds such as `2`, `0.5`, `1.5s`, `250ms` or `7/30`. Decimals are exact: `0.1` is 1/10.
    /// - Throws: ``ParsingError`` if the text is not a duration above 0 and up to 10⁶ seconds.
    public init(parsing text: String) throws(ParsingError) {
        let (letters, unit) = text.hasSuffix("ms") ? (2, 1000) : (text.hasSuffix("s") ? 1 : 0, 1)
        let parts = text.dropLast(letters).split(separator: "/", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Self.decimal($0) }
        let isFraction = numbers.count == 2 && numbers.allSatisfy { $0.denominator == 1 }
        guard
            numbers.count == parts.count, numbers.count == 1 || isFraction,
            let value = isFraction ? numbers[0].divided(by: numbers[1]) : numbers[0],
            let time = RationalTime(Int128(value.numerator), Int128(value.denominator) * Int128(unit)),
            time > .zero, time <= 1_000_000
        else {
            let forms = "the length of one cycle in seconds, above 0 and up to 1000000: 2, 0.5, 250ms or 7/30"
            throw ParsingError(text, "duration.text", "is not a duration. Use \(forms).")
        }
        self = time
    }

    /// Returns an unsigned decimal number exactly, or `nil` if `text` is not one or has more than 18 digits.
    package static func decimal(_ text: Substring) -> RationalTime? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let digits = Array(parts.joined())
        guard parts.count <= 2, digits.count <= FileNumber.maximumDigits, let value = FileNumber.value(of: digits)
        else { return nil }
        return RationalTime(Int64(value), parts.dropFirst().joined().reduce(Int64(1)) { unit, _ in unit * 10 })
    }

    /// Creates the decimal as written: `0.4` is 2/5 of a second, rather than the nearest binary fraction. The value is exact to
    /// fifteen digits and to the nanosecond. Values beyond 10⁹ seconds trap.
    public init(floatLiteral value: Double) {
        // The shortest decimal for this Double is the literal as written.
        let isNegative = value < 0
        if let time = Self.decimal(Substring("\(value.magnitude)")) {
            self = isNegative ? .zero - time : time
        } else {
            guard let time = RationalTime(value) else { preconditionFailure("\(value) s are beyond 10⁹") }
            self = time
        }
    }

    /// Returns the sum: exact, or rounded down to the nanosecond if its lowest terms need more than 64 bits. Traps beyond 292
    /// years.
    public static func + (first: RationalTime, second: RationalTime) -> RationalTime {
        sum(first, Int128(second.numerator), second.denominator)
    }

    /// Returns the difference: exact, or rounded down to the nanosecond if its lowest terms need more than 64 bits. Traps
    /// beyond 292 years.
    public static func - (first: RationalTime, second: RationalTime) -> RationalTime {
        sum(first, -Int128(second.numerator), second.denominator)
    }

    private static func sum(_ first: RationalTime, _ numerator: Int128, _ denominator: Int64) -> RationalTime {
        let divisor = greatestCommonDivisor(first.denominator, denominator)
        let above =
            Int128(first.numerator) * Int128(denominator / divisor) + numerator * Int128(first.denominator / divisor)
        let below = Int128(first.denominator) * Int128(denominator / divisor)
        if let exact = RationalTime(above, below) { return exact }
        let (seconds, rest) = (floorDivide(above, below), above - floorDivide(above, below) * below)
        // The remainder is below one second, and its divisor can have up to 126 bits.
        let nanoseconds = rest.multipliedFullWidth(by: 1_000_000_000)
        let fraction = below.dividingFullWidth(nanoseconds).quotient
        guard let rounded = RationalTime(seconds * 1_000_000_000 + fraction, 1_000_000_000)
        else { preconditionFailure("a time beyond 292 years") }
        return rounded
    }

    /// Creates a time from a `Duration`, rounded down to the nanosecond if its lowest terms need more than 64 bits.
    public init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let whole = RationalTime(seconds)
        let billion: Int64 = 1_000_000_000
        let fraction = RationalTime(Int128(attoseconds), Int128(billion) * Int128(billion))
        self = whole + (fraction ?? RationalTime(Int128(attoseconds / billion), Int128(billion)) ?? .zero)
    }
}

extension RationalTime: AdditiveArithmetic {}

/// Returns the quotient, rounded toward negative infinity.
package func floorDivide(_ dividend: Int128, _ divisor: Int128) -> Int128 {
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
}

func greatestCommonDivisor<Number: BinaryInteger>(_ first: Number, _ second: Number) -> Number {
    var (a, b) = (first, second)
    while b != 0 { (a, b) = (b, a % b) }
    return max(a, 1)
}

extension Duration {
    /// Creates a duration from a time, rounded down to the attosecond.
    public init(_ time: RationalTime) {
        let (numerator, denominator) = (Int128(time.numerator), Int128(time.denominator))
        let seconds = floorDivide(numerator, denominator)
        let rest = numerator - seconds * denominator
        let attoseconds = rest * 1_000_000_000_000_000_000 / denominator
        self.init(secondsComponent: Int64(seconds), attosecondsComponent: Int64(attoseconds))
    }
}
