internal import CGStreamer

package struct VideoCoding: Sendable {
    package let red, blue: Double
    package var isFullRange: Bool
    /// The number of bits per sample. Samples with more than 8 bits take two bytes.
    package let bitDepth: Int
    package let halvesColumns, halvesRows: Bool
    /// A Boolean value that indicates whether a subsampled value is sited at the first of its two columns, rather than between
    /// them.
    package let isLeftSited: Bool

    /// The formats that are delivered unconverted: three planes of 8 to 12 bits, or luma alone.
    static let formats = [
        "GRAY8", "I420", "Y42B", "Y444", "I420_10LE", "I422_10LE", "Y444_10LE", "I420_12LE", "I422_12LE", "Y444_12LE",
    ]

    init(_ info: GstVideoInfo) {
        let format = info.finfo.pointee
        bitDepth = Int(format.depth.0)
        (halvesColumns, halvesRows) = (format.w_sub.1 == 1, format.h_sub.1 == 1)
        isFullRange = info.colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255
        isLeftSited = info.chroma_site.rawValue & GST_VIDEO_CHROMA_SITE_H_COSITED.rawValue != 0
        (red, blue) =
            switch info.colorimetry.matrix {
            case GST_VIDEO_COLOR_MATRIX_BT709: (0.2126, 0.0722)
            case GST_VIDEO_COLOR_MATRIX_BT2020: (0.2627, 0.0593)
            case GST_VIDEO_COLOR_MATRIX_SMPTE240M: (0.212, 0.087)
            case GST_VIDEO_COLOR_MATRIX_FCC: (0.30, 0.11)
            default: (0.299, 0.114)
            }
    }
}
