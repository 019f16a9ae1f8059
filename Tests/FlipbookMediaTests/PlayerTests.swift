import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookMedia
import FlipbookPlay
import FlipbookScene
import FlipbookSequences
import FlipbookTestSupport
import Testing

/// A player into GStreamer's fakesink, which keeps the time and shows nothing.
@Suite(.hangLimit) struct PlayerTests {
    private let folder: TemporaryDirectory
    private let frames = TestFrames(width: 24, height: 18)

    init() throws {
        folder = try TemporaryDirectory()
        try frames.write(1...6, to: folder)
    }

    @Test(
        "cancelling the task ends a playback that repeats forever, and one that has not begun",
        arguments: [true, false]
    )
    func cancelled(isPlaying: Bool) async throws {
        let player = try player()
        let task = isPlaying ? await player.start() : Task { try await player.run() }
        // Where to go is answered when the frame is on the screen.
        if isPlaying { await player.seek(toFrame: 3) }
        task.cancel()
        let error = await #expect(throws: PlaybackError.self) { try await task.value }
        expectEqual(error?.kind, .cancelled)
        expectEqual(error?.description, "Interrupted.")
        if isPlaying { await expect(player.report.timeToFirstFrame != nil) }
    }

    @Test("without its display a playback ends with what was measured, and everyone who waits is answered")
    func displayLost() async throws {
        let player = try player { $0.startsPaused = true }
        let task = await player.start()
        await player.seek(toFrame: 3)
        let waiting = (0..<8).map { position in
            Task { await player.seek(toFrame: position % 6) }
        }
        player.endWithoutDisplay()
        let error = await #expect(throws: PlaybackError.self) { try await task.value }
        expectEqual(error?.kind, .environment)
        expectEqual(error?.description.hasPrefix("The display closed the window's connection"), true)
        for task in waiting { _ = await task.value }
        await expect(player.report.timeToFirstFrame != nil)
    }

    @Test("commands that come together with the end are answered, too")
    func answered() async throws {
        let player = try player()
        let task = await player.start()
        await player.seek(toFrame: 3)
        await withTaskGroup { group in
            for _ in 0..<20 { group.addTask { await player.perform(.quit) } }
        }
        _ = try await task.value
    }

    @Test("frames that do not fit are refused before anything is shown")
    func mismatch() async throws {
        try folder.write(TestFrames(width: 48, height: 18).png(4), to: TestFrames.name(4))
        let player = try player()
        let error = await #expect(throws: PlaybackError.self) { try await player.run() }
        expectEqual(error?.kind, .incomplete)
        expectEqual(error?.description.contains("walk.0004.png is 48x18; the sequence is 24x18 (5 of 6 frames)."), true)
        // Placed on the canvas it plays.
        try await self.player { settings in
            settings.sequence.mismatch = .fit
            settings.sequence.animationRepeatCount = 1
        }.run()
    }

    @Test("where no frame can be read nothing is played, and every file is named")
    func nothingReadable() async throws {
        for number in 1...6 { try folder.write([UInt8](), to: TestFrames.name(number)) }
        for policy in MissingFramePolicy.allCases {
            let player = try player { $0.sequence.missing = policy }
            let error = await #expect(throws: PlaybackError.self) { try await player.run() }
            expectEqual(error?.kind, .incomplete)
            for number in 1...6 { expectEqual(error?.description.contains(TestFrames.name(number)), true) }
        }
    }

    @Test(
        "a sink that cannot be used is an error of its kind",
        arguments: [
            ("nosuch", ErrorKind.environment), ("queue", .usage), ("fakesink,sync=perhaps", .usage),
            ("appsink", .usage),
        ]
    )
    func sinks(name: String, kind: ErrorKind) async throws {
        let sink = try require(MediaSink(parsing: name))
        let player = try player { $0.sink = sink }
        let error = await #expect(throws: PlaybackError.self) { try await player.run() }
        expectEqual(error?.kind, kind)
    }

    private func player(_ change: (inout PlaybackSettings) -> Void = { _ in }) throws -> Player {
        var settings = PlaybackSettings()
        settings.sink = MediaSink(element: "fakesink")
        change(&settings)
        return Player(frames: try SequenceLocator().locate([folder.path]), settings: settings)
    }
}
