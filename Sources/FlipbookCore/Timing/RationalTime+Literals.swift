extension RationalTime: ExpressibleByFloatLiteral {
    /// Creates the decimal as written: `0.4` is 2/5 of a second, rather than the nearest binary fraction. It is exact to
    /// fifteen digits and a nanosecond, and traps beyond 10⁹ seconds.
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
}

extension RationalTime: AdditiveArithmetic {
    /// Returns the sum: exact, or rounded down to the nanosecond if its lowest terms need more than 64 bits. Traps beyond 292
    /// years.
    public static func + (first: RationalTime, second: RationalTime) -> RationalTime {
        sum(first, Int128(second.numerator), second.denominator)
    }

    /// Returns the exact difference, rounded down to the nanosecond if it needs more than 64 bits. Traps beyond 292 years.
    public static func - (first: RationalTime, second: RationalTime) -> RationalTime {
        sum(first, -Int128(second.numerator), second.denominator)
    }

    private static func sum(_ first: RationalTime, _ numerator: Int128, _ denominator: Int64) -> RationalTime {
        let divisor = greatestCommonDivisor(first.denominator, denominator)
        let above =
            Int128(first.numerator) * Int128(denominator / divisor)
            + numerator * Int128(first.denominator / divisor)
        let below = Int128(first.denominator) * Int128(denominator / divisor)
        if let exact = RationalTime(above, below) { return exact }
        let (seconds, rest) = (floorDivide(above, below), above - floorDivide(above, below) * below)
        // The remainder is below one second, and its divisor may have 126 bits.
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
