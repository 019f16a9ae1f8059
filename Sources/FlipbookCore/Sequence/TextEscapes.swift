import FoundationEssentials

extension Unicode.Scalar {
    /// A Boolean value that indicates whether the character can disguise text: control characters, line separators, direction
    /// changes, and invisible characters. Emoji and Persian need joiners, so joiners are not included.
    package var disturbsDisplay: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x61C, 0x180E, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F,
            0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
            true
        default: false
        }
    }

    /// The character as `\u2028`, or as a surrogate pair above U+FFFF.
    package var escapedForJSON: String { String(self).utf16.map { "\\u" + $0.digits(4, radix: 16) }.joined() }

    /// A Boolean value that indicates whether the character is unprintable or a line break in YAML.
    package var isUnprintableInYAML: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
        default: false
        }
    }
}

extension String {
    /// The text with control characters written as `\n`, `\t`, `\u{1B}`, safe to print on a terminal. Characters that can
    /// disguise a name are also escaped.
    public var escapingControlCharacters: String {
        escaped { scalar in
            switch scalar {
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            default: scalar.disturbsDisplay ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : nil
            }
        }
    }

    /// The text, escaped for an XML or HTML element or quoted attribute.
    package var escapedForXML: String {
        escaped { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            // XML 1.0 does not allow these characters.
            case "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
            default: nil
            }
        }
    }

    /// The text as a JSON string in double quotes. It is also valid YAML unless characters beyond U+FFFF are escaped.
    /// - Parameter isEscaped: A closure that returns `true` for characters to escape in addition to quotes and backslashes.
    package func quotedForJSON(escaping isEscaped: (Unicode.Scalar) -> Bool = \.isUnprintableInYAML) -> String {
        let text = escaped { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            default: isEscaped(scalar) ? scalar.escapedForJSON : nil
            }
        }
        return "\"\(text)\""
    }

    package func escaped(_ way: (Unicode.Scalar) -> String?) -> String {
        var result = ""
        result.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            if let text = way(scalar) { result += text } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }
}

extension Collection<UInt8> { package var base64: String { Data(self).base64EncodedString() } }

extension StringProtocol {
    /// Percent-encodes the text for a URL (RFC 3986), except for letters, digits and the given characters.
    package func percentEncoded(but plain: String) -> String {
        utf8.reduce(into: "") { result, byte in
            if byte.isAlphanumeric || plain.utf8.contains(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += "%" + byte.digits(2, radix: 16, uppercase: true)
            }
        }
    }

    /// The decoded bytes of a part of a URL. A percent sign that is not followed by two digits is kept.
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
