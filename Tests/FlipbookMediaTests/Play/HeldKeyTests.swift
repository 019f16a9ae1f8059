import FlipbookMedia
import Testing

/// A key that is held down on frames that take longer than its repetitions.
@Suite struct HeldKeyTests {
    private let key = PlayerKey("Right")

    @Test("it waits until the screen shows what it asked for, and then asks once, however often it has repeated")
    func waiting() {
        var held = HeldKey()
        #expect(!held.waits(key))
        held.wait(for: 5)
        #expect(held.waits(key) && held.waits(key))
        #expect(held.key(after: 4) == nil)
        #expect(held.key(after: 5) == key)
        #expect(held.key(after: 5) == nil)
        #expect(!held.waits(key))
    }

    @Test("a key that came up, or has not repeated, asks for nothing more")
    func release() {
        var held = HeldKey()
        held.wait(for: 1)
        #expect(held.key(after: 1) == nil)
        held.wait(for: 2)
        #expect(held.waits(key))
        held.release()
        #expect(held.key(after: 2) == nil)
    }
}
