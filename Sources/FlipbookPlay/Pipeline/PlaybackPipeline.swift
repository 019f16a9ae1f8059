import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookWindow
import GStreamer
import Synchronization

/// The GStreamer pipeline of a player: `appsrc ! videoconvert ! videoscale ! capsfilter ! overlaycomposition ! sink`, and in a
/// window of our own `appsrc ! videoconvert ! videocrop ! videoscale ! capsfilter ! videobox ! capsfilter ! overlaycomposition !
/// appsink`, whose frames are as large as the window: what lies over them has all of it. The sink keeps the time; the window
/// shows what it is handed.
///
/// Times count on through every cycle, so that the seam of a loop is a frame like
/// any other and no seek is needed.
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
    /// The sink, where what shows the frames is no element: a terminal, or a window of our own that takes frames.
    private let frameSink: FrameSink?

    /// The calls that may wait for the window system, one after the other.
    private let calls = CallQueue(label: "flipbook.pipeline")
    /// When the sink was done with a frame last, as the thread that streams says.
    private let latestShown = Mutex<ContinuousClock.Instant?>(nil)
    private let probe = WindowProbe()

    let sinkName: String

    /// A Boolean value that indicates whether the sink shows its pictures on a desktop.
    var opensWindow: Bool {
        stage != nil
            || [
                "autovideosink", "ximagesink", "xvimagesink", "glimagesink", "glimagesinkelement", "waylandsink",
                "gtksink", "gtkglsink", "gtkwaylandsink", "gtk4paintablesink", "vulkansink", "vaapisink",
            ].contains(sinkName)
    }

    var messages: AsyncStream<BusMessage> { pipeline.messages }

    /// The viewers' input in the window, in pixels of the pictures. Can be asked for once.
    let navigation: NavigationRelay

    /// A pipeline that shows pictures of `size` in `sink`; a `rate` of `nil` is a variable one.
    /// - Parameter overlay: The boxes over the picture with a serial number, in a window of a size; a terminal has letters of its
    ///   own.
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
            } else {
                nil
            }
        let end = if let frameSink { frameSink.element } else { try Element(sink.element) }
        sinkName = frameSink?.element.factory ?? sink.element
        // One for programs waits for one to take its pictures.
        guard end.isSink, frameSink != nil || !end.isAppSink else {
            throw .notASink(factory: sink.element)
        }
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
        Caps(
            .raw(.bgrx, colorimetry: nil),
            width: size.width,
            height: size.height,
            rateNumerator: rate?.numerator ?? 0,
            rateDenominator: rate?.denominator ?? 1
        )
    }

    /// Takes pictures of another size from now on. Call it between ``flush()`` and ``resume()``.
    func resize(to size: PixelSize, _ view: WindowView?) {
        let isOther = picture.withLock { picture in
            defer { picture = size }
            return picture != size
        }
        guard isOther else { return }
        source.change(to: Self.caps(of: size, rate))
        if let view { show(view) }
    }

    /// Keeps the time of the system's clock, as the sound beside it does.
    func runBySystemClock() { pipeline.runBySystemClock() }

    /// Opens the device and prepares the sink in it, before the first frame.
    /// - Parameters:
    ///   - latest: The nanoseconds that a frame may be late and still be shown, or `nil` for however late.
    ///   - refuses: Whether the frame that comes is thrown away before the sink gets it, called on the thread that streams.
    func open(
        latest: Int64?,
        refusing refuses: @escaping @Sendable () -> Bool,
        _ observe: @escaping @Sendable (SinkObservation) -> Void
    ) async throws(GStreamerError) {
        try await calls.run { [self] in
            Result { () throws(GStreamerError) in
                // A sink that picks another one has done so then.
                try pipeline.change(to: .ready)
                for inner in sink.innerSinks {
                    // Test sinks take frames as they come unless they are set to keep the time. Elements before the sink would
                    // drop frames by themselves, uncounted. What the user says about the sink counts.
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

    /// Sets how late frames may come, and when the first one is shown that is pushed after ``resume()``. Call it before that one
    /// is pushed.
    /// - Parameters:
    ///   - latest: The nanoseconds that a frame may be late and still be shown, or `nil` for however late.
    ///   - showsFirstAtOnce: Whether that first frame is shown as soon as the sink has it, as a clock that stands needs it, and a
    ///     screen with nothing of this run on it. Otherwise it is shown at its time like all others, and until then the
    ///     screen keeps what it has.
    func setTimes(latest: Int64?, showsFirstAtOnce: Bool) {
        frameSink?.showFirst(atOnce: showsFirstAtOnce)
        terminal?.wait(latest == nil)
        setLatest(latest)
        set("show-preroll-frame", "\(showsFirstAtOnce)")
    }

    /// Sets how late in nanoseconds frames may come from now on and still be shown, or `nil` for however late.
    func setLatest(_ latest: Int64?) { set("max-lateness", "\(latest ?? -1)") }

    /// Sets what the user did not.
    private func set(_ property: String, _ value: String) {
        for inner in sink.innerSinks { try? inner.set([property: value], unlessIn: sinkProperties) }
    }

    /// Shows pictures pixel by pixel, in any size of the window, or as large as it has room for.
    func showOneToOne(_ isOneToOne: Bool) {
        if let terminal { return terminal.display.showOneToOne(isOneToOne) }
        let picture = picture.withLock { $0 }
        let caps =
            isOneToOne
            ? "video/x-raw,width=\(picture.width),height=\(picture.height),pixel-aspect-ratio=1/1" : "video/x-raw"
        // These caps are always valid.
        try? size.set("caps", parsing: caps)
    }

    /// Shows a part of the pictures in a window of our own, from the next picture on.
    func show(_ view: WindowView) {
        // Pictures on their way may have another size.
        if view.picture == picture.withLock({ $0 }) { stage?.show(view) }
    }

    func change(to state: Pipeline.State) async throws(GStreamerError) {
        terminal?.display.release()
        try await calls.run { [pipeline] in
            Result { () throws(GStreamerError) in try pipeline.change(to: state) }
        }?.get()
    }

    /// Seconds that a sink may take to close its window. One that hangs is left to itself.
    private static let patience = 3.0

    /// Stops everything, and waits until it has, or until no task waits any more; a task that waits to push gets an answer.
    func stop() async {
        beginStopping()
        _ = await calls.run {}
    }

    /// Has everything stop, without waiting for it. What takes longer than it should is not waited for any more.
    func beginStopping() {
        terminal?.close()
        calls.enqueue { [pipeline] in pipeline.stop() }
        calls.giveUp(after: Self.patience)
        source.giveUp(after: Self.patience)
    }

    /// Lets no task wait any more for a sink that will not answer.
    func giveUp() {
        terminal?.close()
        calls.giveUp()
        source.giveUp()
    }

    var isBusy: Bool { calls.isBusy }

    /// Throws away what is on its way; pushing is refused until ``resume()``.
    func flush() async {
        terminal?.close()
        _ = await calls.run { [source] in source.flush() }
    }

    /// Takes pictures again, with times that count from 0.
    func resume() async {
        terminal?.open()
        _ = await calls.run { [source] in source.resume() }
    }

    /// Has the messages tell when a window is asked to close, once there is one.
    func watchWindow() {
        guard terminal == nil else { return }
        calls.enqueue { [pipeline, sink] in pipeline.watchWindows(of: sink.innerSinks) }
    }

    /// Has a sink that shows nothing new for a while find out whether its window is still there, and waits until it has.
    ///
    /// One that gets frames finds out by itself.
    func probeWindow() async {
        // Nothing was shown for a while.
        let isIdle = latestShown.withLock { $0.map { $0 + .milliseconds(400) < .now } ?? true }
        guard frameSink == nil, isIdle else { return }
        _ = await calls.run { [probe, sink, pipeline] in
            let sinks = sink.innerSinks
            let isX11 = sinks.contains { ["ximagesink", "xvimagesink"].contains($0.factory) }
            if isX11, let window = pipeline.sinkWindow, probe.ask(window) { return }
            pipeline.redraw(sinks)
        }
    }

    /// The nanoseconds of the clock since the first picture after the last ``resume()``, or `nil` while it stands.
    var runningTime: Int64? { pipeline.runningTime }

    /// The serial number of the picture that the sink shows, or `nil` before the first.
    var shownSerial: UInt64? { sink.innerSinks.compactMap(\.shownSerial).first }

    /// The bytes of the picture that the sink shows, as it got them, or `nil` before the first.
    var shownBytes: [UInt8]? { sink.innerSinks.compactMap(\.shownBytes).first }

    /// Pushes a picture. Returns whether the pipeline took it.
    func push(_ picture: Picture, presentationTime: Int64, duration: Int64, serial: UInt64) async -> Bool {
        await source.push(picture.buffer(at: presentationTime, for: duration, serial: serial))
    }

    /// Says that no picture follows until the next ``flush()``.
    func endStream() {
        source.endStreamUntilFlush()
    }
}
