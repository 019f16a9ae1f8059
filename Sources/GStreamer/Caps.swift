internal import CGStreamer

package struct Caps: Sendable, Hashable {
    package let description: String

    package enum Kind: Sendable {
        /// Pixels in a format. The colorimetry specifies range, matrix, transfer, and primaries, as in `bt709`. If `nil`, RGB's
        /// default is used.
        case raw(VideoFormat, colorimetry: String?)
        /// Compressed pictures of a media type, such as `image/png`.
        case compressed(String, colorimetry: String)
    }

    /// Creates video caps with all fields that an element would otherwise guess.
    /// - Parameter rateNumerator: The number of frames in `rateDenominator` seconds, or 0 if each frame has its own duration.
    package init(_ kind: Kind, width: Int, height: Int, rateNumerator: Int32, rateDenominator: Int32) {
        let fields =
            "width=\(width),height=\(height),framerate=\(rateNumerator)/\(rateDenominator),pixel-aspect-ratio=1/1"
        switch kind {
        case .raw(let format, let colorimetry):
            let colors = colorimetry.map { ",colorimetry=\($0)" } ?? ""
            description = "video/x-raw,format=\(format.name),\(fields),interlace-mode=progressive\(colors)"
        case .compressed(let mediaType, let colorimetry):
            description = "\(mediaType),\(fields),colorimetry=\(colorimetry)"
        }
    }

    init(_ description: String) { self.description = description }

    package static func samples(rate: Int, channels: Int) -> Caps {
        let mask = channels == 2 ? ",channel-mask=(bitmask)0x3" : ""
        return Caps("audio/x-raw,format=F32LE,layout=interleaved,rate=\(rate),channels=\(channels)\(mask)")
    }

    func withPointer<R>(_ body: (UnsafeMutablePointer<GstCaps>) -> R) -> R? {
        guard let caps = gst_caps_from_string(description) else { return nil }
        defer { gst_caps_unref(caps) }
        return body(caps)
    }
}

extension UnsafeMutablePointer<GstPad> {
    /// The media type of the pad's current caps, such as `audio/x-raw`, or of the caps that it may have, or `nil` if unknown.
    var mediaType: String? {
        guard let caps = gst_pad_get_current_caps(self) ?? gst_pad_query_caps(self, nil) else { return nil }
        defer { gst_caps_unref(caps) }
        return caps.mediaType
    }
}
