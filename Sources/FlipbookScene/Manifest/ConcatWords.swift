import FlipbookCore

struct ConcatWords {
    struct Problem: Error { let message: String }

    private let line: ArraySlice<UInt8>
    private var rest: ArraySlice<UInt8>
    var column: Int { line[..<wordStart].count { $0 & 0xC0 != 0x80 } + 1 }
    private var wordStart: Int

    init(_ line: ArraySlice<UInt8>) { (self.line, rest, wordStart) = (line, line, line.startIndex) }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

    private mutating func skipSpace() {
        rest = rest.drop(while: Self.isSpace)
        wordStart = rest.startIndex
    }

    /// Returns the next word unchanged, or `nil` at the end of the line.
    mutating func keyword() -> ArraySlice<UInt8>? {
        skipSpace()
        let word = rest.prefix { !Self.isSpace($0) }
        rest = rest[word.endIndex...]
        return word.isEmpty ? nil : word
    }

    /// Returns the next word without its quotes, or `nil` at the end of the line. Outside single quotes, a backslash escapes
    /// the next character.
    mutating func argument() throws(Problem) -> String? {
        skipSpace()
        guard !rest.isEmpty else { return nil }
        var word: [UInt8] = []
        while let byte = rest.first, !Self.isSpace(byte) {
            rest = rest.dropFirst()
            switch byte {
            case UInt8(ascii: "\\"):
                guard let next = rest.popFirst() else { throw Problem(message: "nothing follows the backslash") }
                word.append(next)
            case UInt8(ascii: "'"):
                let quoted = rest.prefix { $0 != UInt8(ascii: "'") }
                guard quoted.endIndex < rest.endIndex
                else { throw Problem(message: "the quote ' is not closed; write ' itself as '\\''") }
                word += quoted
                rest = rest[(quoted.endIndex + 1)...]
            default: word.append(byte)
            }
        }
        guard let name = String(validating: word, as: UTF8.self)
        else { throw Problem(message: "the name is not UTF-8") }
        return name
    }
}

extension RationalTime {
    /// Returns whether text is a zero time in ffmpeg's notation: `0`, `0.0s`, `00:00:00`.
    static func isConcatZero(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let last = parts.last.map { part in
            ["ms", "us", "s"].first { part.hasSuffix($0) }.map { part.dropLast($0.utf8.count) } ?? part
        }
        return parts.count <= 3 && (parts.dropLast() + [last ?? ""]).allSatisfy { decimal($0) == .zero }
    }

    /// Parses a time in ffmpeg's notation: `[[HH:]MM:]SS[.m...]`, or a number followed by `s`, `ms` or `us`.
    init?(concatDuration text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        var time: RationalTime?
        if parts.count == 1 {
            // ffmpeg does not accept a fraction such as 1/30, but its meaning is clear.
            time =
                text.hasSuffix("us")
                ? Self.decimal(Substring(text.dropLast(2)))?.divided(by: 1_000_000) : try? RationalTime(parsing: text)
        } else if parts.count <= 3, let seconds = Self.decimal(parts[parts.count - 1]), seconds < 60 {
            let units = parts.dropLast().compactMap { Self.decimal($0) }
                .filter { $0.denominator == 1 && $0.numerator < 1000 }
            let minutes = units.reduce(0) { $0 * 60 + $1.numerator }
            if units.count == parts.count - 1 { time = RationalTime(minutes * 60) + seconds }
        }
        guard let time, time > .zero, time <= RationalTime(Int64(SequenceManifest.longestDuration)) else { return nil }
        self = time
    }
}
