import FlipbookCore
import FlipbookMedia
import GStreamer

/// Feeds a pipeline with the sound of a file, for exactly as long as its pictures are shown.
struct AudioFeed: Sendable {
    /// What feeds the encoder of the sound.
    let source: AppSource
    /// Samples of a channel that the film has.
    let length: Int
    /// The channels.
    var channels: Int { first.channels }
    private let reader: AudioReader
    private let first: AppSink.Samples
    /// Samples of the film before the first of the file; less than 0 where the file begins before the film.
    private let offset: Int

    /// Opens the file.
    /// - Throws: ``ExportError`` where there is no sound in it.
    init(_ track: AudioTrack, of job: EncodingJob) async throws(ExportError) {
        let rate = Int64(AudioReader.rate)
        do throws(AudioFailure) { reader = try AudioReader(track.file) } catch { throw ExportError(error) }
        guard let first = try await Self.next(of: reader) else {
            throw .unencodable(reason: "\(setting: .audio) \(track.file): there is no sound in it.")
        }
        self.first = first
        let nanoseconds = job.timing.presentationTime(ofFrame: job.frameCount)
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        length = Int(seconds * rate + (rest * rate + 500_000_000) / 1_000_000_000)
        offset = Int((track.offset.seconds * Double(rate)).rounded())
        guard offset < length else {
            throw .unencodable(
                reason: "\(setting: .audioOffset): the pictures end before the sound would begin. Give less, or leave "
                    + "\(remedy: .omit(.audioOffset)) out."
            )
        }
        do throws(GStreamerError) {
            source = try AppSource(caps: .samples(rate: AudioReader.rate, channels: first.channels), queueLength: 4)
        } catch {
            throw ExportError(error)
        }
    }

    /// Hands on the samples until the film ends, silence where the file has none; returns how many of them were silence
    /// after the file's last.
    func run() async throws(ExportError) -> Int {
        defer { reader.stop() }
        let frame = 4 * first.channels
        var (place, position) = (0, offset)
        var next: AppSink.Samples? = first
        // The silence before the file's first sample.
        place = try await push(silence: min(length, max(0, offset)), at: 0, frame)
        while let samples = next, place < length {
            guard samples.channels == first.channels else {
                throw .unencodable(reason: "\(setting: .audio): its number of channels changes.")
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
            next = try await Self.next(of: reader)
        }
        let missing = length - place
        _ = try await push(silence: missing, at: place, frame)
        await source.endStream()
        return missing
    }

    private static func next(of reader: AudioReader) async throws(ExportError) -> AppSink.Samples? {
        do throws(AudioFailure) { return try await reader.next() } catch { throw ExportError(error) }
    }

    /// Stops what waits.
    func stop() {
        reader.stop()
        source.giveUp()
    }

    private func push(silence count: Int, at start: Int, _ frame: Int) async throws(ExportError) -> Int {
        var place = start
        while place < start + count {
            let part = min(AudioReader.rate / 10, start + count - place)
            try await push([UInt8](repeating: 0, count: part * frame), at: place, frame)
            place += part
        }
        return place
    }

    private func push(_ bytes: [UInt8], at place: Int, _ frame: Int) async throws(ExportError) {
        func time(_ sample: Int) -> Int64 {
            let (seconds, rest) = sample.quotientAndRemainder(dividingBy: AudioReader.rate)
            return Int64(seconds) * 1_000_000_000 + Int64(rest) * 1_000_000_000 / Int64(AudioReader.rate)
        }
        let beginning = time(place)
        let buffer = Buffer(
            copying: bytes,
            presentationTime: beginning,
            duration: time(place + bytes.count / frame) - beginning
        )
        guard await source.push(buffer) else { throw .cancelled }
    }
}
