internal import CGStreamer

package struct Buffer: ~Copyable {
    private let pointer: UnsafeMutablePointer<GstBuffer>

    /// Creates a buffer over borrowed bytes, without copying them. GStreamer may release `owner` on any thread.
    /// - Parameters:
    ///   - bytes: Memory that stays valid and unchanged until `owner` is released.
    ///   - presentationTime: Nanoseconds since the start.
    ///   - duration: Nanoseconds.
    ///   - serial: A number that identifies the frame downstream. Elements that keep a frame also keep its number.
    package init(
        lending bytes: UnsafeRawBufferPointer,
        keeping owner: some AnyObject & Sendable,
        presentationTime: Int64,
        duration: Int64,
        serial: UInt64? = nil
    ) {
        // Buffers need GStreamer's types. If GStreamer does not start, no source exists to receive the buffer.
        try? Runtime.start()
        let lease = Unmanaged<AnyObject>.passRetained(owner).toOpaque()
        pointer = gst_buffer_new_wrapped_full(
            GST_MEMORY_FLAG_READONLY,
            UnsafeMutableRawPointer(mutating: bytes.baseAddress),
            gsize(bytes.count),
            0,
            gsize(bytes.count),
            lease,
            { Unmanaged<AnyObject>.fromOpaque($0!).release() }
        )
        setTimes(presentationTime, duration, serial)
    }

    package init(copying bytes: [UInt8], presentationTime: Int64, duration: Int64, serial: UInt64? = nil) {
        try? Runtime.start()
        pointer = gst_buffer_new_memdup(bytes, gsize(bytes.count))
        setTimes(presentationTime, duration, serial)
    }

    private func setTimes(_ presentationTime: Int64, _ duration: Int64, _ serial: UInt64?) {
        pointer.pointee.pts = GstClockTime(clamping: presentationTime)
        pointer.pointee.duration = GstClockTime(clamping: duration)
        if let serial { pointer.pointee.offset = guint64(serial) }
    }

    /// Describes planes that differ from GStreamer's default layout, which pads rows to multiples of 4 bytes.
    /// - Parameter planes: Each plane's byte offset and bytes per row.
    package mutating func describePlanes(format: VideoFormat, width: Int, height: Int, planes: AppSink.Picture.Planes) {
        var offsets = planes.map { gsize($0.offset) }
        var strides = planes.map { gint($0.bytesPerRow) }
        gst_buffer_add_video_meta_full(
            pointer,
            GST_VIDEO_FRAME_FLAG_NONE,
            format.gst,
            guint(width),
            guint(height),
            guint(planes.count),
            &offsets,
            &strides
        )
    }

    /// Attaches a time code.
    /// - Parameter dropsFrames: A Boolean value that indicates whether frame numbers are skipped to stay in sync with a clock
    ///   at 29.97 frames/s.
    package mutating func setTimeCode(
        _ fields: (hours: Int, minutes: Int, seconds: Int, frames: Int),
        dropsFrames: Bool,
        rate: (numerator: Int32, denominator: Int32)
    ) {
        guard
            let code = gst_video_time_code_new(
                guint(rate.numerator),
                guint(rate.denominator),
                nil,
                dropsFrames ? GST_VIDEO_TIME_CODE_FLAGS_DROP_FRAME : GST_VIDEO_TIME_CODE_FLAGS_NONE,
                guint(fields.hours),
                guint(fields.minutes),
                guint(fields.seconds),
                guint(fields.frames),
                0
            )
        else { return }
        gst_buffer_add_video_time_code_meta(pointer, code)
        gst_video_time_code_free(code)
    }

    consuming func release() -> UnsafeMutablePointer<GstBuffer> {
        let pointer = pointer
        discard self
        return pointer
    }

    deinit { gst_buffer_unref(pointer) }
}
