internal import CImageKernels
internal import CPictureLibraries
import FlipbookFiles

package enum LibJXL {
    final class Decoder {
        let jxl: JXLCalls
        let decoder: UnsafeMutableRawPointer

        /// Begins decoding bytes at a stable address, stopping at `events`. Returns `nil` if the library is not installed.
        init?(
            _ bytes: UnsafeRawBufferPointer,
            isWhole: Bool,
            stoppingAt events: Int32 = JXL_DEC_BASIC_INFO | JXL_DEC_FULL_IMAGE
        ) {
            guard let jxl = JXLCalls.loaded, let decoder = jxl.JxlDecoderCreate(nil) else { return nil }
            (self.jxl, self.decoder) = (jxl, decoder)
            // If this call fails, processing the file fails, too.
            _ = jxl.JxlDecoderSubscribeEvents(decoder, events)
            _ = jxl.JxlDecoderSetKeepOrientation(decoder, 1)
            _ = jxl.JxlDecoderSetUnpremultiplyAlpha(decoder, 1)
            _ = jxl.JxlDecoderSetInput(decoder, bytes.address, bytes.count)
            if isWhole { jxl.JxlDecoderCloseInput(decoder) }
        }

        deinit { jxl.JxlDecoderDestroy(decoder) }

        func info() throws(ImageError) -> JxlBasicInfo? {
            switch jxl.JxlDecoderProcessInput(decoder) {
            case JXL_DEC_BASIC_INFO: break
            case JXL_DEC_NEED_MORE_INPUT: return nil
            default: throw .corrupt(reason: "libjxl cannot read its header")
            }
            var info = JxlBasicInfo()
            try require(jxl.JxlDecoderGetBasicInfo(decoder, &info) == 0, "libjxl cannot read its header")
            return info
        }

        /// Returns the duration of the next picture in ticks, or `nil` after the last picture. The decoder must stop only at
        /// `JXL_DEC_FRAME`.
        func nextTicks() throws(ImageError) -> UInt32? {
            switch jxl.JxlDecoderProcessInput(decoder) {
            case JXL_DEC_FRAME: break
            case JXL_DEC_SUCCESS: return nil
            case JXL_DEC_NEED_MORE_INPUT: throw .truncated
            default: throw .corrupt(reason: "libjxl cannot read its pictures")
            }
            var found = JxlFrameHeader()
            try require(jxl.JxlDecoderGetFrameHeader(decoder, &found) == 0, "libjxl cannot read its pictures")
            return found.duration
        }

        func fill(_ pixels: UnsafeMutableRawBufferPointer, isDeep: Bool) throws(ImageError) {
            var format = JxlPixelFormat(channels: 4, isDeep: isDeep)
            while true {
                switch jxl.JxlDecoderProcessInput(decoder) {
                case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
                    let status = jxl.JxlDecoderSetImageOutBuffer(decoder, &format, pixels.baseAddress, pixels.count)
                    try require(status == 0, "the size differs from the header's")
                case JXL_DEC_FULL_IMAGE: return
                case JXL_DEC_NEED_MORE_INPUT: throw .truncated
                default: throw .corrupt(reason: "libjxl cannot decode its pixels")
                }
            }
        }
    }

    package static func distance(ofQuality quality: Int) -> Float {
        let quality = Float(quality)
        if quality >= 100 { return 0 }
        return quality >= 30 ? 0.1 + (100 - quality) * 0.09 : quality * quality * 53 / 3000 - quality * 23 / 20 + 25
    }

    /// Encodes 8-bit or 16-bit straight RGBA. A `distance` of 1 is barely visible, and `nil` is lossless.
    package static func file(
        of picture: Picture,
        opaque: Bool,
        distance: Float?,
        effort: Int = 7,
        xmp: [UInt8] = []
    ) throws(StillEncodingError) -> [UInt8] {
        let (size, format) = (picture.size, picture.format)
        return try Encoder(of: size, format, opaque: opaque, distance: distance, effort: effort, xmp: xmp)
            .add(picture, isLast: true)
    }

    static func refused(_ reason: String) -> StillEncodingError { .refused(format: "JPEG XL", reason: reason) }
}

extension JxlPixelFormat {
    init(channels: UInt32, isDeep: Bool) {
        let type = isDeep ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8
        self.init(num_channels: channels, data_type: type, endianness: JXL_LITTLE_ENDIAN, align: 0)
    }
}
