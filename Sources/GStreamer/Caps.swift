internal import CGStreamer

/// What flows between two elements: GStreamer's capabilities, here of raw video.
package struct Caps: Sendable, Hashable {
    /// The caps in GStreamer's own notation.
    package let description: String

    /// Raw video with every field that an encoder would otherwise guess.
    ///
    /// - Parameters:
    ///   - format: The pixel format.
    ///   - width: Columns.
    ///   - height: Rows.
    ///   - rateNumerator: Frames in `rateDenominator` seconds; 0 where each frame has its own duration.
    ///   - rateDenominator: Seconds.
    ///   - colorimetry: Range, matrix, transfer and primaries, such as `bt709`; `nil` for RGB's default.
    package init(
        videoFormat format: VideoFormat,
        width: Int,
        height: Int,
        rateNumerator: Int32,
        rateDenominator: Int32,
        colorimetry: String?
    ) {
        var text = "video/x-raw,format=\(format.name),width=\(width),height=\(height)"
        text += ",framerate=\(rateNumerator)/\(rateDenominator),pixel-aspect-ratio=1/1,interlace-mode=progressive"
        if let colorimetry { text += ",colorimetry=\(colorimetry)" }
        description = text
    }

    /// Hands the caps to `body` for the length of the call.
    func withPointer<R>(_ body: (UnsafeMutablePointer<GstCaps>) -> R) -> R? {
        guard let caps = gst_caps_from_string(description) else { return nil }
        defer { gst_caps_unref(caps) }
        return body(caps)
    }
}
