import FlipbookMedia
import GStreamer

/// The GStreamer pipeline of a player's sound: `appsrc ! audioconvert ! audioresample ! sink`.
///
/// It is apart from that of the pictures, so that no sound card can stop these; both keep the time of the system's clock.
struct SoundPipeline: Sendable {
    private let pipeline: Pipeline
    private let source: AppSource
    private let sink: Element
    private let properties: [ElementProperty]
    /// The calls that may wait for the device, one after the other.
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

    /// Opens the device.
    /// - Parameter observe: Called with what the sink did with each buffer, on the thread that streams.
    func open(_ observe: (@Sendable (SinkObservation) -> Void)?) async throws(GStreamerError) {
        try await calls.run { Result { () throws(GStreamerError) in try prepare(observe) } }?.get()
        // A device opens for its first samples, and takes its time: what the sink found its clock to be is not so.
        let (start, length) = (SystemClock.now, Int64(10_000_000))
        for portion in 0..<20 {
            let silence = [Float](repeating: 0, count: 960)
            guard await push(silence, at: start + Int64(portion) * length, duration: length, serial: 0) else { return }
        }
        _ = await calls.run {
            source.flush()
            source.resume()
        }
    }

    private static let usualProperties: KeyValuePairs = [
        // Test sinks take samples as they come unless they are set to keep the time.
        "sync": "true",
        // A device with a clock of its own is corrected before that can be noticed; in microseconds.
        "drift-tolerance": "5000",
        // In nanoseconds; what is further off is put in its place at once.
        "alignment-threshold": "5000000",
        "discont-wait": "0",
        // In microseconds: so much later than it could be heard, a sound begins and ends.
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

    /// Hands on samples of floating-point numbers, two channels in turn, that are heard from a time of the system's clock on.
    /// Waits until there is room. Returns whether they were taken.
    func push(_ samples: [Float], at time: Int64, duration: Int64, serial: UInt64) async -> Bool {
        await source.push(
            Buffer(
                copying: samples.withUnsafeBytes(Array.init),
                presentationTime: time,
                duration: duration,
                serial: serial
            )
        )
    }

    /// Closes the device, and waits for it, but not long.
    func stop() async {
        calls.enqueue { pipeline.stop() }
        calls.giveUp(after: 3)
        source.giveUp(after: 3)
        _ = await calls.run {}
    }
}
