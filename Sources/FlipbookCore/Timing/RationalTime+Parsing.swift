extension RationalTime {
    /// The seconds that `text` says: `2`, `0.5`, `1.5s`, `250ms`, `7/30`.
    ///
    /// Decimals are exact: `0.1` is 1/10.
    /// - Throws: ``DurationParsingError`` when the text is no length of time, or is not
    ///   above 0 and at most 10⁶ seconds.
    public init(parsing text: String) throws(DurationParsingError) {
        var digits = Substring(text)
        var unit: Int64 = 1
        if digits.hasSuffix("ms") {
            digits = digits.dropLast(2)
            unit = 1000
        } else if digits.hasSuffix("s") {
            digits = digits.dropLast()
        }
        let parts = digits.split(separator: "/", omittingEmptySubsequences: false)
        let value: RationalTime?
        switch parts.count {
        case 1: value = Self.decimal(parts[0])
        case 2:
            guard
                let above = Self.decimal(parts[0]), above.denominator == 1,
                let below = Self.decimal(parts[1]), below.denominator == 1
            else { throw DurationParsingError(text: text) }
            value = RationalTime(above.numerator, below.numerator)
        default: value = nil
        }
        if value == nil, parts.count == 1, Self.hasTooManyDigits(parts[0]) {
            throw DurationParsingError(text: text, reason: .tooManyDigits)
        }
        guard
            let value,
            let time = RationalTime(Int128(value.numerator), Int128(value.denominator) * Int128(unit)),
            time > .zero, time <= 1_000_000
        else { throw DurationParsingError(text: text) }
        self = time
    }

    /// Whether this is an unsigned decimal number of more digits than ``decimal(_:)`` reads, and at most 10⁶.
    private static func hasTooManyDigits(_ text: Substring) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 2 && text.utf8.count > 19 && parts[0].count <= 7
            && parts.allSatisfy { $0.allSatisfy { $0.isDigit } }
    }

    /// An unsigned decimal number, exactly, or `nil` if `text` is none or has more than 18 digits.
    package static func decimal(_ text: Substring) -> RationalTime? {
        var value: Int64 = 0
        var denominator: Int64 = 1
        var digitCount = 0
        var isFraction = false
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "."):
                guard !isFraction else { return nil }
                isFraction = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digitCount += 1
                guard digitCount <= 18 else { return nil }
                value = value * 10 + Int64(byte - UInt8(ascii: "0"))
                if isFraction { denominator *= 10 }
            default: return nil
            }
        }
        return digitCount > 0 ? RationalTime(value, denominator) : nil
    }
}

/// A length of time that could not be read.
public struct DurationParsingError: ExplainedError, Hashable {
    /// The fault.
    public enum Reason: Hashable, Sendable {
        /// The text is no length of time, or one out of the bounds.
        case notADuration
        /// A decimal of more than eighteen digits, which are kept exactly.
        case tooManyDigits
    }

    /// The text that is no length of time.
    public let text: String
    /// The fault in it.
    public let reason: Reason

    init(text: String, reason: Reason = .notADuration) { (self.text, self.reason) = (text, reason) }

    /// `duration.text`.
    public var code: ErrorCode { "duration.text" }

    /// The fault and what to write, in one sentence each.
    public var explanation: Explanation {
        switch reason {
        case .notADuration:
            "'\(text.escapingControlCharacters)' is not a duration. "
                + "Write the seconds of one cycle, above 0 and up to 1000000: 2, 0.5, 250ms or 7/30."
        case .tooManyDigits:
            "'\(FilePath(String(text.prefix(60))))' has more than the eighteen digits that a duration is kept in. "
                + "Round it, to 0.001 s for example, or write a fraction such as 7/30."
        }
    }
}
