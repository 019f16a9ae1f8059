internal import CGStreamer

/// An `appsink` element: the end of a pipeline whose output Swift reads.
package struct AppSink: Sendable {
    package let element: Element
    private let queue = CallQueue(label: "flipbook.appsink")

    package init() throws(GStreamerError) {
        // A packet may take megabytes, so the queue is short. A short queue suffices, since the reader keeps up.
        element = try Element("appsink", ["sync": "false", "max-buffers": "4"])
    }

    /// Waits for the next frame or packet. Returns `nil` at the end of the stream, or if the pipeline has been stopped.
    package func next() async -> MediaPacket? { await calls { Self.pull($0) } }

    func calls<Value: Sendable>(_ body: @escaping @Sendable (Element) -> Value?) async -> Value? {
        await queue.run { body(self.element) } ?? nil
    }

    package struct Samples: Sendable {
        package let bytes: [UInt8]
        package let channels: Int
        /// The presentation time of the first sample, in nanoseconds from the start of the file, or `nil` if unknown.
        package let time: Int64?

        package init(bytes: [UInt8], channels: Int, time: Int64? = nil) {
            (self.bytes, self.channels, self.time) = (bytes, channels, time)
        }

        package var count: Int { bytes.count / (4 * channels) }
    }

    package struct Picture: Sendable {
        package let bytes: [UInt8]
        package typealias Planes = [(offset: Int, bytesPerRow: Int)]
        package let planes: Planes
    }

    /// Forwards packets until the stream ends, at the times that `stamp` returns. The task waits only once, since a video has
    /// many packets, and switching threads takes longer than forwarding a packet.
    /// - Parameter stamp: Called for each packet, in order, on a different thread. Returns `nil` to stop.
    /// - Returns: The number of forwarded packets, and a flag that is `true` if the source rejected a packet.
    package func forward(from first: MediaPacket, to source: AppSource, stamp: @escaping MediaPacket.Stamper) async
        -> (count: Int, isRefused: Bool)
    {
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

extension MediaPacket {
    /// The decoded samples, or `nil` if the packet has none.
    package var samples: AppSink.Samples? {
        guard let channels = caps?.number("channels"), channels > 0, let bytes, !bytes.isEmpty else { return nil }
        return AppSink.Samples(bytes: bytes, channels: channels, time: runningTime)
    }

    /// The uncompressed picture, or `nil` if the packet is not one.
    package var picture: AppSink.Picture? {
        var info = GstVideoInfo()
        guard let buffer, let caps, gst_video_info_from_caps(&info, caps) != 0, let bytes else { return nil }
        var (offsets, strides, count) = (info.offset, info.stride, Int(info.finfo.pointee.n_planes))
        if let meta = gst_buffer_get_video_meta(buffer) {
            (offsets, strides, count) = (meta.pointee.offset, meta.pointee.stride, Int(meta.pointee.n_planes))
        }
        let planes = [
            (Int(offsets.0), Int(strides.0)), (Int(offsets.1), Int(strides.1)),
            (Int(offsets.2), Int(strides.2)), (Int(offsets.3), Int(strides.3)),
        ]
        return AppSink.Picture(bytes: bytes, planes: planes.prefix(count).map { (offset: $0.0, bytesPerRow: $0.1) })
    }
}
