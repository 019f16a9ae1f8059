internal import CGStreamer
internal import Synchronization

/// A file that is read through elements into an ``AppSink``. Reading blocks the caller for each picture or packet, so do not
/// read on the thread pool for Swift's tasks.
package final class FileStream: Sendable {
    package let pipeline: Pipeline
    package let elements: [Element]
    let sink: AppSink
    private let hasEnded = Atomic(false)

    /// The time in nanoseconds to wait for a sample before checking for an error, and the maximum number of such waits.
    private static let wait: GstClockTime = 50_000_000
    private static let mostWaits = 1200

    package init(
        _ path: String,
        takesLong: Bool,
        changes: [ByteChange],
        through elements: () throws -> [Element]
    ) throws {
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
        guard !hasEnded.load(ordering: .relaxed) else { return nil }
        let target = sink.element.reference.cast(to: GstAppSink.self)
        var wasIdle = false
        for _ in 0..<Self.mostWaits {
            if let sample = gst_app_sink_try_pull_sample(target, Self.wait) { return MediaPacket(adopting: sample) }
            hasEnded.store(true, ordering: .relaxed)
            if let failure = pipeline.failure { throw failure }
            if gst_app_sink_is_eos(target) != 0 { return nil }
            // If a demuxer fails while parsebin or decodebin starts it, its error is not reported.
            let isIdle = !pipeline.hasRunningTask
            if isIdle && wasIdle { return nil }
            wasIdle = isIdle
            hasEnded.store(false, ordering: .relaxed)
        }
        throw Standstill()
    }

    /// Waits for the next samples. Returns `nil` at the end of the stream, or if the pipeline has been stopped.
    package func nextSamples() async throws -> AppSink.Samples? {
        let result = await sink.calls { _ in
            Result { () throws -> AppSink.Samples? in
                guard let packet = try self.next(), let channels = packet.caps?.number("channels"), channels > 0,
                    let bytes = packet.bytes
                else { return nil }
                return AppSink.Samples(bytes: bytes, channels: channels, time: packet.runningTime)
            }
        }
        return try result?.get()
    }

    private struct Standstill: Error, CustomStringConvertible { let description = "nothing was decoded for a minute" }
}
