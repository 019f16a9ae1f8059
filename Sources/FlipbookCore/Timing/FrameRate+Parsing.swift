extension FrameRate {
    /// The common names of rates: ffmpeg's, in which `pal` and `ntsc` are television standards.
    public static let names: [(name: String, rate: FrameRate)] = [
        ("film", FrameRate(24)),
        ("ntsc-film", FrameRate(ntsc: 24)),
        ("pal", FrameRate(25)),
        ("ntsc", FrameRate(ntsc: 30)),
    ]

    /// Reads a rate such as `24`, `24000/1001`, `23.976`, `ntsc`, `film`, `pal` or `ntsc-film`. A rounded or truncated
    /// television rate (`23.976`, `23.98`, `29.97`, `59.94`, `119.88`) means the exact rate, N × 1000/1001. So does a decimal
    /// of at least six places that differs from it by less than one in the last place. Other decimals are taken literally.
    /// - Throws: ``ParsingError`` if the text is not a rate above 0 and up to 1000, or if the fraction needs more than 32 bits.
    public init(parsing text: String) throws(ParsingError) {
        if let named = Self.names.first(where: { $0.name == text.lowercased() }) {
            self = named.rate
            return
        }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let numbers = parts.compactMap(Self.wholeNumber)
        let fraction = parts.count == 2 && numbers.count == 2 ? FrameRate(numbers[0], numbers[1]) : nil
        let decimal = RationalTime.decimal(parts[0]).flatMap { FrameRate($0.numerator, $0.denominator) }
        guard let rate = parts.count == 1 ? Self.television(parts[0]) ?? decimal : fraction,
            Int64(rate.numerator) <= 1000 * Int64(rate.denominator)
        else {
            let forms = "frames per second above 0 and up to 1000: 24, 23.976, 24000/1001, ntsc, film or pal"
            throw ParsingError(text, "rate.text", "is not a frame rate. Write \(forms).")
        }
        self = rate
    }

    /// `nominal` × 1000/1001, as in color television.
    private init(ntsc nominal: Int32) { (numerator, denominator) = (nominal * 1000, 1001) }

    /// Returns the television rate that a decimal means: within one in the sixth or a later place, or a common rate, rounded.
    private static func television(_ text: Substring) -> FrameRate? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count <= 4, parts.allSatisfy({ $0.allSatisfy { $0.isDigit } })
        else { return nil }
        // Digits after the twelfth and trailing zeros do not matter.
        let zeros = parts[1].prefix(12).reversed().prefix { $0 == UInt8(ascii: "0") }.count
        let fraction = parts[1].prefix(12).dropLast(zeros)
        let digits = Array(parts[0]) + Array(fraction)
        guard fraction.count >= 2, let value = Int64(String(decoding: digits, as: UTF8.self)) else { return nil }
        let unit = (0..<fraction.count).reduce(Int128(1)) { unit, _ in unit * 10 }
        // Compares value / unit to nominal · 1000/1001, both times unit · 1001.
        let nominal = (Int128(value) * 1001 + 500 * unit) / (1000 * unit)
        let lack = nominal * 1000 * unit - Int128(value) * 1001
        let isMeant = fraction.count >= 6 ? lack > -1001 : [24, 30, 48, 60, 120].contains(nominal) && lack > -501
        guard nominal > 0, isMeant, lack < 1001 else { return nil }
        return FrameRate(Int64(nominal) * 1000, 1001)
    }

    private static func wholeNumber(_ text: Substring) -> Int64? {
        !text.isEmpty && text.utf8.allSatisfy({ $0.isDigit }) ? Int64(text) : nil
    }
}
