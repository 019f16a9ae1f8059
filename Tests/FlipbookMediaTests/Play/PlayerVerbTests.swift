import FlipbookCore
import FlipbookExport
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia
import FlipbookPlay
import FlipbookScene
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Synchronization
import Testing

/// A player's verbs, into GStreamer's fakesink.
@Suite(.hangLimit) struct PlayerVerbTests {
    private let folder: TemporaryDirectory
    private let frames = TestFrames(width: 24, height: 18)

    init() throws {
        folder = try TemporaryDirectory()
        try frames.write(1...12, to: folder)
    }

    @Test("seeking and stepping show exactly the frame that they name, and say so when it is on the screen")
    func exact() async throws {
        let player = try player { $0.startsPaused = true }
        let ended = await player.start()
        for position in [0, 11, 5, 0, 7] {
            await player.seek(toFrame: position)
            await expectEqual(player.status?.transport.position, position)
            await expectEqual(player.status?.name, TestFrames.name(position + 1))
        }
        await player.step(by: 3)
        await expectEqual(player.status?.number, 11)
        await player.step(by: -10)
        await expectEqual(player.status?.number, 1)
        await player.step(by: -1)
        await expectEqual(player.status?.number, 12)
        await player.seek(toFrame: 400)
        await expectEqual(player.status?.number, 12)
        await player.perform(.goTo(number: 4))
        await expectEqual(player.status?.number, 4)
        await player.perform(.quit)
        _ = try await ended.value
        await expectEqual(player.report.presented, 0)
        await expect(player.report.timeToFirstFrame != nil)
    }

    @Test(
        "steps show each frame and draw it once, where the cache has room for few: what was made ahead waits for its step",
        arguments: [1, -1]
    )
    func steppingAhead(direction: Int) async throws {
        try frames.write(13...60, to: folder)
        let player = try player {
            $0.startsPaused = true
            $0.sequence.memory = .fixed(12 * 24 * 18 * 4)
        }
        let ended = await player.start()
        var position = 0
        // Three at once are steps, too.
        for distance in Array(repeating: 1, count: 50) + [3] {
            await player.step(by: direction * distance)
            position = (position + direction * distance + 60) % 60
            await expectEqual(player.status?.transport.position, position)
            let blue = await player.shownPixels.map { $0[(9 * 24 + 6) * 4] }
            expectEqual(blue, UInt8(truncatingIfNeeded: 40 + 9 * (position + 1)))
        }
        await player.perform(.quit)
        // The first frame, 53 steps, and as many as may be made ahead of the last one.
        try await expect(ended.value.renders <= 1 + 53 + 16)
    }

    @Test("steps between two frames draw each for its step, where the cache has no room for them")
    func steppingBetweenTwo() async throws {
        try frames.write(13...60, to: folder)
        let player = try player {
            $0.startsPaused = true
            $0.sequence.memory = .fixed(12 * 24 * 18 * 4)
        }
        let ended = await player.start()
        // The cache keeps the first ones.
        for _ in 1...16 { await player.step(by: 1) }
        await player.seek(toFrame: 40)
        await player.perform(.setRange(40...41))
        for step in 1...60 {
            await player.step(by: step.isMultiple(of: 3) ? -1 : 1)
            let blue = await player.shownPixels.map { $0[(9 * 24 + 6) * 4] }
            expectEqual(blue, UInt8(truncatingIfNeeded: 40 + 9 * (41 + step % 2)))
        }
        await player.perform(.quit)
        // The first frame, 16 steps with as many as may be made ahead, the frame that was gone to, 60 steps and two ahead.
        try await expect(ended.value.renders <= 1 + 16 + 16 + 1 + 60 + 2)
    }

    @Test("a jump does not wait for what steps have begun")
    func jumpingFromSteps() async throws {
        let gate = Gate()
        for number in 1...9 {
            try folder.write(Array("DOT".utf8) + [UInt8(number), 0, 0], to: "gate.000\(number).dot")
        }
        // One of them takes as long as the gate is closed.
        let codecs = ImageCodecs(ImageCodecs.standard.codecs + [.dot { if $0[0] == 4 { gate.wait() } }])
        let player = try player(folder.file("gate.####.dot").string) {
            $0.startsPaused = true
            $0.sequence.codecs = codecs
        }
        let ended = await player.start()
        // Where it would be waited for, the test goes on, and fails.
        let opening = Task {
            try await Task.sleep(for: Patience.limit)
            gate.open()
        }
        for _ in 1...2 { await player.step(by: 1) }
        let stepping = Task { await player.step(by: 1) }
        while await player.status?.transport.position != 3 { await Task.yield() }
        await player.seek(toFrame: 0)
        expect(!gate.isOpen)
        await expectEqual(player.status?.transport.position, 0)
        gate.open()
        opening.cancel()
        await stepping.value
        await player.perform(.quit)
        _ = try await ended.value
    }

    /// Closed until it is opened.
    private final class Gate: Sendable {
        private let state = Mutex(false)

        var isOpen: Bool { state.withLock { $0 } }

        func open() { state.withLock { $0 = true } }

        /// Blocks the thread.
        func wait() { while !isOpen { usleep(1000) } }
    }

    @Test("events tell every frame once in its order, the seams, and the end")
    func events() async throws {
        let player = try player {
            $0.sequence.animationRepeatCount = 2
            $0.sequence.frameRate = FrameRate(100)
            $0.sequence.memory = .fixed(1 << 20)
            $0.pacing = .everyFrame
        }
        let events = player.events
        try await player.run()
        var shown: [Int] = []
        var cycles: [Int] = []
        var hasEnded = false
        for await event in events {
            switch event {
            case .shown(let frame): shown.append(frame)
            case .cycleEnded(let count): cycles.append(count)
            case .ended: hasEnded = true
            default: break
            }
        }
        expectEqual(shown, Array(0..<12) + Array(0..<12))
        expectEqual(cycles, [1, 2])
        expect(hasEnded)
        let report = await player.report
        expectEqual(report.presented, 24)
        expectEqual(report.dropped, 0)
        expectEqual(report.cycles, 2)
        expectEqual(report.rateAsked, 100)
        expect(report.cacheHits >= 12)
        expectEqual(report.cachePeakBytes, 12 * 24 * 18 * 4)
    }

    @Test(
        "played backwards, between two points and to and fro, frames come in that order",
        arguments: [
            (PlaybackRate(-1), LoopMode.once, nil, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]),
            (PlaybackRate(1), .once, 3...6, [3, 4, 5, 6]),
            (PlaybackRate(2), .pingPong, 3...5, [3, 4, 5, 4]),
        ] as [(PlaybackRate?, LoopMode, ClosedRange<Int>?, [Int])]
    )
    func orders(rate: PlaybackRate?, mode: LoopMode, range: ClosedRange<Int>?, expected: [Int]) async throws {
        let player = try player {
            $0.startsPaused = true
            $0.sequence.animationRepeatCount = 1
            $0.sequence.frameRate = FrameRate(100)
            $0.pacing = .everyFrame
        }
        let ended = await player.start()
        await player.setRate(try require(rate))
        await player.setLoopMode(mode)
        await player.setRange(range)
        await player.perform((rate?.isReverse ?? false) ? .goToEnd : .goToBeginning)
        let events = player.events
        await player.play()
        _ = try await ended.value
        var shown: [Int] = []
        for await event in events { if case .shown(let frame) = event { shown.append(frame) } }
        // Standing on the first one may be told before it runs.
        expectEqual(shown.suffix(expected.count), expected[...])
        await expectEqual(player.report.presented, expected.count)
    }

    @Test("a frame that cannot be decoded is stood in for, with a message, and the clock keeps running")
    func substitute() async throws {
        var bytes = try frames.png(6)
        bytes[bytes.count - 17] ^= 0x55
        try folder.write(bytes, to: TestFrames.name(6))
        for policy in [MissingFramePolicy.hold, .nearest, .black] {
            let player = try player {
                $0.sequence.missing = policy
                $0.sequence.animationRepeatCount = 2
                $0.sequence.frameRate = FrameRate(100)
                $0.pacing = .everyFrame
            }
            let events = player.events
            try await player.run()
            var reasons: [String] = []
            for await event in events {
                if case .substituted(5, let reason) = event { reasons.append(reason.description) }
            }
            expectEqual(reasons.count, 1)
            expectEqual(reasons.first?.contains("walk.0006.png: cannot be decoded: "), true)
            await expectEqual(player.report.presented, 24)
        }
    }

    /// Whether the red frame of the mark is on the screen.
    private func isMarked(_ player: Player) async -> Bool? {
        await player.shownPixels.map { Array($0.prefix(3)) == [0, 0, 255] }
    }

    @Test(
        "however a frame cannot be decoded, the policy's picture stands in for it with the mark, and the rest is shown",
        arguments: MissingFramePolicy.allCases
    )
    func everyDamage(policy: MissingFramePolicy) async throws {
        var bytes = try frames.png(6)
        bytes[bytes.count - 17] ^= 0x55
        try folder.write(bytes, to: TestFrames.name(6))
        try folder.write(Array(frames.png(8).prefix(20)), to: TestFrames.name(8))
        try folder.write(Array("no image".utf8), to: TestFrames.name(9))
        try folder.write([UInt8](), to: TestFrames.name(1))
        let player = try player {
            $0.startsPaused = true
            $0.sequence.missing = policy
            $0.marksSubstitutes = true
        }
        let events = player.events
        let running = await player.start()
        // Left out or in its place.
        await player.perform(.goTo(number: 6))
        await expectEqual(player.status?.transport.frameCount, policy == .skip ? 8 : 12)
        await expectEqual(isMarked(player), (policy != .skip))
        await expectEqual(player.status?.undecodable, 4)
        if policy != .skip {
            await player.seek(toFrame: 8)
            await expectEqual(isMarked(player), true)
            // Blue says which drawing it is; the mark is not in the way at a quarter of the width.
            let blue = await player.shownPixels.map { Int($0[(9 * 24 + 6) * 4]) }
            expectEqual(blue, policy == .black ? 0 : policy == .nearest ? 40 + 9 * 10 : 40 + 9 * 7)
            await player.seek(toFrame: 0)
            await expectEqual(isMarked(player), true)
        }
        await player.perform(.goTo(number: 7))
        await expectEqual(isMarked(player), false)
        await player.perform(.quit)
        if policy == .error {
            let error = await #expect(throws: PlaybackError.self) { try await running.value }
            expectEqual(error?.kind, .incomplete)
            expectEqual(error?.description.hasPrefix("4 frames could not be decoded ("), true)
        } else {
            _ = try await running.value
        }
        var reasons: [String] = []
        for await event in events {
            if case .substituted(_, let reason) = event { reasons.append(reason.description) }
        }
        expectEqual(reasons.count, 4)
    }

    @Test("a policy that was asked for is not marked, whatever is the matter with a frame; without one it is")
    func unmarked() async throws {
        var bytes = try frames.png(6)
        bytes[bytes.count - 17] ^= 0x55
        try folder.write(bytes, to: TestFrames.name(6))
        try folder.write([UInt8](), to: TestFrames.name(8))
        for policy in [MissingFramePolicy.error, .hold] {
            let player = try player {
                $0.startsPaused = true
                $0.sequence.missing = policy
            }
            let running = await player.start()
            for number in [6, 8] {
                await player.perform(.goTo(number: number))
                await expectEqual(isMarked(player), (policy == .error))
            }
            await player.perform(.quit)
            // Without a policy the damaged frames may be an error at the end.
            if policy == .hold { _ = try await running.value } else { _ = await running.result }
        }
    }

    @Test("where a stand-in is damaged itself, the report names the frame that is shown for both")
    func chain() async throws {
        var bytes = try frames.png(6)
        bytes[bytes.count - 17] ^= 0x55
        try folder.write(bytes, to: TestFrames.name(6))
        try folder.write([UInt8](), to: TestFrames.name(7))
        let player = try player {
            $0.sequence.missing = .hold
            $0.sequence.animationRepeatCount = 1
            $0.pacing = .everyFrame
        }
        try await player.run()
        let notes = await player.report.notes.map(\.description)
        expectEqual(notes.count, 2)
        expect(notes.allSatisfy { $0.hasSuffix("(walk.0005.png is shown instead).") }, "\(notes)")
        await expectEqual(player.report.presented, 12)
    }

    @Test("a file that is damaged or goes while it plays ends nothing, and is shown again when it is good")
    func mended() async throws {
        let player = try player {
            $0.startsPaused = true
            $0.sequence.memory = .fixed(0)
            $0.noticeDuration = .zero
        }
        let running = await player.start()
        await player.seek(toFrame: 4)
        await expectEqual(isMarked(player), false)
        try FileManager.default.removeItem(atPath: folder.path + "/" + TestFrames.name(6))
        try folder.write(Array(frames.png(7).prefix(60)), to: TestFrames.name(7))
        await player.step(by: 1)
        await expectEqual(isMarked(player), true)
        await player.step(by: 1)
        await expectEqual(isMarked(player), true)
        await expectEqual(player.status?.undecodable, 2)
        try frames.write([6], to: folder)
        await player.step(by: -1)
        await expectEqual(isMarked(player), false)
        await expectEqual(player.status?.undecodable, 1)
        // Read again while one is still cut short, and once it no longer is.
        await player.perform(.reload)
        await player.step(by: 1)
        await expectEqual(isMarked(player), true)
        try frames.write([7], to: folder)
        await player.perform(.reload)
        await expectEqual(isMarked(player), false)
        await expectEqual(player.status?.undecodable, 0)
        await player.perform(.quit)
        // Nothing is the matter at the end.
        _ = try await running.value
    }

    @Test("reading again finds new frames of both states, the highlighted one on the screen or not")
    func reloaded() async throws {
        let path = folder.path
        for number in 1...2 { try folder.write(frames.png(number), to: "high/\(TestFrames.name(number, stem: "h"))") }
        let highlighted = try SequenceLocator().locate([path + "/high"])
        var settings = PlaybackSettings()
        settings.sink = MediaSink(element: "fakesink")
        settings.startsPaused = true
        settings.highlightedFrames = highlighted
        let player = Player(
            frames: try SequenceLocator().locate([path + "/walk.####.png"]),
            settings: settings,
            reload: { try SequenceLocator().locate([path + "/walk.####.png"]) },
            reloadHighlighted: { try SequenceLocator().locate([path + "/high"]) }
        )
        let running = await player.start()
        await player.perform(.toggleHighlighted)
        await expectEqual(player.status?.transport.frameCount, 2)
        try folder.write(frames.png(3), to: "high/\(TestFrames.name(3, stem: "h"))")
        try frames.write([13], to: folder)
        await player.perform(.reload)
        await expectEqual(player.status?.transport.frameCount, 3)
        await expectEqual(player.view.highlightedAnimationImages?.count, 3)
        await player.perform(.toggleHighlighted)
        await expectEqual(player.status?.transport.frameCount, 13)
        await player.perform(.quit)
        _ = try await running.value
    }

    @Test("news go from the picture when their time is over, also where the clock stands")
    func news() async throws {
        let large = try TemporaryDirectory()
        try TestFrames(width: 120, height: 60).write(1...2, to: large)
        let player = try player(large.path) {
            $0.startsPaused = true
            $0.noticeDuration = .milliseconds(200)
        }
        var events = player.events.makeAsyncIterator()
        let running = await player.start()
        await player.seek(toFrame: 1)
        let plain = try require(await player.shownPixels)
        await player.perform(.reload)
        // With the news, then again without them.
        while await player.shownPixels != plain { guard await events.next() != nil else { break } }
        await expectEqual(player.shownPixels, plain)
        await player.perform(.quit)
        _ = try await running.value
    }

    @Test("what was stepped over is kept, so that going back draws nothing, and its size is reported")
    func keptWhileStepping() async throws {
        let player = try player {
            $0.startsPaused = true
            $0.sequence.memory = .fixed(1 << 20)
        }
        let running = await player.start()
        await player.seek(toFrame: 0)
        for _ in 1...5 { await player.step(by: 1) }
        // Frames in the direction of the steps are read ahead.
        await expect(player.status?.cacheBytes ?? 0 >= 6 * 24 * 18 * 4)
        let hits = await player.report.cacheHits
        for _ in 1...5 { await player.step(by: -1) }
        // What lies ahead is looked up before its step, too.
        await expect(player.report.cacheHits >= hits + 5)
        await expect(player.status?.cacheBytes ?? 0 >= 6 * 24 * 18 * 4)
        await expect(player.status?.rateReached == nil)
        await player.perform(.quit)
        // Each of the twelve once at most.
        try await expect(running.value.renders <= 12)
    }

    @Test("pictures that were read again are let go of, also by a timeline that is not drawn any more")
    func releasedAfterReload() async throws {
        let memory = MemoryBudget.fixed(1 << 20)
        let player = try player {
            $0.startsPaused = true
            $0.sequence.memory = memory
        }
        let running = await player.start()
        for position in 0..<12 { await player.seek(toFrame: position) }
        await player.perform(.toggleTimeline)
        await player.seek(toFrame: 0)
        await player.perform(.toggleTimeline)
        let before = memory.byteCount - memory.freeByteCount
        expect(before >= 12 * 24 * 18 * 4)
        // Less than both sets take.
        let limit = before * 3 / 2
        await player.perform(.reload)
        // As many as before are drawn again.
        for position in 0..<12 { await player.seek(toFrame: position) }
        for _ in 1...200 where memory.byteCount - memory.freeByteCount > limit {
            try await Task.sleep(for: .milliseconds(10))
        }
        expect(memory.byteCount - memory.freeByteCount <= limit)
        await player.perform(.quit)
        _ = try await running.value
    }

    @Test("a long sequence shows its first frame before the others are looked at, and then plays whole")
    func long() async throws {
        let long = try TemporaryDirectory()
        let png = try frames.png(1)
        for number in 1...600 { try long.write(png, to: TestFrames.name(number)) }
        let player = try player(long.path) {
            $0.sequence.animationRepeatCount = 1
            $0.sequence.frameRate = FrameRate(1000)
            $0.pacing = .everyFrame
        }
        let events = player.events
        try await player.run()
        var frames: [Int] = []
        for await event in events { if case .shown(let frame) = event { frames.append(frame) } }
        await expectEqual(player.report.presented, 600)
        expectEqual(frames.last, 599)

        try long.write(TestFrames(width: 30, height: 18).png(1), to: TestFrames.name(590))
        let error = await #expect(throws: PlaybackError.self) { try await self.player(long.path).run() }
        expectEqual(error?.description.contains("walk.0590.png is 30x18"), true)
    }

    @Test("touches reach the program that listens, in points, and then control nothing")
    func touches() async throws {
        let player = try player {
            $0.startsPaused = true
            $0.isUserInteractionEnabled = true
            $0.sequence.scale = 2
        }
        let events = player.events
        let ended = await player.start()
        player.send(.touchDown(0, x: 10, y: 6))
        player.send(.touchMoved(0, x: 14, y: 6))
        player.send(.touchUp(0, x: 14, y: 6))
        player.send(.touchDown(3, x: 1, y: 1))
        player.send(.touchesCancelled)
        await player.step(by: 1)
        await expectEqual(player.status?.transport.position, 1)
        await player.perform(.quit)
        _ = try await ended.value
        var told: [String] = []
        for await event in events {
            switch event {
            case .touch(let touch):
                told.append("\(touch.id) \(touch.phase) \(touch.location.x) \(touch.location.y)")
            case .tapped(let place): told.append("tap \(place.x) \(place.y)")
            default: break
            }
        }
        expectEqual(
            told,
            [
                "0 began 5.0 3.0", "0 moved 7.0 3.0", "0 ended 7.0 3.0", "tap 5.0 3.0", "3 began 0.5 0.5",
                "3 cancelled 0.5 0.5",
            ]
        )
    }

    private func player(
        _ path: String? = nil,
        _ change: (inout PlaybackSettings) -> Void = { _ in }
    ) throws -> Player {
        var settings = PlaybackSettings()
        settings.sink = MediaSink(element: "fakesink")
        change(&settings)
        return Player(frames: try SequenceLocator().locate([path ?? folder.path]), settings: settings)
    }
}
