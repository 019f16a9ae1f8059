import FlipbookMedia
import FlipbookPlay
import FlipbookTestSupport
import Testing

/// A key that is held down on frames that take longer than its repetitions.
@Suite struct HeldKeyTests {
    private let key = PlayerKey("Right")
    private let pace = Duration.seconds(1) / 60

    @Test("it waits until the screen shows what it asked for, and then asks once, however often it has repeated")
    func waiting() {
        var held = HeldKey()
        let first = held.putsOff(key)
        expect(!first)
        held.wait(for: 5, of: key)
        let repeated = [held.putsOff(key), held.putsOff(key)]
        expectEqual(repeated, [true, true])
        let turns = ([4, 5, 5] as [UInt64]).map { held.turn(after: $0, pace: pace) }
        expectEqual(turns, [nil, HeldKey.Turn(key: key, time: nil), nil])
        let next = held.putsOff(key)
        expect(!next)
    }

    @Test("a key that came up, or has not repeated, asks for nothing more; another that comes up changes nothing")
    func release() {
        var held = HeldKey()
        held.wait(for: 1, of: key)
        let unrepeated = held.turn(after: 1, pace: pace)
        expect(unrepeated == nil)
        held.wait(for: 2, of: key)
        let isPutOff = held.putsOff(key)
        expect(isPutOff)
        var other = held
        held.release(key)
        other.release(PlayerKey("a"))
        let turns = [held.turn(after: 2, pace: pace), other.turn(after: 2, pace: pace)]
        expectEqual(turns, [nil, HeldKey.Turn(key: key, time: nil)])
    }

    @Test("one that the keyboard repeats slowly asks again as soon as its frame has had its time, until it comes up")
    func slowKeyboard() throws {
        var held = HeldKey()
        held.press(key, isRepeat: false)
        held.wait(for: 1, of: key)
        let first = held.turn(after: 1, pace: pace)
        expect(first == nil, "it may be a short press")
        held.press(key, isRepeat: true)
        let before = ContinuousClock.now
        held.wait(for: 2, of: key)
        let after = ContinuousClock.now
        let second = held.turn(after: 2, pace: pace)
        let time = try require(second?.time)
        expect(before + pace <= time && time <= after + pace)
        expect(held.isDue(try require(second)))
        held.release(key)
        expect(!held.isDue(try require(second)))
    }

    @Test("its turn comes also where its frame was shown again meanwhile, unless it has asked by itself")
    func refreshed() throws {
        var held = HeldKey()
        held.press(key, isRepeat: true)
        held.wait(for: 2, of: key)
        let shown = held.turn(after: 2, pace: pace)
        let turn = try require(shown)
        // The numbers under the pointer have changed.
        let none = held.turn(after: 3, pace: pace)
        expect(none == nil)
        expect(held.isDue(turn))
        held.press(key, isRepeat: true)
        expect(!held.isDue(turn))
    }
}
