extension FrameSet {
    /// The frame numbers that `text` names, in fileseq's grammar.
    ///
    /// Parts stand between commas: `7`, `1-10`, `10-1`, `-5--1`, `1-10x2` (every
    /// second), `1-10y3` (all but every third). White space may stand between
    /// the parts and inside them, not inside a number; empty parts count for
    /// nothing, and a repeated number keeps its first place.
    ///
    /// Stricter than fileseq on purpose: it takes `1-10 2` for `1-102`, and its
    /// `:` means three different things to three tools, so both are errors here,
    /// as decimals are.
    /// - Throws: ``FrameSetError`` with the place of the first fault.
    public init(parsing text: String) throws(FrameSetError) {
        var parser = FrameSetParser(text)
        self = try parser.parse()
    }
}

/// Reads range text byte by byte.
private struct FrameSetParser {
    private let text: String
    private let bytes: [UInt8]
    private var position = 0
    private var builder = FrameSetBuilder()
    private var count = 0

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    mutating func parse() throws(FrameSetError) -> FrameSet {
        while true {
            skipSpace()
            guard let byte = peek else { return builder.set }
            if byte == UInt8(ascii: ",") {
                position += 1
                continue
            }
            try parsePart()
            skipSpace()
            if let next = peek, next != UInt8(ascii: ",") { throw unexpected(next) }
        }
    }

    private mutating func parsePart() throws(FrameSetError) {
        let start = position
        let first = try parseNumber()
        skipSpace()
        guard peek == UInt8(ascii: "-") else {
            if let next = peek, Self.isStep(next) { throw error(.stepWithoutRange) }
            try add(FrameRange(first), at: start)
            return
        }
        position += 1
        skipSpace()
        let last = try parseNumber()
        skipSpace()
        switch peek {
        case UInt8(ascii: "x"):
            try add(FrameRange(first, through: last, by: try parseStep(descends: last < first)), at: start)
        case UInt8(ascii: "y"):
            try add(all: FrameRange(first, through: last), butEvery: try parseStep(descends: last < first), at: start)
        case UInt8(ascii: ":"):
            throw error(.colon)
        case UInt8(ascii: "X"), UInt8(ascii: "Y"):
            throw error(.upperCaseStep(character(at: position)))
        default:
            try add(FrameRange(first, through: last), at: start)
        }
    }

    private mutating func parseStep(descends: Bool) throws(FrameSetError) -> Int {
        position += 1
        skipSpace()
        let start = position
        let step = try parseNumber()
        if step == 0 { throw error(.zeroStep, at: start) }
        if step < 0, !descends { throw error(.negativeStep, at: start) }
        return step
    }

    private mutating func parseNumber() throws(FrameSetError) -> Int {
        let start = position
        let isNegative = peek == UInt8(ascii: "-")
        if isNegative {
            position += 1
            skipSpace()
        }
        guard let byte = peek, FileNumber.isDigit(byte) else {
            throw error(.expectedNumber(found: peek == nil ? nil : character(at: position)))
        }
        var value = 0
        while let byte = peek, FileNumber.isDigit(byte) {
            // Eighteen digits keep every sum and difference of two numbers inside an Int.
            if value > FileNumber.largest / 10 { throw error(.numberTooLarge, at: start) }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            position += 1
        }
        if peek == UInt8(ascii: ".") { throw error(.decimal) }
        return isNegative ? -value : value
    }

    private mutating func add(_ range: FrameRange, at start: Int) throws(FrameSetError) {
        try count(range.count, at: start)
        builder.append(range)
    }

    private mutating func add(all range: FrameRange, butEvery step: Int, at start: Int) throws(FrameSetError) {
        try count(range.count, at: start)
        let stride = step.magnitude
        guard stride > 1 else { return }
        var position = 0
        while position < range.count {
            let left = range.count - position
            let end = stride >= UInt(left) ? range.count : position + Int(stride)
            if position + 1 < end { builder.append(FrameRange(range[position + 1], through: range[end - 1])) }
            position = end
        }
    }

    /// Counts repeated numbers too, so that the limit bounds the time as well.
    private mutating func count(_ more: Int, at start: Int) throws(FrameSetError) {
        guard more <= FrameSet.maximumCount - count else { throw error(.tooManyFrames, at: start) }
        count += more
    }

    private func unexpected(_ byte: UInt8) -> FrameSetError {
        switch byte {
        case UInt8(ascii: ":"): error(.colon)
        case UInt8(ascii: "x"), UInt8(ascii: "y"), UInt8(ascii: "-"): error(.unexpected(character(at: position)))
        default: error(FileNumber.isDigit(byte) ? .spaceInsideNumber : .unexpected(character(at: position)))
        }
    }

    private func error(_ reason: FrameSetError.Reason, at offset: Int? = nil) -> FrameSetError {
        FrameSetError(text: text, offset: offset ?? position, reason: reason)
    }

    /// The whole Unicode scalar that starts at `offset`.
    private func character(at offset: Int) -> String {
        let index = text.utf8.index(text.utf8.startIndex, offsetBy: offset)
        return String(text.unicodeScalars[index])
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = peek, byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte) { position += 1 }
    }

    private static func isStep(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "x") || byte == UInt8(ascii: "y") || byte == UInt8(ascii: ":")
    }
}
