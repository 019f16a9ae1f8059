internal import CGStreamer

/// The element `appsrc`: where frames made in Swift enter a pipeline.
package struct AppSource: Sendable {
    package let element: Element

    /// The bytes of waiting frames at which a queue of any length takes no further one: 128 MiB.
    package static let longestQueue = 128 << 20

    private let calls = CallQueue(label: "flipbook.appsrc")

    /// A source of frames described by `caps`, each with its own time.
    /// - Parameter queueLength: How many frames may wait for the next element. One that takes ``longestQueue`` waits alone.
    package init(caps: Caps, queueLength: Int) throws(GStreamerError) {
        element = try Element("appsrc")
        try element.set("format", parsing: "time")
        try element.set("block", parsing: "true")
        try element.set("max-bytes", to: Self.longestQueue)
        try element.set("max-buffers", to: queueLength)
        change(to: caps)
    }

    /// Describes the frames that are pushed from now on.
    package func change(to caps: Caps) { caps.withPointer { gst_app_src_set_caps(reference, $0) } }

    private var reference: UnsafeMutablePointer<GstAppSrc> { element.reference.cast(to: GstAppSrc.self) }

    /// Hands a frame on, waiting until there is room for it. Returns whether the pipeline took it; it does not once it is
    /// stopped or has failed, or was given up.
    package func push(_ buffer: consuming Buffer) async -> Bool {
        // The one reason for the escape from checking: one owner gives the buffer up before the next one has it.
        nonisolated(unsafe) let frame = buffer.release()
        return await calls.run { gst_app_src_push_buffer(self.reference, frame) == GST_FLOW_OK } ?? false
    }

    /// Lets no task wait any more for the pipeline to take a frame.
    package func giveUp() { calls.giveUp() }

    package func giveUp(after seconds: Double) { calls.giveUp(after: seconds) }

    /// Throws away every frame that is on its way; pushing is refused until ``resume()``.
    package func flush() { gst_element_send_event(element.pointer, gst_event_new_flush_start()) }

    /// Takes frames again after ``flush()``, with times that count from 0.
    package func resume() { gst_element_send_event(element.pointer, gst_event_new_flush_stop(1)) }

    /// Says that no frame follows until a ``flush()``. After ``endStream()`` the element takes nothing more, flushed or
    /// not; an event in the queue, behind the frames, ends only what lies behind the element.
    package func endStreamUntilFlush() { gst_element_send_event(element.pointer, gst_event_new_eos()) }

    package func endStream() async { _ = await calls.run { gst_app_src_end_of_stream(self.reference) } }
}
