internal import CGStreamer

/// The pictures in a video file, decoded in presentation order: `filesrc ! decodebin ! videoconvert ! capsfilter ! appsink`, or
/// still compressed: `filesrc ! parsebin ! appsink`. Calls block, so they must not be made on the thread pool for Swift's
/// tasks.
package final class VideoReader {
    private let stream: FileStream
    private let isPacked: Bool
    private var picture: MediaPacket?

    package struct Properties: Sendable {
        package var width = 0
        package var height = 0
        package var bitDepth = 8
        package var hasAlpha = false
        package var isGray = false
        package var rate: (frames: Int, seconds: Int) = (0, 1)
        package var pixelAspect: (width: Int, height: Int) = (1, 1)
        /// The HDR transfer function, PQ or HLG, or `nil` for any other.
        package var curve: String?
        /// GStreamer's name for the orientation, such as `rotate-90` or `flip-rotate-180`, or `nil` if upright.
        package var turn: String?
    }

    package init(
        _ path: String,
        hasAlphaApart: Bool = false,
        takesLong: Bool = false,
        isPacked: Bool = false,
        changes: [ByteChange] = []
    ) throws {
        self.isPacked = isPacked
        stream = try FileStream(path, takesLong: takesLong, changes: changes) {
            try isPacked ? [Element("parsebin")] : Self.decoding(hasAlphaApart: hasAlphaApart)
        }
    }

    private static func decoding(hasAlphaApart: Bool) throws(GStreamerError) -> [Element] {
        // Planes are delivered unconverted, since GStreamer's conversion is off by up to 6 of 255 levels.
        let formats = VideoCoding.formats + ["RGBA", "RGBA64_LE"]
        // Audio is not decoded. Graphics cards are not used, since their output differs between machines.
        let decoder = try Element("decodebin", ["caps": "video/x-raw(ANY)", "force-sw-decoders": "true"])
        // With a separate alpha stream, one element decodes both streams. GStreamer 1.22 cannot tell in advance that this
        // element delivers pictures.
        if !hasAlphaApart { try decoder.set("expose-all-streams", parsing: "false") }
        decoder.passOverJPEGDecoder()
        let caps = "video/x-raw,format={\(formats.joined(separator: ","))}"
        return [decoder, try Element("videoconvert", ["dither": "none"]), try Element("capsfilter", ["caps": caps])]
    }

    package func advance() throws -> Bool {
        repeat { picture = try stream.next() } while isPacked && picture?.isShown == false
        return picture != nil
    }

    package func withPackedBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value? {
        picture?.buffer?.withBytes(body)
    }

    package var time: Int64? { picture?.shownTime }

    package var isDamaged: Bool { picture?.has(GST_BUFFER_FLAG_CORRUPTED) ?? false }

    package var properties: Properties {
        var found = Properties()
        withInfo { info in (found.width, found.height) = (Int(info.width), Int(info.height)) }
        _ = inputCaps { caps -> Bool? in
            var info = GstVideoInfo()
            guard gst_video_info_from_caps(&info, caps) != 0, let format = info.finfo?.pointee else { return nil }
            found.bitDepth = Int(format.depth.0)
            found.hasAlpha = format.flags.rawValue & GST_VIDEO_FORMAT_FLAG_ALPHA.rawValue != 0
            found.isGray = format.flags.rawValue & GST_VIDEO_FORMAT_FLAG_GRAY.rawValue != 0
            if info.fps_n > 0, info.fps_d > 0 { found.rate = (Int(info.fps_n), Int(info.fps_d)) }
            found.pixelAspect = (Int(info.par_n), Int(info.par_d))
            let curves = [(GST_VIDEO_TRANSFER_SMPTE2084, "PQ"), (GST_VIDEO_TRANSFER_ARIB_STD_B67, "HLG")]
            found.curve = curves.first { $0.0 == info.colorimetry.transfer }?.1
            return true
        }
        found.turn = stream.sink.text(ofTag: "image-orientation")
        return found
    }

    private func inputCaps<Value>(_ body: (UnsafeMutablePointer<GstCaps>) -> Value?) -> Value? {
        guard isPacked else { return stream.elements[1].inputCaps(body) }
        return picture?.caps.flatMap(body)
    }

    package enum Content {
        case pixels(UnsafeRawPointer, bytesPerRow: Int, isDeep: Bool)
        case planes([(start: UnsafeRawPointer, bytesPerRow: Int)], VideoCoding)
    }

    package func withContent<Value>(_ body: (Content) -> Value) -> Value? {
        withInfo { info in
            guard let buffer = picture?.buffer else { return nil }
            var frame = GstVideoFrame()
            guard gst_video_frame_map(&frame, &info, buffer, GST_MAP_READ) != 0 else { return nil }
            defer { gst_video_frame_unmap(&frame) }
            guard let first = frame.data.0 else { return nil }
            let (strides, data) = (frame.info.stride, frame.data)
            let format = frame.info.finfo.pointee
            if format.flags.rawValue & GST_VIDEO_FORMAT_FLAG_GRAY.rawValue != 0 {
                return body(.planes([(UnsafeRawPointer(first), Int(strides.0))], VideoCoding(frame.info)))
            }
            guard format.n_planes == 3, let second = data.1, let third = data.2 else {
                return body(.pixels(first, bytesPerRow: Int(strides.0), isDeep: format.depth.0 > 8))
            }
            let starts = [first, second, third].map { UnsafeRawPointer($0) }
            let lengths = [Int(strides.0), Int(strides.1), Int(strides.2)]
            return body(.planes(zip(starts, lengths).map { ($0, $1) }, VideoCoding(frame.info)))
        } ?? nil
    }

    private func withInfo<Value>(_ body: (inout GstVideoInfo) -> Value) -> Value? {
        var info = GstVideoInfo()
        guard let caps = picture?.caps, gst_video_info_from_caps(&info, caps) != 0 else { return nil }
        // If the matrix is unknown, GStreamer also ignores the range.
        var stated = GstVideoColorimetry()
        if let structure = caps.structure,
            let text = gst_structure_get_string(structure, "colorimetry"),
            gst_video_colorimetry_from_string(&stated, text) != 0, stated.range != GST_VIDEO_COLOR_RANGE_UNKNOWN
        {
            info.colorimetry.range = stated.range
        }
        return body(&info)
    }

    package static func loadElements() {
        for name in [
            "filesrc", "queue", "parsebin", "decodebin", "videoconvert", "capsfilter", "appsink", "qtdemux",
            "matroskademux", "avidemux", "h264parse", "h265parse", "av1parse", "vp9parse", "jpegparse", "pngparse",
            "mpegvideoparse", "mpeg4videoparse", "avdec_h264", "av1dec", "vp8dec", "vp9dec", "pngdec",
        ] { _ = try? Element(name) }
    }
}
