package import FlipbookCore
import FlipbookMedia
import FlipbookRender
import GStreamer
import Synchronization

/// The decoded audio of a file, in memory: 16-bit samples at 48 kHz, mono or stereo.
package final class DecodedSound: Sendable {
    /// The maximum length in seconds: half an hour of stereo takes 346 MB.
    static let longest = 1800

    private let heard = Mutex(SoundSamples(channels: 2, rate: AudioReader.rate))

    package init() {}

    var channels: Int { heard.withLock { $0.channels } }

    /// Decodes a file.
    /// - Parameter begin: Called when the first samples are decoded.
    /// - Throws: `AudioFailure` if the file has no audio or cannot be decoded.
    package func decode(_ file: FilePath, begin: () -> Void) async throws {
        let reader = try AudioReader(file)
        defer { reader.stop() }
        guard let first = try await reader.next() else {
            throw AudioFailure("\(setting: .audio) \(file): it has no audio.")
        }
        heard.withLock { $0 = SoundSamples(channels: first.channels, rate: AudioReader.rate) }
        begin()
        var next: AppSink.Samples? = first
        while let samples = next, samples.channels == first.channels,
            heard.withLock({ $0.append(samples.bytes, longest: Self.longest) }), !Task.isCancelled
        { next = try await reader.next() }
    }

    /// Returns interleaved floating-point samples of a stretch, with silence outside the audio.
    package func samples(of stretch: SoundSchedule.Stretch) -> [Float] {
        heard.withLock { $0.samples(stretch.count, from: stretch.start, step: stretch.step) }
    }
}
