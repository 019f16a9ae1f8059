import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookWindow
import GStreamer
import Synchronization

/// The GStreamer pipeline of a player: `appsrc ! videoconvert ! videoscale ! capsfilter ! overlaycomposition ! sink`. For the
/// player's own window, ``WindowStage`` also crops and places the pictures.
///
/// Times increase through all cycles, so that a loop needs no seek.
final class PlaybackPipeline: Sendable {
    private let pipeline: Pipeline
    private let source: AppSource
    private let size: Element
    private let stage: WindowStage?
    private let sink: Element
    private let sinkProperties: [ElementProperty]
    private let rate: FrameRate?
    private let picture: Mutex<PixelSize>
    private let terminal: TerminalSink?
    /// The sink for a terminal or the player's own window, neither of which is an element.
    private let frameSink: FrameSink?

    /// Serializes calls that may block on the window system.
    private let calls = CallQueue(label: "flipbook.pipeline")
    /// The time of the sink's last frame.
    private let latestShown = Mutex<ContinuousClock.Instant?>(nil)
    private let probe = WindowProbe()

    let sinkName: String

    var opensWindow: Bool {
        stage != nil
            || [
                "autovideosink", "ximagesink", "xvimagesink", "glimagesink", "glimagesinkelement", "waylandsink",
                "gtksink", "gtkglsink", "gtkwaylandsink", "gtk4paintablesink", "vulkansink", "vaapisink",
            ].contains(sinkName)
    }

    var messages: AsyncStream<BusMessage> { pipeline.messages }

    /// The input in the window, in picture pixels. Only one reader is supported.
    let navigation: NavigationRelay

    /// Creates a pipeline for pictures of `size`. If `rate` is `nil`, the rate is variable.
    /// - Parameter overlay: Returns the boxes over the picture with a serial number. A terminal has no boxes.
    init(
        size: PixelSize,
        rate: FrameRate?,
        sink: MediaSink,
        terminal: TerminalDisplay? = nil,
        window: PlayerWindow? = nil,
        queueLength: Int,
        overlay: @escaping OverlayElement.Boxes
    ) throws(GStreamerError) {
        let caps = Self.caps(of: size, rate)
        self.terminal = try terminal.map { display throws(GStreamerError) in try TerminalSink(display) }
        sinkProperties = self.terminal == nil && window == nil ? sink.properties : []
        picture = Mutex(size)
        self.rate = rate
        source = try AppSource(caps: caps, queueLength: queueLength)
        frameSink =
            if let terminal = self.terminal {
                terminal.frames
            } else if let window {
                try FrameSink(format: .bgrx) { sample in
                    window.show(PixelSize(width: sample.width, height: sample.height)) { sample.withUnsafeBytes($0) }
                }
            } else { nil }
        let end = if let frameSink { frameSink.element } else { try Element(sink.element) }
        sinkName = frameSink?.element.factory ?? sink.element
        // An appsink needs a program that reads its pictures.
        guard end.isSink, frameSink != nil || !end.isAppSink else { throw .notASink(factory: sink.element) }
        for property in sinkProperties { try end.set(property.name, parsing: property.value) }
        self.sink = end
        self.size = try Element("capsfilter")
        var elements = [source.element, try Element("videoconvert")]
        if window != nil {
            let stage = try WindowStage(size: self.size)
            elements += stage.elements
            self.stage = stage
        } else {
            elements += [try Element("videoscale"), self.size]
            stage = nil
        }
        if self.terminal == nil { elements.append(try OverlayElement(overlay).element) }
        pipeline = try Pipeline(linking: elements + [end])
        navigation = NavigationRelay(width: size.width, height: size.height)
        navigation.listen(to: source)
        pipeline.send(navigationTo: navigation)
    }

    private static func caps(of size: PixelSize, _ rate: FrameRate?) -> Caps {
        let kind = Caps.Kind.raw(.bgrx, colorimetry: nil)
        let (above, below) = (rate?.numerator ?? 0, rate?.denominator ?? 1)
        return Caps(kind, width: size.width, height: size.height, rateNumerator: above, rateDenominator: below)
    }

    /// Changes the size of the pictures. Call it between ``flush()`` and ``resume()``.
    func resize(to size: PixelSize, _ view: WindowView?) {
        guard picture.withLock({ exchange(&$0, with: size) }) != size else { return }
        source.change(to: Self.caps(of: size, rate))
        if let view { show(view) }
    }

    /// Makes the pipeline use the system's clock, which the audio also uses.
    func runBySystemClock() { pipeline.runBySystemClock() }

    /// Opens the device and configures the sink.
    /// - Parameter latest: The largest lateness, in nanoseconds, at which frames are shown, or `nil` for any.
    /// - Parameter refuses: Called on the streaming thread. Returns whether to drop the next frame.
    func open(
        latest: Int64?,
        refusing refuses: @escaping @Sendable () -> Bool,
        _ observe: @escaping @Sendable (SinkObservation) -> Void
    ) async throws(GStreamerError) {
        try await calls.run { [self] in
            Result { () throws(GStreamerError) in
                // Automatic sinks choose their real sink in this state.
                try pipeline.change(to: .ready)
                for inner in sink.innerSinks {
                    // Test sinks ignore the clock by default. QoS would make other elements drop frames without a report.
                    let properties: KeyValuePairs = ["sync": "true", "max-lateness": "\(latest ?? -1)", "qos": "false"]
                    try inner.set(properties, unlessIn: sinkProperties)
                    SinkMeter.attach(to: inner, refusing: refuses) { [terminal, weak self] in
                        self?.latestShown.withLock { $0 = .now }
                        observe(terminal?.corrected($0) ?? $0)
                    }
                }
            }
        }?.get()
    }

    /// Sets the lateness limit, and the time of the first frame after ``resume()``. Call it before that frame is pushed.
    /// - Parameter showsFirstAtOnce: A Boolean value that indicates whether the first frame is shown immediately, which is
    ///   necessary while paused.
    func setTimes(latest: Int64?, showsFirstAtOnce: Bool) {
        frameSink?.showFirst(atOnce: showsFirstAtOnce)
        terminal?.wait(latest == nil)
        setLatest(latest)
        set("show-preroll-frame", "\(showsFirstAtOnce)")
    }

    /// Sets the largest lateness, in nanoseconds, at which frames are shown, or `nil` for any.
    func setLatest(_ latest: Int64?) { set("max-lateness", "\(latest ?? -1)") }

    /// Sets a property unless the user has set it.
    private func set(_ property: String, _ value: String) {
        for inner in sink.innerSinks { try? inner.set([property: value], unlessIn: sinkProperties) }
    }

    func showOneToOne(_ isOneToOne: Bool) {
        if let terminal { return terminal.display.showOneToOne(isOneToOne) }
        let picture = picture.withLock { $0 }
        let caps =
            isOneToOne
            ? "video/x-raw,width=\(picture.width),height=\(picture.height),pixel-aspect-ratio=1/1" : "video/x-raw"
        // This cannot fail, since the caps are valid.
        try? size.set("caps", parsing: caps)
    }

    func show(_ view: WindowView) {
        // Pictures of a different size may still be in the pipeline.
        if view.picture == picture.withLock({ $0 }) { stage?.show(view) }
    }

    func change(to state: Pipeline.State) async throws(GStreamerError) {
        terminal?.display.release()
        try await calls.run { [pipeline] in
            Result { () throws(GStreamerError) in try pipeline.change(to: state) }
        }?.get()
    }

    /// Seconds to wait for a sink to close its window.
    private static let patience = 3.0

    /// Stops everything, and waits until everything has stopped or the sink hangs. Pushes that are waiting return.
    func stop() async {
        beginStopping()
        _ = await calls.run {}
    }

    /// Begins stopping. Calls that hang are abandoned.
    func beginStopping() {
        terminal?.close()
        calls.enqueue { [pipeline] in pipeline.stop() }
        calls.giveUp(after: Self.patience)
        source.giveUp(after: Self.patience)
    }

    func giveUp() {
        terminal?.close()
        calls.giveUp()
        source.giveUp()
    }

    var isBusy: Bool { calls.isBusy }

    /// Discards pending pictures. Pushing fails until ``resume()``.
    func flush() async {
        terminal?.close()
        _ = await calls.run { [source] in source.flush() }
    }

    /// Accepts pictures again, with times from 0.
    func resume() async {
        terminal?.open()
        _ = await calls.run { [source] in source.resume() }
    }

    /// Reports requests to close the window as messages.
    func watchWindow() {
        guard terminal == nil else { return }
        calls.enqueue { [pipeline, sink] in pipeline.watchWindows(of: sink.innerSinks) }
    }

    /// Makes an idle sink check whether its window still exists. A sink that receives frames makes this check itself.
    func probeWindow() async {
        let isIdle = latestShown.withLock { $0.map { $0 + .milliseconds(400) < .now } ?? true }
        guard frameSink == nil, isIdle else { return }
        _ = await calls.run { [probe, sink, pipeline] in
            let sinks = sink.innerSinks
            let isX11 = sinks.contains { ["ximagesink", "xvimagesink"].contains($0.factory) }
            if isX11, let window = pipeline.sinkWindow, probe.ask(window) { return }
            pipeline.redraw(sinks)
        }
    }

    /// The clock's nanoseconds since the first picture after ``resume()``, or `nil` while paused.
    var runningTime: Int64? { pipeline.runningTime }

    /// The serial number of the picture on the screen, or `nil` before the first.
    var shownSerial: UInt64? { sink.innerSinks.compactMap(\.shownSerial).first }

    /// The bytes of the picture on the screen, or `nil` before the first.
    var shownBytes: [UInt8]? { sink.innerSinks.compactMap(\.shownBytes).first }

    /// Pushes a picture. Returns whether the pipeline accepted it.
    func push(_ picture: Picture, presentationTime: Int64, duration: Int64, serial: UInt64) async -> Bool {
        await source.push(picture.buffer(at: presentationTime, for: duration, serial: serial))
    }

    func endStream() { source.endStreamUntilFlush() }
}
