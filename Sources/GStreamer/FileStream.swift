internal import CGStreamer

/// A file that is read through elements into an ``AppSink``. Callers block for each picture or packet, so do not call it on the
/// thread pool for Swift's tasks.
final class FileStream {
    let pipeline: Pipeline
    let elements: [Element]
    let sink: AppSink
    private var hasEnded = false

    /// The time in nanoseconds to wait for a sample before checking for an error, and the maximum number of such waits.
    private static let wait: GstClockTime = 50_000_000
    private static let mostWaits = 1200

    init(_ path: String, takesLong: Bool, changes: [ByteChange], through elements: () throws -> [Element]) throws {
        sink = try AppSink()
        self.elements = try elements()
        pipeline = try Pipeline(
            linking: try Element.reading(path, takesLong: takesLong) + self.elements + [sink.element]
        )
        pipeline.change(changes, readFrom: "filesrc")
        try pipeline.change(to: .playing)
    }

    deinit { pipeline.stop() }

    func next() throws -> MediaPacket? {
        guard !hasEnded else { return nil }
        let target = sink.element.reference.cast(to: GstAppSink.self)
        var wasIdle = false
        for _ in 0..<Self.mostWaits {
            if let sample = gst_app_sink_try_pull_sample(target, Self.wait) { return MediaPacket(adopting: sample) }
            hasEnded = true
            if let failure = pipeline.failure { throw failure }
            if gst_app_sink_is_eos(target) != 0 { return nil }
            // If a demuxer fails while parsebin or decodebin starts it, its error is not reported.
            let isIdle = !pipeline.hasRunningTask
            if isIdle && wasIdle { return nil }
            (hasEnded, wasIdle) = (false, isIdle)
        }
        throw Standstill()
    }

    private struct Standstill: Error, CustomStringConvertible { let description = "nothing was decoded for a minute" }
}
