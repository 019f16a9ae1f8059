internal import CGStreamer

/// How GStreamer lays out the pixels of raw video.
///
/// A value, not a name: `gst_video_format_from_string` is declared `G_GNUC_CONST`, a promise that it reads no memory.
/// The optimiser may therefore free the C string of a Swift `String` before the call that reads it.
package enum VideoFormat: Hashable, Sendable {
    /// One byte a pixel.
    case gray8
    /// A little-endian number of 16 bits a pixel.
    case gray16
    /// A plane of luma, and two of colour at half its width and height.
    case i420
    /// A plane of luma, and two of colour at half its width.
    case y42b
    /// A plane of luma, and two of colour.
    case y444
    /// A plane of luma in 12 bits, and two of colour at half its width and height.
    case i420p12
    /// A plane of luma in 12 bits, and two of colour at half its width.
    case i422p12
    /// A plane of luma in 12 bits, and two of colour.
    case y444p12
    /// A plane of luma in 10 bits, and two of colour at half its width and height.
    case i420p10
    /// A plane of luma in 10 bits, and two of colour at half its width.
    case i422p10
    /// A plane of luma in 10 bits, and two of colour.
    case y444p10
    /// A plane of luma in 10 bits, two of colour, and alpha in a fourth.
    case a444p10
    /// Four bytes a pixel, red first.
    case rgba
    /// Four little-endian numbers of 16 bits a pixel, red first.
    case rgba64
    /// Four bytes a pixel, blue first.
    case bgra
    /// Four bytes a pixel, the last one unused.
    case bgrx
    /// Three planes of 12 bits in two bytes each.
    case gbr12
    /// Three planes of 12 bits in two bytes each, and alpha in a fourth.
    case gbra12

    /// The name that caps give it, such as `I420`.
    package var name: String { gst_video_format_to_string(gst).map { String(cString: $0) } ?? "" }

    /// The library's own value.
    var gst: GstVideoFormat {
        switch self {
        case .gray8: GST_VIDEO_FORMAT_GRAY8
        case .gray16: GST_VIDEO_FORMAT_GRAY16_LE
        case .i420: GST_VIDEO_FORMAT_I420
        case .y42b: GST_VIDEO_FORMAT_Y42B
        case .y444: GST_VIDEO_FORMAT_Y444
        case .i420p12: GST_VIDEO_FORMAT_I420_12LE
        case .i422p12: GST_VIDEO_FORMAT_I422_12LE
        case .y444p12: GST_VIDEO_FORMAT_Y444_12LE
        case .i420p10: GST_VIDEO_FORMAT_I420_10LE
        case .i422p10: GST_VIDEO_FORMAT_I422_10LE
        case .y444p10: GST_VIDEO_FORMAT_Y444_10LE
        case .a444p10: GST_VIDEO_FORMAT_A444_10LE
        case .rgba: GST_VIDEO_FORMAT_RGBA
        case .rgba64: GST_VIDEO_FORMAT_RGBA64_LE
        case .bgra: GST_VIDEO_FORMAT_BGRA
        case .bgrx: GST_VIDEO_FORMAT_BGRx
        case .gbr12: GST_VIDEO_FORMAT_GBR_12LE
        case .gbra12: GST_VIDEO_FORMAT_GBRA_12LE
        }
    }
}
