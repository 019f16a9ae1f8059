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
    /// as decimals are. A dialect says what `:` means, and what else its tool reads in another way.
    /// - Throws: ``FrameSetError`` with the place of the first fault.
    public init(parsing text: String, dialect: Dialect? = nil) throws(FrameSetError) {
        var parser = FrameSetParser(text, DialectRules(dialect))
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
    /// Numbers of staggered and interleaved ranges, repeated ones counted.
    private var passes = 0
    private let rules: DialectRules
    /// The parts so far with their places, where they must not overlap.
    private var disjoint: [(range: FrameRange, bounds: ClosedRange<Int>, start: Int)] = []

    init(_ text: String, _ rules: DialectRules) {
        self.text = text
        self.rules = rules
        bytes = Array(text.utf8)
    }

    mutating func parse() throws(FrameSetError) -> FrameSet {
        while true {
            skipSpace()
            guard let byte = peek else { return try sorted() ?? builder.set }
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
            if rules.isSortedAndDisjoint {
                try addStepped(first, first, by: 1, at: start)
            } else {
                try add(FrameRange(first), at: start)
            }
            return
        }
        position += 1
        skipSpace()
        let last = try parseNumber()
        skipSpace()
        let sign = position
        let full = FrameRange(first, through: last)
        switch peek {
        case UInt8(ascii: "x") where rules.hasStep:
            let step = try parseStep(first, last)
            try add(FrameRange(first, through: last, by: step), at: start)
        case UInt8(ascii: "y") where rules.hasComplement:
            try add(all: full, butEvery: try parseStep(first, last), at: start)
        case UInt8(ascii: "x"), UInt8(ascii: "y"):
            throw error(.notInDialect(character(at: sign), rules.dialect))
        case UInt8(ascii: ":"):
            guard rules.colon != .refused else {
                throw error(rules.dialect == nil ? .colon : .notInDialect(":", rules.dialect))
            }
            let step = try parseStep(first, last)
            switch rules.colon {
            case .refused, .step: try addStepped(first, last, by: step, at: start)
            case .stagger: try addStaggered(full, by: step, at: start)
            case .interleave: try addInterleaved(full, by: step, at: start)
            }
        case UInt8(ascii: "X"), UInt8(ascii: "Y"):
            throw error(.upperCaseStep(character(at: position)))
        default:
            if rules.isSortedAndDisjoint {
                try addStepped(first, last, by: 1, at: start)
            } else {
                try add(full, at: start)
            }
        }
    }

    private mutating func parseStep(_ first: Int, _ last: Int) throws(FrameSetError) -> Int {
        let descends = last < first
        position += 1
        skipSpace()
        let start = position
        let step = try parseNumber()
        if step == 0 { throw error(.zeroStep, at: start) }
        if step < 0, !descends { throw error(.negativeStep, at: start) }
        if step > 0, descends, rules.isStepSigned { throw error(.positiveStep, at: start) }
        return step
    }

    private mutating func parseNumber() throws(FrameSetError) -> Int {
        let start = position
        let isNegative = peek == UInt8(ascii: "-")
        if isNegative {
            position += 1
            skipSpace()
        }
        guard let byte = peek, byte.isDigit else {
            throw error(.expectedNumber(found: peek == nil ? nil : character(at: position)))
        }
        var value = 0
        while let byte = peek, byte.isDigit {
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

    /// Every `step`th number, then every one at a distance one less, down to all.
    private mutating func addStaggered(_ range: FrameRange, by step: Int, at start: Int) throws(FrameSetError) {
        // A step beyond the range gives its first number, and so does every longer one.
        let widest = min(step.magnitude, UInt(range.count))
        // Counted from the narrowest stride on, which has the most numbers: what is too much is found at once.
        try countPasses(at: start) { pass in
            pass < widest ? FrameRange(range.first, through: range.last, by: pass + 1).count : nil
        }
        for stride in (1...Int(widest)).reversed() {
            try add(FrameRange(range.first, through: range.last, by: stride), at: start)
        }
    }

    /// Every `step`th number, then from the next number on at half the distance, until all are there.
    private mutating func addInterleaved(_ range: FrameRange, by step: Int, at start: Int) throws(FrameSetError) {
        let strides = sequence(first: step.magnitude) { $0 > 1 ? $0 / 2 : nil }
        let passes = zip(strides, range.prefix(UInt.bitWidth)).map { stride, first in
            FrameRange(first, through: range.last, by: Int(clamping: stride))
        }
        try countPasses(at: start) { passes.indices.contains($0) ? passes[$0].count : nil }
        for pass in passes { try add(pass, at: start) }
    }

    /// Counts the numbers of all passes before the first is gone over. Passes overlap, so each number is
    /// looked up, and fewer of them are allowed.
    /// - Parameter length: how many numbers a pass has; `nil` behind the last one.
    private mutating func countPasses(at start: Int, length: (Int) -> Int?) throws(FrameSetError) {
        let limit = FrameSet.maximumCount / 10
        var pass = 0
        while let length = length(pass) {
            guard length <= limit - passes else { throw error(.tooManyPasses, at: start) }
            passes += length
            pass += 1
        }
    }

    /// A part of a sorted set. With a rising step a range that descends has its first number only.
    private mutating func addStepped(_ first: Int, _ last: Int, by step: Int, at start: Int) throws(FrameSetError) {
        let end = last < first && step > 0 ? first : last
        let range = FrameRange(first, through: end, by: step)
        try count(range.count, at: start)
        disjoint.append((range, Swift.min(first, end)...Swift.max(first, end), start))
    }

    /// The parts of a sorted set in order, or `nil` if sets are not sorted.
    private func sorted() throws(FrameSetError) -> FrameSet? {
        guard rules.isSortedAndDisjoint else { return nil }
        let parts = disjoint.sorted { $0.bounds.lowerBound < $1.bounds.lowerBound }
        var builder = FrameSetBuilder()
        for (index, part) in parts.enumerated() {
            if index > 0, parts[index - 1].bounds.upperBound >= part.bounds.lowerBound {
                throw error(.overlap, at: Swift.max(parts[index - 1].start, part.start))
            }
            let (low, high) = (part.range.lowerBound, part.range.upperBound)
            builder.append(FrameRange(low, through: high, by: part.range.step))
        }
        return builder.set
    }

    /// Counts repeated numbers too, so that the limit bounds the time as well.
    private mutating func count(_ more: Int, at start: Int) throws(FrameSetError) {
        guard more <= FrameSet.maximumCount - count else { throw error(.tooManyFrames, at: start) }
        count += more
    }

    private func unexpected(_ byte: UInt8) -> FrameSetError {
        switch byte {
        case UInt8(ascii: ":") where rules.dialect == nil: error(.colon)
        case UInt8(ascii: "x"), UInt8(ascii: "y"), UInt8(ascii: "-"): error(.unexpected(character(at: position)))
        default: error(byte.isDigit ? .spaceInsideNumber : .unexpected(character(at: position)))
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
