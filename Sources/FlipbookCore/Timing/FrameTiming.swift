/// When each frame of a repeating sequence is shown: equal slots in a cycle.
///
/// Frames are counted on from cycle to cycle: of a sequence of 4, frame 4 is the
/// first of the second cycle. Each time is computed from the frame's index and
/// rounded down to a nanosecond once, so nothing accumulates:
/// `PTS(g) = ⌊g · D · 10⁹ / n⌋` for the cycle D and n frames.
public struct FrameTiming: Hashable, Sendable {
    /// Frames in one cycle; at least 1.
    public let frameCount: Int
    /// How long one cycle lasts; positive.
    public let cycleDuration: RationalTime

    // PTS(g) = ⌊g · above / below⌋ nanoseconds.
    private let above: Int128
    private let below: Int128

    /// `frameCount` equal slots in `cycleDuration`.
    ///
    /// Returns `nil` without frames or where the duration is not positive.
    public init?(frameCount: Int, cycleDuration: RationalTime) {
        guard frameCount > 0, cycleDuration > .zero else { return nil }
        self.frameCount = frameCount
        self.cycleDuration = cycleDuration
        above = Int128(cycleDuration.numerator) * 1_000_000_000
        below = Int128(cycleDuration.denominator) * Int128(frameCount)
    }

    /// `frameCount` frames at `rate`. Returns `nil` without frames.
    public init?(frameCount: Int, rate: FrameRate) {
        self.init(frameCount: frameCount, cycleDuration: rate.duration(ofFrames: frameCount))
    }

    /// The time at which frame `index` begins, in nanoseconds since the start.
    ///
    /// - Complexity: O(1).
    public func presentationTime(ofFrame index: Int) -> Int64 {
        Int64(clamping: floorDivide(Int128(index) * above, below))
    }

    /// How long frame `index` is shown, in nanoseconds: up to the next frame's beginning.
    public func duration(ofFrame index: Int) -> Int64 {
        presentationTime(ofFrame: index + 1) - presentationTime(ofFrame: index)
    }

    /// The frame shown at `time` nanoseconds since the start: the last one that has begun.
    ///
    /// The inverse of ``presentationTime(ofFrame:)``. Dividing the time by the slot
    /// instead would name the frame before wherever a beginning was rounded down.
    public func frame(at time: Int64) -> Int {
        Int(clamping: floorDivide((Int128(time) + 1) * below - 1, above))
    }

    /// The frame's place within its cycle, from 0 up to ``frameCount``.
    public func positionInCycle(ofFrame index: Int) -> Int {
        let remainder = index % frameCount
        return remainder < 0 ? remainder + frameCount : remainder
    }
}
