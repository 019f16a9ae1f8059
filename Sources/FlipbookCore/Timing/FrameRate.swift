/// Frames per second as an exact fraction, such as 24000/1001.
public struct FrameRate: Hashable, Sendable {
    /// Frames per ``denominator`` seconds; positive.
    public let numerator: Int32
    /// Seconds; positive, and sharing no factor with ``numerator``.
    public let denominator: Int32

    /// The most frames a second that a sequence is played at.
    public static let fastest = 1000.0

    /// 30 frames a second: what an image view plays when no duration is set.
    public static let imageViewDefault = FrameRate(30)

    /// A whole number of frames a second.
    /// - Precondition: `framesPerSecond` is positive.
    public init(_ framesPerSecond: Int32) {
        precondition(framesPerSecond > 0, "a frame rate is positive")
        (numerator, denominator) = (framesPerSecond, 1)
    }

    /// `numerator / denominator` frames a second in lowest terms.
    ///
    /// Returns `nil` when either is not positive, or the reduced fraction needs more
    /// than 32 bits (GStreamer's caps hold no more).
    public init?(_ numerator: Int64, _ denominator: Int64) {
        guard numerator > 0, denominator > 0 else { return nil }
        let divisor = greatestCommonDivisor(numerator, denominator)
        guard let above = Int32(exactly: numerator / divisor), let below = Int32(exactly: denominator / divisor)
        else { return nil }
        (self.numerator, self.denominator) = (above, below)
    }

    /// The rate that shows `frameCount` frames in `cycleDuration`, an exact number of seconds.
    ///
    /// Returns `nil` when there are no frames, the duration is not positive, or the fraction needs more than 32 bits.
    public init?(frameCount: Int, cycleDuration: RationalTime) {
        guard let count = Int64(exactly: frameCount), cycleDuration > .zero else { return nil }
        let (product, overflow) = count.multipliedReportingOverflow(by: cycleDuration.denominator)
        guard !overflow else { return nil }
        self.init(product, cycleDuration.numerator)
    }

    /// The rate that shows `frameCount` frames in `cycleDuration` seconds, in small numbers.
    ///
    /// The exact one up to a numerator of a million. A time that was rounded, such as 0.66666667 s for 20 frames, has the
    /// nearest rate whose frames differ by a billionth of a second at most: a whole one, else a multiple of 1000/1001, else
    /// that of the smallest numbers. `nil` without frames, for a duration that is not positive, and for a rate beyond 32 bits.
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

    /// The rate of a number that a header rounds: a whole one, NTSC's beside it such as 24000/1001, or of thousandths.
    /// Returns `nil` for a number below 1, above ``fastest``, or for none.
    package init?(nearest number: Double) {
        guard number.isFinite, number >= 1, number <= Self.fastest else { return nil }
        let whole = Int64(number.rounded())
        let isNTSC = abs(number - Double(whole) * 1000 / 1001) < 0.002
        if abs(number - Double(whole)) < 0.0005 {
            self.init(whole, 1)
        } else if isNTSC {
            self.init(whole * 1000, 1001)
        } else {
            self.init(Int64((number * 1000).rounded()), 1000)
        }
    }

    /// The exact time for which one frame is shown, in seconds.
    public var frameDuration: RationalTime { RationalTime(Int64(denominator), Int64(numerator)) }

    /// The exact duration of `frameCount` frames in seconds; where 64 bits do not hold that, as long as they do.
    public func duration(ofFrames frameCount: Int) -> RationalTime {
        RationalTime(Int128(frameCount) * Int128(denominator), Int128(numerator))
            ?? RationalTime(frameCount < 0 ? .min : .max)
    }

    /// The rate to the nearest `Double`, for people to read; never for arithmetic on times.
    public var framesPerSecond: Double { Double(numerator) / Double(denominator) }
}

extension FrameRate: CustomStringConvertible {
    /// `24` for a whole rate, otherwise the fraction: `24000/1001`.
    public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}
