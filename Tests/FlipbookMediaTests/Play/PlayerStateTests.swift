import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookPlay
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Testing

/// How a player stands, as a value: without a pipeline, a window or a clock.
@Suite struct PlayerStateTests {
    private func played(_ count: Int, from first: Int = 1) throws -> PlayedFrames {
        let duration = RationalTime(Int64(count), 10)
        return PlayedFrames(
            frames: (first..<first + count).map { Frame(number: $0, source: .black) },
            timing: try require(
                FrameTiming(frameCount: count, cycleDuration: duration)
            )
        )
    }

    private func state(_ count: Int, isPlaying: Bool = false, end: PlaybackSettings.EndPicture = .image) -> PlayerState
    {
        PlayerState(
            view: ImageView(frame: .zero),
            hasPictures: true,
            motion: .animating,
            transport: Transport(frameCount: count, isPlaying: isPlaying),
            endPicture: end
        )
    }

    @Test("what is on the screen is where a playing transport is, once it was planned, and asking changes nothing")
    func arriving() throws {
        let played = try played(6)
        var state = state(6, isPlaying: true)
        expectEqual(state.arrived(showing: 3).transport.position, 0)
        let schedule = state.plan(played.timing, after: nil)
        expectEqual(schedule.frame(ofShowing: 8), 2)
        let before = state
        expectEqual(state.arrived(showing: 8).transport.position, 2)
        expectEqual(state, before)
        // What was asked for and is not on the screen yet counts.
        _ = state.perform(.seek(toFrame: 5), on: played, helpPageCount: 1)
        expect(state.needsShowing)
        expectEqual(state.arrived(showing: 8).transport.position, 5)
    }

    @Test("commands that show nothing new ask for nothing; a pause is reported")
    func commands() throws {
        let played = try played(6)
        var state = state(6, isPlaying: true)
        let repeating = state.perform(.play, on: played, helpPageCount: 1)
        expect(repeating.isEmpty)
        expect(!state.needsShowing)
        let pausing = state.perform(.pause, on: played, helpPageCount: 1)
        expectEqual(pausing, [.send(.paused)])
        expect(state.needsShowing)
        let quitting = state.perform(.quit, on: played, helpPageCount: 1)
        expectEqual(quitting, [.obey(.quit)])
        let saving = state.perform(.saveFrame, on: played, helpPageCount: 1)
        expectEqual(saving, [.obey(.saveFrame)])
    }

    @Test("at the end the view's picture, a frame or nothing is shown, and playing begins with the first frame")
    func ending() throws {
        let played = try played(6)
        for (end, shown) in [
            (PlaybackSettings.EndPicture.image, PlayerState.Shown.still), (.last, .frame(5)), (.first, .frame(0)),
            (.none, .still),
        ] {
            var state = state(6, isPlaying: true, end: end)
            state.view.animationRepeatCount = 1
            let schedule = state.plan(played.timing, after: nil)
            expectEqual(schedule.count, 6)
            expectEqual(state.shown(at: 4), .frame(4))
            expectEqual(state.shown(at: 6), shown)
            let ending = state.end()
            expectEqual(ending, [.send(.ended)])
            expectEqual(state.transport.position, 5)
            expect(!state.transport.isPlaying)
            _ = state.plan(played.timing, after: 5)
            expectEqual(state.shown(at: 0), shown)
            // A look at the heads-up display does not change where it goes on.
            _ = state.perform(.toggleHUD, on: played, helpPageCount: 1)
            _ = state.plan(played.timing, after: 0)
            let playing = state.perform(.play, on: played, helpPageCount: 1)
            expectEqual(playing, [.send(.playing)])
            expectEqual(state.transport.position, 0)
            expectEqual(state.motion, .animating)
        }
    }

    @Test("after the end all cycles are played again, from the first frame on, whatever was on the screen before")
    func again() throws {
        let played = try played(4)
        var state = state(4, isPlaying: true)
        state.view.animationRepeatCount = 3
        _ = state.plan(played.timing, after: nil)
        state = state.arrived(showing: 0)
        _ = state.end()
        _ = state.perform(.play, on: played, helpPageCount: 1)
        let schedule = state.plan(played.timing, after: 12)
        expectEqual(schedule.count, 12)
        expectEqual(state.firstShowing, 0)
        expectEqual(schedule.frame(ofShowing: 0), 0)
    }

    @Test("cycles that were shown before a seek count for the repeat count")
    func cycles() throws {
        let played = try played(4)
        var state = state(4, isPlaying: true)
        state.view.animationRepeatCount = 3
        let whole = state.plan(played.timing, after: nil)
        expectEqual(whole.count, 12)
        state = state.arrived(showing: 9)
        _ = state.perform(.seek(toFrame: 3), on: played, helpPageCount: 1)
        let rest = state.plan(played.timing, after: 9)
        expectEqual(rest.count, 1)
        expectEqual(state.generation, 2)
    }

    @Test("a view that is started again begins again, whatever it showed; another look does not")
    func view() throws {
        let images = (1...3).map { Image(source: .black, scale: Double($0)) }
        var view = ImageView(frame: .zero)
        view.animationImages = images
        view.startAnimating()
        var state = PlayerState(
            view: view,
            hasPictures: true,
            motion: .animating,
            transport: Transport(frameCount: 3, isPlaying: false)
        )
        for position in [0, 2] {
            state.transport.seek(to: position)
            let old = state.view.animating(at: position)
            var new = old
            new.alpha = 0.5
            let dimming = state.change(to: new, from: old, frameCount: 3, changesPictures: false)
            expect(dimming.isEmpty)
            expect(!state.transport.isPlaying)
            expectEqual(state.transport.position, position)
            var started = new
            started.startAnimating()
            _ = state.change(to: started, from: new, frameCount: 3, changesPictures: false)
            expect(state.transport.isPlaying)
            expectEqual(state.transport.position, 0)
            state.transport.pause()
        }
        let old = state.view.animating(at: 1)
        var stopped = old
        stopped.stopAnimating()
        let stopping = state.change(to: stopped, from: old, frameCount: 3, changesPictures: false)
        expectEqual(stopping, [.send(.paused)])
        expectEqual(state.restPicture, .image)
    }

    @Test("the list of keys, searched or not, turns page by page; Escape closes it, but not while a number is typed")
    func help() throws {
        let played = try played(2)
        var state = state(2)
        for page in [0, 1, nil, 0] {
            _ = state.perform(.toggleHelp, on: played, helpPageCount: 2)
            expectEqual(state.options.helpPage, page)
        }
        state.options.prompt = PlayerPrompt(.search, "zoom")
        _ = state.perform(.toggleHelp, on: played, helpPageCount: 2)
        expect(state.options.helpPage == 1 && state.options.query == "zoom")
        state.options.prompt = PlayerPrompt(.frame, "12")
        let isClosedWhileTyping = state.closeList(for: .keyDown("Escape"))
        expect(!isClosedWhileTyping)
        // While keys are looked for, it closes the list.
        state.options.prompt = PlayerPrompt(.search, "zoom")
        let isClosed = state.closeList(for: .keyDown("Escape"))
        expect(isClosed)
        let isClosedAgain = state.closeList(for: .keyDown("Escape"))
        expect(!isClosedAgain)
    }

    @Test(
        "a time that is typed is counted as the time code is",
        arguments: [
            ("12", 12), ("1:12", 36), ("0:01:12", 36), ("1;00", 24), ("9:00", 59), ("", 7), ("1:", 7),
        ]
    )
    func time(text: String, position: Int) throws {
        var state = state(60)
        let timing = try require(FrameTiming(frameCount: 60, rate: FrameRate(24)))
        let played = PlayedFrames(frames: try self.played(60).frames, timing: timing)
        _ = state.perform(.seek(toFrame: 7), on: played, helpPageCount: 1)
        _ = state.perform(.goToTime(code: text), on: played, helpPageCount: 1)
        expectEqual(state.transport.position, position)
    }

    @Test("the controls of the bar go round: the behavior at the ends, the channel, the display")
    func rounds() throws {
        let played = try played(2)
        var state = state(2)
        func values<Value>(_ command: PlayerCommand, _ times: Int, _ value: (PlayerState) -> Value) -> [Value] {
            (0..<times).map { _ in
                _ = state.perform(command, on: played, helpPageCount: 1)
                return value(state)
            }
        }
        expectEqual(values(.cycleLoopMode, 3) { $0.transport.loopMode }, [.pingPong, .once, .loop])
        expectEqual(values(.cycleChannel(by: 1), 3) { $0.options.channel }, [.red, .green, .blue])
        expectEqual(
            values(.toggleHUD, 3) { "\($0.options.hasHUD) \($0.options.hasDetails)" },
            [
                "true false", "true true", "false false",
            ]
        )
    }

    @Test("a notice goes with its own time, not with that of the one before")
    func notices() throws {
        let played = try played(2)
        var state = state(2)
        _ = state.perform(viewer: .goFaster, on: played, helpPageCount: 1)
        let first = try require(state.options.notice)
        _ = state.perform(viewer: .goFaster, on: played, helpPageCount: 1)
        let second = try require(state.options.notice)
        state.endNotice(first.number)
        expectEqual(state.options.notice, second)
        state.endNotice(second.number)
        expect(state.options.notice == nil)
    }

    @Test("options that need other pictures count once these are drawn; the others count at once")
    func options() throws {
        let played = try played(2)
        var state = state(2)
        _ = state.perform(.toggleChannel(.red), on: played, helpPageCount: 1)
        expectEqual(state.options.channel, .red)
        let effects = state.perform(.toggleChannel(.alpha), on: played, helpPageCount: 1)
        expectEqual(state.options.channel, .red)
        guard case .draw(let options, let text)? = effects.first else { throw Failure() }
        expectEqual(options.channel, .alpha)
        expectEqual(text, "alpha as gray")
    }

    @Test("as a folder grows, the last frame follows, what has ended plays on, and another place stays with its number")
    func following() throws {
        let (former, grown) = (try played(3), try played(5))
        var parked = state(3)
        parked.transport.goToEnd()
        let parkedEffects = parked.follow(former.frames, grown.frames, timing: grown.timing)
        expect(parkedEffects.isEmpty)
        expectEqual(parked.transport.position, 4)
        var ended = state(3, isPlaying: true)
        _ = ended.plan(former.timing, after: nil)
        ended.transport.goToEnd()
        _ = ended.end()
        let endedEffects = ended.follow(former.frames, grown.frames, timing: grown.timing)
        expectEqual(endedEffects, [.send(.playing)])
        expectEqual(ended.transport.position, 3)
        // Of three cycles the last one goes on.
        var cycles = state(3, isPlaying: true)
        cycles.view.animationRepeatCount = 3
        _ = cycles.plan(former.timing, after: nil)
        _ = cycles.end()
        _ = cycles.follow(former.frames, grown.frames, timing: grown.timing)
        let rest = cycles.plan(grown.timing, after: 9)
        expectEqual(rest.count, 2)
        var other = state(3)
        other.transport.seek(to: 1)
        let later = try played(5, from: 0)
        let otherEffects = other.follow(former.frames, later.frames, timing: later.timing)
        expect(otherEffects.isEmpty)
        expectEqual(other.transport.position, 2)
    }

    @Test("the points stay at their frames as a folder shrinks and grows before them")
    func followingPoints() throws {
        let (former, less, more) = (try played(8), try played(7, from: 2), try played(9, from: 0))
        for (frames, expected) in [(less, 2...4), (more, 4...6)] {
            var state = state(8, isPlaying: true)
            state.transport.setRange(3...5)
            state.transport.seek(to: 4)
            _ = state.follow(former.frames, frames.frames, timing: frames.timing)
            expectEqual(state.transport.range, expected)
            expectEqual(state.transport.position, expected.lowerBound + 1)
        }
        // One point alone stays alone.
        var open = state(8, isPlaying: true)
        open.transport.seek(to: 3)
        open.transport.setInPoint()
        _ = open.follow(former.frames, less.frames, timing: less.timing)
        expectEqual(open.transport.inPoint, 2)
        expect(open.transport.outPoint == nil)
    }

    @Test("what plays goes on after the frame on the screen as its folder changes; one that is gone is not kept")
    func goingOn() throws {
        func follow(_ numbers: [Int], at showing: Int?, once: Bool = false) throws -> (state: PlayerState, next: Int) {
            let former = try played(3)
            let duration = RationalTime(Int64(numbers.count), 10)
            let timing = try require(FrameTiming(frameCount: numbers.count, cycleDuration: duration))
            var state = state(3, isPlaying: true)
            if once { state.transport.setLoopMode(.once) }
            _ = state.plan(former.timing, after: nil)
            state = state.arrived(showing: showing)
            _ = state.follow(former.frames, numbers.map { Frame(number: $0, source: .black) }, timing: timing)
            let schedule = state.plan(timing, after: showing)
            return (state, schedule.frame(ofShowing: state.firstShowing))
        }
        // After the last one comes the new one, and not the first again.
        try expectEqual(follow([1, 2, 3, 4], at: 2).next, 3)
        try expectEqual(follow([1, 2, 3, 4], at: 2, once: true).next, 3)
        try expectEqual(follow([1, 2, 3], at: 2).next, 0)
        try expectEqual(follow([0, 1, 2, 3], at: 1).next, 3)
        // What was on the screen is gone, or nothing was there yet.
        try expectEqual(follow([1, 3], at: 1).next, 1)
        try expectEqual(follow([1, 2, 3, 4], at: nil).next, 0)
        // Nothing follows the last one.
        let (ended, _) = try follow([1, 2, 3], at: 2, once: true)
        expectEqual(ended.firstShowing, ended.schedule?.count)
    }

    @Test("another speed goes on after the frame on the screen; another frame, other options and a pause show theirs")
    func goingOnAtAnotherSpeed() throws {
        let played = try played(6)
        func first(_ change: (inout PlayerState) -> Void) -> Int? {
            var state = state(6, isPlaying: true)
            _ = state.plan(played.timing, after: nil)
            state = state.arrived(showing: 2)
            change(&state)
            return state.plan(played.timing, after: 2).frame(ofShowing: state.firstShowing)
        }
        func perform(_ command: PlayerCommand) -> Int? {
            first { _ = $0.perform(command, on: played, helpPageCount: 1) }
        }
        expectEqual(perform(.goFaster), 3)
        expectEqual(perform(.reverse), 1)
        expectEqual(perform(.seek(toFrame: 4)), 4)
        expectEqual(perform(.pause), 2)
        expectEqual(first { $0.showAnew() }, 2)
    }

    private struct Failure: Error {}

    @Test("a note is on the frame that is seen; its strokes go with it, and notes are gone through one after the other")
    func notes() throws {
        let played = try played(6, from: 10)
        var state = state(6)
        func perform(_ commands: PlayerCommand...) -> [PlayerEffect] {
            commands.flatMap { state.perform($0, on: played, helpPageCount: 1) }
        }
        let none = perform(.goToNote(by: 1))
        expectEqual(none.count, 1)
        expectEqual(state.options.notice?.text, "no notes yet: N writes one")
        for position in [1, 4] {
            _ = perform(.seek(toFrame: position), .showPrompt(PlayerPrompt(.note)))
            expect(state.options.notice == nil)
            state.draw(to: Point(x: 1, y: 2), isBeginning: true)
            state.draw(to: Point(x: 3, y: 4), isBeginning: false)
            let effects = perform(.writeNote("note \(position)"), .showPrompt(nil))
            expectEqual(effects, [.keepNotes])
        }
        expectEqual(state.notes.notes.map(\.frame), [11, 14])
        expectEqual(state.notes[11]?.strokes, [FrameNotes.Stroke([Point(x: 1, y: 2), Point(x: 3, y: 4)])])
        expectEqual(state.notedPositions(in: played.frames), [1, 4])
        for (start, distance, end) in [
            (0, 1, 1), (1, 1, 4), (2, 1, 4), (4, 1, 1), (5, 1, 1), (1, -1, 4), (2, -1, 1), (0, -1, 4),
        ] {
            _ = perform(.seek(toFrame: start), .goToNote(by: distance))
            expectEqual(state.transport.position, end, "\(distance) from \(start)")
        }
        // What is dropped leaves the note as it was; emptied, it is gone.
        _ = perform(.seek(toFrame: 1), .showPrompt(PlayerPrompt(.note, "note 1")), .removeStroke, .showPrompt(nil))
        expectEqual(state.notes[11]?.strokes.count, 1)
        let removal = perform(
            .showPrompt(PlayerPrompt(.note, "note 1")),
            .removeStroke,
            .writeNote(""),
            .showPrompt(nil)
        )
        expectEqual(removal, [.keepNotes])
        expectEqual(state.notes.notes.map(\.frame), [14])
    }

    @Test("a mark is a note of that word; what lies between marks is played, around the frame, before it and after it")
    func marks() throws {
        let played = try played(10, from: 101)
        var state = state(10)
        func perform(_ commands: PlayerCommand...) -> [PlayerEffect] {
            commands.flatMap { state.perform($0, on: played, helpPageCount: 1) }
        }
        for position in [3, 5, 7] { _ = perform(.seek(toFrame: position), .toggleMark) }
        _ = perform(.seek(toFrame: 5), .toggleMark)
        expectEqual(state.notes.notes.map(\.text), ["mark", "mark"])
        expectEqual(state.notes.notes.map(\.frame), [104, 108])
        for (position, distance, range) in [
            (5, 0, 3...6), (3, 0, 3...6), (1, 1, 3...6), (9, 0, 7...9), (9, 5, 7...9), (6, -1, 0...2),
        ] {
            _ = perform(.clearPoints, .seek(toFrame: position), .playMarked(by: distance))
            expectEqual(state.transport.range, range, "\(distance) from \(position)")
            expect(range.contains(state.transport.position))
        }
        // A note that says something stays.
        state.notes[104] = FrameNotes.Note(frame: 104, text: "arm")
        _ = perform(.seek(toFrame: 3), .toggleMark)
        expectEqual(state.notes[104]?.text, "arm")
    }

    @Test(
        "every way that leads outside the points goes there, says so once, and playing from there clears them",
        arguments: [
            (.seek(toFrame: 9), 9), (.goTo(number: 1), 0), (.skip(by: 0.4), 8), (.goToChapter(by: 1), 8),
            (.goToNote(by: 1), 9), (.goToEnd, 9), (.goToBeginning, 0),
        ] as [(PlayerCommand, Int)]
    )
    func outsidePoints(command: PlayerCommand, position: Int) throws {
        let played = try played(10)
        var state = PlayerState(
            view: ImageView(frame: .zero),
            hasPictures: true,
            motion: .animating,
            transport: Transport(frameCount: 10, isPlaying: false),
            chapters: [Chapter(name: "a", firstNumber: 1), Chapter(name: "b", firstNumber: 9)]
        )
        state.notes[10] = FrameNotes.Note(frame: 10, text: "arm")
        // The frames 4 to 7, by their numbers.
        state.transport.setRange(3...6)
        let start = command == .goToEnd ? 6 : command == .goToBeginning ? 3 : 4
        _ = state.perform(viewer: .seek(toFrame: start), on: played, helpPageCount: 1)
        _ = state.perform(viewer: command, on: played, helpPageCount: 1)
        expectEqual(state.transport.position, position)
        let text = try require(state.options.notice?.text.description)
        expect(text.hasSuffix("outside in 4  out 7: playing from here clears them"))
        expectEqual(text.hasPrefix("2/2  b\n"), (command == .goToChapter(by: 1)))
        let number = state.options.notice?.number
        _ = state.perform(viewer: .seek(toFrame: position == 0 ? 1 : 7), on: played, helpPageCount: 1)
        expectEqual(state.options.notice?.number, number)
        _ = state.perform(viewer: .togglePause, on: played, helpPageCount: 1)
        expectEqual(state.options.notice?.text.description, "cleared in 4  out 7")
        expect(state.transport.range == 0...9 && state.transport.isPlaying)
    }

    @Test("chapters are gone to one after the other, also while it plays; before the first frame shown is none")
    func chapters() throws {
        // The frames 3 to 12; a chapter that begins before them begins with them.
        let played = try played(10, from: 3)
        let chapters = [(1, "a"), (5, "b"), (9, "c"), (40, "d")].map { Chapter(name: $0.1, firstNumber: $0.0) }
        var state = PlayerState(
            view: ImageView(frame: .zero),
            hasPictures: true,
            motion: .animating,
            transport: Transport(frameCount: 10),
            chapters: chapters
        )
        expectEqual(state.placedChapters(in: played.frames).map(\.position), [0, 2, 6])
        for (start, distance, end) in [
            (0, 1, 2), (1, 1, 2), (2, 1, 6), (6, 1, 6), (9, 1, 9), (9, -1, 6), (6, -1, 2), (3, -1, 2), (0, -1, 0),
            (9, -2, 2), (0, 2, 6),
        ] {
            _ = state.perform(.seek(toFrame: start), on: played, helpPageCount: 1)
            _ = state.perform(.goToChapter(by: distance), on: played, helpPageCount: 1)
            expectEqual(state.transport.position, end, "\(distance) from \(start)")
            expect(state.transport.isPlaying)
        }
        expectEqual(state.chapterLine(at: 5, in: played.frames), "2/3  b")
        var without = self.state(10)
        expect(without.placedChapters(in: played.frames).isEmpty)
        let none = without.perform(.goToChapter(by: 1), on: played, helpPageCount: 1)
        expect(none.count == 1 && without.transport.position == 0)
    }

    @Test("the list of sequences and that of keys stay from one sequence to the next, until they are closed")
    func listsStay() {
        var (former, next) = (state(3), state(5))
        former.toggleList()
        former.options.helpPage = 1
        next.carryOn(from: former)
        expect(next.options.list != nil && next.options.helpPage == 1)
        let closings = (0..<3).map { _ in next.closeList(for: .keyDown("Escape")) }
        expectEqual(closings, [true, true, false])
        expect(next.options.list == nil && next.options.helpPage == nil)
    }

    @Test("where there are no marks, chapters stand in for them")
    func marksOrChapters() throws {
        let played = try played(10, from: 3)
        var state = PlayerState(
            view: ImageView(frame: .zero),
            hasPictures: true,
            motion: .animating,
            transport: Transport(frameCount: 10),
            chapters: [(3, "a"), (5, "b"), (9, "c")].map { Chapter(name: $0.1, firstNumber: $0.0) }
        )
        func perform(_ commands: PlayerCommand...) {
            for command in commands { _ = state.perform(command, on: played, helpPageCount: 1) }
        }
        perform(.seek(toFrame: 3), .goToMark(by: 1))
        expectEqual(state.transport.position, 6)
        for (distance, range) in [(0, 6...9), (-1, 2...5), (-1, 0...1), (2, 6...9)] {
            perform(.playMarked(by: distance))
            expectEqual(state.transport.range, range, "\(distance)")
        }
        perform(.clearPoints, .seek(toFrame: 4), .toggleMark, .seek(toFrame: 9), .goToMark(by: -1))
        expectEqual(state.transport.position, 4)
        perform(.playMarked(by: 0))
        expectEqual(state.transport.range, 4...9)
    }

    @Test("ping-pong that ends on the way back goes on forwards, and J after it goes backwards at the own speed")
    func endOfPingPong() throws {
        let played = try played(6)
        var state = state(6, isPlaying: true)
        _ = state.perform(.togglePingPong, on: played, helpPageCount: 1)
        _ = state.plan(played.timing, after: nil)
        // 0 1 2 3 4 5 4 3: on the way back.
        state = state.arrived(showing: 7)
        expectEqual(state.transport.rate, PlaybackRate.normal.reversed)
        _ = state.perform(.togglePingPong, on: played, helpPageCount: 1)
        expect(state.transport.rate == .normal && state.transport.position == 3)
        _ = state.perform(.shuttle(isReverse: true), on: played, helpPageCount: 1)
        expectEqual(state.transport.rate, PlaybackRate.normal.reversed)
    }

    @Test("a background that opaque pictures hide is said to be hidden")
    func hiddenBackground() throws {
        for isOpaque in [true, false] {
            var state = state(2)
            let played = PlayedFrames(
                frames: try played(2).frames,
                timing: try played(2).timing,
                isOpaque: isOpaque
            )
            let effects = state.perform(.cycleBackground, on: played, helpPageCount: 1)
            guard case .draw(_, let text)? = effects.first else {
                Issue.record("\(effects)")
                continue
            }
            expectEqual(text.contains("not visible: the picture is opaque"), isOpaque)
        }
    }

    @Test("exposure has pictures read again where that changes how they are read, and gamma never does")
    func exposure() throws {
        let base = try played(2)
        for isExposedWhenRead in [true, false] {
            var state = state(2)
            let played = PlayedFrames(
                frames: base.frames,
                timing: base.timing,
                isExposedWhenRead: isExposedWhenRead
            )
            let brighter = state.perform(.changeExposure(by: 1), on: played, helpPageCount: 1)
            if case .draw? = brighter.first {
                expect(isExposedWhenRead)
            } else {
                expect(!isExposedWhenRead && state.options.tone.exposure == 0.5)
            }
            let lifted = state.perform(.changeGamma(by: 1), on: played, helpPageCount: 1)
            guard case .show? = lifted.first else {
                Issue.record("\(lifted)")
                continue
            }
        }
    }

    @Test("the volume goes in tenths from 0 to 1, and louder ends a silence")
    func volume() throws {
        let played = try played(6)
        var state = state(6)
        func volume(_ command: PlayerCommand) -> Double? {
            for case .setVolume(let volume) in state.perform(command, on: played, helpPageCount: 1) { return volume }
            return nil
        }
        expectEqual(volume(.changeVolume(by: -3)), 0.7)
        expectEqual(volume(.toggleSound), 0)
        expectEqual(volume(.toggleSound), 0.7)
        expectEqual(volume(.changeVolume(by: -100)), 0)
        _ = volume(.toggleSound)
        expectEqual(volume(.changeVolume(by: .max)), 1)
    }

    @Test("comparing goes through the ways, and only what changes the pictures or their size begins anew")
    func comparing() throws {
        let played = try played(6)
        var state = state(6, isPlaying: true)
        func perform(_ command: PlayerCommand) -> [PlayerEffect] {
            state.needsShowing = false
            return state.perform(command, on: played, helpPageCount: 1)
        }
        expectEqual(perform(.cycleComparison(by: 1)).count, 1)
        expectEqual(state.options.notice?.text.remedies, [.set(Setting(rawValue: "compare"))])
        state.options.comparison = ComparisonLook(offset: 0, names: ["a", "b"])
        state.options.view = WindowView(of: PixelSize(width: 200, height: 50), in: PixelSize(width: 400, height: 300))
        let ways: [(PictureComparison, isAnew: Bool)] = [
            (.wipe(at: 0.5), true), (.difference(amplification: 1), false), (.first, false), (.first, false),
            (.second, false), (.sideBySide, true),
        ]
        for (layout, isAnew) in ways {
            _ = perform(.cycleComparison(by: 1))
            expectEqual(state.options.comparison?.layout, layout)
            expectEqual(state.needsShowing, isAnew)
            expectEqual(state.options.view?.picture.width, layout == .sideBySide ? 200 : 100)
        }
        expectEqual(perform(.amplify(by: 3)).contains(.blink(true)), false)
        expectEqual(state.options.comparison?.layout, .difference(amplification: 8))
        expect(perform(.cycleComparison(by: 1)).contains(.blink(true)))
        state.blink()
        expectEqual(state.options.comparison?.layout, .second)
        expect(perform(.toggleCompared).contains(.blink(false)))
        _ = perform(.shiftCompared(by: -2))
        expect(state.needsShowing)
        expectEqual(state.options.notice?.text, "B 2 frames earlier")
        _ = perform(.compareByWipe)
        expectEqual(state.options.comparison?.layout, .wipe(at: 0.5))
        _ = perform(.compareSideBySide)
        expectEqual(state.options.comparison?.layout, .sideBySide)
    }

    @Test("keys move an enlarged picture by tenths of the window, as far as its edges, and back to its middle")
    func panning() throws {
        let played = try played(2)
        var state = state(2)
        expectEqual(state.perform(.pan(x: 1, y: 0), on: played, helpPageCount: 1).count, 1)
        expectEqual(state.options.notice?.text.remedies, [.omit(.sink)])
        state.options.view = WindowView(of: PixelSize(width: 640, height: 480), in: PixelSize(width: 640, height: 480))
            .zoomed(to: .factor(2))
        for (command, x, y) in [
            (PlayerCommand.pan(x: 1, y: 0), 128, 120), (.pan(x: 0, y: -2), 128, 168), (.pan(x: .max, y: .min), 0, 240),
            (.showCenter, 160, 120),
        ] {
            _ = state.perform(command, on: played, helpPageCount: 1)
            expectEqual(state.options.view?.crop, PixelRect(x: x, y: y, width: 320, height: 240), "\(command)")
        }
    }
}
