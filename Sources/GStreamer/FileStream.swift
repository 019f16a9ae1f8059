internal import CGStreamer

/// A file that runs through elements into an ``AppSink``, for callers that wait for each picture or packet themselves.
/// Calls wait on the thread that makes them, so they are not for the pool that runs Swift's tasks.
final class FileStream {
    private let pipeline: Pipeline
    let elements: [Element]
    let sink: AppSink
    private var hasEnded = false

    /// For how long a sample is waited for before an error is looked for, in nanoseconds, and how often.
    private static let wait: GstClockTime = 50_000_000
    private static let mostWaits = 1200

    /// Opens the file at `path`.
    /// - Parameters:
    ///   - takesLong: A Boolean value that allows packets longer than a demultiplexer reads at once.
    ///   - changes: The bytes that are read in the place of the file's own.
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
            // parsebin and decodebin keep the error of a demuxer to themselves that comes while they start it.
            let isIdle = !pipeline.hasRunningTask
            if isIdle && wasIdle { return nil }
            (hasEnded, wasIdle) = (false, isIdle)
        }
        throw Standstill()
    }

    /// A file whose elements give nothing and report nothing.
    private struct Standstill: Error, CustomStringConvertible {
        let description = "nothing was decoded for a minute"
    }
}

extension Element {
    /// The elements that read the file at `path`.
    /// - Parameter takesLong: Whether a packet may be longer than a demultiplexer reads at once: what is handed to it
    ///   piece by piece has no longest packet.
    package static func reading(_ path: String, takesLong: Bool) throws(GStreamerError) -> [Element] {
        let file = try Element("filesrc")
        try file.set("location", parsing: path, isVerbatim: true)
        guard takesLong else { return [file] }
        try file.set("blocksize", to: 1 << 20)
        return [file, try Element("queue")]
    }
}
