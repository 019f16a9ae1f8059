import FlipbookMedia
import Testing

/// A key that is held down on frames that take longer than its repetitions.
@Suite struct HeldKeyTests {
    private let key = PlayerKey("Right")

    @Test("it waits until the screen shows what it asked for, and then asks once, however often it has repeated")
    func waiting() {
        var held = HeldKey()
        let first = held.waits(key)
        #expect(!first)
        held.wait(for: 5)
        let repeated = [held.waits(key), held.waits(key)]
        #expect(repeated == [true, true])
        let shown1 = held.key(after: 4)
        #expect(shown1 == nil)
        let shown2 = held.key(after: 5)
        #expect(shown2 == key)
        let shown3 = held.key(after: 5)
        #expect(shown3 == nil)
        let next = held.waits(key)
        #expect(!next)
    }

    @Test("a key that came up, or has not repeated, asks for nothing more")
    func release() {
        var held = HeldKey()
        held.wait(for: 1)
        let shown4 = held.key(after: 1)
        #expect(shown4 == nil)
        held.wait(for: 2)
        let isWaiting = held.waits(key)
        #expect(isWaiting)
        held.release()
        let shown5 = held.key(after: 2)
        #expect(shown5 == nil)
    }
}
