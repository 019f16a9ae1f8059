internal import CGStreamer

/// The element `appsink`: where frames leave a pipeline to be looked at.
package struct AppSink: Sendable {
    package let element: Element
    private let queue = CallQueue(label: "flipbook.appsink")

    /// A sink that hands over every frame as fast as it comes.
    package init() throws(GStreamerError) {
        element = try Element("appsink")
        try element.set("sync", parsing: "false")
        // Packets may be megabytes; their reader is not far behind.
        try element.set("max-buffers", to: 4)
    }

    /// Waits for the next frame or packet, or `nil` at the end of the stream and when the pipeline was stopped.
    package func next() async -> MediaPacket? { await calls { Self.pull($0) } }

    /// Has a thread of the sink's own wait for something.
    func calls<Value: Sendable>(_ body: @escaping @Sendable (Element) -> Value?) async -> Value? {
        await queue.run { body(self.element) } ?? nil
    }

    /// Samples of sound that came out: floating-point numbers of 32 bits, the channels in turn.
    package struct Samples: Sendable {
        package let bytes: [UInt8]
        package let channels: Int
        /// When the first of them is heard, in nanoseconds since the file's streams begin, or `nil` if the stream does not say.
        package let time: Int64?

        package init(bytes: [UInt8], channels: Int, time: Int64? = nil) {
            (self.bytes, self.channels, self.time) = (bytes, channels, time)
        }

        package var count: Int { bytes.count / (4 * channels) }
    }

    /// Waits for the next samples of sound, or `nil` at the end of the stream and when the pipeline was stopped.
    package func nextSamples() async -> Samples? {
        await calls { sink in
            guard let packet = Self.pull(sink), let channels = packet.caps?.number("channels"), channels > 0,
                let bytes = packet.bytes
            else { return nil }
            return Samples(bytes: bytes, channels: channels, time: packet.runningTime)
        }
    }

    /// An uncompressed picture that came out.
    package struct Picture: Sendable {
        package let bytes: [UInt8]
        /// For each plane its first byte and its bytes per row.
        package let planes: [(offset: Int, bytesPerRow: Int)]
    }

    /// Waits for the next uncompressed picture, or `nil` at the end of the stream and when the pipeline was stopped.
    package func nextPicture() async -> Picture? {
        await calls { sink in
            var info = GstVideoInfo()
            guard let packet = Self.pull(sink), let buffer = packet.buffer, let caps = packet.caps,
                gst_video_info_from_caps(&info, caps) != 0, let bytes = packet.bytes
            else { return nil }
            var (offsets, strides, count) = (info.offset, info.stride, Int(info.finfo.pointee.n_planes))
            if let meta = gst_buffer_get_video_meta(buffer) {
                (offsets, strides, count) = (meta.pointee.offset, meta.pointee.stride, Int(meta.pointee.n_planes))
            }
            let planes = [
                (Int(offsets.0), Int(strides.0)), (Int(offsets.1), Int(strides.1)),
                (Int(offsets.2), Int(strides.2)), (Int(offsets.3), Int(strides.3)),
            ]
            return Picture(bytes: bytes, planes: planes.prefix(count).map { (offset: $0.0, bytesPerRow: $0.1) })
        }
    }
}
