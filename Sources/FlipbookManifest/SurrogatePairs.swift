/// JSON writes a character beyond 16 bits as two escapes, `\ud83d\ude00`, where YAML writes one.
enum SurrogatePairs {
    /// `bytes` with each pair of such escapes replaced by the character itself.
    static func joined(in bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "\\")) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\\") else {
                result.append(bytes[index])
                index += 1
                continue
            }
            if let high = unit(bytes, index), (0xD800..<0xDC00).contains(high),
                let low = unit(bytes, index + 6), (0xDC00..<0xE000).contains(low),
                let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
            {
                result += Array(String(Character(scalar)).utf8)
                index += 12
            } else {
                // The next byte belongs to this backslash, also where it is one itself.
                result += bytes[index..<min(index + 2, bytes.count)]
                index += 2
            }
        }
        return result
    }

    /// The number in `\uXXXX` at `index`.
    private static func unit(_ bytes: [UInt8], _ index: Int) -> UInt32? {
        guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
        else { return nil }
        let digits = bytes[index + 2..<index + 6]
        guard digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) else { return nil }
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
