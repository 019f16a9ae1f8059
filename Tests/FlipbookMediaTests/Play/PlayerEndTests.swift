import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookPlay
import FlipbookRender
import FlipbookScene
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Synchronization
import Testing

/// What a player does before it runs, when it has run, and when something goes wrong meanwhile.
@Suite(.hangLimit) struct PlayerEndTests {
    private let folder: TemporaryDirectory
    private let frames = TestFrames(width: 24, height: 18)

    init() throws {
        folder = try TemporaryDirectory()
        try frames.write(1...6, to: folder)
    }

    private var settings: PlaybackSettings {
        var settings = PlaybackSettings()
        settings.sink = MediaSink(element: "fakesink")
        return settings
    }

    private func player(
        _ change: (inout PlaybackSettings) -> Void = { _ in },
        reload: Player.Reload? = nil
    ) throws -> Player {
        var settings = settings
        settings.startsPaused = true
        change(&settings)
        return Player(frames: try SequenceLocator().locate([folder.path]), settings: settings, reload: reload)
    }

    private func view() throws -> ImageView {
        var view = ImageView(image: try Image(contentsOfFile: folder.file(TestFrames.name(1))))
        view.animationImages = try (2...4).map { try Image(contentsOfFile: folder.file(TestFrames.name($0))) }
        return view
    }

    @Test("what is asked for before it runs is what the run begins with")
    func early() async throws {
        let player = try player()
        await expect(player.seek(toFrame: 3))
        try await player.update { $0.alpha = 0.5 }
        await expectEqual(player.view.alpha, 0.5)
        await expect(player.status == nil)
        var events = player.events.makeAsyncIterator()
        let ended = await player.start()
        while let event = await events.next() {
            guard case .shown(let frame) = event else { continue }
            expectEqual(frame, 3)
            break
        }
        await expectEqual(player.status?.number, 4)
        await expectEqual(player.view.alpha, 0.5)
        await player.perform(.quit)
        _ = try await ended.value
    }

    @Test("what stays open shows its last picture, also where that is late by more than others may be")
    func lateEnd() async throws {
        // Of a thousandth of a second each, which takes many of them to decode.
        let large = try TemporaryDirectory()
        try TestFrames(width: 2400, height: 1800).write(1...4, to: large)
        var settings = settings
        settings.sequence.frameRate = FrameRate(1000, 1)
        settings.sequence.animationRepeatCount = 1
        settings.staysOpen = true
        settings.endPicture = .last
        let player = Player(frames: try SequenceLocator().locate([large.path]), settings: settings)
        let running = Task { try await player.run() }
        for await event in player.events {
            if case .ended = event { break }
        }
        // Its blue, which each frame has of its own.
        await expectEqual(player.shownPixels.map { $0[0] }, 40 + 9 * 4)
        await player.perform(.quit)
        _ = try await running.value
    }

    @Test("looking at the view of a player that does not run yet changes nothing")
    func viewBeforeRun() async throws {
        let player = try player()
        let calls = Mutex(0)
        try await player.update { view in
            calls.withLock { $0 += 1 }
            view.alpha /= 2
        }
        for _ in 1...3 { await expectEqual(player.view.alpha, 0.5) }
        expectEqual(calls.withLock { $0 }, 1)
    }

    @Test("a view that is changed before it runs is the one that is shown, and checked")
    func earlyView() async throws {
        let player = Player(ImageView(frame: .zero), settings: settings)
        let shown = try view()
        try await player.update { view in
            view = shown
            view.startAnimating()
        }
        await player.pause()
        let ended = await player.start()
        await expect(player.view.isAnimating)
        await expectEqual(player.status?.transport.frameCount, 3)
        await player.perform(.quit)
        _ = try await ended.value
    }

    @Test("what cannot be shown, and was asked for before it ran, ends the run with its error")
    func earlyRefusal() async throws {
        let player = try player()
        try folder.write(TestFrames(width: 48, height: 18).png(1), to: "wide.png")
        let wide = try Image(contentsOfFile: folder.file("wide.png"))
        try await player.update { $0.animationImages?.append(wide) }
        let error = await #expect(throws: PlaybackError.self) { try await player.run() }
        expectEqual(error?.kind, .incomplete)
    }

    @Test("a player runs once; afterwards it says that it does nothing, and its view is the last one")
    func over() async throws {
        let player = Player(try view(), settings: settings)
        let ended = await player.start()
        try await player.update { view in
            view.contentMode = .center
            view.animationDuration = 1000
            view.startAnimating()
        }
        await player.seek(toFrame: 2)
        let again = await #expect(throws: PlaybackError.self) { try await player.run() }
        expectEqual(again?.description, "A player can run only once. Create a new player for its view.")
        let last = await player.view
        await expect(player.perform(.quit))
        _ = try await ended.value
        await expectEqual(player.view, last)
        expectEqual(last.contentMode, .center)
        expectEqual(last.visibleImage, last.animationImages?[2])
        await expect(player.status == nil)
        await expect(!player.pause())
        let error = await #expect(throws: PlaybackError.self) { try await player.update { $0.alpha = 0 } }
        expectEqual(error?.description.hasPrefix("The player has ended."), true)
        await expectEqual(player.view.alpha, 1)
        await #expect(throws: PlaybackError.self) { try await player.run() }
    }

    @Test("reading the view changes nothing")
    func reading() async throws {
        let player = Player(try view(), settings: settings)
        let ended = await player.start()
        let view = await player.view
        for _ in 0..<1000 { await expectEqual(player.view, view) }
        await player.perform(.quit)
        _ = try await ended.value
    }

    @Test("who waits for what takes forever hears that the task is cancelled")
    func cancelledWaiting() async throws {
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        let (endless, ending) = AsyncStream<Void>.makeStream()
        let found = try SequenceLocator().locate([folder.path])
        let player = try player(reload: {
            beginning.yield()
            for await _ in endless {}
            return found
        })
        let ended = await player.start()
        let waiting = Task { await player.perform(.reload) }
        for await _ in begun { break }
        let second = Task { try await player.update { $0.alpha = 0.5 } }
        waiting.cancel()
        second.cancel()
        await expect(!waiting.value)
        let error = await #expect(throws: PlaybackError.self) { try await second.value }
        expectEqual(error?.kind, .cancelled)
        ending.finish()
        await player.perform(.quit)
        _ = try await ended.value
    }

    @Test("an overlay that is gone ends nothing, and is no interruption, whatever is to be redrawn")
    func overlayGone() async throws {
        try folder.write(frames.png(1), to: "logo.png")
        let logo = folder.file("logo.png")
        let player = try player { $0.sequence.overlays = [Overlay(image: logo)] }
        let events = player.events
        let ended = await player.start()
        try FileManager.default.removeItem(atPath: logo.string)
        await expect(player.perform(.cycleBackground))
        await expect(player.perform(.toggleChannel(.alpha)))
        // The overlay is drawn already.
        try await player.update { $0.contentMode = .scaleAspectFit }
        await expect(player.perform(.reload))
        await expect(player.step(by: 1))
        await expectEqual(player.status?.transport.position, 1)
        await player.perform(.quit)
        _ = try await ended.value
        var notes: [String] = []
        for await event in events { if case .note(let text) = event { notes.append("\(text)") } }
        expect(notes.contains { $0.contains("logo.png") }, "\(notes)")
    }

    @Test(
        "who asks while a playback fails to begin, or is cancelled, is answered",
        arguments: ["identity", "fakesink"]
    )
    func unheard(sink: String) async throws {
        for _ in 1...10 {
            let player = try player { $0.sink = MediaSink(element: sink) }
            let ended = Task { try await player.run() }
            let asking = (1...20).map { _ in Task { await player.perform(.togglePause) } }
            ended.cancel()
            // None of them may wait forever.
            for task in asking { _ = await task.value }
            await #expect(throws: PlaybackError.self) { try await ended.value }
        }
    }
}
