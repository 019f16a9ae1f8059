import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookPlay
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Testing

/// What lies over the pictures in the window.
@Suite(.hangLimit) struct HeadsUpDisplayTests {
    @Test("a note is broken before an option, and not within it")
    func options() {
        let width = Look.size(of: "another rate with --fps.", .word).width - 4
        let (broken, expected) = (Caption("another rate with --fps.", width: width), "another rate with\n--fps.")
        expectEqual(broken.size.width, Caption(expected, width: width).size.width)
    }

    @Test("the heads-up display lies over the picture at the sink, and is no part of a frame that is saved")
    func saved() async throws {
        let folder = try TemporaryDirectory()
        try TestFrames(width: 120, height: 90).write(1...2, to: folder)
        var settings = PlaybackSettings()
        settings.sink = MediaSink(element: "fakesink")
        settings.startsPaused = true
        settings.savedFramesFolder = FilePath(folder.path)
        let player = Player(frames: try SequenceLocator().locate([folder.path]), settings: settings)
        let ended = await player.start()
        let plain = try require(await player.shownPixels)
        await player.perform(.saveFrame)
        await player.perform(.toggleHUD)
        var laid = plain
        while laid == plain { laid = await player.shownPixels ?? plain }
        // The box's ground, beside its letters, is nearly black.
        let place = 4 * (9 * 120 + 12)
        for channel in 0..<3 {
            expect(laid[place + channel] < max(60, plain[place + channel] / 2), "\(laid[place..<place + 3])")
        }
        await player.perform(.saveFrame)
        await player.perform(.quit)
        _ = try await ended.value
        let (first, second) = (folder.file("walk.0001.saved.png"), folder.file("walk.0001.saved-2.png"))
        let saved = try Data(contentsOf: URL(fileURLWithPath: first.string))
        try expectEqual(saved, Data(contentsOf: URL(fileURLWithPath: second.string)))
    }
}
