internal import CGStreamer

/// The element `appsrc`: where frames made in Swift enter a pipeline.
package struct AppSource: Sendable {
    /// The element, to be added to a pipeline and linked.
    package let element: Element

    /// Pushing waits for room.
    private let calls = CallQueue(label: "flipbook.appsrc")

    /// A source of frames described by `caps`, each with its own time.
    /// - Parameter queueLength: How many frames may wait for the next element.
    package init(caps: Caps, queueLength: Int) throws(GStreamerError) {
        element = try Element("appsrc")
        try element.set("format", parsing: "time")
        try element.set("block", parsing: "true")
        try element.set("max-bytes", to: 0)
        try element.set("max-buffers", to: queueLength)
        let pointer = reference
        caps.withPointer { gst_app_src_set_caps(pointer, $0) }
    }

    private var reference: UnsafeMutablePointer<GstAppSrc> { element.reference.cast(to: GstAppSrc.self) }

    /// Hands a frame on, waiting until there is room for it.
    ///
    /// Returns whether the pipeline took it; it does not once it is stopped or has failed, or was given up.
    package func push(_ buffer: consuming Buffer) async -> Bool {
        let frame = Handover(buffer.release())
        return await calls.run { gst_app_src_push_buffer(self.reference, frame.pointer) == GST_FLOW_OK } ?? false
    }

    /// Has nobody wait any more for the pipeline to take a frame.
    package func giveUp() { calls.giveUp() }

    /// The same after some seconds.
    package func giveUp(after seconds: Double) { calls.giveUp(after: seconds) }

    /// What viewers do with keys, mouse and fingers in the sink's window, in pixels of our frames.
    ///
    /// The events come up the pipeline, and elements that scale pictures on the way down scale places
    /// on the way up. A sink's own messages tell places in its window instead. Can be asked for once.
    package func navigationEvents() -> AsyncStream<NavigationEvent> {
        let (stream, continuation) = AsyncStream<NavigationEvent>.makeStream(bufferingPolicy: .bufferingNewest(256))
        guard let pad = gst_element_get_static_pad(element.pointer, "src") else {
            continuation.finish()
            return stream
        }
        defer { gst_object_unref(pad) }
        gst_pad_add_probe(
            pad,
            GST_PAD_PROBE_TYPE_EVENT_UPSTREAM,
            yieldNavigation,
            Unmanaged.passRetained(NavigationMailbox(continuation)).toOpaque(),
            { Unmanaged<NavigationMailbox>.fromOpaque($0!).release() }
        )
        return stream
    }

    /// Throws away every frame that is on its way; pushing is refused until ``resume()``.
    package func flush() {
        gst_element_send_event(element.pointer, gst_event_new_flush_start())
    }

    /// Takes frames again after ``flush()``, with times that count from 0 anew.
    package func resume() {
        gst_element_send_event(element.pointer, gst_event_new_flush_stop(1))
    }

    /// Says that no frame follows until a ``flush()``.
    ///
    /// After ``endStream()`` the element takes nothing more, flushed or not; an event in the queue, behind the frames, ends
    /// only what lies behind the element.
    package func endStreamUntilFlush() {
        gst_element_send_event(element.pointer, gst_event_new_eos())
    }

    /// Says that no frame follows.
    package func endStream() async {
        _ = await calls.run { gst_app_src_end_of_stream(self.reference) }
    }
}

/// A buffer on its way to the pushing thread: one owner gives it up, the next takes it.
private struct Handover: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<GstBuffer>

    init(_ pointer: UnsafeMutablePointer<GstBuffer>) {
        self.pointer = pointer
    }
}

/// What the probe in C holds on to. The stream ends when the pad is freed with its element.
private final class NavigationMailbox: Sendable {
    let continuation: AsyncStream<NavigationEvent>.Continuation

    init(_ continuation: AsyncStream<NavigationEvent>.Continuation) {
        self.continuation = continuation
    }

    deinit {
        continuation.finish()
    }
}

private let yieldNavigation: GstPadProbeCallback = { _, info, context in
    guard let info, let context, let event = gst_pad_probe_info_get_event(info) else { return GST_PAD_PROBE_OK }
    if let ours = NavigationEvent(event: event) {
        Unmanaged<NavigationMailbox>.fromOpaque(context).takeUnretainedValue().continuation.yield(ours)
    }
    return GST_PAD_PROBE_OK
}
