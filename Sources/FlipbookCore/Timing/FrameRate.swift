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
    /// Returns `nil` when there are no frames, the duration is not positive, or the
    /// fraction needs more than 32 bits.
    public init?(frameCount: Int, cycleDuration: RationalTime) {
        guard let count = Int64(exactly: frameCount), cycleDuration > .zero else { return nil }
        let (product, overflow) = count.multipliedReportingOverflow(by: cycleDuration.denominator)
        guard !overflow else { return nil }
        self.init(product, cycleDuration.numerator)
    }

    /// The exact time for which one frame is shown, in seconds.
    public var frameDuration: RationalTime {
        RationalTime(Int64(denominator), Int64(numerator))
    }

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
