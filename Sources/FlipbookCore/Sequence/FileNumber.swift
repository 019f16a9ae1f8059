/// The limits of a frame number in a file's name.
enum FileNumber {
    /// The most digits of a frame number in a name; what has more is an identifier or a hash, not a frame.
    static let maximumDigits = 18
    /// The largest frame number: eighteen nines. The sum and the difference of two such numbers fit an `Int`.
    static let largest = 999_999_999_999_999_999

    /// The number that decimal digits spell, however many leading zeros they have.
    /// - Returns: `nil` where there is no digit, something else than digits, or a number beyond ``largest``.
    static func value(of digits: some Sequence<UInt8>) -> Int? {
        var value = 0
        var isEmpty = true
        for digit in digits {
            guard digit.isDigit else { return nil }
            guard value <= largest / 10 else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
            isEmpty = false
        }
        return isEmpty ? nil : value
    }

    /// `number` with zeros in front to `width` characters, the sign counted, as fileseq and `printf` pad: `-001`.
    ///
    /// Where the sign stands beside the digits, as in ffmpeg, it does not count: `-0001`.
    static func text(of number: Int, width: Int, isSignBesideDigits: Bool = false) -> String {
        let sign = number < 0 ? "-" : ""
        return sign + number.magnitude.digits(width - (isSignBesideDigits ? 0 : sign.utf8.count))
    }
}
