internal import CGStreamer

/// The pictures of a video file, decoded one after another in the order in which they are shown: `filesrc ! decodebin !
/// videoconvert ! capsfilter ! appsink`, or, as they lie in the file, `filesrc ! parsebin ! appsink`. Calls wait on the
/// thread that makes them, so they are not for the pool that runs Swift's tasks.
package final class VideoReader {
    private let stream: FileStream
    private let isPacked: Bool
    private var picture: MediaPacket?

    /// The properties of a file's pictures.
    package struct Properties: Sendable {
        /// Columns.
        package var width = 0
        /// Rows.
        package var height = 0
        /// Bits of a channel before the conversion to red, green and blue.
        package var bitDepth = 8
        package var hasAlpha = false
        package var isGray = false
        /// Frames in so many seconds; 0 where the file does not say.
        package var rate: (frames: Int, seconds: Int) = (0, 1)
        package var pixelAspect: (width: Int, height: Int) = (1, 1)
        /// The turn of the pictures, as GStreamer has it: `rotate-90`, `flip-rotate-180`, or `nil` for not at all.
        package var turn: String?
    }

    /// Opens the file at `path`, before its first picture.
    /// - Parameters:
    ///   - hasAlphaApart: Whether transparency is a film of its own beside the pictures.
    ///   - takesLong: Whether a picture may be longer than a demultiplexer reads at once.
    ///   - isPacked: Whether pictures come as they lie in the file, for a caller that decodes them.
    ///   - changes: The bytes that are read in the place of the file's own.
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
        // Planes are handed out as they are: GStreamer's own conversion is off by up to 6 levels of 255.
        let formats = VideoCoding.formats + ["RGBA", "RGBA64_LE"]
        let (decoder, conversion) = (try Element("decodebin"), try Element("videoconvert"))
        // Sound is not decoded, and what a graphics card decodes differs from machine to machine.
        try decoder.set("caps", parsing: "video/x-raw(ANY)")
        // Of the element that decodes both films GStreamer 1.22 does not know in advance that pictures come out.
        if !hasAlphaApart { try decoder.set("expose-all-streams", parsing: "false") }
        try decoder.set("force-sw-decoders", parsing: "true")
        try conversion.set("dither", parsing: "none")
        decoder.passOverJPEGDecoder()
        let filter = try Element("capsfilter")
        try filter.set("caps", parsing: "video/x-raw,format={\(formats.joined(separator: ","))}")
        return [decoder, conversion, filter]
    }

    /// Goes on to the next picture; `false` at the end.
    package func advance() throws -> Bool {
        repeat { picture = try stream.next() } while isPacked && picture?.isShown == false
        return picture != nil
    }

    /// Lends the bytes of a picture that came as it lies in the file for the length of the call, or `nil` if they cannot be read.
    package func withPackedBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value? {
        picture?.buffer?.withBytes(body)
    }

    /// When the picture is shown, in nanoseconds of the stream, or `nil` if the file does not say.
    package var time: Int64? { picture?.shownTime }

    /// A Boolean value that tells whether the picture was decoded of damaged bytes.
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
            return true
        }
        found.turn = stream.sink.text(ofTag: "image-orientation")
        return found
    }

    /// Lends the caps of the pictures before they are converted.
    private func inputCaps<Value>(_ body: (UnsafeMutablePointer<GstCaps>) -> Value?) -> Value? {
        guard isPacked else { return stream.elements[1].inputCaps(body) }
        return picture?.caps.flatMap(body)
    }

    package enum Content {
        /// Its pixels, red first, 8 bits a channel or 16, with what is from a row to the next, in bytes.
        case pixels(UnsafeRawPointer, bytesPerRow: Int, isDeep: Bool)
        /// Planes of luma and chroma, or of luma alone, and what their numbers mean.
        case planes([(start: UnsafeRawPointer, bytesPerRow: Int)], VideoCoding)
    }

    /// Lends the picture for the length of the call, or `nil` if it cannot be read.
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
        // Where the matrix is not known, GStreamer forgets the range, too.
        var stated = GstVideoColorimetry()
        if let structure = caps.structure,
            let text = gst_structure_get_string(structure, "colorimetry"),
            gst_video_colorimetry_from_string(&stated, text) != 0, stated.range != GST_VIDEO_COLOR_RANGE_UNKNOWN
        {
            info.colorimetry.range = stated.range
        }
        return body(&info)
    }

    /// Loads the elements that take common videos apart and decode them.
    package static func loadElements() {
        let names = [
            "filesrc", "queue", "parsebin", "decodebin", "videoconvert", "capsfilter", "appsink", "qtdemux",
            "matroskademux", "avidemux", "h264parse", "h265parse", "av1parse", "vp9parse", "jpegparse", "pngparse",
            "mpegvideoparse", "mpeg4videoparse", "avdec_h264", "av1dec", "vp8dec", "vp9dec", "pngdec",
        ]
        for name in names { _ = try? Element(name) }
    }
}
