enum FileNumber {
    /// The maximum number of digits in a frame number. Longer numbers are identifiers or hashes.
    static let maximumDigits = 18
    /// The largest frame number: eighteen nines. Sums and differences of two such numbers fit in an `Int`.
    static let largest = 999_999_999_999_999_999

    /// Returns the value of decimal digits, or `nil` if there are other characters or if the number is above ``largest``.
    static func value(of digits: some Sequence<UInt8>) -> Int? {
        var value: Int?
        for digit in digits {
            let former = value ?? 0
            guard digit.isDigit, former <= largest / 10 else { return nil }
            value = former * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return value
    }

    /// Returns `number`, padded with zeros to `width` characters. The width includes the sign, except in ffmpeg: `-0001`.
    static func text(of number: Int, width: Int, isSignBesideDigits: Bool = false) -> String {
        let sign = number < 0 ? "-" : ""
        return sign + number.magnitude.digits(width - (isSignBesideDigits ? 0 : sign.utf8.count))
    }
}
