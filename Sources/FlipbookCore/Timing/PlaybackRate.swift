/// The speed and direction of playback: a fraction of the sequence's rate, negative for reverse.
public struct PlaybackRate: Hashable, Sendable, CustomStringConvertible {
    /// The numerator, which is not 0. Its sign gives the direction.
    public let numerator: Int
    /// The denominator, above 0. It shares no factor with ``numerator``.
    public let denominator: Int

    /// The sequence's own rate, forward.
    public static let normal = PlaybackRate(unchecked: 1, 1)
    /// The maximum value of the numerator and the denominator, before and after reduction to lowest terms.
    public static let limit = 1000

    /// Creates a rate of `numerator / denominator` times the sequence's own rate. Returns `nil` if the numerator is 0, if the
    /// denominator is not above 0, or if either exceeds ``limit``.
    public init?(_ numerator: Int, _ denominator: Int = 1) {
        guard numerator != 0, (-Self.limit...Self.limit).contains(numerator), (1...Self.limit).contains(denominator)
        else { return nil }
        let divisor = greatestCommonDivisor(abs(numerator), denominator)
        self.init(unchecked: numerator / divisor, denominator / divisor)
    }

    private init(unchecked numerator: Int, _ denominator: Int) {
        (self.numerator, self.denominator) = (numerator, denominator)
    }

    /// A Boolean value that indicates whether frames are shown in reverse.
    public var isReverse: Bool { numerator < 0 }
    /// The same speed in the opposite direction.
    public var reversed: PlaybackRate { PlaybackRate(unchecked: -numerator, denominator) }
    /// The approximate rate, for display only.
    public var value: Double { Double(numerator) / Double(denominator) }

    /// The speeds of ``faster`` and ``slower``, in eighths of the sequence's rate.
    private static let speeds = [1, 2, 4, 6, 8, 10, 12, 16, 24, 32, 64, 128]

    /// The next higher speed among 1/8, 1/4, 1/2, 3/4, 1, 5/4, 3/2, 2, 3, 4, 8 and 16, or the same speed if it is the highest.
    public var faster: PlaybackRate {
        withSpeed(eighths: Self.speeds.first { $0 * denominator > numerator.magnitude * 8 } ?? 128)
    }

    /// The next lower of the speeds that ``faster`` uses. The lowest speed stays the same.
    public var slower: PlaybackRate {
        withSpeed(eighths: Self.speeds.last { $0 * denominator < numerator.magnitude * 8 } ?? 1)
    }

    private func withSpeed(eighths: Int) -> PlaybackRate { PlaybackRate(isReverse ? -eighths : eighths, 8) ?? self }

    /// Returns the next rate of a shuttle: 1, then twice as fast with each press, up to 16.
    public func shuttled() -> PlaybackRate {
        let speed = min(16, max(1, 2 * numerator.magnitude / UInt(denominator)))
        return PlaybackRate(isReverse ? -Int(speed) : Int(speed)) ?? self
    }

    /// The rate as text: `1`, `-2`, `3/4`.
    public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}
