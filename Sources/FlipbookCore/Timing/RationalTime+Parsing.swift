extension RationalTime {
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
            let forms = "the seconds of one cycle, above 0 and up to 1000000: 2, 0.5, 250ms or 7/30"
            throw ParsingError(text, "duration.text", "is not a duration. Write \(forms).")
        }
        self = time
    }

    /// Returns an unsigned decimal number exactly, or `nil` if `text` is not one or has more than 18 digits.
    package static func decimal(_ text: Substring) -> RationalTime? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let digits = Array(parts.joined())
        guard parts.count <= 2, digits.count <= FileNumber.maximumDigits, let value = FileNumber.value(of: digits)
        else { return nil }
        let unit = parts.dropFirst().joined().reduce(Int64(1)) { unit, _ in unit * 10 }
        return RationalTime(Int64(value), unit)
    }
}
