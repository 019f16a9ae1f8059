import FlipbookCore
import FlipbookMedia
import GStreamer
import Testing

/// What a playback comes to, by what a sink says of each frame.
@Suite struct PlaybackMeterTests {
    private func meter(_ frameCount: Int, cycles: Int = 0) throws -> PlaybackMeter {
        let meter = PlaybackMeter(began: .now) { _ in }
        let timing = try #require(FrameTiming(frameCount: frameCount, rate: FrameRate(10)))
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
        meter.skip(generation: 1)
        meter.skip(generation: 7)
        let report = meter.report
        #expect(report.presented == 4)
        #expect(report.dropped == 2)
        #expect(report.late == 1)
        #expect(report.cycles == 1)
        #expect(report.seamGap == 210)
        #expect(report.rateAsked == 10)
        #expect(report.rateReached == 7.5)
        #expect(report.lateness.max == 60)
        #expect(meter.showing == 4)
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
        #expect(meter.report.presented == 0)
        #expect(meter.report.timeToFirstFrame == nil)
    }

    @Test("percentiles are exact to 10 µs, in memory that does not grow")
    func percentiles() {
        var histogram = LatenessHistogram()
        for lateness in 1...1000 { histogram.add(Int64(lateness) * 10_000 - 1) }
        #expect(histogram.percentile(0.5) == 5_000_000)
        #expect(histogram.percentile(0.99) == 9_900_000)
        #expect(histogram.percentile(1) == 9_999_999)
        histogram.add(-5)
        histogram.add(.max)
        #expect(histogram.maximum == .max)
        #expect(histogram.count == 1002)
    }

    @Test("the report is JSON with a fixed set of keys, null where there is nothing")
    func json() {
        var report = PlaybackReport()
        report.presented = 3
        report.rateReached = 29.9704
        report.lateness.p99 = 0.0626
        #expect(
            report.json == """
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
                  "timeToFirstFrameMs": null
                }
                """
        )
    }
}
