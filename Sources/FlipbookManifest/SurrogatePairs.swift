/// A text in which each pair of JSON's escapes for one character beyond 16 bits, `\ud83d\ude00`, is that
/// character, as YAML wants it.
struct SurrogatePairs {
    /// The text with the pairs joined.
    let bytes: [UInt8]
    /// Which characters of the joined text, counted from its beginning, stand for a pair; rising.
    private let joined: [Int]

    /// How many characters less a joined pair takes.
    private static let saving = 11

    /// A text without pairs.
    init(unchanged bytes: [UInt8]) {
        self.bytes = bytes
        joined = []
    }

    /// Joins the pairs in `text`, which is UTF-8.
    init(joining text: [UInt8]) {
        guard text.contains(UInt8(ascii: "\\")) else {
            bytes = text
            joined = []
            return
        }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        // Characters of the result, whose first bytes are those that continue none.
        var count = 0
        var pairs: [Int] = []
        var index = 0
        while index < text.count {
            guard text[index] == UInt8(ascii: "\\") else {
                result.append(text[index])
                count += text[index] & 0xC0 == 0x80 ? 0 : 1
                index += 1
                continue
            }
            if let high = Self.unit(text, index), (0xD800..<0xDC00).contains(high),
                let low = Self.unit(text, index + 6), (0xDC00..<0xE000).contains(low),
                let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
            {
                result += Array(String(Character(scalar)).utf8)
                pairs.append(count)
                count += 1
                index += 12
            } else {
                // The next byte belongs to this backslash, also where it is one itself.
                let escape = text[index..<min(index + 2, text.count)]
                result += escape
                count += escape.count { $0 & 0xC0 != 0x80 }
                index += 2
            }
        }
        bytes = result
        joined = pairs
    }

    /// The column, from 0, that a column of the joined text has in the text as it was written.
    /// - Parameter index: the place in the joined text, in characters from its beginning.
    func column(_ column: Int, at index: Int) -> Int {
        column + Self.saving * (count(before: index) - count(before: index - column))
    }

    /// How many pairs stand in front of a character.
    private func count(before index: Int) -> Int {
        var (low, high) = (0, joined.count)
        while low < high {
            let middle = (low + high) / 2
            if joined[middle] < index { low = middle + 1 } else { high = middle }
        }
        return low
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
