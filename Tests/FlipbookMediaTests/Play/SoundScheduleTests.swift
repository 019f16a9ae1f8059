import FlipbookCore
import FlipbookExport
import FlipbookMedia
import FlipbookPlay
import FlipbookTestSupport
import Testing

/// Which sample of a file is heard with which picture, without a clock.
@Suite("The sound of a schedule")
struct SoundScheduleTests {
    /// Six frames at 12 a second: half a second, 24,000 samples, 4,000 for each.
    private let timing = FrameTiming(frameCount: 6, rate: FrameRate(12, 1)!)!

    /// The places in the file of the samples from `first` on; `nil` for silence.
    private func places(
        _ schedule: PlaybackSchedule,
        offset: RationalTime = .zero,
        from first: Int = 0,
        count: Int
    ) -> [Double?] {
        SoundSchedule(schedule, offset: offset).stretches(from: first, count: count).flatMap { stretch in
            (0..<stretch.count).map { stretch.step == 0 ? nil : stretch.start + Double($0) * stretch.step }
        }
    }

    private func schedule(
        range: ClosedRange<Int> = 0...5,
        start: Int = 0,
        rate: PlaybackRate = .normal,
        loopMode: LoopMode = .loop
    ) -> PlaybackSchedule {
        PlaybackSchedule(timing: timing, range: range, start: start, rate: rate, loopMode: loopMode)
    }

    /// Whether each place is the expected one, to a hundredth of a sample.
    private func check(
        _ found: [Double?],
        _ expected: (Int) -> Double,
        location: SourceLocation = #_sourceLocation
    ) {
        let wrong = found.enumerated().filter { place in
            place.element.map { ($0 - expected(place.offset)).magnitude > 0.01 } ?? true
        }
        expect(wrong.isEmpty, "\(wrong.prefix(3))", sourceLocation: location)
    }

    @Test("forwards, each sample is heard once in a cycle, and the first follows the last")
    func loop() {
        let found = places(schedule(), count: 100_000)
        expectEqual(found.count, 100_000)
        check(found) { Double($0 % 24_000) }
    }

    @Test("however the samples are cut into portions, they are the same", arguments: [1, 7, 480, 4_000, 23_999])
    func portions(size: Int) {
        let whole = places(schedule(start: 2), count: 50_000)
        var parts: [Double?] = []
        while parts.count < 50_000 {
            parts += places(schedule(start: 2), from: parts.count, count: min(size, 50_000 - parts.count))
        }
        let isEqual = pairs(whole, parts).allSatisfy { ($0.0! - $0.1!).magnitude < 0.01 }
        expect(isEqual)
    }

    @Test("between an in point and an out point, that part is heard again and again")
    func points() {
        check(places(schedule(range: 2...3, start: 3), count: 20_000)) { Double(8_000 + (4_000 + $0) % 8_000) }
    }

    @Test("backwards, the last sample comes first")
    func backwards() {
        let reverse = schedule(start: 5, rate: PlaybackRate.normal.reversed)
        check(places(reverse, count: 50_000)) { Double(23_999 - $0 % 24_000) }
    }

    @Test("to and fro, the sound turns round with the pictures")
    func pingPong() {
        // 0 1 2 3 4 5 4 3 2 1: the ends are shown once.
        let found = places(schedule(loopMode: .pingPong), count: 40_000)
        check(Array(found[..<24_000])) { Double($0) }
        check(Array(found[24_000..<40_000])) { Double(19_999 - $0) }
    }

    @Test("twice as fast, every other sample is heard, and at half the speed each one twice as long")
    func speeds() {
        check(places(schedule(rate: PlaybackRate(2, 1)!), count: 30_000)) { Double(2 * $0 % 24_000) }
        check(places(schedule(rate: PlaybackRate(1, 2)!), count: 90_000)) { Double($0 % 48_000) / 2 }
    }

    @Test("at eight times the speed, and at an eighth, nothing is heard")
    func silence() throws {
        for rate in [PlaybackRate(8, 1), PlaybackRate(1, 8), PlaybackRate(-8, 1)] {
            let found = places(schedule(rate: try require(rate)), count: 1_000)
            expect(found.count == 1_000 && found.allSatisfy { $0 == nil })
        }
    }

    @Test("an offset moves the sound, later or earlier")
    func offsets() throws {
        check(places(schedule(), offset: RationalTime(1, 8), count: 24_000)) { Double($0 - 6_000) }
        check(places(schedule(), offset: RationalTime(-1, 4), count: 24_000)) { Double($0 + 12_000) }
    }

    @Test("after the last picture of the last cycle there is silence")
    func end() {
        let once = schedule(start: 4, loopMode: .once)
        expectEqual(SoundSchedule(once, offset: .zero).count, 8_000)
        let found = places(once, count: 10_000)
        check(Array(found[..<8_000])) { Double(16_000 + $0) }
        expect(found[8_000...].allSatisfy { $0 == nil })
    }

    @Test("at 24000/1001 frames a second no sample is lost or heard twice in an hour of cycles")
    func drift() throws {
        let rate = try require(FrameRate(24_000, 1001))
        let timing = try require(FrameTiming(frameCount: 24, rate: rate))
        let schedule = PlaybackSchedule(timing: timing, range: 0...23, start: 0)
        let sound = SoundSchedule(schedule, offset: .zero)
        // A cycle is 1.001 s: 48,048 samples.
        for cycle in [1, 100, 3_600] {
            let first = try require(sound.stretches(from: cycle * 48_048, count: 1).first)
            expect(first.start.magnitude < 0.01, "\(first)")
        }
    }

    @Test("a step is heard for a sixteenth of a second at least, from the frame on", arguments: 0...5)
    func blip(position: Int) {
        let blip = SoundSchedule.blip(at: position, in: timing, offset: .zero)
        expectEqual(blip.count, 4_000)
        let start = blip.stretches(from: 0, count: 1).first?.start ?? .infinity
        expect((start - Double(position * 4_000)).magnitude < 0.01)
        // Frames of a sixtieth last too short a time to be heard.
        let fast = FrameTiming(frameCount: 6, rate: FrameRate(60, 1)!)!
        let heard = SoundSchedule.blip(at: position, in: fast, offset: .zero).count ?? 0
        expectEqual(heard, min(4, 6 - position) * 800)
    }

    @Test("the time of a sample and the sample at that time belong together")
    func times() {
        for sample in [0, 1, 2, 3, 47_999, 48_000, 48_001, 1 << 40] {
            // The time is rounded down.
            expectEqual(SoundSchedule.sample(at: AudioReader.time(ofSample: sample)), sample)
        }
    }
}
