internal import CGStreamer
internal import Synchronization

/// A file that is read through elements into an ``AppSink``. Reading blocks the caller for each picture or packet, so do not
/// read on the thread pool for Swift's tasks.
package final class FileStream: Sendable {
    package let pipeline: Pipeline
    package let elements: [Element]
    package let sink: AppSink
    private let hasEnded = Atomic(false)
    private let isStopped = Atomic(false)

    /// The time in nanoseconds to wait for a sample before checking for an error, and the maximum number of such waits.
    private static let wait: GstClockTime = 50_000_000
    private static let mostWaits = 12_000
    /// The maximum number of consecutive packets without contents. From a file that is cut off in its header, a demuxer may
    /// deliver empty packets without end.
    private static let mostEmptyPackets = 10_000

    package init(
        _ path: String,
        takesLong: Bool = false,
        changes: [ByteChange] = [],
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

    private var target: UnsafeMutablePointer<GstAppSink> { sink.element.reference.cast(to: GstAppSink.self) }

    func next() throws -> MediaPacket? {
        guard !hasEnded.load(ordering: .relaxed) else { return nil }
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
        throw Self.standstill
    }

    /// Waits for the next picture, packet or samples, and returns what `body` makes of it, or `nil` at the end of the stream.
    /// Packets for which `body` returns `nil` are skipped.
    /// - Throws: `CancellationError` after ``stop()``, or ``PipelineError`` if the pipeline fails or delivers nothing more before
    ///   the end of the stream.
    package func next<Value: Sendable>(_ body: @escaping @Sendable (MediaPacket) -> Value?) async throws -> Value? {
        let result = await sink.calls { _ in
            Result { () throws -> Value? in
                for _ in 0..<Self.mostEmptyPackets {
                    guard let packet = try self.next() else {
                        guard gst_app_sink_is_eos(self.target) != 0 else { throw Self.standstill }
                        return nil
                    }
                    if let value = body(packet) { return value }
                }
                throw Self.standstill
            }
        }
        if isStopped.load(ordering: .relaxed) { throw CancellationError() }
        return try result?.get()
    }

    /// Closes the file.
    package func stop() {
        isStopped.store(true, ordering: .relaxed)
        pipeline.stop()
    }

    private static let standstill = PipelineError(element: "filesrc", message: "GStreamer stopped delivering data")
}
