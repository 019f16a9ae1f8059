import FlipbookCore
import FlipbookMedia
import FlipbookScene
import FlipbookWindow
import FlipbookTestSupport
import Testing

/// What happens to a window that several players have, one after the other.
@Suite struct WindowFeedTests {
    @Test("what a player has not dealt with, and what came after it, is heard by the next one in this order")
    func order() async {
        let feed = WindowFeed()
        let first = feed.events
        feed.tell(.key(WindowKey("a"), isRepeat: false))
        let hearing = Task { await first.reduce(into: [WindowNews]()) { $0.append($1) } }
        hearing.cancel()
        var unheard = await hearing.value
        unheard.append(WindowNews(.key(WindowKey("b"), isRepeat: false), at: .now))
        feed.tell(.key(WindowKey("c"), isRepeat: false))
        feed.tell(.moved(.zero))
        feed.putBack(unheard)
        var next = feed.events.makeAsyncIterator()
        var names: [String] = []
        while names.count < 3, case .key(let key, _)? = await next.next()?.event { names.append(key.name) }
        expectEqual(names, ["a", "b", "c"])
    }

    @Test("a player that is busy hears of a finger's beginning and end, however far it moves meanwhile")
    func busy() async {
        let feed = WindowFeed()
        let events = feed.events
        feed.tell(.finger(1, .began, .zero))
        for place in 1...1000 { feed.tell(.finger(1, .moved, Point(x: Double(place), y: 0))) }
        feed.tell(.finger(1, .ended, .zero))
        feed.tell(.closed)
        var phases: [Touch.Phase] = []
        for await news in events {
            guard case .finger(_, let phase, _) = news.event else { break }
            phases.append(phase)
        }
        expectEqual(phases.first, .began)
        expectEqual(phases.last, .ended)
    }

    @Test("what happens keeps its distances in time, however late it is read, and where the count goes round")
    func times() async throws {
        let start = ContinuousClock.now
        var clock = WindowClock()
        let feed = WindowFeed()
        var events = feed.events.makeAsyncIterator()
        // Two presses half a second apart, which a player that stood still reads at once.
        for (milliseconds, isDown) in [(UInt32.max - 200, true), (UInt32.max - 150, false), (299, true)] {
            let time = clock.time(of: milliseconds, readAt: start + .seconds(9))
            feed.tell(.button(1, isDown: isDown, .zero), at: time)
        }
        var times: [Duration] = []
        while times.count < 3 { times.append(try require(await events.next()).time - start) }
        expectEqual(times, [.seconds(9), .milliseconds(9050), .milliseconds(9500)])
        // A later one that was made before, as of another device.
        expectEqual(clock.time(of: 199, readAt: start + .seconds(9)) - start, .milliseconds(9400))
    }

    @Test("what a program sends without a time happens when it is read, and moves nothing that has one")
    func unknownTimes() {
        let start = ContinuousClock.now
        var clock = WindowClock()
        var times: [Duration] = []
        for (milliseconds, arrival) in [(0, 0), (0, 5000), (70_000, 6000), (0, 9000), (70_200, 9500)] as [(UInt32, Int)]
        {
            times.append(clock.time(of: milliseconds, readAt: start + .milliseconds(arrival)) - start)
        }
        expectEqual(times, [0, 5000, 6000, 9000, 6200].map { Duration.milliseconds($0) })
    }

    @Test("after a month without an event the next one counts as read at once")
    func month() {
        let start = ContinuousClock.now
        var clock = WindowClock()
        _ = clock.time(of: 1, readAt: start)
        let later = start + .seconds(30 * 86_400)
        let time = clock.time(of: 30 * 86_400_000 + 1, readAt: later)
        expectEqual(time, later)
    }
}
