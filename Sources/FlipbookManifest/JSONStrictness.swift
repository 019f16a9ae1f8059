import FlipbookCore

/// What YAML reads and JSON does not have, so that a manifest called `.json` is one to every other tool, too.
enum JSONStrictness {
    /// The first such thing in `text`, which YAML has read.
    static func fault(in text: [UInt8]) -> ManifestFault? {
        func fault(_ index: Int, _ message: String) -> ManifestFault {
            ManifestFault(at: .init(of: index, in: text), message: "not JSON: \(message)")
        }
        var index = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        if let first = text[index...].firstIndex(where: { !isSpace($0) }), text[first] != UInt8(ascii: "{") {
            return fault(first, "the file begins with something else than {; write JSON, or call it .yaml")
        }
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "\""):
                let end = end(ofStringAt: index, in: text)
                if let escape = strangeEscape(in: text[index..<min(end, text.count)]) {
                    return fault(escape, "a backslash before a character that needs none; write two for a backslash")
                }
                index = end
            case UInt8(ascii: "'"): return fault(index, "single quotes; write \"...\"")
            case UInt8(ascii: "#"): return fault(index, "a comment; leave it out, or call the file .yaml")
            case UInt8(ascii: ","):
                let next = text[(index + 1)...].first { !isSpace($0) }
                if next == UInt8(ascii: "]") || next == UInt8(ascii: "}") {
                    return fault(index, "a comma behind the last value; remove it")
                }
            case let byte where isWord(byte):
                let word = text[index...].prefix(while: isWord)
                let isConstant = ["true", "false", "null"].contains { word.elementsEqual($0.utf8) }
                let isValue = isConstant || isNumber(word) && !isNoNumber(word)
                guard isValue else {
                    let advice = "a word without quotes; write \"...\""
                    return fault(index, isNoNumber(word) ? "a word for no number; write one in digits" : advice)
                }
                index = word.endIndex - 1
            default: break
            }
            index += 1
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    /// Whether this belongs to a word or a number: neither space nor one of JSON's signs.
    private static func isWord(_ byte: UInt8) -> Bool { !isSpace(byte) && !"{}[]:,\"'#".utf8.contains(byte) }

    /// Whether this is what other languages write for a number that is none.
    private static func isNoNumber(_ word: ArraySlice<UInt8>) -> Bool {
        let word = String(decoding: word, as: UTF8.self).lowercased()
        let name = word.hasPrefix("-") || word.hasPrefix("+") ? String(word.dropFirst()) : word
        return ["nan", "inf", "infinity", ".nan", ".inf"].contains(name)
    }

    /// Where in a text, which begins with its quote, a backslash stands that YAML knows and JSON does not.
    private static func strangeEscape(in text: ArraySlice<UInt8>) -> Int? {
        var index = text.startIndex
        while index + 1 < text.endIndex {
            guard text[index] == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            guard "\"\\/bfnrtu".utf8.contains(text[index + 1]) else { return text[index + 1] < 0x80 ? index : nil }
            index += 2
        }
        return nil
    }

    private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
        word.first.map { $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    }

    /// Where the last quote of a text is.
    private static func end(ofStringAt start: Int, in text: [UInt8]) -> Int {
        var index = start + 1
        while index < text.count, text[index] != UInt8(ascii: "\"") {
            index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index
    }
}
