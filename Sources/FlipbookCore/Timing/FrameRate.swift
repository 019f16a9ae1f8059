/// A number of frames per second as an exact fraction, such as 24000/1001.
public struct FrameRate: Hashable, Sendable, CustomStringConvertible {
    /// The number of frames per ``denominator`` seconds, above 0.
    public let numerator: Int32
    /// A number of seconds, above 0. It shares no factor with ``numerator``.
    public let denominator: Int32

    /// The highest playback rate, in frames per second.
    public static let fastest = 1000.0
    /// 30 frames per second, an image view's rate if no duration is set.
    public static let imageViewDefault = FrameRate(30)

    /// Creates a rate of a whole number of frames per second.
    /// - Precondition: `framesPerSecond` is above 0.
    public init(_ framesPerSecond: Int32) {
        precondition(framesPerSecond > 0, "a frame rate must be positive")
        (numerator, denominator) = (framesPerSecond, 1)
    }

    /// Creates a rate of `numerator / denominator` frames per second, reduced to lowest terms. Returns `nil` if either is not
    /// above 0, or if the reduced fraction needs more than 32 bits, GStreamer's limit.
    public init?(_ numerator: Int64, _ denominator: Int64) {
        guard numerator > 0, denominator > 0 else { return nil }
        let divisor = greatestCommonDivisor(numerator, denominator)
        guard let above = Int32(exactly: numerator / divisor), let below = Int32(exactly: denominator / divisor)
        else { return nil }
        (self.numerator, self.denominator) = (above, below)
    }

    /// Creates the rate that shows `frameCount` frames in an exact number of seconds. Returns `nil` if there are no frames, if
    /// the duration is not above 0, or if the fraction needs more than 32 bits.
    public init?(frameCount: Int, cycleDuration: RationalTime) {
        guard let count = Int64(exactly: frameCount), cycleDuration > .zero else { return nil }
        let (product, overflow) = count.multipliedReportingOverflow(by: cycleDuration.denominator)
        guard !overflow else { return nil }
        self.init(product, cycleDuration.numerator)
    }

    /// Creates a simple rate that shows `frameCount` frames in about `cycleDuration` seconds. The duration may be rounded, such
    /// as 0.66666667 s for 20 frames. The error is at most a billionth of a second per frame. A whole number is preferred, then
    /// a multiple of 1000/1001, then the fraction with the smallest numbers. Returns `nil` if a value is not above 0, or if the
    /// rate needs more than 32 bits.
    package init?(frameCount: Int, near cycleDuration: RationalTime) {
        guard frameCount > 0, cycleDuration > .zero else { return nil }
        let exact = FrameRate(frameCount: frameCount, cycleDuration: cycleDuration)
        var (above, below) = (Int128(frameCount) * Int128(cycleDuration.denominator), Int128(cycleDuration.numerator))
        let wanted = Double(below) / Double(above)
        func near(_ numerator: Int64?, _ denominator: Int64?) -> FrameRate? {
            guard let numerator, let denominator, let rate = FrameRate(numerator, denominator) else { return nil }
            return abs(Double(denominator) / Double(numerator) - wanted) <= 1e-9 ? rate : nil
        }
        var found =
            exact.map { $0.numerator <= 1_000_000 } == true
            ? exact
            : near(Int64(exactly: (1 / wanted).rounded()), 1)
                ?? near(Int64(exactly: (1.001 / wanted).rounded() * 1000), 1001)
        // The convergents of the continued fraction.
        var (former, last): ((Int128, Int128), (Int128, Int128)) = ((0, 1), (1, 0))
        while found == nil, below != 0 {
            let whole = above / below
            (former, last) = (last, (whole * last.0 + former.0, whole * last.1 + former.1))
            (above, below) = (below, above - whole * below)
            found = near(Int64(exactly: last.0), Int64(exactly: last.1))
        }
        guard let found else { return nil }
        self = found
    }

    /// Creates the rate for a rounded number in a header: a whole rate, an NTSC rate such as 24000/1001, or thousandths.
    /// Returns `nil` if the number is below 1 or above ``fastest``.
    package init?(nearest number: Double) {
        guard number.isFinite, number >= 1, number <= Self.fastest else { return nil }
        let whole = Int64(number.rounded())
        let isWhole = abs(number - Double(whole)) < 0.0005
        let isNTSC = abs(number - Double(whole) * 1000 / 1001) < 0.002
        let other: (Int64, Int64) = isNTSC ? (whole * 1000, 1001) : (Int64((number * 1000).rounded()), 1000)
        self.init(isWhole ? whole : other.0, isWhole ? 1 : other.1)
    }

    /// The exact duration of one frame in seconds.
    public var frameDuration: RationalTime { RationalTime(Int64(denominator), Int64(numerator)) }

    /// Returns the exact duration of `frameCount` frames in seconds, clamped to 64 bits.
    public func duration(ofFrames frameCount: Int) -> RationalTime {
        RationalTime(Int128(frameCount) * Int128(denominator), Int128(numerator))
            ?? RationalTime(frameCount < 0 ? .min : .max)
    }

    /// The approximate rate, for display only.
    public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

    /// The whole number or the fraction: `24`, `24000/1001`.
    public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }

    /// The common names of rates, as in ffmpeg. `pal` and `ntsc` are television standards.
    public static let names: [(name: String, rate: FrameRate)] = [
        ("film", FrameRate(24)),
        ("ntsc-film", FrameRate(ntsc: 24)),
        ("pal", FrameRate(25)),
        ("ntsc", FrameRate(ntsc: 30)),
    ]

    /// Reads a rate such as `24`, `24000/1001`, `23.976`, `ntsc`, `film`, `pal` or `ntsc-film`. A rounded television rate
    /// (`23.976`, `23.98`, `29.97`, `59.94`, `119.88`), or one with at least six correct decimals, means the exact rate, N ×
    /// 1000/1001. Other decimals are taken literally.
    /// - Throws: ``ParsingError`` if the text is not a rate above 0 and up to 1000, or if the fraction needs more than 32 bits.
    public init(parsing text: String) throws(ParsingError) {
        if let named = Self.names.first(where: { $0.name == text.lowercased() }) {
            self = named.rate
            return
        }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let numbers = parts.compactMap(Self.wholeNumber)
        let fraction = parts.count == 2 && numbers.count == 2 ? FrameRate(numbers[0], numbers[1]) : nil
        let decimal = RationalTime.decimal(parts[0]).flatMap { FrameRate($0.numerator, $0.denominator) }
        guard let rate = parts.count == 1 ? Self.television(parts[0]) ?? decimal : fraction,
            Int64(rate.numerator) <= 1000 * Int64(rate.denominator)
        else {
            let forms = "a rate above 0 and up to 1000 frames per second: 24, 23.976, 24000/1001, ntsc, film or pal"
            throw ParsingError(text, "rate.text", "is not a frame rate. Use \(forms).")
        }
        self = rate
    }

    /// `nominal` × 1000/1001, as in color television.
    private init(ntsc nominal: Int32) { (numerator, denominator) = (nominal * 1000, 1001) }

    /// Returns the television rate for a decimal that has at least six correct decimals or is a rounded common rate.
    private static func television(_ text: Substring) -> FrameRate? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count <= 4, parts.allSatisfy({ $0.allSatisfy { $0.isDigit } })
        else { return nil }
        // Trailing zeros and digits after the twelfth are ignored.
        let zeros = parts[1].prefix(12).reversed().prefix { $0 == UInt8(ascii: "0") }.count
        let fraction = parts[1].prefix(12).dropLast(zeros)
        let digits = Array(parts[0]) + Array(fraction)
        guard fraction.count >= 2, let value = Int64(String(decoding: digits, as: UTF8.self)) else { return nil }
        let unit = (0..<fraction.count).reduce(Int128(1)) { unit, _ in unit * 10 }
        // Compares value / unit to nominal · 1000/1001, both multiplied by unit · 1001.
        let nominal = (Int128(value) * 1001 + 500 * unit) / (1000 * unit)
        let lack = nominal * 1000 * unit - Int128(value) * 1001
        let isMeant = fraction.count >= 6 ? lack > -1001 : [24, 30, 48, 60, 120].contains(nominal) && lack > -501
        guard nominal > 0, isMeant, lack < 1001 else { return nil }
        return FrameRate(Int64(nominal) * 1000, 1001)
    }

    private static func wholeNumber(_ text: Substring) -> Int64? {
        !text.isEmpty && text.utf8.allSatisfy({ $0.isDigit }) ? Int64(text) : nil
    }
}
