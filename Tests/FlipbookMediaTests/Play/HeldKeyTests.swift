import FlipbookMedia
import Testing

/// A key that is held down on frames that take longer than its repetitions.
@Suite struct HeldKeyTests {
    private let key = PlayerKey("Right")

    @Test("it waits until the screen shows what it asked for, and then asks once, however often it has repeated")
    func waiting() {
        var held = HeldKey()
        let first = held.putsOff(key)
        #expect(!first)
        held.wait(for: 5, of: key)
        let repeated = [held.putsOff(key), held.putsOff(key)]
        #expect(repeated == [true, true])
        let turns = [held.key(after: 4), held.key(after: 5), held.key(after: 5)]
        #expect(turns == [nil, key, nil])
        let next = held.putsOff(key)
        #expect(!next)
    }

    @Test("a key that came up, or has not repeated, asks for nothing more; another that comes up changes nothing")
    func release() {
        var held = HeldKey()
        held.wait(for: 1, of: key)
        let unrepeated = held.key(after: 1)
        #expect(unrepeated == nil)
        held.wait(for: 2, of: key)
        let isPutOff = held.putsOff(key)
        #expect(isPutOff)
        var other = held
        held.release(key)
        other.release(PlayerKey("a"))
        let turns = [held.key(after: 2), other.key(after: 2)]
        #expect(turns == [nil, key])
    }
}
