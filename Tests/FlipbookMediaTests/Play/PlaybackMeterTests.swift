import FlipbookCore
import FlipbookMedia
import FlipbookPlay
import FlipbookScene
import GStreamer
import Synchronization
import FlipbookTestSupport
import Testing

/// What a playback comes to, by what a sink says of each frame.
@Suite struct PlaybackMeterTests {
    private func meter(
        _ frameCount: Int,
        cycles: Int = 0,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) throws -> PlaybackMeter {
        let meter = PlaybackMeter(began: .now, now: now) { _ in }
        let timing = try require(FrameTiming(frameCount: frameCount, rate: FrameRate(10)))
        let schedule = PlaybackSchedule(timing: timing, range: 0...frameCount - 1, start: 0, cycleCount: cycles)
        meter.begin(generation: 1, schedule: schedule, isRunning: true)
        return meter
    }

    private func observation(_ showing: Int, at milliseconds: Int64, late: Int64 = 0, isShown: Bool = true)
        -> SinkObservation
    {
        SinkObservation(
            serial: PlaybackMeter.serial(generation: 1, showing: showing),
            isShown: isShown,
            lateness: late * 1_000_000,
            clockTime: milliseconds * 1_000_000
        )
    }

    @Test("shown, late and dropped frames are counted, and the gap at the seam is measured")
    func counts() throws {
        let meter = try meter(3)
        for (showing, time) in [(0, 0), (1, 100), (3, 310), (4, 400)] as [(Int, Int64)] {
            meter.observe(observation(showing, at: time, late: showing == 3 ? 60 : 1))
        }
        meter.observe(observation(2, at: 305, late: 200, isShown: false))
        meter.skip(generation: 1, showing: 5)
        meter.skip(generation: 7, showing: 5)
        let report = meter.report
        expectEqual(report.presented, 4)
        expectEqual(report.dropped, 2)
        expectEqual(report.late, 1)
        expectEqual(report.cycles, 1)
        expectEqual(report.seamGap, .milliseconds(210))
        expectEqual(report.rateAsked, 10)
        expectEqual(report.droppedByCycle, [1, 1])
        // Three frames after the first, from when that was due, a millisecond before it was shown.
        let reached = try require(report.rateReached)
        expect(abs(reached - 3 / 0.401) < 1e-9)
        expectEqual(report.lateness.max, .milliseconds(60))
        expectEqual(meter.showing, 4)
    }

    @Test("after a change of speed, what was asked is the mean of the speeds, as what was reached is")
    func twoRates() throws {
        let meter = try meter(20)
        for showing in 0...10 { meter.observe(observation(showing, at: 100 * Int64(showing))) }
        expectEqual(meter.report.rateAsked, 10)
        let timing = try require(FrameTiming(frameCount: 20, rate: FrameRate(20)))
        let faster = PlaybackSchedule(timing: timing, range: 0...19, start: 0, cycleCount: 0)
        meter.begin(generation: 2, schedule: faster, isRunning: true)
        for showing in 0...10 {
            meter.observe(
                SinkObservation(
                    serial: PlaybackMeter.serial(generation: 2, showing: showing),
                    isShown: true,
                    lateness: 0,
                    clockTime: 50_000_000 * Int64(showing)
                )
            )
        }
        // Ten turns of 100 ms and ten of 50.
        let report = meter.report
        expect(abs(report.rateAsked - 20 / 1.5) < 1e-9)
        expectEqual(report.rateReached.map { abs($0 - 20 / 1.5) < 1e-9 }, true)
    }

    @Test("a first frame that came late makes those after it no faster than was asked")
    func lateStart() throws {
        let meter = try meter(20)
        meter.observe(observation(0, at: 90, late: 90))
        for showing in 1...10 { meter.observe(observation(showing, at: 100 * Int64(showing))) }
        expectEqual(meter.report.rateReached, 10)
        let recent = try require(meter.recentRate)
        expect(recent <= 10 && recent > 9)
    }

    @Test("drops are counted by the cycle, seeks or not, of the first hundred cycles")
    func byCycle() throws {
        let meter = try meter(3)
        meter.observe(observation(0, at: 0))
        meter.skip(generation: 1, showing: 1)
        meter.observe(observation(3, at: 300))
        let timing = try require(FrameTiming(frameCount: 3, rate: FrameRate(10)))
        let schedule = PlaybackSchedule(timing: timing, range: 0...2, start: 0)
        meter.begin(generation: 2, schedule: schedule, isRunning: true)
        meter.skip(generation: 2, showing: 2)
        meter.skip(generation: 2, showing: 3)
        meter.skip(generation: 2, showing: 4)
        expectEqual(meter.report.droppedByCycle, [1, 1, 2])
        meter.skip(generation: 2, showing: 3 * 99)
        meter.skip(generation: 2, showing: Int.max / 2)
        expectEqual(meter.report.droppedByCycle.count, PlaybackReport.listedCycles)
        expectEqual(meter.report.droppedByCycle.reduce(0, +), 4)
        expectEqual(meter.report.dropped, 6)
    }

    @Test("what a sink says after the process was stopped counts for nothing until it goes on; a slow decoder counts")
    func stopped() throws {
        let time = Mutex(ContinuousClock.now)
        let meter = try meter(30, now: { time.withLock { $0 } })
        let wait = { (duration: Duration) in time.withLock { $0 += duration } }
        expect(!meter.beat())
        meter.observe(observation(0, at: 0))
        // Beats come on while frames are slow.
        for _ in 1...9 {
            wait(.milliseconds(100))
            expect(!meter.beat())
        }
        meter.skip(generation: 1, showing: 1)
        expectEqual(meter.report.dropped, 1)
        wait(.seconds(5))
        meter.observe(observation(2, at: 5900, late: 5700))
        meter.observe(observation(3, at: 5901, late: 5600, isShown: false))
        meter.skip(generation: 1, showing: 4)
        expect(meter.hasStopped)
        expect(meter.beat())
        expect(!meter.beat())
        // Until it goes on.
        meter.observe(observation(5, at: 5902, late: 5400, isShown: false))
        expectEqual(meter.report.dropped, 1)
        expectEqual(meter.report.lateness.max, .zero)
        // It is on the screen all the same, and is not shown again.
        expectEqual(meter.report.presented, 2)
        expectEqual(meter.showing, 2)
        let timing = try require(FrameTiming(frameCount: 30, rate: FrameRate(10)))
        let schedule = PlaybackSchedule(timing: timing, range: 0...29, start: 0)
        meter.begin(generation: 2, schedule: schedule, isRunning: true)
        expect(!meter.hasStopped)
        meter.skip(generation: 2, showing: 1)
        expectEqual(meter.report.dropped, 2)
    }

    @Test("where the clock stands, the frame that comes after a while in which the process did not run is taken")
    func standing() throws {
        let time = Mutex(ContinuousClock.now)
        let meter = try meter(3, now: { time.withLock { $0 } })
        let timing = try require(FrameTiming(frameCount: 3, rate: FrameRate(10)))
        let schedule = PlaybackSchedule(timing: timing, range: 0...2, start: 0)
        let beats = [meter.beat()]
        meter.begin(generation: 2, schedule: schedule, isRunning: false)
        time.withLock { $0 += .seconds(5) }
        expect(!meter.hasStopped)
        expectEqual(beats + [meter.beat()], [false, false])
        let taken = meter.noteStanding(PlaybackMeter.serial(generation: 2, showing: 0))
        expect(taken)
    }

    @Test("a generation that goes on after a frame knows how long that is on the screen, and counts the seam after it")
    func goesOn() throws {
        let time = Mutex(ContinuousClock.now)
        let meter = try meter(3, now: { time.withLock { $0 } })
        meter.observe(observation(1, at: 100))
        time.withLock { $0 += .milliseconds(40) }
        let timing = try require(FrameTiming(frameCount: 3, rate: FrameRate(10)))
        let schedule = PlaybackSchedule(timing: timing, range: 0...2, start: 2)
        meter.begin(generation: 2, schedule: schedule, isRunning: true, goesOn: true)
        expectEqual(meter.showing, 0)
        expectEqual(meter.timeOnScreen, 40_000_000)
        meter.observe(
            SinkObservation(
                serial: PlaybackMeter.serial(generation: 2, showing: 1),
                isShown: true,
                lateness: 0,
                clockTime: 200_000_000
            )
        )
        expectEqual(meter.report.cycles, 1)
        expectEqual(meter.timeOnScreen, 0)
        meter.begin(generation: 3, schedule: schedule, isRunning: true)
        expect(meter.showing == nil)
    }

    @Test("sizes of caches are reported with a decimal while they are small")
    func mebibytes() {
        expectEqual(PlayerStatus.mebibytes(0), "0.0 MiB")
        expectEqual(PlayerStatus.mebibytes(400_000), "0.3 MiB")
        expectEqual(PlayerStatus.mebibytes(10 << 20), "10 MiB")
        expectEqual(PlayerStatus.mebibytes(3 << 30), "3072 MiB")
    }

    @Test("a frame of an earlier generation, and the end picture, count for nothing")
    func others() throws {
        let meter = try meter(2, cycles: 1)
        meter.observe(observation(2, at: 5))
        meter.observe(
            SinkObservation(
                serial: PlaybackMeter.serial(generation: 0, showing: 0),
                isShown: true,
                lateness: 0,
                clockTime: 0
            )
        )
        expectEqual(meter.report.presented, 0)
        expect(meter.report.timeToFirstFrame == nil)
    }

    @Test("percentiles are exact to 10 µs, in memory that does not grow")
    func percentiles() {
        var histogram = LatenessHistogram()
        for lateness in 1...1000 { histogram.add(Int64(lateness) * 10_000 - 1) }
        expectEqual(histogram.percentile(0.5), 5_000_000)
        expectEqual(histogram.percentile(0.99), 9_900_000)
        expectEqual(histogram.percentile(1), 9_999_999)
        histogram.add(-5)
        histogram.add(.max)
        expectEqual(histogram.maximum, .max)
        expectEqual(histogram.count, 1002)
    }

    @Test("the report is JSON with a fixed set of keys, null where there is nothing")
    func json() {
        var report = PlaybackReport()
        report.presented = 3
        report.rateReached = 29.9704
        report.lateness.p99 = .nanoseconds(62_600)
        report.droppedByCycle = [14, 0]
        expectEqual(
            report.json,
            """
            {
              "presented": 3,
              "dropped": 0,
              "late": 0,
              "latenessMs": {
                "median": 0.000,
                "p95": 0.000,
                "p99": 0.063,
                "max": 0.000
              },
              "cycles": 0,
              "seamGapMs": null,
              "rateAsked": 0.000,
              "rateReached": 29.970,
              "cacheHits": 0,
              "cachePeakBytes": 0,
              "timeToFirstFrameMs": null,
              "droppedByCycle": [14, 0],
              "undecodable": 0,
              "comparison": null,
              "notes": []
            }
            """
        )
    }
}
