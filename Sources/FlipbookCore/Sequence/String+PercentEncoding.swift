extension StringProtocol {
    /// The text as a part of a URL (RFC 3986): all bytes in percent but letters, digits, and those that may stand there.
    package func percentEncoded(but plain: String) -> String {
        utf8.reduce(into: "") { result, byte in
            if byte.isAlphanumeric || plain.utf8.contains(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += "%" + byte.digits(2, radix: 16, uppercase: true)
            }
        }
    }

    /// The bytes that a part of a URL means; a percent sign without two digits behind it stands for itself.
    package var percentDecoded: [UInt8] {
        var (bytes, rest) = ([UInt8](), Array(utf8)[...])
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            guard byte == UInt8(ascii: "%"), digits.count == 2 else {
                bytes.append(byte)
                continue
            }
            bytes.append(UInt8(digits[0] << 4 | digits[1]))
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
