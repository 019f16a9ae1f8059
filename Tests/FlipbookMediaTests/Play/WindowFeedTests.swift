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
}
