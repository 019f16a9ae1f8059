internal import CGStreamer

package struct AppSource: Sendable {
    package let element: Element

    /// The maximum number of bytes in a queue: 128 MiB.
    package static let longestQueue = 128 << 20

    private let calls = CallQueue(label: "flipbook.appsrc")

    /// Creates a source of frames with the given caps. Each frame has its own time.
    /// - Parameter queueLength: The maximum number of waiting frames. Fewer frames wait if more would exceed ``longestQueue``.
    package init(caps: Caps, queueLength: Int) throws(GStreamerError) {
        element = try Element("appsrc", ["format": "time", "block": "true"])
        try element.set("max-bytes", to: Self.longestQueue)
        try element.set("max-buffers", to: queueLength)
        change(to: caps)
    }

    package func change(to caps: Caps) { caps.withPointer { gst_app_src_set_caps(reference, $0) } }

    private var reference: UnsafeMutablePointer<GstAppSrc> { element.reference.cast(to: GstAppSrc.self) }

    /// Pushes a frame, waiting until the queue has room. Returns `false` if the pipeline has been stopped or abandoned, or has
    /// failed.
    package func push(_ buffer: consuming Buffer) async -> Bool {
        // This is safe, since each owner releases the buffer before the next one gets it.
        nonisolated(unsafe) let frame = buffer.release()
        return await calls.run { gst_app_src_push_buffer(self.reference, frame) == GST_FLOW_OK } ?? false
    }

    package func giveUp() { calls.giveUp() }

    package func giveUp(after seconds: Double) { calls.giveUp(after: seconds) }

    /// Discards all frames in flight. Pushing fails until ``resume()``.
    package func flush() { gst_element_send_event(element.pointer, gst_event_new_flush_start()) }

    /// Accepts frames again after ``flush()``. Times start again at 0.
    package func resume() { gst_element_send_event(element.pointer, gst_event_new_flush_stop(1)) }

    /// Ends the stream until the next ``flush()``. After ``endStream()``, in contrast, the element never accepts frames again.
    /// The event waits behind the queued frames and affects only the elements downstream.
    package func endStreamUntilFlush() { gst_element_send_event(element.pointer, gst_event_new_eos()) }

    package func endStream() async { _ = await calls.run { gst_app_src_end_of_stream(self.reference) } }

    /// Creates a source for packets that come from files and keep their own times.
    /// - Parameters:
    ///   - format: The packets' ``MediaPacket/format``.
    ///   - colorimetry: The colorimetry to use if the demuxer does not report one.
    ///   - rate: The frame rate as a fraction, or 0 if each frame has its own duration.
    package init(packetsOf format: String, colorimetry: String, rate: (numerator: Int32, denominator: Int32))
        throws(GStreamerError)
    {
        // The demuxers and muxers of FFV1 use different names.
        let version = format.hasPrefix("video/x-ffv,") ? ",ffversion=(int)1" : ""
        let colors = format.contains("colorimetry=") ? "" : ",colorimetry=\(colorimetry)"
        let caps = Caps("\(format),framerate=(fraction)\(rate.numerator)/\(rate.denominator)\(version)\(colors)")
        try self.init(caps: caps, queueLength: 8)
        try element.set("handle-segment-change", parsing: "true")
    }

    package func send(encoderName name: String) {
        guard let list = tagList([("encoder", name)]) else { return }
        gst_element_send_event(element.pointer, gst_event_new_tag(list))
    }
}
