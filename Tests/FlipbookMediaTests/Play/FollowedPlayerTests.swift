import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookPlay
import FlipbookScene
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Testing

/// A player that follows a folder, into GStreamer's fakesink.
@Suite(.hangLimit) struct FollowedPlayerTests {
    private let folder: TemporaryDirectory
    private let frames = TestFrames(width: 24, height: 18)

    init() throws {
        folder = try TemporaryDirectory()
        try frames.write(1...3, to: folder)
    }

    /// A player of the folder, and its events.
    private func following(
        _ change: (inout PlaybackSettings) -> Void = { _ in }
    ) async throws -> (Player, AsyncStream<PlayerEvent>.AsyncIterator) {
        var settings = PlaybackSettings()
        settings.sink = MediaSink(element: "fakesink")
        settings.sequence.missing = .hold
        settings.staysOpen = true
        change(&settings)
        let watcher = try SequenceWatcher(folder.path)
        let first = try require(await watcher.next())
        let player = Player(frames: try require(first.frames), settings: settings, following: watcher)
        return (player, player.events.makeAsyncIterator())
    }

    /// A player that stands on the second frame and says nothing over it, its events, and its run.
    private func standingOnSecond(_ change: (inout PlaybackSettings) -> Void = { _ in }) async throws -> (
        Player, AsyncStream<PlayerEvent>.AsyncIterator, Task<Void, any Error>
    ) {
        var (player, events) = try await following {
            $0.startsPaused = true
            $0.noticeDuration = .zero
            change(&$0)
        }
        let running = Task { [player] in _ = try await player.run() }
        try await wait(&events) { shows($0, 0) }
        await player.seek(toFrame: 1)
        return (player, events, running)
    }

    /// Waits for an event.
    private func wait(
        _ events: inout AsyncStream<PlayerEvent>.AsyncIterator,
        for condition: (PlayerEvent) -> Bool
    ) async throws {
        while let event = await events.next() { if condition(event) { return } }
        Issue.record("the playback ended first")
    }

    private func isNote(_ event: PlayerEvent, _ text: String) -> Bool {
        if case .note(let note) = event { note.description.contains(text) } else { false }
    }

    private func shows(_ event: PlayerEvent, _ position: Int) -> Bool {
        if case .shown(let frame) = event { frame == position } else { false }
    }

    @Test("who stands on the last frame is shown the new last one; who stands elsewhere keeps the place")
    func parked() async throws {
        var (player, events) = try await following { $0.startsPaused = true }
        let running = Task { [player] in try await player.run() }
        try await wait(&events) { shows($0, 0) }
        try frames.write(4...5, to: folder)
        try await wait(&events) { isNote($0, "new") }
        try await wait(&events) { shows($0, 0) }
        await player.perform(.goToEnd)
        while await player.status?.transport.frameCount != 5 { try await wait(&events) { isNote($0, "new") } }
        await player.perform(.goToEnd)
        await expectEqual(player.status?.transport.position, 4)
        try frames.write([6], to: folder)
        try await wait(&events) { shows($0, 5) }
        await expectEqual(player.status?.number, 6)
        await player.perform(.quit)
        try await running.value
    }

    @Test("up to three files are named with what happened to them, more are counted, a damaged frame among them")
    func counts() async throws {
        try frames.write(4...6, to: folder)
        var (player, events) = try await following { $0.startsPaused = true }
        let running = Task { [player] in try await player.run() }
        try await wait(&events) { shows($0, 0) }
        // Its header is whole. It comes in one step: a busy machine would see it as new first, and then as changed.
        let written = try folder.write(try TestFrames(width: 48, height: 18).png(7), to: "written")
        try FileManager.default.moveItem(atPath: written.string, toPath: folder.file(TestFrames.name(7)).string)
        try await wait(&events) { isNote($0, "\(TestFrames.name(7)) damaged, 7 frames") }
        for number in 1...3 {
            try FileManager.default.removeItem(atPath: folder.file(TestFrames.name(number)).string)
        }
        // A busy machine sees them go in several steps.
        var deleted = 0
        while deleted < 3 {
            try await wait(&events) { event in
                guard case .note(let note) = event,
                    let counts = note.description.firstMatch(of: /([1-3]) deleted, 1 damaged, ([4-6]) frames/)?.output
                else { return false }
                deleted += Int(counts.1) ?? 0
                expectEqual("\(7 - deleted)", counts.2)
                return true
            }
        }
        await player.perform(.quit)
        await #expect(throws: PlaybackError.self) { try await running.value }
    }

    @Test("frames whose files are all deleted are shown from memory, and marked, until there are files again")
    func allDeleted() async throws {
        var (player, events, running) = try await standingOnSecond()
        let plain = await player.shownPixels
        for number in 1...3 {
            try FileManager.default.removeItem(atPath: folder.file(TestFrames.name(number)).string)
        }
        try await wait(&events) { isNote($0, "all frames deleted; showing those in memory") }
        while await player.shownPixels == plain { try await wait(&events) { shows($0, 1) } }
        await expectEqual(player.status?.transport.frameCount, 3)
        // Its own frame comes first: if another one were the only one there, the player would go to it.
        try frames.write([2], to: folder)
        try frames.write([1, 3], to: folder)
        while await player.shownPixels != plain { try await wait(&events) { _ in true } }
        await player.perform(.quit)
        try await running.value
    }

    @Test("what has ended goes on with the frames that come")
    func goesOn() async throws {
        var (player, events) = try await following {
            $0.loopMode = .once
            $0.endPicture = .none
            // On a busy machine a frame may come too late to be shown.
            $0.pacing = .everyFrame
            $0.sequence.frameRate = FrameRate(60, 1)
        }
        let running = Task { [player] in try await player.run() }
        try await wait(&events) { if case .ended = $0 { true } else { false } }
        try frames.write([4], to: folder)
        try await wait(&events) { shows($0, 3) }
        await player.perform(.quit)
        try await running.value
    }

    @Test("while it plays, frames that come make it show none again, and leave none out")
    func noneAgain() async throws {
        try frames.write(4...12, to: folder)
        var (player, events) = try await following {
            $0.pacing = .everyFrame
            $0.sequence.frameRate = FrameRate(24, 1)
        }
        let running = Task { [player] in try await player.run() }
        var shown: [Int] = []
        var isGrown = false
        while shown.last != 13, let event = await events.next() {
            if case .shown(let position) = event { shown.append(position) }
            if !isGrown, shown.count > 4 {
                isGrown = true
                try frames.write(13...14, to: folder)
            }
        }
        expect(isGrown && shown.last == 13)
        for (former, next) in zip(shown, shown.dropFirst()) {
            // After the last one, of 12 or 14, comes the first.
            expect(next == former + 1 || (next == 0 && [11, 13].contains(former)), "\(shown)")
        }
        await player.perform(.quit)
        try await running.value
    }

    @Test("a frame that cannot be decoded is stood in for until it is rewritten")
    func mended() async throws {
        var bytes = try frames.png(2)
        bytes[bytes.count - 17] ^= 0x55
        try folder.write(bytes, to: TestFrames.name(2))
        var (player, events) = try await following { $0.startsPaused = true }
        let running = Task { [player] in try await player.run() }
        try await wait(&events) { shows($0, 0) }
        await player.seek(toFrame: 1)
        await expectEqual(player.status?.undecodable, 1)
        try frames.write([2], to: folder)
        try await wait(&events) { isNote($0, "changed") }
        while await player.status?.undecodable != 0 { try await wait(&events) { shows($0, 1) } }
        await player.perform(.quit)
        try await running.value
    }

    @Test("a frame of another size is left out and reported; a folder that goes is reported, and the playback goes on")
    func misfit() async throws {
        var (player, events) = try await following { $0.sequence.frameRate = FrameRate(60, 1) }
        let running = Task { [player] in try await player.run() }
        try await wait(&events) { shows($0, 2) }
        try folder.write(try TestFrames(width: 48, height: 18).png(4), to: TestFrames.name(4))
        try await wait(&events) { isNote($0, "not shown: ") }
        try FileManager.default.removeItem(atPath: folder.path)
        try await wait(&events) { isNote($0, "the folder is gone") }
        try await wait(&events) { if case .shown = $0 { true } else { false } }
        await player.perform(.quit)
        // It was there, and did not fit, when the folder was last seen.
        await #expect(throws: PlaybackError.self) { try await running.value }
    }

    @Test("a frame that gets another size is stood in for, marked, and reported as an error at the end")
    func resized() async throws {
        var (player, events, running) = try await standingOnSecond()
        let unmarked = await player.shownPixels
        try folder.write(try TestFrames(width: 48, height: 18).png(2), to: TestFrames.name(2))
        try await wait(&events) { isNote($0, "not shown: ") }
        try await wait(&events) { shows($0, 1) }
        let held = await player.shownPixels
        await player.seek(toFrame: 0)
        let first = await player.shownPixels
        expect(held != unmarked)
        // The picture of the frame before, and something over it.
        expect(held != first)
        await player.perform(.quit)
        let error = await #expect(throws: PlaybackError.self) { try await running.value }
        guard case .sequence(.faultyFrames(let faults))? = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        expectEqual(faults.misfits.map(\.path.lastComponent), [TestFrames.name(2)])
    }

    @Test("a frame of another size that is mended is shown, and the playback ends without an error")
    func resizedBack() async throws {
        var (player, events, running) = try await standingOnSecond()
        let plain = await player.shownPixels
        try folder.write(try TestFrames(width: 48, height: 18).png(2), to: TestFrames.name(2))
        try await wait(&events) { isNote($0, "not shown: ") }
        while await player.shownPixels == plain { try await wait(&events) { shows($0, 1) } }
        try frames.write([2], to: folder)
        while await player.shownPixels != plain { try await wait(&events) { shows($0, 1) } }
        await player.perform(.quit)
        try await running.value
    }

    /// How a frame comes to have another content.
    enum Rewriting: CaseIterable {
        case inPlace
        case deletedFirst
    }

    @Test(
        "a frame that is rewritten shows the new picture, also where it was gone meanwhile",
        arguments: Rewriting.allCases
    )
    func rewritten(how: Rewriting) async throws {
        var (player, events, running) = try await standingOnSecond()
        let old = await player.shownPixels
        await player.seek(toFrame: 2)
        let third = await player.shownPixels
        expect(old != third)
        switch how {
        case .inPlace: break
        case .deletedFirst:
            try FileManager.default.removeItem(atPath: folder.file(TestFrames.name(2)).string)
            try await wait(&events) { isNote($0, "\(TestFrames.name(2)) deleted, 2 frames") }
        }
        try folder.write(frames.png(3), to: TestFrames.name(2))
        await player.seek(toFrame: 1)
        func isNew() async -> Bool {
            let shown = await player.shownPixels
            return await player.status?.transport.frameCount == 3 && shown == third
        }
        while await !isNew() {
            try await wait(&events) { isNote($0, "frame") || shows($0, 0) || shows($0, 1) || shows($0, 2) }
            if await player.status?.transport.position != 1 { await player.seek(toFrame: 1) }
        }
        await player.perform(.quit)
        try await running.value
    }

    @Test(
        "what a key changes about the playback is reported, also where the picture stays as it is",
        arguments: [("p", "ping-pong"), ("i", "in 1"), ("o", "out 1"), ("backslash", "all frames")]
    )
    func notices(key: String, text: String) async throws {
        var (player, events) = try await following { $0.startsPaused = true }
        let running = Task { [player] in try await player.run() }
        try await wait(&events) { shows($0, 0) }
        player.send(.typed(PlayerKey(key)))
        while await player.status?.notice != text { try await Task.sleep(for: .milliseconds(5)) }
        await player.perform(.quit)
        while let event = await events.next() { expect(!isNote(event, text), "a notice on a key is for the window") }
        try await running.value
    }

    @Test("a frame that is damaged, or whole again, is marked so while the sequence cannot be followed")
    func stalledUnfollowed() async throws {
        // A fourth frame makes a rate that is too high.
        var (player, events, running) = try await standingOnSecond { $0.sequence.animationDuration = 0.003 }
        let plain = await player.shownPixels
        try frames.write([4], to: folder)
        try await wait(&events) { isNote($0, "not followed: ") }
        try folder.write(Array("no picture".utf8), to: TestFrames.name(2))
        while await player.shownPixels == plain { try await wait(&events) { _ in true } }
        try frames.write([2], to: folder)
        while await player.shownPixels != plain { try await wait(&events) { _ in true } }
        await expectEqual(player.status?.transport.frameCount, 3)
        await player.perform(.quit)
        try await running.value
    }

    @Test("a frame that is rewritten and stays incomplete counts as damaged and is marked, until it is whole")
    func stalled() async throws {
        var (player, events, running) = try await standingOnSecond()
        let plain = await player.shownPixels
        try folder.write(Array("no picture".utf8), to: TestFrames.name(2))
        try await wait(&events) { isNote($0, "\(TestFrames.name(2)) damaged, 3 frames") }
        await expectEqual(player.status?.transport.frameCount, 3)
        while await player.shownPixels == plain { try await wait(&events) { shows($0, 1) } }
        let written = try folder.write(try frames.png(4), to: "written")
        try FileManager.default.moveItem(atPath: written.string, toPath: folder.file(TestFrames.name(4)).string)
        try await wait(&events) { isNote($0, "\(TestFrames.name(4)) new, \(TestFrames.name(2)) damaged, 4 frames") }
        try frames.write([2], to: folder)
        try await wait(&events) { isNote($0, "\(TestFrames.name(2)) changed, 4 frames") }
        while await player.shownPixels != plain { try await wait(&events) { shows($0, 1) } }
        await player.perform(.quit)
        try await running.value
    }
}
