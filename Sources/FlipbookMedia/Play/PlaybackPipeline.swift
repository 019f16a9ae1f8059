import FlipbookCore
import FlipbookImaging
import GStreamer

/// The GStreamer pipeline of a player: `appsrc ! videoconvert ! videoscale ! sink`.
///
/// Times count on through every cycle, so that the seam of a loop is a frame like
/// any other and no seek is needed.
struct PlaybackPipeline: Sendable {
    private let pipeline: Pipeline
    private let source: AppSource

    /// The name of the sink's element.
    let sinkName: String

    /// Whether the sink shows its pictures on a desktop.
    var opensWindow: Bool {
        ["autovideosink", "ximagesink", "xvimagesink", "glimagesink", "waylandsink", "gtksink"].contains(sinkName)
    }

    /// What the elements report.
    var messages: AsyncStream<BusMessage> { pipeline.messages }

    /// A pipeline that shows pictures of `size` in `sink`; a `rate` of `nil` is a variable one.
    init(size: PixelSize, rate: FrameRate?, sink: VideoSink) throws(GStreamerError) {
        let caps = Caps(
            videoFormat: "BGRx",
            width: size.width,
            height: size.height,
            rateNumerator: rate?.numerator ?? 0,
            rateDenominator: rate?.denominator ?? 1,
            colorimetry: nil
        )
        sinkName = sink.element
        source = try AppSource(caps: caps, queueLength: 2)
        let end = try Element(sink.element)
        guard end.isSink else { throw .notASink(factory: sink.element) }
        // Test sinks take frames as they come unless told to keep the time.
        if end.hasProperty("sync") { try end.set("sync", parsing: "true") }
        for property in sink.properties { try end.set(property.name, parsing: property.value) }
        pipeline = try Pipeline(linking: [
            source.element, try Element("videoconvert"), try Element("videoscale"), end,
        ])
    }

    /// Runs or holds the clock.
    func change(to state: Pipeline.State) throws(GStreamerError) {
        try pipeline.change(to: state)
    }

    /// Stops everything; whoever waits to push gets an answer.
    func stop() {
        pipeline.stop()
    }

    /// Throws away what is on its way; pushing is refused until ``resume()``.
    func flush() {
        source.flush()
    }

    /// Takes pictures again, with times that count from 0 anew.
    func resume() {
        source.resume()
    }

    /// Nanoseconds since the first picture after the last ``resume()``; `nil` before it is shown.
    var position: Int64? { pipeline.position }

    /// Pushes a picture. Returns whether the pipeline took it.
    func push(_ picture: Picture, presentationTime: Int64, duration: Int64) async -> Bool {
        let buffer = picture.withUnsafeBytes { bytes in
            Buffer(lending: bytes, keeping: picture, presentationTime: presentationTime, duration: duration)
        }
        return await source.push(buffer)
    }

    /// Says that no picture follows.
    func endStream() async {
        await source.endStream()
    }
}
