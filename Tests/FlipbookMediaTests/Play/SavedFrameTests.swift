import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookMedia
import FlipbookPlay
import FlipbookScene
import FlipbookSequences
import FlipbookTestSupport
import Testing

/// Frames that a viewer saves.
@Suite(.hangLimit) struct SavedFrameTests {
    @Test("a frame is saved as it is seen, over its background, or as it is, with its alpha")
    func alpha() async throws {
        let folder = try TemporaryDirectory()
        let frames = TestFrames(width: 24, height: 18, hasAlpha: true)
        try frames.write(1...3, to: folder)
        var settings = PlaybackSettings()
        settings.sink = MediaSink(element: "fakesink")
        settings.startsPaused = true
        settings.sequence.backgroundColor = .color(Color(red: 10, green: 20, blue: 30, alpha: 255))
        settings.savedFramesFolder = FilePath(folder.path)
        let player = Player(frames: try SequenceLocator().locate([folder.path]), settings: settings)
        let ended = await player.start()
        await player.seek(toFrame: 1)
        await player.perform(.saveFrame)
        await player.perform(.saveFrameWithAlpha)
        await player.perform(.quit)
        _ = try await ended.value
        let seen = try ImageDecoder().decode(contentsOf: folder.file("walk.0002.saved.png"))
        let own = try ImageDecoder().decode(contentsOf: folder.file("walk.0002.saved-2.png"))
        expect(
            seen.withUnsafeBytes { bytes in stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 } }
        )
        expectEqual(own.withUnsafeBytes { Array($0) }, frames.pixels(2))
    }
}
