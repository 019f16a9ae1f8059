package import FlipbookCore
import FlipbookMedia
import FlipbookRender
import GStreamer
import Synchronization

/// The sound of a file in memory, as far as it is decoded: samples of 16 bits, 48,000 a second, in one channel or two.
package final class DecodedSound: Sendable {
    /// The most seconds that are kept: half an hour of two channels takes 346 MB.
    static let longest = 1800

    private let heard = Mutex(SoundSamples(channels: 2, rate: AudioReader.rate))

    package init() {}

    var channels: Int { heard.withLock { $0.channels } }

    /// Decodes a file.
    /// - Parameter begin: Called once, when there is a sound.
    /// - Throws: `AudioFailure` where it has no sound, or one that cannot be decoded.
    package func decode(_ file: FilePath, begin: () -> Void) async throws {
        let reader = try AudioReader(file)
        defer { reader.stop() }
        guard let first = try await reader.next() else {
            throw AudioFailure("\(setting: .audio) \(file): it has no sound.")
        }
        heard.withLock { $0 = SoundSamples(channels: first.channels, rate: AudioReader.rate) }
        begin()
        var next: AppSink.Samples? = first
        while let samples = next, samples.channels == first.channels,
            heard.withLock({ $0.append(samples.bytes, longest: Self.longest) }), !Task.isCancelled
        {
            next = try await reader.next()
        }
    }

    /// The samples of a stretch, as floating-point numbers, the channels in turn; silence where there are none.
    package func samples(of stretch: SoundSchedule.Stretch) -> [Float] {
        heard.withLock { $0.samples(stretch.count, from: stretch.start, step: stretch.step) }
    }
}
