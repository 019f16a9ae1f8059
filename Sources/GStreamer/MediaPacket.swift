internal import CGStreamer

/// A frame or packet that left a pipeline, perhaps on its way to another pipeline. Its bytes are not copied. `@unchecked
/// Sendable` is safe, since the sample never changes, and its reference count is atomic.
package final class MediaPacket: @unchecked Sendable {
    let sample: OpaquePointer

    init(adopting sample: OpaquePointer) { self.sample = sample }

    deinit { gst_sample_unref(sample) }

    /// The presentation and decoding times in nanoseconds since the file's first picture, or `nil` if the file has no times. A
    /// decoding time may be negative.
    package typealias Times = (presentation: Int64?, decoding: Int64?)
    /// A packet's times in the file to which it is copied.
    package typealias Stamp = (presentation: Int64, decoding: Int64?, duration: Int64)
    package typealias Stamper = @Sendable (Times) -> Stamp?

    /// The packet's caps in GStreamer's notation, with everything that a decoder needs in advance. The rate is omitted, since
    /// demuxers guess it from the times.
    package var format: String {
        guard let caps, let copy = gst_caps_copy(caps) else { return "" }
        defer { gst_caps_unref(copy) }
        if let structure = copy.structure { gst_structure_remove_field(structure, "framerate") }
        guard let text = gst_caps_to_string(copy) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Returns the packet without its first bytes.
    /// - Parameter length: A closure that returns the number of bytes to drop, given the packet's bytes.
    package func dropping(_ length: (UnsafeRawBufferPointer) -> Int) -> MediaPacket {
        guard let buffer, let count = buffer.withBytes(length) else { return self }
        let size = gst_buffer_get_size(buffer)
        let everything =
            GST_BUFFER_COPY_FLAGS.rawValue | GST_BUFFER_COPY_TIMESTAMPS.rawValue | GST_BUFFER_COPY_META.rawValue
            | GST_BUFFER_COPY_MEMORY.rawValue
        guard count > 0, count < size,
            let rest = gst_buffer_copy_region(buffer, .init(everything), gsize(count), size - gsize(count))
        else { return self }
        defer { gst_buffer_unref(rest) }
        // GStreamer clears the times of a region that does not begin at the buffer's start.
        (rest.pointee.pts, rest.pointee.dts) = (buffer.pointee.pts, buffer.pointee.dts)
        let part = gst_sample_new(rest, caps, gst_sample_get_segment(sample), nil)
        return part.map { MediaPacket(adopting: $0) } ?? self
    }

    fileprivate var times: Times {
        guard let buffer, let shown = shownTime else { return (nil, nil) }
        return (shown, known(buffer.pointee.dts).map { shown - (Int64(clamping: buffer.pointee.pts) - $0) })
    }

    /// Returns a sample with the same bytes at different times. The stream starts a thousand hours late, so that decoding times
    /// stay positive.
    fileprivate func stamped(_ stamp: Stamp, caps: UnsafeMutablePointer<GstCaps>) -> OpaquePointer? {
        guard let buffer, let copy = gst_buffer_copy(buffer) else { return nil }
        defer { gst_buffer_unref(copy) }
        let start: Int64 = 3_600_000 * 1_000_000_000
        copy.pointee.pts = GstClockTime(clamping: start + stamp.presentation)
        copy.pointee.dts = stamp.decoding.map { GstClockTime(clamping: start + $0) } ?? .max
        copy.pointee.duration = GstClockTime(clamping: stamp.duration)
        (copy.pointee.offset, copy.pointee.offset_end) = (.max, .max)
        var segment = GstSegment()
        gst_segment_init(&segment, GST_FORMAT_TIME)
        (segment.start, segment.time) = (guint64(start), 0)
        return gst_sample_new(copy, caps, &segment, nil)
    }
}

extension AppSink {
    /// Forwards packets until the stream ends, at the times that `stamp` returns. The task waits only once, since a film has
    /// many packets, and switching threads takes longer than forwarding a packet.
    /// - Parameter stamp: Called for each packet, in order, on a different thread. Returns `nil` to stop.
    /// - Returns: The number of forwarded packets, and a flag that is `true` if the source rejected a packet.
    package func forward(
        from first: MediaPacket,
        to source: AppSource,
        stamp: @escaping MediaPacket.Stamper
    ) async -> (count: Int, isRefused: Bool) {
        await calls { sink in
            var count = 0
            var next: MediaPacket? = first
            let target = source.element.reference.cast(to: GstAppSrc.self)
            guard let caps = gst_app_src_get_caps(target) else { return (0, true) }
            defer { gst_caps_unref(caps) }
            while let packet = next {
                guard let times = stamp(packet.times), let sample = packet.stamped(times, caps: caps) else { break }
                defer { gst_sample_unref(sample) }
                guard gst_app_src_push_sample(target, sample) == GST_FLOW_OK else { return (count, true) }
                count += 1
                next = Self.pull(sink)
            }
            return (count, false)
        } ?? (0, true)
    }

    package var encoderName: String? { text(ofTag: "encoder") }

    /// Returns the text of a tag, or `nil` if it is missing. Available after the first packet.
    func text(ofTag name: String) -> String? {
        guard let pad = gst_element_get_static_pad(element.pointer, "sink") else { return nil }
        defer { gst_object_unref(pad) }
        var index: guint = 0
        while let event = gst_pad_get_sticky_event(pad, GST_EVENT_TAG, index) {
            defer { gst_event_unref(event) }
            var list: UnsafeMutablePointer<GstTagList>?
            gst_event_parse_tag(event, &list)
            var text: UnsafeMutablePointer<gchar>?
            if let list, gst_tag_list_get_string(list, name, &text) != 0, let text {
                defer { g_free(text) }
                return String(cString: text)
            }
            index += 1
        }
        return nil
    }

    static func pull(_ sink: Element) -> MediaPacket? {
        gst_app_sink_pull_sample(sink.reference.cast(to: GstAppSink.self)).map { MediaPacket(adopting: $0) }
    }
}

extension AppSource {
    /// Creates a source for packets that come from files and keep their own times.
    /// - Parameters:
    ///   - format: The packets' ``MediaPacket/format``.
    ///   - colorimetry: The colorimetry to use if the demuxer does not report one.
    ///   - rate: The frame rate as a fraction, or 0 if each frame has its own duration.
    package init(
        packetsOf format: String,
        colorimetry: String,
        rate: (numerator: Int32, denominator: Int32)
    ) throws(GStreamerError) {
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

func tagList(_ tags: [(name: String, text: String)]) -> UnsafeMutablePointer<GstTagList>? {
    guard let list = gst_tag_list_new_empty() else { return nil }
    for (name, text) in tags {
        var value = GValue()
        g_value_init(&value, GType(G_TYPE_STRING_FUNDAMENTAL))
        g_value_set_string(&value, text)
        gst_tag_list_add_value(list, GST_TAG_MERGE_REPLACE, name, &value)
        g_value_unset(&value)
    }
    return list
}
