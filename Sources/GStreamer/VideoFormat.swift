internal import CGStreamer

/// How GStreamer lays out the pixels of raw video.
///
/// A value, not a name: `gst_video_format_from_string` is declared `G_GNUC_CONST`, a promise that it reads no memory.
/// The optimiser may therefore free the C string of a Swift `String` before the call that reads it.
package struct VideoFormat: Hashable, Sendable {
    /// The library's own value.
    let gst: GstVideoFormat

    /// One byte a pixel.
    package static let gray8 = VideoFormat(gst: GST_VIDEO_FORMAT_GRAY8)
    /// A little-endian number of 16 bits a pixel.
    package static let gray16 = VideoFormat(gst: GST_VIDEO_FORMAT_GRAY16_LE)
    /// A plane of luma, and two of colour at half its width and height.
    package static let i420 = VideoFormat(gst: GST_VIDEO_FORMAT_I420)
    /// A plane of luma, and two of colour at half its width.
    package static let y42b = VideoFormat(gst: GST_VIDEO_FORMAT_Y42B)
    /// A plane of luma, and two of colour.
    package static let y444 = VideoFormat(gst: GST_VIDEO_FORMAT_Y444)
    /// A plane of luma in 12 bits, and two of colour at half its width and height.
    package static let i420p12 = VideoFormat(gst: GST_VIDEO_FORMAT_I420_12LE)
    /// A plane of luma in 12 bits, and two of colour at half its width.
    package static let i422p12 = VideoFormat(gst: GST_VIDEO_FORMAT_I422_12LE)
    /// A plane of luma in 12 bits, and two of colour.
    package static let y444p12 = VideoFormat(gst: GST_VIDEO_FORMAT_Y444_12LE)
    /// A plane of luma in 10 bits, and two of colour at half its width and height.
    package static let i420p10 = VideoFormat(gst: GST_VIDEO_FORMAT_I420_10LE)
    /// A plane of luma in 10 bits, and two of colour at half its width.
    package static let i422p10 = VideoFormat(gst: GST_VIDEO_FORMAT_I422_10LE)
    /// A plane of luma in 10 bits, and two of colour.
    package static let y444p10 = VideoFormat(gst: GST_VIDEO_FORMAT_Y444_10LE)
    /// A plane of luma in 10 bits, two of colour, and alpha in a fourth.
    package static let a444p10 = VideoFormat(gst: GST_VIDEO_FORMAT_A444_10LE)
    /// Four bytes a pixel, red first.
    package static let rgba = VideoFormat(gst: GST_VIDEO_FORMAT_RGBA)
    /// Four little-endian numbers of 16 bits a pixel, red first.
    package static let rgba64 = VideoFormat(gst: GST_VIDEO_FORMAT_RGBA64_LE)
    /// Four bytes a pixel, blue first.
    package static let bgra = VideoFormat(gst: GST_VIDEO_FORMAT_BGRA)
    /// Four bytes a pixel, the last one unused.
    package static let bgrx = VideoFormat(gst: GST_VIDEO_FORMAT_BGRx)
    /// Three planes of 12 bits in two bytes each.
    package static let gbr12 = VideoFormat(gst: GST_VIDEO_FORMAT_GBR_12LE)
    /// Three planes of 12 bits in two bytes each, and alpha in a fourth.
    package static let gbra12 = VideoFormat(gst: GST_VIDEO_FORMAT_GBRA_12LE)

    /// The name that caps give it, such as `I420`.
    package var name: String { gst_video_format_to_string(gst).map { String(cString: $0) } ?? "" }
}
