package import FlipbookCore
import FlipbookFiles
package import GStreamer
import Glibc
import Synchronization

/// Decodes the sound of a file: samples of floating-point numbers, 48,000 a second, in one channel or two. They come as
/// they are heard: without what an encoder put before and behind them, and with silence where the file's own times leave a
/// gap, or begin behind those of the pictures beside the sound.
package final class AudioReader: Sendable {
    /// Samples of a channel in a second.
    package static let rate = 48_000

    /// When a sample is heard, in nanoseconds after the first one, rounded down.
    package static func time(ofSample sample: Int) -> Int64 {
        let (seconds, rest) = sample.quotientAndRemainder(dividingBy: rate)
        return Int64(seconds) * 1_000_000_000 + Int64(rest) * 1_000_000_000 / Int64(rate)
    }

    /// The sample that is heard at a time, in nanoseconds after the first one.
    /// - Parameter roundsUp: A Boolean value that indicates the first sample not heard before, in the place of the nearest.
    package static func sample(at time: Int64, roundsUp: Bool = false) -> Int {
        let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
        let parts = rest * Int64(rate) + (roundsUp ? 999_999_999 : 500_000_000)
        return Int(seconds) * rate + Int(parts / 1_000_000_000)
    }

    private let pipeline: Pipeline
    private let sink: AppSink
    /// The end of the pipeline, and whether the file has pictures alone.
    private let watcher: Task<(end: PipelineEnd, isSilent: Bool), Never>
    private let file: FilePath
    private let place: Mutex<SoundPlace>

    /// Begins to decode a file.
    package init(_ file: FilePath) throws {
        self.file = file
        let delay = EncoderDelay(of: file)
        place = Mutex(SoundPlace(sound: delay.sound))
        let (source, decoder) = (try Element("filesrc"), try Element("decodebin"))
        try source.set("location", parsing: file.string, isVerbatim: true)
        // Pictures that lie beside the sound are not decoded.
        try decoder.set("expose-all-streams", parsing: "false")
        try decoder.set("caps", parsing: "audio/x-raw")
        let filter = try Element("capsfilter")
        let channels = "rate=\(Self.rate),channels=[1,2]"
        try filter.set("caps", parsing: "audio/x-raw,format=F32LE,layout=interleaved,\(channels)")
        sink = try AppSink()
        pipeline = try Pipeline(
            linking: [source, decoder, try Element("audioconvert"), try Element("audioresample"), filter, sink.element]
        )
        watcher = Task { [pipeline] in
            var isSilent = false
            let end = await PipelineEnd.reached(by: pipeline) { isSilent = pipeline.hasOnlySilentStreams }
            return (end, isSilent)
        }
        pipeline.change(delay.changes, readFrom: "filesrc")
        try pipeline.change(to: .playing)
    }

    deinit { stop() }

    /// The next samples; `nil` after the last.
    package func next() async throws -> AppSink.Samples? {
        while true {
            if let ready = place.withLock({ $0.next() }) { return ready }
            guard let samples = try await decoded() else { return nil }
            // Where pictures lie beside the sound, both begin with the file, else the file begins with the sound.
            place.withLock { [pipeline] in $0.add(samples, isBesideOthers: pipeline.streamCount > 1) }
        }
    }

    /// The next samples as they come out of the decoder; `nil` after the last.
    private func decoded() async throws -> AppSink.Samples? {
        if let samples = await sink.nextSamples() { return samples }
        let (end, isSilent) = await watcher.value
        switch end {
        case .endOfStream: return nil
        case .failed where isSilent: throw AudioFailure("\(setting: .audio) \(file): there is no sound in it.")
        case .failed(let error):
            throw AudioFailure("\(setting: .audio) \(file): it cannot be heard (\(error.message))")
        case .stopped: throw CancellationError()
        }
    }

    /// The number of samples of a channel.
    package func sampleCount() async throws -> Int {
        var count = 0
        while let samples = try await next() { count += samples.count }
        return count
    }

    package func stop() {
        pipeline.stop()
        watcher.cancel()
    }

    /// Refuses a file that is not there or cannot be read.
    package static func checkFile(_ file: FilePath) throws {
        let reason: String
        let status = FileStatus(file)
        if status == nil || access(file.string, R_OK) != 0 {
            reason = String(cString: strerror(errno))
        } else if status?.kind != .file {
            reason = "it is no file"
        } else {
            return
        }
        throw AudioFailure(
            "\(setting: .audio) \(file): \(reason). Give the name of a file with a sound, such as a .wav."
        )
    }
}

/// The reason why a file is not heard: there is no such file, or no sound that can be decoded in it.
package struct AudioFailure: Error {
    package let reason: Explanation

    package init(_ reason: Explanation) { self.reason = reason }
}
