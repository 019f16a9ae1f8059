import FlipbookMedia
import GStreamer

/// The GStreamer pipeline for sound: `appsrc ! audioconvert ! audioresample ! sink`.
///
/// It is separate from the video pipeline, so that a failing sound card cannot stop the pictures. Both use the system's clock.
struct SoundPipeline: Sendable {
    private let pipeline: Pipeline
    private let source: AppSource
    private let sink: Element
    private let properties: [ElementProperty]
    /// Serializes calls that may block on the device.
    private let calls = CallQueue(label: "flipbook.sound")

    var messages: AsyncStream<BusMessage> { pipeline.messages }

    init(_ sink: MediaSink) throws(GStreamerError) {
        source = try AppSource(caps: .samples(rate: AudioReader.rate, channels: 2), queueLength: 1)
        self.sink = try Element(sink.element)
        properties = sink.properties
        for property in properties { try self.sink.set(property.name, parsing: property.value) }
        guard self.sink.isSink, !self.sink.isAppSink else { throw .notASink(factory: sink.element) }
        pipeline = try Pipeline(
            linking: [source.element, try Element("audioconvert"), try Element("audioresample"), self.sink]
        )
        pipeline.keepTimeOfSystemClock()
    }

    /// Opens the device, and returns once it plays silence.
    /// - Parameter observe: Called on the streaming thread with the sink's result for each buffer.
    func open(_ observe: (@Sendable (SinkObservation) -> Void)?) async throws(GStreamerError) {
        try await calls.run { Result { () throws(GStreamerError) in try prepare(observe) } }?.get()
        // A device opens when it receives its first samples. This takes a while and distorts the sink's first clock reading.
        let (start, length) = (SystemClock.now, Int64(10_000_000))
        for portion in 0..<20 {
            let silence = [Float](repeating: 0, count: 960)
            guard await push(silence, at: start + Int64(portion) * length, duration: length, serial: 0)
            else { throw .stateChange(to: "playing") }
        }
        _ = await calls.run {
            source.flush()
            source.resume()
        }
    }

    private static let usualProperties: KeyValuePairs = [
        // Test sinks ignore the clock by default.
        "sync": "true",
        // A device's clock drift is corrected before it can be noticed. The unit is microseconds.
        "drift-tolerance": "5000",
        // Larger offsets are corrected at once. The unit is nanoseconds.
        "alignment-threshold": "5000000",
        "discont-wait": "0",
        // The latency, in microseconds, with which sound begins and ends.
        "buffer-time": "60000",
    ]

    private func prepare(_ observe: (@Sendable (SinkObservation) -> Void)?) throws(GStreamerError) {
        try pipeline.change(to: .ready)
        for inner in sink.innerSinks {
            try inner.set(Self.usualProperties, unlessIn: properties)
            if let observe { SinkMeter.attach(to: inner, observe) }
        }
        try pipeline.change(to: .playing)
    }

    func push(_ samples: [Float], at time: Int64, duration: Int64, serial: UInt64) async -> Bool {
        let bytes = samples.withUnsafeBytes(Array.init)
        return await source.push(Buffer(copying: bytes, presentationTime: time, duration: duration, serial: serial))
    }

    /// Closes the device, and waits for a limited time.
    func stop() async {
        calls.enqueue { pipeline.stop() }
        calls.giveUp(after: 1)
        source.giveUp(after: 1)
        _ = await calls.run {}
    }
}
