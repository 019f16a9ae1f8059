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
    /// `119.88`) is that rate exactly, N × 1000/1001; any other decimal is taken as written.
    /// - Throws: ``FrameRateParsingError`` when the text is no rate, or is not above 0 and at most 1000.
    public init(parsing text: String) throws(FrameRateParsingError) {
        if let named = Self.names.first(where: { $0.name == text.lowercased() }) {
            self = named.rate
            return
        }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let rate: FrameRate?
        switch parts.count {
        case 1:
            rate = Self.television(text) ?? Self.decimal(parts[0]).flatMap { FrameRate($0.numerator, $0.denominator) }
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
        switch text {
        case "23.976", "23.98", "23.9760", "23.97", "23.976024", "23.976023976": FrameRate(ntsc: 24)
        case "29.97", "29.970", "29.97003", "29.970030", "29.97002997": FrameRate(ntsc: 30)
        case "47.952", "47.95": FrameRate(ntsc: 48)
        case "59.94", "59.940", "59.94006", "59.940060": FrameRate(ntsc: 60)
        case "119.88", "119.880": FrameRate(ntsc: 120)
        default: nil
        }
    }

    private static func wholeNumber(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int64(text)
    }

    private static func decimal(_ text: Substring) -> (numerator: Int64, denominator: Int64)? {
        RationalTime.decimal(text).map { ($0.numerator, $0.denominator) }
    }
}

/// A frame rate that could not be read.
public struct FrameRateParsingError: Error, Hashable, CustomStringConvertible {
    /// The text that is no frame rate.
    public let text: String

    /// What is wrong and what to write, in one sentence each.
    public var description: String {
        "'\(text.escapingControlCharacters)' is not a frame rate. "
            + "Write frames per second above 0 and up to 1000: 24, 23.976, 24000/1001, ntsc, film or pal."
    }
}
