import GStreamer

/// The place up to which the sound of a file was decoded, and the part that is heard.
struct SoundPlace {
    /// A gap between samples that is heard as silence, in samples. The times of many containers are rounded, and vary by less.
    private static let shortestGap = AudioReader.rate / 10

    /// A longer gap, of a day, is a mistake of the file.
    private static let longestGap = AudioReader.rate * 86_400

    /// The samples that are the file's sound, or `nil` for all.
    private let sound: Range<Int>?
    /// Samples that were decoded, with the silence between them.
    private var position = 0
    /// The time of sample 0, in nanoseconds; `nil` until that is known.
    private var origin: Int64?
    /// The silent samples before ``waiting``.
    private var silence = 0
    private var waiting: AppSink.Samples?

    /// Nothing is decoded yet.
    /// - Parameter sound: The samples that are the file's sound, or `nil` for all.
    init(sound: Range<Int>?) { self.sound = sound }

    /// Takes what was decoded, once all that came before it is gone.
    /// - Parameter isBesideOthers: Whether other streams lie beside the sound, which begin at time 0.
    mutating func add(_ samples: AppSink.Samples, isBesideOthers: Bool) {
        waiting = samples
        guard let time = samples.time else { return }
        let isFirst = origin == nil
        let start = origin ?? (isBesideOthers ? 0 : time)
        origin = start
        // Rounded; a stream of many years has no such times.
        let gap = AudioReader.sample(at: time - start) - position
        silence = gap >= (isFirst ? 1 : Self.shortestGap) && gap <= Self.longestGap ? gap : 0
    }

    /// The next samples that are heard, or `nil` if more must be decoded for them.
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

    /// The part of the next samples that is the file's sound.
    private func heard(of next: AppSink.Samples) -> Range<Int> {
        guard let sound else { return 0..<next.count }
        let part = sound.clamped(to: position..<position + next.count)
        return part.lowerBound - position..<part.upperBound - position
    }
}
