extension RationalTime {
    /// Reads a number of seconds such as `2`, `0.5`, `1.5s`, `250ms` or `7/30`. Decimals are exact: `0.1` is 1/10.
    /// - Throws: ``ParsingError`` if the text is not a duration above 0 and up to 10⁶ seconds.
    public init(parsing text: String) throws(ParsingError) {
        var digits = Substring(text)
        var unit: Int64 = 1
        if digits.hasSuffix("ms") {
            digits = digits.dropLast(2)
            unit = 1000
        } else if digits.hasSuffix("s") {
            digits = digits.dropLast()
        }
        let parts = digits.split(separator: "/", omittingEmptySubsequences: false)
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
        var value: Int64 = 0
        var denominator: Int64 = 1
        var digitCount = 0
        var isFraction = false
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "."):
                guard !isFraction else { return nil }
                isFraction = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digitCount += 1
                guard digitCount <= 18 else { return nil }
                value = value * 10 + Int64(byte - UInt8(ascii: "0"))
                if isFraction { denominator *= 10 }
            default: return nil
            }
        }
        return digitCount > 0 ? RationalTime(value, denominator) : nil
    }
}
