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
                index = end(ofStringAt: index, in: text)
            case UInt8(ascii: "'"): return fault(index, "single quotes; write \"...\"")
            case UInt8(ascii: "#"): return fault(index, "a comment; leave it out, or call the file .yaml")
            case UInt8(ascii: ","):
                let next = text[(index + 1)...].first { !isSpace($0) }
                if next == UInt8(ascii: "]") || next == UInt8(ascii: "}") {
                    return fault(index, "a comma behind the last value; remove it")
                }
            case let byte where isWord(byte):
                let word = text[index...].prefix(while: isWord)
                let isValue = ["true", "false", "null"].contains { word.elementsEqual($0.utf8) } || isNumber(word)
                guard isValue else { return fault(index, "a word without quotes; write \"...\"") }
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
