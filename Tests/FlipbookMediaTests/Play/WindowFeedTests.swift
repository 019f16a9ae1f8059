import FlipbookCore
import FlipbookMedia
import Testing

/// What happens to a window that several players have, one after the other.
@Suite struct WindowFeedTests {
    @Test("what a player has not dealt with, and what came after it, is heard by the next one in this order")
    func order() async {
        let feed = WindowFeed()
        let first = feed.events
        feed.tell(.key(PlayerKey("a"), isRepeat: false))
        let hearing = Task { await first.reduce(into: [WindowEvent]()) { $0.append($1) } }
        hearing.cancel()
        var unheard = await hearing.value
        unheard.append(.key(PlayerKey("b"), isRepeat: false))
        feed.tell(.key(PlayerKey("c"), isRepeat: false))
        feed.tell(.moved(.zero))
        feed.putBack(unheard)
        var next = feed.events.makeAsyncIterator()
        var names: [String] = []
        while names.count < 3, case .key(let key, _)? = await next.next() { names.append(key.name) }
        #expect(names == ["a", "b", "c"])
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
        for await event in events {
            guard case .finger(_, let phase, _) = event else { break }
            phases.append(phase)
        }
        #expect(phases.first == .began)
        #expect(phases.last == .ended)
    }
}
