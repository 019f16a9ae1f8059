import FoundationEssentials

extension Unicode.Scalar {
    /// A Boolean value that indicates a character that can make a text show something other than what it says: C0, DEL
    /// and C1 controls, the line and paragraph separators, what turns the direction of writing, what is not seen, and
    /// the byte order mark.
    ///
    /// The two joiners are not among them: emoji and Persian have them.
    package var disturbsDisplay: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x61C, 0x180E, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F,
            0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
            true
        default: false
        }
    }
}

extension String {
    /// This text with control characters written as `\n`, `\t`, `\u{1B}`: safe to print on a terminal.
    ///
    /// So are the line and paragraph separators, what turns the direction of writing, and what is not seen, since each
    /// of them can make a terminal show something other than what the file is called.
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

    /// This text for an element or a quoted attribute of XML or HTML.
    package var escapedForXML: String {
        escaped { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            // XML 1.0 cannot hold them.
            case "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
            default: nil
            }
        }
    }

    /// This text in double quotes, for JSON; YAML reads it, too, unless characters beyond U+FFFF are escaped.
    /// - Parameter isEscaped: The characters to escape beside quotes and backslashes; by default what YAML does not print, or
    ///   takes for the end of a line.
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

    /// This text with some of its characters written in another way.
    /// - Parameter way: Returns how a character is written, or `nil` if it stays as it is.
    package func escaped(_ way: (Unicode.Scalar) -> String?) -> String {
        var result = ""
        result.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            if let text = way(scalar) { result += text } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }
}

extension Unicode.Scalar {
    /// The character as `\u2028`, in two parts beyond U+FFFF.
    package var escapedForJSON: String { String(self).utf16.map { "\\u" + $0.digits(4, radix: 16) }.joined() }

    /// A Boolean value that indicates a character that YAML does not print, or takes for the end of a line.
    package var isUnprintableInYAML: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
        default: false
        }
    }
}

extension Collection<UInt8> {
    /// The bytes in base 64 (RFC 4648, section 4).
    package var base64: String { Data(self).base64EncodedString() }
}

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
