import FlipbookCore
import GStreamer

/// The times of a video's pictures.
struct VideoTimes: Sendable {
    /// When each is shown, in nanoseconds of the stream, rising; empty where the file does not say.
    let starts: [Int64]
    let durations: [RationalTime]

    /// The largest distance of times from those of a constant rate, in nanoseconds: Matroska has whole milliseconds.
    private static let tolerance: Int64 = 1_000_000
    private static let second: Int64 = 1_000_000_000

    /// The times of an index. Where all lie at the file's own rate, rounded as its container rounds, each lasts exactly one
    /// frame of that rate, so that nothing of the rounding is left. Else each lasts until the next.
    /// - Parameter rate: Frames in so many seconds; 0 where the file does not say.
    init(_ index: VideoIndex, rate: (frames: Int, seconds: Int)) {
        starts = index.times
        let frame = RationalTime(Int64(rate.seconds), Int64(max(1, rate.frames)))
        let usual = rate.frames > 0 ? frame : RationalTime(1, 25)
        guard let first = starts.first, starts.count == index.count else {
            durations = Array(repeating: usual, count: index.count)
            return
        }
        let isConstant =
            rate.frames > 0
            && starts.enumerated().allSatisfy { place, time in
                let own = Int128(place) * Int128(rate.seconds) * Int128(Self.second) / Int128(rate.frames)
                return (Int128(time - first) - own).magnitude <= Int128.Magnitude(Self.tolerance)
            }
        if isConstant {
            durations = Array(repeating: usual, count: index.count)
            return
        }
        let lengths = zip(starts, starts.dropFirst()).map { $1 - $0 }
        // Less than a microsecond is a parser's way to say that it does not know.
        let last = index.lastDuration.flatMap { $0 > 1000 ? $0 : nil } ?? lengths.last ?? 0
        durations = (lengths + [last]).map { $0 > 0 ? .nanoseconds($0) : usual }
    }
}
