internal import CGStreamer

/// A pixel layout of raw video, with GStreamer's name. `i420` has a luma plane and two chroma planes of half the width and
/// height. `y42b` halves only the chroma planes' width, and `y444` keeps their full size. In formats with `p10` or `p12`, each
/// sample has 10 or 12 bits in two bytes. The structure does not store the name, since the optimizer may free a Swift string
/// before `gst_video_format_from_string` (declared `G_GNUC_CONST`) reads it.
package struct VideoFormat: Hashable, Sendable {
    let gst: GstVideoFormat

    package static let gray8 = VideoFormat(gst: GST_VIDEO_FORMAT_GRAY8)
    package static let gray16 = VideoFormat(gst: GST_VIDEO_FORMAT_GRAY16_LE)
    package static let i420 = VideoFormat(gst: GST_VIDEO_FORMAT_I420)
    package static let y42b = VideoFormat(gst: GST_VIDEO_FORMAT_Y42B)
    package static let y444 = VideoFormat(gst: GST_VIDEO_FORMAT_Y444)
    package static let i420p12 = VideoFormat(gst: GST_VIDEO_FORMAT_I420_12LE)
    package static let i422p12 = VideoFormat(gst: GST_VIDEO_FORMAT_I422_12LE)
    package static let y444p12 = VideoFormat(gst: GST_VIDEO_FORMAT_Y444_12LE)
    package static let i420p10 = VideoFormat(gst: GST_VIDEO_FORMAT_I420_10LE)
    package static let i422p10 = VideoFormat(gst: GST_VIDEO_FORMAT_I422_10LE)
    package static let y444p10 = VideoFormat(gst: GST_VIDEO_FORMAT_Y444_10LE)
    package static let a444p10 = VideoFormat(gst: GST_VIDEO_FORMAT_A444_10LE)
    package static let rgba = VideoFormat(gst: GST_VIDEO_FORMAT_RGBA)
    package static let rgba64 = VideoFormat(gst: GST_VIDEO_FORMAT_RGBA64_LE)
    package static let bgra = VideoFormat(gst: GST_VIDEO_FORMAT_BGRA)
    /// Four bytes per pixel. The last byte is unused.
    package static let bgrx = VideoFormat(gst: GST_VIDEO_FORMAT_BGRx)
    package static let gbr12 = VideoFormat(gst: GST_VIDEO_FORMAT_GBR_12LE)
    /// The planes of `gbr12`, and alpha in a fourth plane.
    package static let gbra12 = VideoFormat(gst: GST_VIDEO_FORMAT_GBRA_12LE)

    package var name: String { gst_video_format_to_string(gst).map { String(cString: $0) } ?? "" }
}
