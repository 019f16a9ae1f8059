internal import CGStreamer
internal import Dispatch
internal import Synchronization

/// The element `appsink`: where frames leave a pipeline to be looked at.
package struct AppSink: Sendable {
    /// One frame or packet that came out.
    package struct Sample: Hashable, Sendable {
        /// Nanoseconds since the start; `nil` where the stream does not say.
        package let presentationTime: Int64?
        /// Nanoseconds; `nil` where the stream does not say.
        package let duration: Int64?
        /// Bytes.
        package let byteCount: Int
    }

    /// What kind of stream came out.
    package struct Stream: Hashable, Sendable {
        /// The media type, such as `video/x-h264`.
        package let mediaType: String
        /// Columns, where the stream says.
        package let width: Int?
        /// Rows, where the stream says.
        package let height: Int?
    }

    /// The element, to be added to a pipeline and linked.
    package let element: Element
    private let queue = DispatchQueue(label: "flipbook.appsink")
    private let order = Order()

    /// A sink that hands over every frame as fast as it comes.
    package init() throws(GStreamerError) {
        element = try Element("appsink")
        try element.set("sync", parsing: "false")
        // Packets may be megabytes; their reader is not far behind.
        try element.set("max-buffers", to: 4)
    }

    /// Waits for the next frame; `nil` at the end of the stream and when the pipeline was stopped.
    package func next() async -> (sample: Sample, stream: Stream)? { await calls { _ in self.pull() } }

    /// Has a thread of the sink's own wait for something.
    func calls<Value: Sendable>(_ body: @escaping @Sendable (Element) -> Value) async -> Value {
        let value = await withCheckedContinuation { continuation in
            queue.async {
                let value = body(self.element)
                order.pass()
                continuation.resume(returning: value)
            }
        }
        order.pass()
        return value
    }

    /// Puts what the sink's thread did before what the waiting task does. The continuation does so already, which the thread
    /// sanitizer does not know; it knows locks.
    private final class Order: Sendable {
        private let lock = Mutex(())

        func pass() { lock.withLock { _ in } }
    }

    /// Compressed bytes that came out.
    package struct Packet: Sendable {
        /// The bytes.
        package let bytes: [UInt8]
        /// Whether a decoder can begin with it.
        package let isKey: Bool
        /// Whether it belongs before all pictures or samples.
        package let isHeader: Bool
        /// Nanoseconds since the start; `nil` where the stream does not say.
        package let presentationTime: Int64?
    }

    /// Waits for the next packet with its bytes; `nil` at the end of the stream and when the pipeline was stopped.
    package func nextPacket() async -> Packet? { await calls { _ in self.pullPacket() } }

    /// Samples of sound that came out: floating-point numbers of 32 bits, the channels in turn.
    package struct Samples: Sendable {
        /// The bytes.
        package let bytes: [UInt8]
        /// The channels.
        package let channels: Int
        /// When the first of them is heard, in nanoseconds since the file's streams begin; `nil` where the stream does not say.
        package let time: Int64?

        /// Samples that begin at a time.
        package init(bytes: [UInt8], channels: Int, time: Int64? = nil) {
            (self.bytes, self.channels, self.time) = (bytes, channels, time)
        }

        /// How many of a channel.
        package var count: Int { bytes.count / (4 * channels) }
    }

    /// Waits for the next samples of sound; `nil` at the end of the stream and when the pipeline was stopped.
    package func nextSamples() async -> Samples? { await calls { _ in self.pullSamples() } }

    private func pullSamples() -> Samples? {
        guard let sample = gst_app_sink_pull_sample(element.reference.cast(to: GstAppSink.self)) else { return nil }
        defer { gst_sample_unref(sample) }
        guard let buffer = gst_sample_get_buffer(sample), let caps = gst_sample_get_caps(sample),
            let structure = gst_caps_get_structure(caps, 0)
        else { return nil }
        var channels: gint = 0
        var map = GstMapInfo()
        guard gst_structure_get_int(structure, "channels", &channels) != 0, channels > 0,
            gst_buffer_map(buffer, &map, GST_MAP_READ) != 0
        else { return nil }
        defer { gst_buffer_unmap(buffer, &map) }
        // The stream's own times may begin anywhere, as those of a broadcast do.
        let time = gst_sample_get_segment(sample).map {
            gst_segment_to_running_time($0, GST_FORMAT_TIME, buffer.pointee.pts)
        }
        return Samples(
            bytes: Array(UnsafeBufferPointer(start: map.data, count: Int(map.size))),
            channels: Int(channels),
            time: time.flatMap(Self.known)
        )
    }

    /// An uncompressed picture that came out.
    package struct Picture: Sendable {
        /// The bytes.
        package let bytes: [UInt8]
        /// For each plane its first byte and its bytes per row.
        package let planes: [(offset: Int, bytesPerRow: Int)]
    }

    /// Waits for the next uncompressed picture; `nil` at the end of the stream and when the pipeline was stopped.
    package func nextPicture() async -> Picture? { await calls { _ in self.pullPicture() } }

    private func pullPicture() -> Picture? {
        guard let sample = gst_app_sink_pull_sample(element.reference.cast(to: GstAppSink.self)) else { return nil }
        defer { gst_sample_unref(sample) }
        guard let buffer = gst_sample_get_buffer(sample), let caps = gst_sample_get_caps(sample) else { return nil }
        var info = GstVideoInfo()
        guard gst_video_info_from_caps(&info, caps) != 0 else { return nil }
        var (offsets, strides, count) = (info.offset, info.stride, Int(info.finfo.pointee.n_planes))
        if let meta = gst_buffer_get_video_meta(buffer) {
            (offsets, strides, count) = (meta.pointee.offset, meta.pointee.stride, Int(meta.pointee.n_planes))
        }
        var map = GstMapInfo()
        guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return nil }
        defer { gst_buffer_unmap(buffer, &map) }
        let planes = [
            (Int(offsets.0), Int(strides.0)), (Int(offsets.1), Int(strides.1)), (Int(offsets.2), Int(strides.2)),
            (Int(offsets.3), Int(strides.3)),
        ]
        return Picture(
            bytes: Array(UnsafeBufferPointer(start: map.data, count: Int(map.size))),
            planes: planes.prefix(count).map { (offset: $0.0, bytesPerRow: $0.1) }
        )
    }

    private func pullPacket() -> Packet? {
        guard let sample = gst_app_sink_pull_sample(element.reference.cast(to: GstAppSink.self)) else { return nil }
        defer { gst_sample_unref(sample) }
        guard let buffer = gst_sample_get_buffer(sample) else { return nil }
        var map = GstMapInfo()
        guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return nil }
        defer { gst_buffer_unmap(buffer, &map) }
        return Packet(
            bytes: Array(UnsafeBufferPointer(start: map.data, count: Int(map.size))),
            isKey: buffer.pointee.mini_object.flags & GST_BUFFER_FLAG_DELTA_UNIT.rawValue == 0,
            isHeader: buffer.pointee.mini_object.flags & GST_BUFFER_FLAG_HEADER.rawValue != 0,
            presentationTime: Self.known(buffer.pointee.pts)
        )
    }

    private func pull() -> (sample: Sample, stream: Stream)? {
        guard let sample = gst_app_sink_pull_sample(element.reference.cast(to: GstAppSink.self)) else { return nil }
        defer { gst_sample_unref(sample) }
        guard let buffer = gst_sample_get_buffer(sample) else { return nil }
        var time = buffer.pointee.pts
        // A container may shift its times by an edit list; the time that players show is the stream's.
        if time != noTime, let segment = gst_sample_get_segment(sample) {
            time = gst_segment_to_stream_time(segment, GST_FORMAT_TIME, time)
        }
        return (
            Sample(
                presentationTime: Self.known(time),
                duration: Self.known(buffer.pointee.duration),
                byteCount: Int(gst_buffer_get_size(buffer))
            ),
            Self.stream(of: gst_sample_get_caps(sample))
        )
    }

    private static func known(_ time: GstClockTime) -> Int64? {
        time == noTime ? nil : Int64(clamping: time)
    }

    private static func stream(of caps: UnsafeMutablePointer<GstCaps>?) -> Stream {
        guard let caps, let structure = gst_caps_get_structure(caps, 0), let name = gst_structure_get_name(structure)
        else { return Stream(mediaType: "unknown", width: nil, height: nil) }
        var width: gint = 0
        var height: gint = 0
        let hasSize =
            gst_structure_get_int(structure, "width", &width) != 0
            && gst_structure_get_int(structure, "height", &height) != 0
        return Stream(
            mediaType: String(cString: name),
            width: hasSize ? Int(width) : nil,
            height: hasSize ? Int(height) : nil
        )
    }
}

/// GST_CLOCK_TIME_NONE, whose macro does not compile in Swift.
private let noTime = GstClockTime.max
