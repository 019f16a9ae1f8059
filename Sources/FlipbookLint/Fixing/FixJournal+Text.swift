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
    fileprivate var percentEncoded: String { string.percentEncoded(but: "-._") }

    /// A path as it is written, and in no other way.
    fileprivate init?(percentEncoded text: Substring) {
        guard let name = String(validating: text.percentDecoded, as: UTF8.self) else { return nil }
        self.init(name)
        guard percentEncoded.utf8.elementsEqual(text.utf8) else { return nil }
    }
}
