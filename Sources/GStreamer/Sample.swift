internal import CGStreamer

extension UnsafeMutablePointer<GstBuffer> {
    func withBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value? {
        var map = GstMapInfo()
        guard gst_buffer_map(self, &map, GST_MAP_READ) != 0 else { return nil }
        defer { gst_buffer_unmap(self, &map) }
        return body(UnsafeRawBufferPointer(start: map.data, count: Int(map.size)))
    }
}

extension UnsafeMutablePointer<GstCaps> {
    var structure: UnsafeMutablePointer<GstStructure>? { gst_caps_get_structure(self, 0) }
    var mediaType: String? { structure.flatMap { gst_structure_get_name($0) }.map { String(cString: $0) } }

    func number(_ field: String) -> Int? {
        var number: gint = 0
        return structure.flatMap { gst_structure_get_int($0, field, &number) != 0 ? Int(number) : nil }
    }

    var size: (width: Int, height: Int)? {
        guard let width = number("width"), let height = number("height") else { return nil }
        return (width, height)
    }
}

/// Returns a time in nanoseconds, or `nil` for GST_CLOCK_TIME_NONE, whose macro does not compile in Swift.
func known(_ time: GstClockTime) -> Int64? { time == .max ? nil : Int64(clamping: time) }

extension MediaPacket {
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
    /// account, and is the time that players display.
    package var shownTime: Int64? {
        guard let buffer, buffer.pointee.pts != .max else { return nil }
        guard let segment else { return known(buffer.pointee.pts) }
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
