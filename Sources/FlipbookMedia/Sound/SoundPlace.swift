import GStreamer

/// The position in a file's decoded audio, and the part of the audio that is used.
struct SoundPlace {
    /// The shortest gap, in samples, that is filled with silence. Times in many containers are rounded and vary by less.
    private static let shortestGap = AudioReader.rate / 10

    /// The longest gap, in samples: one day. A longer gap is an error in the file.
    private static let longestGap = AudioReader.rate * 86_400

    private let sound: Range<Int>?
    private var position = 0
    /// The time of sample 0 in nanoseconds, or `nil` if it is not known yet.
    private var origin: Int64?
    private var silence = 0
    private var waiting: AppSink.Samples?

    init(sound: Range<Int>?) { self.sound = sound }

    mutating func add(_ samples: AppSink.Samples, isBesideOthers: Bool) {
        waiting = samples
        guard let time = samples.time else { return }
        let isFirst = origin == nil
        let start = origin ?? (isBesideOthers ? 0 : time)
        origin = start
        let gap = AudioReader.sample(at: time - start) - position
        silence = gap >= (isFirst ? 1 : Self.shortestGap) && gap <= Self.longestGap ? gap : 0
    }

    mutating func next() -> AppSink.Samples? {
        while let samples = waiting {
            let next: AppSink.Samples
            if silence > 0 {
                let count = min(silence, AudioReader.rate)
                silence -= count
                next = AppSink.Samples(
                    bytes: [UInt8](repeating: 0, count: 4 * count * samples.channels),
                    channels: samples.channels
                )
            } else {
                (next, waiting) = (samples, nil)
            }
            let heard = heard(of: next)
            position += next.count
            if heard.count == next.count { return next }
            guard !heard.isEmpty else { continue }
            let frame = 4 * next.channels
            return AppSink.Samples(
                bytes: Array(next.bytes[heard.lowerBound * frame..<heard.upperBound * frame]),
                channels: next.channels
            )
        }
        return nil
    }

    private func heard(of next: AppSink.Samples) -> Range<Int> {
        guard let sound else { return 0..<next.count }
        let part = sound.clamped(to: position..<position + next.count)
        return part.lowerBound - position..<part.upperBound - position
    }
}
