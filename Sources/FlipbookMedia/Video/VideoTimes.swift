import FlipbookCore
import GStreamer

struct VideoTimes: Sendable {
    /// The presentation times in nanoseconds, in ascending order. Empty if the file has no times.
    let starts: [Int64]
    let durations: [RationalTime]

    /// The largest deviation from a constant rate, in nanoseconds. Matroska stores whole milliseconds.
    private static let tolerance: Int64 = 1_000_000
    private static let second: Int64 = 1_000_000_000

    /// Creates the times of an index. If all times match the file's own rate within its container's rounding, each picture
    /// lasts exactly one frame, which removes the rounding. Otherwise, each picture lasts until the next one.
    /// - Parameter rate: The rate as a number of frames and the seconds that they take, or 0 if unknown.
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
        // Parsers report less than a microsecond for an unknown duration.
        let last = index.lastDuration.flatMap { $0 > 1000 ? $0 : nil } ?? lengths.last ?? 0
        durations = (lengths + [last]).map { $0 > 0 ? .nanoseconds($0) : usual }
    }
}
