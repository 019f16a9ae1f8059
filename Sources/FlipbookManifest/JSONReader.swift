package import FlipbookCore
import FlipbookScene

package enum JSONReader {
    /// Returns the object in a JSON document.
    /// - Parameter depth: The maximum nesting depth.
    /// - Complexity: O(n) in the number of bytes, at most ``YAMLReader/largestByteCount``.
    package static func node(of text: [UInt8], file: FilePath, depth: Int = YAMLReader.largestDepth)
        throws(ManifestError) -> ManifestNode
    {
        try wrapping(node(in: try DocumentText(text), depth: depth)) { (fault: ManifestFault) in
            ManifestError(file: file, faults: [fault])
        }
    }

    static func node(in text: DocumentText, isObject: Bool = true, depth: Int = YAMLReader.largestDepth)
        throws(ManifestFault) -> ManifestNode
    {
        var parser = JSONParser(text.bytes, depth: depth)
        return try parser.document(isObject: isObject)
    }
}

private struct JSONParser {
    private let text: [UInt8]
    private var index = 0
    /// The last requested position. The next position is counted from here.
    private var mark = (index: 0, line: 1, column: 1)
    private let largestDepth: Int

    init(_ text: [UInt8], depth: Int) { (self.text, largestDepth) = (text, depth) }

    mutating func document(isObject: Bool) throws(ManifestFault) -> ManifestNode {
        skipSpace()
        guard let first = byte else { throw ManifestFault(at: .init(line: 1, column: 1), message: "the file is empty") }
        guard first == UInt8(ascii: "{") || !isObject
        else { throw notJSON("the file does not begin with {; write JSON, or name it .yaml") }
        let node = try value(depth: 0)
        try skipSpaceBeforeSign()
        guard byte == nil else { throw invalid("there is text after the end of the document; remove it") }
        return node
    }

    private mutating func value(depth: Int) throws(ManifestFault) -> ManifestNode {
        let place = position(index)
        switch byte {
        case UInt8(ascii: "\""): return ManifestNode(.quoted(try string()), at: place)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard depth < largestDepth else {
                throw ManifestFault(at: place, message: "lists and keys nest more than \(largestDepth) levels deep")
            }
            let isList = byte == UInt8(ascii: "[")
            return ManifestNode(isList ? try list(depth) : try mapping(depth), at: place)
        case let byte? where Self.isWord(byte): return ManifestNode(.plain(try word()), at: place)
        default: throw invalid("a value is missing here; write a \"string\", a number, true, false, null, [ or {")
        }
    }

    private mutating func list(_ depth: Int) throws(ManifestFault) -> ManifestNode.Content {
        var items: [ManifestNode] = []
        var hasNext = try begin("]")
        while hasNext {
            items.append(try value(depth: depth + 1))
            hasNext = try goOn("]")
        }
        return .list(items)
    }

    private mutating func mapping(_ depth: Int) throws(ManifestFault) -> ManifestNode.Content {
        var entries: [ManifestNode.Entry] = []
        var hasNext = try begin("}")
        while hasNext {
            let place = position(index)
            guard byte == UInt8(ascii: "\"") else {
                if let byte, Self.isWord(byte) { throw notJSON("a word without quotes; write \"...\"") }
                throw invalid("a key must begin with a double quote, as in \"title\": \"Walk\"")
            }
            let key = try string()
            try skipSpaceBeforeSign()
            guard byte == UInt8(ascii: ":")
            else { throw invalid("a colon is missing before this, as in \"title\": \"Walk\"") }
            index += 1
            try skipSpaceBeforeSign()
            entries.append(.init(key: key, position: place, value: try value(depth: depth + 1)))
            hasNext = try goOn("}")
        }
        return .mapping(entries)
    }

    /// Reads the beginning of a list or an object. Returns `false` if it is empty.
    private mutating func begin(_ end: Unicode.Scalar) throws(ManifestFault) -> Bool {
        index += 1
        try skipSpaceBeforeSign()
        guard byte == UInt8(ascii: end) else { return true }
        index += 1
        return false
    }

    private mutating func goOn(_ end: Unicode.Scalar) throws(ManifestFault) -> Bool {
        try skipSpaceBeforeSign()
        if byte == UInt8(ascii: end) {
            index += 1
            return false
        }
        guard byte == UInt8(ascii: ",") else { throw invalid("a comma or a \(end) is missing before this") }
        let comma = index
        index += 1
        try skipSpaceBeforeSign()
        guard byte != UInt8(ascii: "]"), byte != UInt8(ascii: "}")
        else { throw notJSON("a comma after the last value; remove it", at: comma) }
        return true
    }

    private mutating func word() throws(ManifestFault) -> String {
        let start = index
        while let byte, Self.isWord(byte) { index += 1 }
        let word = String(decoding: text[start..<index], as: UTF8.self)
        if ["true", "false", "null"].contains(word) || Self.isNumber(text[start..<index]) { return word }
        let name = word.lowercased().drop { $0 == "-" || $0 == "+" }
        if ["nan", "inf", "infinity", ".nan", ".inf"].contains(name)
            || ManifestNode(.plain(word), at: .start).kind == .number
        {
            throw notJSON("not a JSON number; write one such as 0.5, 10 or 1e-3", at: start)
        }
        throw notJSON("a word without quotes; write \"...\"", at: start)
    }

    private mutating func string() throws(ManifestFault) -> String {
        let start = index
        index += 1
        var pieces = ""
        var piece = index
        while let byte {
            switch byte {
            case UInt8(ascii: "\""):
                pieces += String(decoding: text[piece..<index], as: UTF8.self)
                index += 1
                return pieces
            case UInt8(ascii: "\\"):
                pieces += String(decoding: text[piece..<index], as: UTF8.self)
                pieces.unicodeScalars.append(try escape())
                piece = index
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                let advice = "add the closing quote, and write \\n for a line break"
                throw invalid("a quoted string does not end on its line; \(advice)", at: start)
            case 0..<0x20: throw invalid("a control character in a string; escape it, as in \\t or \\u001b")
            default: index += 1
            }
        }
        throw invalid("a quoted string does not end; add the closing quote", at: start)
    }

    private mutating func escape() throws(ManifestFault) -> Unicode.Scalar {
        let start = index
        index += 2
        let sign = start + 1 < text.count ? Unicode.Scalar(text[start + 1]) : "\0"
        if let plain = Self.escapes[sign] { return plain }
        guard sign == "u" else { throw notJSON("an unknown escape; write two backslashes for a backslash", at: start) }
        guard let first = unit(at: start) else {
            let advice = "\\u needs four hexadecimal digits, as in \\u00e9; write two backslashes for a backslash"
            throw invalid(advice, at: start)
        }
        index = start + 6
        if let scalar = Unicode.Scalar(first) { return scalar }
        if first < 0xDC00, let second = unit(at: index), (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        {
            index += 6
            return scalar
        }
        throw invalid("half of a surrogate pair; write the character itself", at: start)
    }

    private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
        "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t",
    ]

    private func unit(at start: Int) -> UInt32? {
        guard start + 6 <= text.count, text[start] == UInt8(ascii: "\\"), text[start + 1] == UInt8(ascii: "u")
        else { return nil }
        let digits = text[(start + 2)..<(start + 6)]
        guard digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-") else { return nil }
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private var byte: UInt8? { index < text.count ? text[index] : nil }

    private mutating func skipSpace() { while let byte, Self.isSpace(byte) { index += 1 } }

    /// Skips spaces. Rejects YAML's comments and single quotes.
    private mutating func skipSpaceBeforeSign() throws(ManifestFault) {
        skipSpace()
        let start = text[index...].prefix(2)
        if byte == UInt8(ascii: "#") || start.elementsEqual("//".utf8) || start.elementsEqual("/*".utf8) {
            throw notJSON("a comment; remove it, or name the file .yaml")
        }
        if byte == UInt8(ascii: "'") { throw notJSON("single quotes; write \"...\"") }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    private static func isWord(_ byte: UInt8) -> Bool { !isSpace(byte) && !"{}[]:,\"'#".utf8.contains(byte) }

    private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
        var rest = word
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        let whole = rest.prefix { $0.isDigit }
        guard let first = whole.first, first != UInt8(ascii: "0") || whole.count == 1 else { return false }
        rest = rest.dropFirst(whole.count)
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix { $0.isDigit }
            guard !fraction.isEmpty else { return false }
            rest = rest.dropFirst(1 + fraction.count)
        }
        guard let sign = rest.first else { return true }
        guard sign | 0x20 == UInt8(ascii: "e") else { return false }
        rest.removeFirst()
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        return !rest.isEmpty && rest.allSatisfy { $0.isDigit }
    }

    private mutating func notJSON(_ message: String, at place: Int? = nil) -> ManifestFault {
        ManifestFault(at: position(place ?? index), message: "not JSON: \(message)")
    }

    private mutating func invalid(_ message: String, at place: Int? = nil) -> ManifestFault {
        ManifestFault(at: position(place ?? index), message: "not valid JSON: \(message)")
    }

    private mutating func position(_ place: Int) -> ManifestNode.Position {
        if place < mark.index { mark = (0, 1, 1) }
        while mark.index < place {
            switch text[mark.index] {
            case UInt8(ascii: "\n"): (mark.line, mark.column) = (mark.line + 1, 1)
            case 0x80..<0xC0: break
            default: mark.column += 1
            }
            mark.index += 1
        }
        return .init(line: mark.line, column: mark.column)
    }
}
