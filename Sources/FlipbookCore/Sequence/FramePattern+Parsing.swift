extension FramePattern {
    /// Reads a pattern. The last component of the path contains exactly one padding (`#` `@` `%04d` `$F4` `<UDIM>`), optionally
    /// preceded by a range (`walk.1-100x2#.png`). `@2x` to `@9x` directly before the extension is a scale factor. A backslash
    /// escapes the next character; in a pattern with a `%` padding, `%%` is a percent sign.
    ///
    /// A hyphen before the first number is a sign only after a dot or underscore, or at the beginning: `walk-1-10#` is 1 to 10.
    /// A dialect determines the allowed paddings and the position of the range. If the padding has a different meaning without
    /// the dialect, it is replaced with the result of ``FramePadding/init(width:)``.
    /// - Throws: ``FramePatternError`` with the position of the fault.
    public init(parsing text: String, dialect: Dialect? = nil) throws(FramePatternError) {
        var parser = FramePatternParser(text, DialectRules(dialect))
        self = try parser.parse()
    }

    /// Reads a pattern that is followed by a space and a range, as in Nuke and RV. Returns `nil` if there is no such range.
    package init?(withRangeBehind text: String) {
        var rules = DialectRules(nil)
        rules.hasTrailingRange = true
        var parser = FramePatternParser(text, rules)
        guard parser.hasTrailingRange, let pattern = try? parser.parse() else { return nil }
        self = pattern
    }

    package static func advice(for text: String) -> String? {
        let bytes = Array(text.utf8)
        if bytes.first == UInt8(ascii: "-"), bytes.allSatisfy({ $0.isLetter || $0 == UInt8(ascii: "-") }) {
            return "all arguments after -- are file names; put options before it"
        }
        if FilePath(text).isOfWindows {
            let path = bytes[3...].map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
            return "this is a Windows path; use the path on this system, with /, such as "
                + "/mnt/\(String(decoding: [bytes[0] | 0x20], as: UTF8.self))/\(FilePath(String(decoding: path, as: UTF8.self)))"
        }
        let (path, wildcards) = (FilePath(text), /(?:[*?]|\[[0-9]+-[0-9]+\]|{[0-9]+(?:\.\.|,)[0-9,]+})+/)
        if let run = text.firstMatch(of: wildcards) {
            let (isFile, folder) = (path.lastComponent.contains("."), path.directory)
            let way = isFile && !folder.contains(wildcards) ? ", or write \(FilePath(folder))/" : ""
            return "\(run.0.prefix(1)) is expanded by the shell; remove the quotes\(way)"
        }
        guard let (place, width) = foreignNumber(in: bytes) ?? rangeWithoutPadding(in: bytes) else { return nil }
        let padding = FramePadding(width: width).text
        let written =
            String(decoding: bytes[..<place.lowerBound], as: UTF8.self) + padding
            + String(decoding: bytes[place.upperBound...], as: UTF8.self)
        return place.isEmpty
            ? "a range must be followed by padding; write \(FilePath(written))"
            : "write \(padding) for the frame number: \(FilePath(written))"
    }

    /// Finds `<F4>`, `<frame>`, `{frame:04d}` or `{frame}`, and its number of digits.
    private static func foreignNumber(in bytes: [UInt8]) -> (place: Range<Int>, width: Int)? {
        for (open, close) in [("<", ">"), ("{", "}")] {
            guard let start = bytes.firstIndex(of: Array(open.utf8)[0]),
                let end = bytes[start...].firstIndex(of: Array(close.utf8)[0])
            else { continue }
            let word = bytes[(start + 1)..<end]
            guard let head = word.first, "fFnN:".utf8.contains(head) else { continue }
            let digits = word.reversed().drop { !$0.isDigit }.prefix { $0.isDigit }.reversed()
            let width = FileNumber.value(of: digits) ?? 4
            guard 1...18 ~= width else { continue }
            // A shell variable has a leading $: ${FRAME}.
            let hasSign = start > 0 && bytes[start - 1] == UInt8(ascii: "$")
            return ((hasSign ? start - 1 : start)..<end + 1, width)
        }
        return nil
    }

    /// Finds a range such as `1001-1010` before the extension. Returns the place where `####` is missing, and the width of the
    /// numbers.
    private static func rangeWithoutPadding(in bytes: [UInt8]) -> (place: Range<Int>, width: Int)? {
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let hyphen = dot - bytes[..<dot].reversed().prefix { $0.isDigit }.count - 1
        guard hyphen > 0, bytes[hyphen] == UInt8(ascii: "-") else { return nil }
        let width = bytes[..<hyphen].reversed().prefix { $0.isDigit }.count
        guard let low = FileNumber.value(of: bytes[hyphen - width..<hyphen]),
            let high = FileNumber.value(of: bytes[hyphen + 1..<dot]), low < high
        else { return nil }
        return (dot..<dot, width)
    }
}

private struct FramePatternParser {
    private struct Literal {
        var bytes: [UInt8] = []
        /// The index after the last escaped byte.
        var plainFrom = 0
        /// The indices of `%%`. If the padding turns out to be printf's, each becomes one percent sign.
        var doubledPercents: [Int] = []

        mutating func mergePercents() {
            for index in doubledPercents.reversed() {
                bytes.remove(at: index)
                if plainFrom > index { plainFrom -= 1 }
            }
        }
    }

    private let text: String
    private let rules: DialectRules
    private let bytes: [UInt8]
    /// The bytes of the trailing range, without its brackets.
    private let trailingRange: Range<Int>?
    private let nameStart: Int
    private var before = Literal()
    private var after = Literal()
    private var found: (padding: FramePadding, start: Int)?

    init(_ text: String, _ rules: DialectRules) {
        (self.text, self.rules) = (text, rules)
        let all = Array(text.utf8)
        // A range in brackets ends before the closing bracket.
        let end = !rules.isTrailingRangeBracketed ? all.count : all.last == UInt8(ascii: "]") ? all.count - 1 : nil
        trailingRange = rules.hasTrailingRange ? end.flatMap { Self.range(endingAt: $0, in: all, rules) } : nil
        // The separator belongs to the range: a space and, if used, a bracket.
        let separator = rules.isTrailingRangeBracketed ? 2 : 1
        bytes = trailingRange.map { Array(all[..<($0.lowerBound - separator)]) } ?? all
        nameStart = (bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
    }

    private static func range(endingAt end: Int, in text: [UInt8], _ rules: DialectRules) -> Range<Int>? {
        let isBracketed = rules.isTrailingRangeBracketed
        let isPart = { (byte: UInt8) in
            FrameRangeScanner.isRangeByte(byte) || isBracketed && byte == UInt8(ascii: " ")
        }
        let start = end - text[..<end].reversed().prefix(while: isPart).count
        if isBracketed {
            let isThere = start > 2 && text[start - 1] == UInt8(ascii: "[") && text[start - 2] == UInt8(ascii: " ")
            return isThere ? start..<end : nil
        }
        guard start < end, start > 1, text[start - 1] == UInt8(ascii: " "),
            text[start].isDigit || text[start] == UInt8(ascii: "-")
        else { return nil }
        return start..<end
    }

    var hasTrailingRange: Bool { trailingRange != nil }

    mutating func parse() throws(FramePatternError) -> FramePattern {
        let scale = scaleBeforeExtension()
        try scan(from: nameStart, to: scale?.start ?? bytes.count)
        if let scale {
            let isComplete = found != nil
            try scan(from: scale.start + 3, to: bytes.count)
            if !isComplete, let found { throw error(.paddingAfterScale(found.padding), at: found.start) }
        }
        guard let found else { throw error(rules.dialect.map { .noPaddingOf($0) } ?? .noPadding, at: nameStart) }
        guard found.padding.width <= FramePadding.maximumWidth
        else { throw error(.paddingTooWide(found.padding), at: found.start) }
        try checkSpecials(around: found.start)
        if found.padding.style == .printf {
            before.mergePercents()
            after.mergePercents()
        }
        let inner = rules.hasInnerRange ? try range(endingAt: found.start) : nil
        let outer = try rangeAfterName()
        if inner != nil, outer != nil, let trailingRange { throw error(.twoRanges, at: trailingRange.lowerBound) }
        let range = inner ?? outer
        let directory = String(decoding: bytes[..<nameStart], as: UTF8.self)
        let prefix = String(decoding: before.bytes.dropLast(inner?.text.utf8.count ?? 0), as: UTF8.self)
        let (padding, suffix) = (found.padding.withoutDialect, String(decoding: after.bytes, as: UTF8.self))
        let pattern = FramePattern(prefix: prefix, padding: padding, suffix: suffix, scale: scale?.factor)
            .with(directory: directory)
        guard let range else { return pattern }
        // Without the dialect, the text of the range might have a different meaning.
        return rules.dialect == nil
            ? FramePattern(pattern, frames: range.frames, rangeText: range.text) : pattern.with(frames: range.frames)
    }

    /// Rejects unsupported syntax of the dialect, which would otherwise be read as part of the name.
    private func checkSpecials(around padding: Int) throws(FramePatternError) {
        if rules.hasViews {
            for index in bytes.indices.dropLast() where index >= nameStart && bytes[index] == UInt8(ascii: "%") {
                if bytes[index + 1] | 0x20 == UInt8(ascii: "v") { throw error(.view, at: index) }
            }
        }
        guard rules.hasArithmetic, let first = after.bytes.first else { return }
        let isSign = first == UInt8(ascii: "+") || first == UInt8(ascii: "-") || first == UInt8(ascii: "x")
        if isSign, after.bytes.count > 1, after.bytes[1].isDigit { throw error(.arithmetic, at: padding) }
    }

    private func rangeAfterName() throws(FramePatternError) -> (frames: FrameSet, text: String)? {
        guard let trailingRange else { return nil }
        let range = String(decoding: Array(text.utf8)[trailingRange], as: UTF8.self)
        return (try frames(of: range, at: trailingRange.lowerBound), range)
    }

    private func frames(of range: String, at offset: Int) throws(FramePatternError) -> FrameSet {
        let frames = try wrapping(FrameSet(parsing: range, dialect: rules.dialect)) { (error: FrameSetError) in
            self.error(.range(error), at: offset + error.offset)
        }
        if frames.isEmpty { throw error(.emptyRange, at: offset) }
        return frames
    }

    /// Returns the scale factor and the position of its `@`, which would otherwise be read as a padding.
    private func scaleBeforeExtension() -> (start: Int, factor: Int)? {
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > nameStart,
            let factor = FrameFileName.scale(before: dot, in: bytes[nameStart...])
        else { return nil }
        let backslashes = bytes[nameStart..<(dot - 3)].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
        return backslashes.isMultiple(of: 2) ? (dot - 3, factor) : nil
    }

    private mutating func scan(from start: Int, to end: Int) throws(FramePatternError) {
        var position = start
        while position < end {
            let byte = bytes[position]
            if rules.hasEscapes, byte == UInt8(ascii: "\\"), position + 1 < end {
                let escaped = bytes[position + 1]
                change { literal in
                    literal.bytes.append(escaped)
                    literal.plainFrom = literal.bytes.count
                }
                position += 2
            } else if byte == UInt8(ascii: "%"), position + 1 < end, bytes[position + 1] == byte {
                change { literal in
                    literal.doubledPercents.append(literal.bytes.count)
                    literal.bytes += [byte, byte]
                }
                position += 2
            } else if let padding = FramePadding.parse(bytes[position..<end], rules: rules) {
                if let found { throw error(.twoPaddings(found.padding, padding.padding), at: position) }
                found = (padding.padding, position)
                position = padding.end
            } else {
                change { $0.bytes.append(byte) }
                position += 1
            }
        }
    }

    private mutating func change(_ body: (inout Literal) -> Void) {
        if found == nil { body(&before) } else { body(&after) }
    }

    private func range(endingAt paddingStart: Int) throws(FramePatternError) -> (frames: FrameSet, text: String)? {
        let run = before.bytes[before.plainFrom...].reversed().prefix(while: FrameRangeScanner.isRangeByte).count
        let floor = before.bytes.count - run
        let isEscaped = run > 0 && floor == before.plainFrom && floor > 0
        let scanner = FrameRangeScanner(bytes: before.bytes, floor: floor, isFloorEscaped: isEscaped)
        guard let start = scanner.start() else { return nil }
        let length = before.bytes.count - start
        // A range contains no escape and no percent sign, so its length is the same in the text and in the name.
        let offset = paddingStart - length
        if scanner.followsDecimalStep(start) { throw error(.decimalRange, at: offset) }
        let text = String(decoding: before.bytes[start...], as: UTF8.self)
        return (try frames(of: text, at: offset), text)
    }

    private func error(_ reason: FramePatternError.Reason, at offset: Int) -> FramePatternError {
        FramePatternError(text: text, offset: offset, reason: reason)
    }
}
