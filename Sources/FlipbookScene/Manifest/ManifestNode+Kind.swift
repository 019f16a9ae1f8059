package import FlipbookCore

extension ManifestNode {
    /// What a word without quotes says by itself, by YAML 1.2's core schema, of which JSON's words are a part.
    package enum Kind: Hashable {
        case null, flag, number, text
    }

    /// What the value says by itself; `nil` for lists and mappings.
    package var kind: Kind? {
        switch content {
        case .quoted: .text
        case .plain(let text): Self.kind(of: text)
        case .list, .mapping: nil
        }
    }

    /// What `word` says without quotes.
    static func kind(of word: String) -> Kind {
        switch word {
        case "", "~", "null", "Null", "NULL": .null
        case "true", "True", "TRUE", "false", "False", "FALSE": .flag
        default: isNumber(word) ? .number : .text
        }
    }

    /// The number as decimal digits without an exponent, a leading plus left out, or `nil` if the
    /// value is no finite number in decimal, or has more than 40 digits.
    package var decimal: String? {
        guard case .plain(let text) = content, kind == .number else { return nil }
        return Self.decimal(text)
    }

    /// A number's digits, or a text; `nil` for everything else.
    package var numberOrText: String? {
        switch content {
        case .plain(let word): kind == .number ? decimal : kind == .text ? word : nil
        case .quoted(let text): text
        case .list, .mapping: nil
        }
    }

    /// The value in the words of a message.
    package var summary: String {
        switch content {
        case .plain(let text) where text.isEmpty: "nothing"
        case .plain(let text), .quoted(let text):
            "'\(Self.shortened(text))'"
        case .list(let items): items.isEmpty ? "an empty list" : "a list"
        case .mapping: "keys and values"
        }
    }

    private static func shortened(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard scalars.count > 60 else { return text.escapingControlCharacters }
        return String(String.UnicodeScalarView(scalars.prefix(60))).escapingControlCharacters + "..."
    }

    private static func isNumber(_ word: String) -> Bool {
        var bytes = Array(word.utf8)[...]
        if let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { bytes = bytes.dropFirst() }
        let rest = String(decoding: bytes, as: UTF8.self)
        if [".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN"].contains(rest) { return true }
        if bytes.starts(with: Array("0x".utf8)) || bytes.starts(with: Array("0o".utf8)) {
            return bytes.count > 2
                && bytes.dropFirst(2).allSatisfy {
                    $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0 | 32)
                }
        }
        let whole = bytes.prefix { $0.isDigit }
        bytes = bytes.dropFirst(whole.count)
        var fraction = bytes.prefix(0)
        if bytes.first == UInt8(ascii: ".") {
            bytes = bytes.dropFirst()
            fraction = bytes.prefix { $0.isDigit }
            bytes = bytes.dropFirst(fraction.count)
        }
        guard whole.count + fraction.count > 0 else { return false }
        guard let mark = bytes.first else { return true }
        guard mark | 32 == UInt8(ascii: "e") else { return false }
        bytes = bytes.dropFirst()
        if let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { bytes = bytes.dropFirst() }
        return !bytes.isEmpty && bytes.allSatisfy { $0.isDigit }
    }

    /// A number with its exponent worked in: `1.5e-3` is `0.0015`, exactly.
    static func decimal(_ word: String) -> String? {
        let bytes = Array(word.utf8)
        guard bytes.count <= 60 else { return nil }
        let isMark = { (byte: UInt8) in byte | 32 == UInt8(ascii: "e") }
        let mantissa = bytes.prefix { !isMark($0) }
        var exponent = 0
        if mantissa.count < bytes.count {
            guard let value = Int(String(decoding: bytes[(mantissa.count + 1)...], as: UTF8.self)),
                (-40...40).contains(value)
            else { return nil }
            exponent = value
        }
        var sign = ""
        var digits: [UInt8] = []
        var fractionDigits = 0
        var isFraction = false
        for (index, byte) in mantissa.enumerated() {
            switch byte {
            case UInt8(ascii: "-") where index == 0: sign = "-"
            case UInt8(ascii: "+") where index == 0: break
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits.append(byte)
                if isFraction { fractionDigits += 1 }
            default: return nil
            }
        }
        return joined(sign: sign, digits: digits, fractionDigits: fractionDigits - exponent)
    }

    private static func joined(sign: String, digits: [UInt8], fractionDigits: Int) -> String? {
        let zero = UInt8(ascii: "0")
        var digits = digits
        var fractionDigits = fractionDigits
        if fractionDigits < 0 {
            digits += [UInt8](repeating: zero, count: -fractionDigits)
            fractionDigits = 0
        }
        // Zeros that end a fraction say nothing and would only use up the digits there are.
        while fractionDigits > 0, digits.last == zero {
            digits.removeLast()
            fractionDigits -= 1
        }
        if digits.count <= fractionDigits {
            digits = [UInt8](repeating: zero, count: fractionDigits + 1 - digits.count) + digits
        }
        let split = digits.count - fractionDigits
        guard let first = digits[..<split].firstIndex(where: { $0 != zero }) ?? (split > 0 ? split - 1 : nil),
            digits.count - first <= 40
        else { return nil }
        let whole = String(decoding: digits[first..<split], as: UTF8.self)
        let fraction = String(decoding: digits[split...], as: UTF8.self)
        return sign + whole + (fraction.isEmpty ? "" : "." + fraction)
    }
}
