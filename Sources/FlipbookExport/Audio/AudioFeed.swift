import FlipbookCore
import FlipbookMedia
import GStreamer
import Synchronization

/// Feeds a file's audio to a pipeline, for exactly the duration of the pictures.
final class AudioFeed: Sendable {
    let source: AppSource
    let length: Int
    var channels: Int { first.channels }
    private let reader: AudioReader
    private let first: AppSink.Samples
    private let mixtureNotes: [Explanation]
    /// The number of samples in the output before ``first``. If negative, the output begins partway through these samples.
    private let offset: Int
    /// The running task. Its result is the number of missing samples, which is negative if there are too many.
    private let work = Mutex<Task<Int, any Error>?>(nil)

    /// Creates a feed that begins with the first samples to be played. Reads and drops the samples before the first picture.
    /// - Throws: ``ExportError``, if the file has no audio or all of it is before or after the pictures.
    init(_ track: AudioTrack, of job: EncodingJob) async throws {
        try AudioReader.checkFile(track.file)
        reader = try AudioReader(track.file)
        guard var first = try await reader.next()
        else { throw ExportError.unencodable(reason: "\(setting: .audio) \(track.file): it has no audio.") }
        let count = reader.channelCount ?? 0
        mixtureNotes = count > 2 ? ["The audio's \(count) channels were mixed down to stereo."] : []
        length = AudioReader.sample(at: job.timing.nanosecond(ofFrame: job.frameCount))
        var offset = Int((track.offset.seconds * Double(AudioReader.rate)).rounded())
        guard offset < length
        else { throw Self.mute("the pictures end before the audio would begin. Use a smaller value") }
        while offset + first.count <= 0 {
            guard let next = try await reader.next()
            else { throw Self.mute("the audio ends before the first picture. Use a larger value") }
            (first, offset) = (next, offset + first.count)
        }
        (self.first, self.offset) = (first, offset)
        source = try AppSource(caps: .samples(rate: AudioReader.rate, channels: first.channels), queueLength: 4)
    }

    private static func mute(_ reason: String) -> ExportError {
        .unencodable(reason: "\(setting: .audioOffset): \(reason), or omit \(remedy: .omit(.audioOffset)).")
    }

    /// - Parameter stopFilm: Stops the export, which would otherwise wait forever for the missing audio.
    func start(whenFailed stopFilm: @escaping @Sendable () -> Void) {
        work.withLock {
            $0 = Task {
                do {
                    return try await self.run()
                } catch {
                    stopFilm()
                    throw error
                }
            }
        }
    }

    /// Waits until everything has been fed. Returns the number of missing samples, which is negative if there are too many.
    @discardableResult
    func end() async throws -> Int { try await work.withLock { $0 }?.value ?? 0 }

    /// Checks the audio in the finished file. Returns the codec, and notes if channels were mixed or the audio does not end
    /// with the pictures.
    func readBack(in path: FilePath, as audio: AudioEncoding) async throws -> (codec: String, notes: [Explanation]) {
        let missing = Double(try await end()) / Double(AudioReader.rate)
        let found = try await AudioReader(path).sampleCount()
        // Encoders write whole frames, and some readers also return the priming samples. GStreamer's MPEG-4 reader drops the
        // last frame if it ends after the pictures.
        let counts = length - audio.priming...length + 4096
        try verify(counts.contains(found), "its audio has \(found) samples instead of \(length).")
        var notes = mixtureNotes
        if missing >= 0.001 {
            notes.append("The audio ends \(Int((missing * 1000).rounded())) ms before the pictures; silence follows.")
        } else if missing <= -Self.longestExcess {
            notes.append("The audio is longer than the pictures; its end was cut off.")
        }
        return (audio.name, notes)
    }

    /// The number of seconds by which audio can exceed the pictures without a note. Encoders pad audio.
    private static let longestExcess = 0.1

    /// Feeds samples for the duration of the pictures, adding silence before and after the file's samples. Returns the number
    /// of missing samples, which is negative if there are too many.
    private func run() async throws -> Int {
        defer { reader.stop() }
        let frame = 4 * first.channels
        var (place, position) = (0, offset)
        var next: AppSink.Samples? = first
        // The silence before the file's first sample.
        place = try await push(silence: max(0, offset), at: 0, frame)
        while let samples = next, place < length {
            guard samples.channels == first.channels else {
                throw ExportError.unencodable(reason: "\(setting: .audio): its number of channels is not constant.")
            }
            let count = samples.count
            // Samples before the first picture and after the last one are dropped.
            let begin = min(count, max(0, place - position))
            let end = min(count, max(begin, length - position))
            if begin < end {
                try await push(Array(samples.bytes[begin * frame..<end * frame]), at: place, frame)
                place += end - begin
            }
            position += count
            next = try await reader.next()
        }
        let missing = length - place
        _ = try await push(silence: missing, at: place, frame)
        await source.endStream()
        let longest = length + Int(Self.longestExcess * Double(AudioReader.rate))
        while let samples = next, position < longest {
            position += samples.count
            // An error after the last picture does not matter.
            next = try? await reader.next()
        }
        return missing > 0 ? missing : length - position
    }

    func stop() {
        reader.stop()
        source.giveUp()
    }

    private func push(silence count: Int, at start: Int, _ frame: Int) async throws -> Int {
        var place = start
        while place < start + count {
            let part = min(AudioReader.rate / 10, start + count - place)
            try await push([UInt8](repeating: 0, count: part * frame), at: place, frame)
            place += part
        }
        return place
    }

    private func push(_ bytes: [UInt8], at place: Int, _ frame: Int) async throws {
        let beginning = AudioReader.time(ofSample: place)
        let end = AudioReader.time(ofSample: place + bytes.count / frame)
        let buffer = Buffer(copying: bytes, presentationTime: beginning, duration: end - beginning)
        guard await source.push(buffer) else { throw ExportError.cancelled }
    }
}
