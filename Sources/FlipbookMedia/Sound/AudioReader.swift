package import FlipbookCore
import FlipbookFiles
import FlipbookImaging
package import GStreamer
import Glibc
import Synchronization

/// Decodes a file's audio to 32-bit floating-point samples, 48,000 per second, in one or two channels. Padding that an encoder
/// added is removed, and silence fills gaps in the file's times, including a gap before audio that begins after the pictures.
package final class AudioReader: Sendable {
    package static let rate = 48_000

    package static func time(ofSample sample: Int) -> Int64 {
        let (seconds, rest) = sample.quotientAndRemainder(dividingBy: rate)
        return Int64(seconds) * 1_000_000_000 + Int64(rest) * 1_000_000_000 / Int64(rate)
    }

    /// Returns the index of the sample at a time, in nanoseconds from the first sample.
    /// - Parameter roundsUp: A Boolean value that selects the first sample at or after the time, instead of the nearest one.
    package static func sample(at time: Int64, roundsUp: Bool = false) -> Int {
        let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
        let parts = rest * Int64(rate) + (roundsUp ? 999_999_999 : 500_000_000)
        return Int(seconds) * rate + Int(parts / 1_000_000_000)
    }

    private let stream: FileStream
    private let file: FilePath
    private let place: Mutex<SoundPlace>

    package init(_ file: FilePath) throws {
        self.file = file
        let delay = EncoderDelay(of: file)
        place = Mutex(SoundPlace(sound: delay.sound))
        stream = try FileStream(file.string, changes: delay.changes) {
            // Pictures are not decoded.
            let decoder = try Element("decodebin", ["expose-all-streams": "false", "caps": "audio/x-raw"])
            let caps = "audio/x-raw,format=F32LE,layout=interleaved,rate=\(Self.rate),channels=[1,2]"
            let (converter, filter) = (try Element("audioconvert"), try Element("capsfilter", ["caps": caps]))
            decoder.holdSamples(untilLinkedTo: converter)
            return [decoder, converter, try Element("audioresample"), filter]
        }
    }

    /// The number of channels in the file, or `nil` before the first samples.
    package var channelCount: Int? { stream.elements[1].inputNumber("channels") }

    package func next() async throws -> AppSink.Samples? {
        while true {
            if let ready = place.withLock({ $0.next() }) { return ready }
            guard let samples = try await decoded() else { return nil }
            // Audio times are relative to the file's start if there are other streams; otherwise, to the first sample.
            place.withLock { [stream] in $0.add(samples, isBesideOthers: stream.pipeline.streamCount > 1) }
        }
    }

    private func decoded() async throws -> AppSink.Samples? {
        do { return try await stream.next(\.samples) } catch let error as PipelineError {
            if stream.pipeline.hasOnlySilentStreams || (try? ImageHeader.read(contentsOf: file)) != nil {
                throw AudioFailure("\(setting: .audio) \(file): it has no audio.")
            }
            throw AudioFailure("\(setting: .audio) \(file): it cannot be decoded (\(error.message))")
        }
    }

    package func sampleCount() async throws -> Int {
        var count = 0
        while let samples = try await next() { count += samples.count }
        return count
    }

    package func stop() { stream.stop() }

    package static func checkFile(_ file: FilePath) throws {
        let reason: String
        let status = FileStatus(file)
        if status == nil || access(file.string, R_OK) != 0 {
            reason = String(cString: strerror(errno))
        } else if status?.kind != .file {
            reason = "it is not a file"
        } else {
            return
        }
        throw AudioFailure("\(setting: .audio) \(file): \(reason). Specify an audio file, such as a .wav.")
    }
}

package struct AudioFailure: Error {
    package let reason: Explanation

    package init(_ reason: Explanation) { self.reason = reason }
}
