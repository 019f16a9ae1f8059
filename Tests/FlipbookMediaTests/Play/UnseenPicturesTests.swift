import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookPlay
import FlipbookScene
import FlipbookSequences
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

    /// Waits for a picture whose first and last pixel are as bright as is asked for.
    private func waitForEnds(
        _ change: (inout PlaybackSettings) -> Void = { _ in },
        _ areWanted: (UInt8, UInt8) -> Bool
    ) async throws {
        var settings = PlaybackSettings()
        settings.sink = MediaSink(element: "fakesink")
        settings.startsPaused = true
        // What is said goes from the picture at once.
        settings.noticeDuration = .zero
        change(&settings)
        let player = Player(frames: try SequenceLocator().locate([folder.file("ball.xbm").string]), settings: settings)
        let events = player.events
        let running = Task { try await player.run() }
        for await event in events {
            guard case .shown = event, let pixels = await player.shownPixels else { continue }
            if areWanted(pixels[0], pixels[7 * 4]) { break }
        }
        await player.perform(.quit)
        _ = try await running.value
    }

    @Test("an X bitmap, black on nothing, is seen on a checkerboard")
    func bitmap() async throws {
        try await waitForEnds { $0 == 0 && $1 > 100 }
    }

    @Test("a background that was chosen stays: only where there is none is one put behind pictures that are not seen")
    func chosen() {
        var state = PlayerState(
            view: ImageView(frame: .zero),
            hasPictures: true,
            motion: .animating,
            transport: Transport(frameCount: 1, isPlaying: false)
        )
        state.options.background = .black
        let ofViewer = state.showUnseen()
        state.options.background = nil
        state.view.backgroundColor = .black
        let ofView = state.showUnseen()
        state.view.backgroundColor = nil
        let ofNobody = state.showUnseen()
        expectEqual([ofViewer, ofView, ofNobody].map(\.isEmpty), [true, true, false])
    }
}
