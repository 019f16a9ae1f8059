extension RationalTime {
    /// The exact product; `nil` where its lowest terms need more than 64 bits.
    public func multiplied(by factor: RationalTime) -> RationalTime? {
        RationalTime(
            Int128(numerator) * Int128(factor.numerator),
            Int128(denominator) * Int128(factor.denominator)
        )
    }

    /// The exact quotient; `nil` where the divisor is not above 0, or the lowest terms need more than 64 bits.
    public func divided(by divisor: RationalTime) -> RationalTime? {
        guard divisor > .zero else { return nil }
        return RationalTime(
            Int128(numerator) * Int128(divisor.denominator),
            Int128(denominator) * Int128(divisor.numerator)
        )
    }

    /// A fraction of 128 bits in lowest terms; `nil` where these need more than 64.
    init?(_ numerator: Int128, _ denominator: Int128) {
        var (a, b) = (numerator.magnitude, denominator.magnitude)
        while b != 0 { (a, b) = (b, a % b) }
        let divisor = Int128(max(a, 1))
        guard
            let above = Int64(exactly: numerator / divisor),
            let below = Int64(exactly: denominator / divisor)
        else { return nil }
        self.init(above, below)
    }
}
