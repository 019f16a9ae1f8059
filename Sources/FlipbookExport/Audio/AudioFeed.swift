import FlipbookCore
import FlipbookMedia
import GStreamer
import Synchronization

/// Feeds a pipeline with the sound of a file, for exactly as long as its pictures are shown.
final class AudioFeed: Sendable {
    let source: AppSource
    /// Samples of a channel that the film has.
    let length: Int
    var channels: Int { first.channels }
    private let reader: AudioReader
    private let first: AppSink.Samples
    /// Samples of the film before the first of the file; less than 0 where the file begins before the film.
    private let offset: Int
    /// The feeding, once it has begun; it gives the samples of silence that follow the sound.
    private let work = Mutex<Task<Int, any Error>?>(nil)

    /// Opens the file.
    /// - Throws: ``ExportError`` where there is no sound in it.
    init(_ track: AudioTrack, of job: EncodingJob) async throws {
        reader = try AudioReader(track.file)
        guard let first = try await reader.next() else {
            throw ExportError.unencodable(reason: "\(setting: .audio) \(track.file): it has no sound.")
        }
        self.first = first
        length = AudioReader.sample(at: job.timing.nanosecond(ofFrame: job.frameCount))
        offset = Int((track.offset.seconds * Double(AudioReader.rate)).rounded())
        guard offset < length else {
            throw ExportError.unencodable(
                reason: "\(setting: .audioOffset): the pictures end before the sound would begin. Give less, or leave "
                    + "\(remedy: .omit(.audioOffset)) out."
            )
        }
        source = try AppSource(caps: .samples(rate: AudioReader.rate, channels: first.channels), queueLength: 4)
    }

    /// Begins to feed the elements.
    /// - Parameter stopFilm: Stops the pictures, which would wait for ever for a sound that does not come.
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

    /// Waits until all of it was fed; returns how many samples of silence follow it.
    @discardableResult
    func end() async throws -> Int { try await work.withLock { $0 }?.value ?? 0 }

    func readBack(in path: FilePath, as audio: AudioEncoding) async throws -> (codec: String, silence: Double) {
        let silence = try await end()
        let found = try await AudioReader(path).sampleCount()
        // A coded frame is written whole, and the readers of some formats give back what the encoder began with. GStreamer's of
        // MPEG-4 leave out a last frame that ends behind the pictures.
        guard (length - audio.priming...length + 4096).contains(found) else {
            throw ExportError.readBack(reason: "its sound has \(found) samples, \(length) were encoded.")
        }
        return (audio.name, Double(silence) / Double(AudioReader.rate))
    }

    /// Hands on the samples until the film ends, silence where the file has none; returns how many of them were silence
    /// after the file's last.
    private func run() async throws -> Int {
        defer { reader.stop() }
        let frame = 4 * first.channels
        var (place, position) = (0, offset)
        var next: AppSink.Samples? = first
        // The silence before the file's first sample.
        place = try await push(silence: min(length, max(0, offset)), at: 0, frame)
        while let samples = next, place < length {
            guard samples.channels == first.channels else {
                throw ExportError.unencodable(reason: "\(setting: .audio): its number of channels changes.")
            }
            let count = samples.count
            // What lies before the film, and behind its end, is cut.
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
        return missing
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
        let buffer = Buffer(
            copying: bytes,
            presentationTime: beginning,
            duration: AudioReader.time(ofSample: place + bytes.count / frame) - beginning
        )
        guard await source.push(buffer) else { throw ExportError.cancelled }
    }
}
