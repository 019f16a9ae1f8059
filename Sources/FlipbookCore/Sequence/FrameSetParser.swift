struct FrameSetParser {
    private let text: String
    private let bytes: [UInt8]
    private var position = 0
    private var builder = FrameSetBuilder()
    private var count = 0
    /// The total count of numbers in staggered and interleaved ranges, including repeated ones.
    private var passes = 0
    private let rules: DialectRules
    private let ownStep: Int
    private let areMillionths: Bool
    private var disjoint: [(range: FrameRange, bounds: ClosedRange<Int>, start: Int)] = []

    init(_ text: String, _ rules: DialectRules, millionthsBy step: Int? = nil) {
        (self.text, self.rules, bytes) = (text, rules, Array(text.utf8))
        (ownStep, areMillionths) = (step ?? 1, step != nil)
    }

    mutating func parse() throws(FrameSetError) -> FrameSet {
        while true {
            skipSpace()
            guard let byte = peek else { return try numbers() }
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
            if let next = peek, "xy:".utf8.contains(next) { throw error(.stepWithoutRange) }
            return try add(FrameRange(first), at: start)
        }
        position += 1
        skipSpace()
        let last = try parseNumber()
        skipSpace()
        let full = FrameRange(first, through: last, by: ownStep)
        switch peek {
        case UInt8(ascii: "x") where rules.hasStep:
            try add(FrameRange(first, through: last, by: parseStep(first, last)), at: start)
        case UInt8(ascii: "y") where rules.hasComplement:
            try add(all: full, butEvery: try parseStep(first, last) / ownStep, at: start)
        case UInt8(ascii: "x"), UInt8(ascii: "y"): throw error(.notInDialect(character(at: position), rules.dialect))
        case UInt8(ascii: ":"):
            guard rules.colon != .refused, rules.colon == .step || !areMillionths
            else { throw error(rules.dialect == nil ? .colon : .notInDialect(":", rules.dialect)) }
            let step = try parseStep(first, last)
            switch rules.colon {
            case .refused, .step:
                // With a positive step, a descending range has only its first number.
                let end = last < first && step > 0 ? first : last
                try add(FrameRange(first, through: end, by: step), reaching: end, at: start)
            case .stagger:
                // Every nth number, then every (n - 1)th and so on, down to 1. A stride longer than the range yields only its
                // first number.
                let strides = (1...Int(min(step.magnitude, UInt(full.count)))).reversed()
                try add(passes: strides.lazy.map { FrameRange(first, through: last, by: $0) }, at: start)
            case .interleave:
                // Each pass starts one number after the previous pass and has half its stride, until all numbers are included.
                let strides = sequence(first: step.magnitude) { $0 > 1 ? $0 / 2 : nil }
                let passes = zip(strides, full.prefix(UInt.bitWidth)).map { stride, start in
                    FrameRange(start, through: last, by: Int(clamping: stride))
                }
                try add(passes: passes, at: start)
            }
        default: try add(rules.isSortedAndDisjoint && last < first ? FrameRange(first) : full, at: start)
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
        guard let byte = peek, byte.isDigit
        else { throw error(.expectedNumber(found: peek == nil ? nil : character(at: position))) }
        var value = 0
        while let byte = peek, byte.isDigit {
            // With at most 18 digits, the sum and the difference of any two numbers fit in an Int.
            if value > FileNumber.largest / 10 { throw error(.numberTooLarge, at: start) }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            position += 1
        }
        if areMillionths {
            guard value <= FileNumber.largest / 1_000_000 else { throw error(.numberTooLarge, at: start) }
            value = value * 1_000_000 + (try parseDecimals())
        } else if peek == UInt8(ascii: ".") {
            throw error(.unexpected("."))
        }
        return isNegative ? -value : value
    }

    private mutating func parseDecimals() throws(FrameSetError) -> Int {
        guard peek == UInt8(ascii: ".") else { return 0 }
        position += 1
        var (value, unit) = (0, 100_000)
        while let byte = peek, byte.isDigit, unit > 0 {
            value += Int(byte - UInt8(ascii: "0")) * unit
            unit /= 10
            position += 1
        }
        return value
    }

    /// - Parameter end: The end of the part as written. Because of its step, the range can end earlier.
    private mutating func add(_ range: FrameRange, reaching end: Int? = nil, at start: Int) throws(FrameSetError) {
        try count(range.count, at: start)
        guard rules.isSortedAndDisjoint else { return builder.append(range) }
        let end = end ?? range.last
        disjoint.append((range, Swift.min(range.first, end)...Swift.max(range.first, end), start))
    }

    private mutating func add(all range: FrameRange, butEvery step: Int, at start: Int) throws(FrameSetError) {
        try count(range.count, at: start)
        let length = Int(clamping: step.magnitude)
        guard length > 1 else { return }
        for position in stride(from: 0, to: range.count, by: length) {
            let end = range.count - position <= length ? range.count : position + length
            if position + 1 < end { builder.append(FrameRange(range[position + 1], through: range[end - 1])) }
        }
    }

    /// Adds the numbers of several passes over one range. Passes overlap, so each number is looked up, and the limit is lower.
    private mutating func add(passes: some BidirectionalCollection<FrameRange>, at start: Int) throws(FrameSetError) {
        for pass in passes.reversed() {
            guard pass.count <= FrameSet.maximumCount / 10 - self.passes else { throw error(.tooManyPasses, at: start) }
            self.passes += pass.count
        }
        for pass in passes { try add(pass, at: start) }
    }

    private func numbers() throws(FrameSetError) -> FrameSet {
        guard rules.isSortedAndDisjoint else { return builder.set }
        let parts = disjoint.sorted { $0.bounds.lowerBound < $1.bounds.lowerBound }
        for (part, next) in zip(parts, parts.dropFirst()) where part.bounds.upperBound >= next.bounds.lowerBound {
            throw error(.overlap, at: Swift.max(part.start, next.start))
        }
        let ranges = parts.map { FrameRange($0.range.lowerBound, through: $0.range.upperBound, by: $0.range.step) }
        return ranges.reduce(into: FrameSetBuilder()) { $0.append($1) }.set
    }

    /// Repeated numbers also count, so the limit bounds the running time as well.
    private mutating func count(_ more: Int, at start: Int) throws(FrameSetError) {
        guard more <= FrameSet.maximumCount - count else { throw error(.tooManyFrames, at: start) }
        count += more
    }

    private func unexpected(_ byte: UInt8) -> FrameSetError {
        let isColon = byte == UInt8(ascii: ":") && rules.dialect == nil
        return error(isColon ? .colon : .unexpected(character(at: position)))
    }

    private func error(_ reason: FrameSetError.Reason, at offset: Int? = nil) -> FrameSetError {
        FrameSetError(text: text, offset: offset ?? position, reason: reason)
    }

    private func character(at offset: Int) -> String {
        let index = text.utf8.index(text.utf8.startIndex, offsetBy: offset)
        return String(text.unicodeScalars[index])
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = peek, byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte) { position += 1 }
    }
}
