import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookTestSupport
import Testing

/// Black pictures on a black background, into GStreamer's fakesink.
@Suite(.hangLimit) struct UnseenPicturesTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        let bits = "#define ball_width 8\n#define ball_height 1\nstatic char ball_bits[] = { 0x0f };\n"
        try folder.write(Array(bits.utf8), to: "ball.xbm")
    }

    /// How bright the first and the last pixel of the picture are, once its background is said to be another, or the player stands.
    private func shown(waits: Bool, _ change: (inout PlaybackSettings) -> Void = { _ in }) async throws -> [UInt8] {
        var settings = PlaybackSettings()
        settings.sink = MediaSink(element: "fakesink")
        settings.startsPaused = true
        settings.staysOpen = true
        change(&settings)
        let player = Player(frames: try SequenceLocator().locate([folder.file("ball.xbm").string]), settings: settings)
        let events = player.events
        let ended = Task { try await player.run() }
        var isAnnounced = !waits
        for await event in events {
            if case .note(let note) = event { isAnnounced = isAnnounced || note.description.contains("checkerboard") }
            if isAnnounced, case .shown = event { break }
        }
        let pixels = try #require(await player.shownPixels)
        await player.perform(.quit)
        _ = try await ended.value
        return [pixels[0], pixels[7 * 4]]
    }

    @Test("an X bitmap, black on nothing, is seen on a checkerboard")
    func bitmap() async throws {
        let ends = try await shown(waits: true)
        #expect(ends[0] == 0)
        #expect(ends[1] > 100)
    }

    @Test("a background that was chosen stays")
    func chosen() async throws {
        let white = Background.color(Color(red: 255, green: 255, blue: 255, alpha: 255))
        let ends = try await shown(waits: false) { $0.sequence.properties.backgroundColor = white }
        #expect(ends == [0, 255])
    }
}
