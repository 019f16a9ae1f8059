internal import CGStreamer

/// A frame or packet that has left a pipeline, perhaps on its way to another pipeline. Its bytes are not copied. `@unchecked
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
        return gst_sample_new(rest, caps, gst_sample_get_segment(sample), nil).map { MediaPacket(adopting: $0) } ?? self
    }

    var times: Times {
        guard let buffer, let shown = shownTime else { return (nil, nil) }
        return (shown, known(buffer.pointee.dts).map { shown - (Int64(clamping: buffer.pointee.pts) - $0) })
    }

    /// Returns a sample with the same bytes at different times. The stream starts a thousand hours late, so that decoding times
    /// stay positive.
    func stamped(_ stamp: Stamp, caps: UnsafeMutablePointer<GstCaps>) -> OpaquePointer? {
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

    var buffer: UnsafeMutablePointer<GstBuffer>? { gst_sample_get_buffer(sample) }
    var caps: UnsafeMutablePointer<GstCaps>? { gst_sample_get_caps(sample) }
    private var segment: UnsafeMutablePointer<GstSegment>? { gst_sample_get_segment(sample) }
    package var bytes: [UInt8]? { buffer?.withBytes { Array($0) } }
    package var byteCount: Int { buffer.map { Int(gst_buffer_get_size($0)) } ?? 0 }
    /// A Boolean value that indicates whether decoding can begin here.
    package var isKey: Bool { !has(GST_BUFFER_FLAG_DELTA_UNIT) }
    /// A Boolean value that indicates whether the packet precedes all pictures or samples.
    package var isHeader: Bool { has(GST_BUFFER_FLAG_HEADER) }
    package var mediaType: String? { caps?.mediaType }
    package var size: (width: Int, height: Int)? { caps?.size }
    package var bufferTime: Int64? { buffer.flatMap { known($0.pointee.pts) } }

    /// The presentation time in the stream, in nanoseconds, or `nil` if unknown. It takes the container's edit list into
    /// account, and is the time that players display. Without an edit list, only differences between times count: Matroska's
    /// demultiplexer moves the start when it has seen that the audio begins earlier.
    package var shownTime: Int64? {
        guard let buffer, buffer.pointee.pts != .max else { return nil }
        guard let segment, segment.pointee.stop != .max else { return known(buffer.pointee.pts) }
        return known(gst_segment_to_stream_time(segment, GST_FORMAT_TIME, buffer.pointee.pts))
    }

    /// The time since the streams began, in nanoseconds, or `nil` if unknown. The streams' own times may begin at any value, as
    /// in a broadcast.
    var runningTime: Int64? {
        guard let buffer, let segment else { return nil }
        return known(gst_segment_to_running_time(segment, GST_FORMAT_TIME, buffer.pointee.pts))
    }

    var streamEnd: Int64? {
        guard let segment, segment.pointee.stop != .max else { return nil }
        return known(gst_segment_to_stream_time(segment, GST_FORMAT_TIME, segment.pointee.stop))
    }

    package var duration: Int64? { buffer.flatMap { known($0.pointee.duration) } }

    func has(_ flag: GstBufferFlags) -> Bool {
        buffer.map { $0.pointee.mini_object.flags & flag.rawValue != 0 } ?? false
    }

    /// A Boolean value that indicates whether the decoded picture is visible. Pictures that serve only as references are not
    /// visible, nor are pictures that the file's edit list excludes.
    var isShown: Bool {
        guard let buffer, !has(GST_BUFFER_FLAG_DECODE_ONLY) else { return false }
        if let segment, buffer.pointee.pts != .max {
            let length = buffer.pointee.duration == .max ? 0 : buffer.pointee.duration
            var (start, stop): (guint64, guint64) = (0, 0)
            let end = buffer.pointee.pts &+ length
            if gst_segment_clip(segment, GST_FORMAT_TIME, buffer.pointee.pts, end, &start, &stop) == 0 { return false }
        }
        // A bit in the first byte marks hidden VP8 pictures (RFC 6386, section 9.1).
        var first: UInt8 = 0
        return caps?.mediaType != "video/x-vp8" || gst_buffer_extract(buffer, 0, &first, 1) != 1 || first & 0x10 != 0
    }

    /// A Boolean value that indicates whether the packet's transparency is compressed separately.
    var hasAlphaApart: Bool {
        var value: gboolean = 0
        return caps?.structure.map { gst_structure_get_boolean($0, "codec-alpha", &value) != 0 && value != 0 } ?? false
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
