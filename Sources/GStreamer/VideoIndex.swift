internal import CGStreamer

/// When the pictures of a video file are shown, found without decoding them: `filesrc ! parsebin ! appsink`.
package struct VideoIndex: Sendable {
    /// The times of the pictures in nanoseconds, rising; empty where a container without times cannot say.
    package private(set) var times: [Int64] = []
    /// How many pictures there are.
    package private(set) var count = 0
    /// How long the last one is shown, in nanoseconds; `nil` where the file does not say.
    package private(set) var lastDuration: Int64?
    /// Whether transparency is a film of its own beside the pictures, as in WebM.
    package private(set) var hasAlphaApart = false
    /// Whether each picture is a PNG file.
    package private(set) var holdsPNG = false
    /// What ended the file before its end; `nil` where nothing did.
    package private(set) var fault: VideoFault?

    /// Takes the file at `path` apart.
    /// - Parameter takesLong: Whether a picture may be longer than a demultiplexer reads at once.
    package init(_ path: String, takesLong: Bool = false) throws(VideoFault) {
        let parser: Element
        do throws(GStreamerError) {
            parser = try Element("parsebin")
        } catch {
            throw .pipeline(error)
        }
        let stream = try FileStream(path, takesLong: takesLong, through: [parser])
        var hasTimes = true
        var (lastTime, longest): (Int64, Int64) = (.min, 0)
        var end: Int64?
        do throws(VideoFault) {
            while let packet = try stream.next() {
                guard packet.isShown else { continue }
                if count == 0 { (hasAlphaApart, holdsPNG) = (packet.hasAlphaApart, packet.isPNG) }
                count += 1
                guard let time = packet.shownTime else {
                    hasTimes = false
                    continue
                }
                times.append(time)
                if time > lastTime { (lastTime, lastDuration) = (time, packet.duration) }
                longest = max(longest, packet.duration ?? 0)
                end = packet.streamEnd ?? end
            }
        } catch {
            fault = error
        }
        times.sort()
        // The length of a packet, where a parser says it at all, is the time to the one that is decoded next, which need not be
        // shown next. An end that is farther from the last picture than any two are from each other is that of the sound.
        longest = max(longest, zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? 0)
        if let end, end > lastTime, end - lastTime <= longest { lastDuration = end - lastTime }
        // Two pictures of one time cannot be distinguished by it.
        if !hasTimes || zip(times, times.dropFirst()).contains(where: { $0 == $1 }) { times = [] }
    }
}

extension MediaPacket {
    private var buffer: UnsafeMutablePointer<GstBuffer>? { gst_sample_get_buffer(sample) }

    /// When it is shown, in nanoseconds of the stream; `nil` where the file does not say.
    var shownTime: Int64? {
        guard let buffer, buffer.pointee.pts != .max else { return nil }
        guard let segment = gst_sample_get_segment(sample) else { return Int64(clamping: buffer.pointee.pts) }
        let time = gst_segment_to_stream_time(segment, GST_FORMAT_TIME, buffer.pointee.pts)
        return time == .max ? nil : Int64(clamping: time)
    }

    /// When the stream ends, in its own nanoseconds; `nil` where the file does not say.
    var streamEnd: Int64? {
        guard let segment = gst_sample_get_segment(sample), segment.pointee.stop != .max else { return nil }
        let time = gst_segment_to_stream_time(segment, GST_FORMAT_TIME, segment.pointee.stop)
        return time == .max ? nil : Int64(clamping: time)
    }

    /// How long it is shown, in nanoseconds; `nil` where the file does not say.
    var duration: Int64? { buffer.flatMap { $0.pointee.duration == .max ? nil : Int64(clamping: $0.pointee.duration) } }

    /// Whether a decoder made it of damaged bytes.
    var isDamaged: Bool {
        buffer.map { $0.pointee.mini_object.flags & GST_BUFFER_FLAG_CORRUPTED.rawValue != 0 } ?? false
    }

    /// Whether a picture is seen that is decoded of it: not of one that others are only built upon, nor of one that the file's
    /// edit list cuts off.
    var isShown: Bool {
        guard let buffer else { return false }
        if buffer.pointee.mini_object.flags & GST_BUFFER_FLAG_DECODE_ONLY.rawValue != 0 { return false }
        if let segment = gst_sample_get_segment(sample), buffer.pointee.pts != .max {
            let length = buffer.pointee.duration == .max ? 0 : buffer.pointee.duration
            var (start, stop): (guint64, guint64) = (0, 0)
            let end = buffer.pointee.pts &+ length
            if gst_segment_clip(segment, GST_FORMAT_TIME, buffer.pointee.pts, end, &start, &stop) == 0 { return false }
        }
        return !isHiddenVP8
    }

    /// Whether transparency is compressed apart from it, and comes with it.
    var hasAlphaApart: Bool {
        guard let caps = gst_sample_get_caps(sample), let structure = gst_caps_get_structure(caps, 0) else {
            return false
        }
        var value: gboolean = 0
        return gst_structure_get_boolean(structure, "codec-alpha", &value) != 0 && value != 0
    }

    /// Whether it is a PNG file.
    var isPNG: Bool {
        guard let caps = gst_sample_get_caps(sample), let structure = gst_caps_get_structure(caps, 0) else {
            return false
        }
        return gst_structure_has_name(structure, "image/png") != 0
    }

    /// Whether it is a picture of VP8 that is not shown: a bit of its first byte (RFC 6386, section 9.1).
    private var isHiddenVP8: Bool {
        guard let buffer, let caps = gst_sample_get_caps(sample), let structure = gst_caps_get_structure(caps, 0),
            gst_structure_has_name(structure, "video/x-vp8") != 0
        else { return false }
        var first: UInt8 = 0
        return gst_buffer_extract(buffer, 0, &first, 1) == 1 && first & 0x10 == 0
    }
}
