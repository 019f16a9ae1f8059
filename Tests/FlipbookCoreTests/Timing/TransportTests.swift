import FlipbookCore
import FlipbookTestSupport
import Testing

/// The controls of a player, without a clock.
@Suite struct TransportTests {
    private func transport(_ count: Int = 10, at position: Int = 0) -> Transport {
        var transport = Transport(frameCount: count, isPlaying: false)
        transport.seek(to: position)
        return transport
    }

    @Test("a step stops; over an end it stops at the end, and from there goes to the other one")
    func steps() {
        var transport = transport()
        transport.play()
        transport.step(by: 1)
        expectEqual(transport.position, 1)
        expect(!transport.isPlaying)
        transport.step(by: 10)
        expectEqual(transport.position, 9)
        transport.step(by: 1)
        expectEqual(transport.position, 0)
        transport.step(by: -1)
        expectEqual(transport.position, 9)
        transport.step(by: .min)
        expectEqual(transport.position, 0)
        transport.setLoopMode(.once)
        transport.step(by: -1)
        expectEqual(transport.position, 0)
    }

    @Test("scrubbing stops at the ends, whatever the loop does, and every frame has an equal part of the way")
    func scrub() {
        var transport = transport(4)
        let fractions: [(Double, Int)] = [
            (-1, 0), (0, 0), (0.24, 0), (0.25, 1), (0.5, 2), (0.99, 3), (1, 3), (7, 3), (.nan, 0), (.infinity, 3),
            (-.infinity, 0),
        ]
        for (fraction, frame) in fractions {
            transport.scrub(to: fraction)
            expectEqual(transport.position, frame, "at \(fraction)")
        }
        expectEqual(Transport.frame(at: 0.5, in: 10...19), 15)
    }

    @Test("J K L: faster with each push up to 16 times, the other way at once, and K forgets the speed")
    func shuttle() {
        var transport = transport()
        var speeds: [Double] = []
        for _ in 0..<6 {
            transport.shuttle(isReverse: false)
            speeds.append(transport.rate.value)
        }
        expectEqual(speeds, [1, 2, 4, 8, 16, 16])
        transport.shuttle(isReverse: true)
        expectEqual(transport.rate.value, -1)
        transport.shuttle(isReverse: true)
        expectEqual(transport.rate.value, -2)
        transport.stopShuttle()
        expectEqual(transport.rate, .normal)
        expect(!transport.isPlaying)
    }

    @Test("the speeds go up and down a ladder with ends, in either direction")
    func ladder() throws {
        var rate = PlaybackRate.normal
        var up: [String] = []
        for _ in 0..<8 {
            rate = rate.faster
            up.append(rate.description)
        }
        expectEqual(up, ["5/4", "3/2", "2", "3", "4", "8", "16", "16"])
        rate = PlaybackRate.normal.reversed
        var down: [String] = []
        for _ in 0..<5 {
            rate = rate.slower
            down.append(rate.description)
        }
        expectEqual(down, ["-3/4", "-1/2", "-1/4", "-1/8", "-1/8"])
        expect(PlaybackRate(0) == nil)
        expect(PlaybackRate(1, 0) == nil)
        expect(PlaybackRate(.min) == nil)
        try expectEqual(require(PlaybackRate(-6, 4)).description, "-3/2")
    }

    @Test("in and out points bound playing, Home and End; a point beyond the other one forgets it")
    func points() {
        var transport = transport(at: 3)
        transport.setInPoint()
        transport.seek(to: 6)
        transport.setOutPoint()
        expectEqual(transport.range, 3...6)
        transport.goToBeginning()
        expectEqual(transport.position, 3)
        transport.goToEnd()
        expectEqual(transport.position, 6)
        transport.step(by: 1)
        expectEqual(transport.position, 3)
        transport.seek(to: 8)
        transport.setInPoint()
        expectEqual(transport.range, 8...9)
        transport.setRange(-5...400)
        expectEqual(transport.range, 0...9)
        transport.setRange(nil)
        expect(transport.inPoint == nil)
    }

    @Test("playing from the end of what plays once begins at the beginning; a range begins at its first frame")
    func playFromEnd() {
        var transport = transport(at: 9)
        transport.setLoopMode(.once)
        transport.play()
        expectEqual(transport.position, 0)
        transport.setRange(4...6)
        expectEqual(transport.position, 4)
        transport.setRate(PlaybackRate.normal.reversed)
        transport.play()
        expectEqual(transport.position, 6)
    }

    @Test("points never trap: a frame outside them is shown where the clock stands, and played from without them")
    func outside() throws {
        let timing = try require(FrameTiming(frameCount: 10, cycleDuration: RationalTime(1)))
        for position in [0, 2, 7, 9] {
            var standing = transport(at: 4)
            standing.setRange(3...6)
            standing.seek(to: position)
            expect(standing.isOutside && standing.range == 3...6)
            expectEqual(standing.schedule(timing: timing, cycleCount: 0).frame(ofShowing: 0), position)
            var running = standing
            running.play()
            expect(running.position == position && running.range == 0...9)
            // What runs is taken there, too.
            var taken = transport(at: 4)
            taken.setRange(3...6)
            taken.play()
            taken.seek(to: position)
            expect(taken.position == position && taken.range == 0...9)
        }
    }

    @Test("where it turns round no longer, it goes on as it was asked to; backwards is not doubled by a way back")
    func wayBack() {
        var transport = transport(at: 5)
        transport.play()
        transport.togglePingPong()
        transport.arrive(at: 4, isReverse: true)
        expect(transport.rate.isReverse)
        transport.togglePingPong()
        expectEqual(transport.rate, .normal)
        transport.togglePingPong()
        transport.arrive(at: 4, isReverse: true)
        transport.shuttle(isReverse: true)
        expectEqual(transport.rate, PlaybackRate.normal.reversed)
        transport.shuttle(isReverse: true)
        expectEqual(transport.rate.value, -2)
        transport.togglePingPong()
        expectEqual(transport.rate.value, -2)
    }

    @Test("a sequence that became shorter keeps what still exists")
    func fitted() {
        var transport = transport()
        transport.setRange(2...7)
        transport.seek(to: 8)
        let shorter = transport.fitted(to: 5)
        expectEqual(shorter.position, 4)
        expectEqual(shorter.range, 2...4)
    }
}
