extension FrameRate {
    /// The names that rates have in the field: those of ffmpeg, with `pal` and `ntsc` for television.
    public static let names: [(name: String, rate: FrameRate)] = [
        ("film", FrameRate(24)),
        ("ntsc-film", FrameRate(ntsc: 24)),
        ("pal", FrameRate(25)),
        ("ntsc", FrameRate(ntsc: 30)),
    ]

    /// The rate that `text` says: `24`, `24000/1001`, `23.976`, `ntsc`, `film`, `pal`, `ntsc-film`.
    ///
    /// A decimal that is a television rate cut short (`23.976`, `23.98`, `29.97`, `59.94`,
    /// `119.88`) is that rate exactly, N × 1000/1001, and so is one with six decimals or more that differs
    /// from it by less than one in the last of them; any other decimal is taken as written.
    /// - Throws: ``FrameRateParsingError`` when the text is no rate, is not above 0 and at most 1000, or needs
    ///   a fraction of more than 32 bits.
    public init(parsing text: String) throws(FrameRateParsingError) {
        if let named = Self.names.first(where: { $0.name == text.lowercased() }) {
            self = named.rate
            return
        }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let rate: FrameRate?
        switch parts.count {
        case 1:
            rate =
                Self.television(text) ?? Self.nearTelevision(parts[0])
                ?? RationalTime.decimal(parts[0]).flatMap { FrameRate($0.numerator, $0.denominator) }
            if rate == nil, Self.isTooFine(parts[0]) { throw FrameRateParsingError(text: text, reason: .tooFine) }
        case 2:
            guard let above = Self.wholeNumber(parts[0]), let below = Self.wholeNumber(parts[1]) else {
                throw FrameRateParsingError(text: text)
            }
            rate = FrameRate(above, below)
        default: rate = nil
        }
        guard let rate, Int64(rate.numerator) <= 1000 * Int64(rate.denominator) else {
            throw FrameRateParsingError(text: text)
        }
        self = rate
    }

    /// `nominal` × 1000/1001, as colour television slowed its rates.
    private init(ntsc nominal: Int32) {
        numerator = nominal * 1000
        denominator = 1001
    }

    /// The television rate that `text` abbreviates, if it does.
    private static func television(_ text: String) -> FrameRate? {
        // Zeros behind a fraction say nothing.
        let zeros = text.utf8.contains(UInt8(ascii: ".")) ? text.utf8.reversed().prefix { $0 == UInt8(ascii: "0") } : []
        return switch String(text.dropLast(zeros.count)) {
        case "23.976", "23.98", "23.97": FrameRate(ntsc: 24)
        case "29.97", "29.97003": FrameRate(ntsc: 30)
        case "47.952", "47.95": FrameRate(ntsc: 48)
        case "59.94", "59.94006": FrameRate(ntsc: 60)
        case "119.88": FrameRate(ntsc: 120)
        default: nil
        }
    }

    /// The television rate that a decimal of six places or more is, within one in the last of them.
    private static func nearTelevision(_ text: Substring) -> FrameRate? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count >= 6, parts[0].count <= 4 else { return nil }
        // Further digits only say better what twelve say already.
        let places = min(parts[1].count, 12)
        let digits = Array(parts[0]) + Array(parts[1].prefix(places))
        guard
            parts[1].allSatisfy({ $0.isDigit }),
            let value = Int64(String(decoding: digits, as: UTF8.self))
        else { return nil }
        let unit = (0..<places).reduce(Int128(1)) { unit, _ in unit * 10 }
        // value / unit against nominal · 1000/1001, both times unit · 1001.
        let nominal = (Int128(value) * 1001 + 500 * unit) / (1000 * unit)
        guard nominal > 0, (Int128(value) * 1001 - nominal * 1000 * unit).magnitude < 1001 else { return nil }
        return FrameRate(Int64(nominal) * 1000, 1001)
    }

    /// Whether `text` is a rate that people may ask for, in more digits than a fraction of 32 bits has.
    private static func isTooFine(_ text: Substring) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0].count <= 4
            && parts.allSatisfy { $0.allSatisfy { $0.isDigit } }
            && parts.contains { $0.contains { $0 != UInt8(ascii: "0") } }
    }

    private static func wholeNumber(_ text: Substring) -> Int64? {
        !text.isEmpty && text.utf8.allSatisfy({ $0.isDigit }) ? Int64(text) : nil
    }
}

/// A frame rate that could not be read.
public struct FrameRateParsingError: ExplainedError, Hashable {
    /// The fault.
    public enum Reason: Hashable, Sendable {
        /// The text is no rate, or one out of the bounds.
        case notARate
        /// No fraction of 32 bits is the rate.
        case tooFine
    }

    /// The text that is no frame rate.
    public let text: String
    /// The fault in it.
    public let reason: Reason

    init(text: String, reason: Reason = .notARate) { (self.text, self.reason) = (text, reason) }

    /// `rate.text`.
    public var code: ErrorCode { "rate.text" }

    /// The fault and what to write, in one sentence each.
    public var explanation: Explanation {
        switch reason {
        case .notARate:
            "'\(text.escapingControlCharacters)' is not a frame rate. "
                + "Write frames per second above 0 and up to 1000: 24, 23.976, 24000/1001, ntsc, film or pal."
        case .tooFine:
            "'\(FilePath(String(text.prefix(60))))' is a frame rate that no fraction of 32 bits holds. "
                + "Round it to six digits, or write a fraction such as 24000/1001."
        }
    }
}
