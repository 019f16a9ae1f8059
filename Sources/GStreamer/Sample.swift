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
