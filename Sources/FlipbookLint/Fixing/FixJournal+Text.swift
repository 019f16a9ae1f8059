import FlipbookCore
import FlipbookLintModel

extension FixJournal {
    /// The first line; the number is that of the format.
    private static let head = "flipbook-fix 2"

    /// The journal as a text: a line for each move, names with everything but letters, digits and `-._` as `%0A`.
    package var text: String {
        var text = Self.head + "\n"
        for move in moves { text += "move \(move.from.word) \(move.to.word) \(move.digest)\n" }
        return text + "end \(moves.count)\n"
    }

    /// Reads a journal's text.
    ///
    /// A journal that came with a folder from elsewhere is no danger: names lead into the two folders only.
    /// - Returns: `nil` for a text that is no whole journal.
    package init?(parsing text: String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        guard lines.popFirst() == Substring(Self.head), lines.popLast() == "", let end = lines.popLast() else {
            return nil
        }
        var moves: [Move] = []
        for line in lines {
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            guard words.count == 5, words[0] == "move", let from = Place(word: words[1]),
                let to = Place(word: words[2]), let byteCount = Int64(words[3]),
                let hash = UInt64(words[4], radix: 16)
            else { return nil }
            moves.append(Move(from: from, to: to, digest: FileDigest(byteCount: byteCount, hash: hash)))
        }
        guard end == "end \(moves.count)" else { return nil }
        self.moves = moves
    }
}

extension FixJournal.Place {
    /// The place as one word: `folder:walk.1.png`.
    fileprivate var word: String {
        switch self {
        case .folder(let name): "folder:" + name.percentEncoded
        case .work(let name): "work:" + name.percentEncoded
        }
    }

    fileprivate init?(word: Substring) {
        let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let name = FilePath(percentEncoded: parts[1]), name.isPlainName else { return nil }
        switch parts[0] {
        case "folder": self = .folder(name)
        case "work": self = .work(name)
        default: return nil
        }
    }
}

extension FilePath {
    fileprivate var percentEncoded: String {
        var result = ""
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += byte < 16 ? "%0" + digits : "%" + digits
            }
        }
        return result
    }

    fileprivate init?(percentEncoded text: Substring) {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        guard let name = String(validating: bytes, as: UTF8.self) else { return nil }
        self.init(name)
    }
}
