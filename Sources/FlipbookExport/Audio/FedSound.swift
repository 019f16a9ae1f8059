import FlipbookCore
import FlipbookMedia
import GStreamer

/// The sound of a file in the making, which is fed while the pictures are encoded.
struct FedSound: Sendable {
    private let feed: AudioFeed
    /// What comes of it is how many samples of silence follow the sound.
    private let work: Task<Result<Int, ExportError>, Never>

    /// Begins to feed the elements.
    /// - Parameter stopFilm: Stops the pictures, which would wait for ever for a sound that does not come.
    init(_ feed: AudioFeed, whenFailed stopFilm: @escaping @Sendable () -> Void) {
        self.feed = feed
        work = Task {
            let result = await Result { () async throws(ExportError) in try await feed.run() }
            if case .failure = result { stopFilm() }
            return result
        }
    }

    /// Waits until all of it was fed; returns how many samples of silence follow it.
    @discardableResult
    func end() async throws(ExportError) -> Int { try await work.value.get() }

    /// Stops what waits.
    func stop() { feed.stop() }

    /// Decodes the sound of the finished file and compares its length.
    func readBack(in path: FilePath, as audio: AudioEncoding) async throws(ExportError) -> OutputReceipt.Sound {
        let silence = try await end()
        let found: Int
        do throws(AudioFailure) { found = try await AudioReader(path).sampleCount() } catch { throw ExportError(error) }
        // A coded frame is written whole, and the readers of some formats give back what the encoder began with. GStreamer's of
        // MPEG-4 leave out a last frame that ends behind the pictures.
        guard (feed.length - audio.priming...feed.length + 4096).contains(found) else {
            throw .readBack(reason: "its sound has \(found) samples, \(feed.length) were encoded.")
        }
        return OutputReceipt.Sound(codec: audio.name, silence: Double(silence) / Double(AudioReader.rate))
    }
}
