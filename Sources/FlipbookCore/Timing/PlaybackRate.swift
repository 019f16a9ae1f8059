/// The speed and the direction of a sequence that is played: a fraction of its own rate, negative for backwards.
public struct PlaybackRate: Hashable, Sendable {
    /// Dividend; its sign is the direction, and it is not 0.
    public let numerator: Int
    /// Divisor; positive, and sharing no factor with ``numerator``.
    public let denominator: Int

    /// The sequence's own rate, forwards.
    public static let normal = PlaybackRate(unchecked: 1, 1)

    /// The largest numerator and denominator, before and after they are divided by what they share.
    public static let limit = 1000

    /// `numerator / denominator` times the sequence's rate.
    ///
    /// Returns `nil` where the numerator is 0, the denominator is not positive, or either is beyond ``limit``.
    public init?(_ numerator: Int, _ denominator: Int = 1) {
        guard numerator != 0, (-Self.limit...Self.limit).contains(numerator), (1...Self.limit).contains(denominator)
        else { return nil }
        let divisor = greatestCommonDivisor(abs(numerator), denominator)
        self.init(unchecked: numerator / divisor, denominator / divisor)
    }

    private init(unchecked numerator: Int, _ denominator: Int) {
        (self.numerator, self.denominator) = (numerator, denominator)
    }

    /// A Boolean value that indicates frames from the last to the first.
    public var isReverse: Bool { numerator < 0 }

    /// The same speed in the other direction.
    public var reversed: PlaybackRate { PlaybackRate(unchecked: -numerator, denominator) }

    /// The rate to the nearest `Double`, for people to read; never for arithmetic on times.
    public var value: Double { Double(numerator) / Double(denominator) }

    /// The speeds that ``faster`` and ``slower`` go through, in eighths of the sequence's rate.
    private static let speeds = [1, 2, 4, 6, 8, 10, 12, 16, 24, 32, 64, 128]

    /// The next higher speed of 1/8, 1/4, 1/2, 3/4, 1, 5/4, 3/2, 2, 3, 4, 8, 16; the highest stays.
    public var faster: PlaybackRate {
        withSpeed(eighths: Self.speeds.first { $0 * denominator > numerator.magnitude * 8 } ?? 128)
    }

    /// The next lower of the same speeds; the lowest stays.
    public var slower: PlaybackRate {
        withSpeed(eighths: Self.speeds.last { $0 * denominator < numerator.magnitude * 8 } ?? 1)
    }

    private func withSpeed(eighths: Int) -> PlaybackRate { PlaybackRate(isReverse ? -eighths : eighths, 8) ?? self }

    /// A shuttle's rates: 1, and twice as fast with each further push, up to 16.
    public func shuttled() -> PlaybackRate {
        let speed = min(16, max(1, 2 * numerator.magnitude / UInt(denominator)))
        return PlaybackRate(isReverse ? -Int(speed) : Int(speed)) ?? self
    }
}

extension PlaybackRate: CustomStringConvertible {
    /// `1`, `-2`, `3/4`.
    public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}
