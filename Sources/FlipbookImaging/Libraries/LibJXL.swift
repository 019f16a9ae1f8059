internal import CImageKernels
internal import CPictureLibraries
import FlipbookFiles

package enum LibJXL {
    struct Decoder: ~Copyable {
        let jxl: JXLCalls
        let decoder: UnsafeMutableRawPointer

        /// Begins with bytes that stay where they are, and stops at `events`, or `nil` if the library is not installed.
        init?(
            _ bytes: UnsafeRawBufferPointer,
            isWhole: Bool,
            stoppingAt events: Int32 = JXL_DEC_BASIC_INFO | JXL_DEC_FULL_IMAGE
        ) {
            guard let jxl = JXLCalls.loaded, let decoder = jxl.JxlDecoderCreate(nil) else { return nil }
            (self.jxl, self.decoder) = (jxl, decoder)
            // A failure here comes again when the file is processed.
            _ = jxl.JxlDecoderSubscribeEvents(decoder, events)
            _ = jxl.JxlDecoderSetKeepOrientation(decoder, 1)
            _ = jxl.JxlDecoderSetUnpremultiplyAlpha(decoder, 1)
            _ = jxl.JxlDecoderSetInput(decoder, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
            if isWhole { jxl.JxlDecoderCloseInput(decoder) }
        }

        deinit { jxl.JxlDecoderDestroy(decoder) }

        /// The facts before the pixels, or `nil` if the bytes end before that is known.
        func info() throws(ImageError) -> JxlBasicInfo? {
            switch jxl.JxlDecoderProcessInput(decoder) {
            case JXL_DEC_BASIC_INFO: break
            case JXL_DEC_NEED_MORE_INPUT: return nil
            default: throw .corrupt(reason: "libjxl cannot read its header")
            }
            var info = JxlBasicInfo()
            guard jxl.JxlDecoderGetBasicInfo(decoder, &info) == 0 else {
                throw .corrupt(reason: "libjxl cannot read its header")
            }
            return info
        }

        /// The ticks of the next picture; `nil` behind the last. The decoder has to stop at `JXL_DEC_FRAME` alone then.
        func nextTicks() throws(ImageError) -> UInt32? {
            switch jxl.JxlDecoderProcessInput(decoder) {
            case JXL_DEC_FRAME: break
            case JXL_DEC_SUCCESS: return nil
            case JXL_DEC_NEED_MORE_INPUT: throw .truncated
            default: throw .corrupt(reason: "libjxl cannot read its pictures")
            }
            var found = JxlFrameHeader()
            guard jxl.JxlDecoderGetFrameHeader(decoder, &found) == 0 else {
                throw .corrupt(reason: "libjxl cannot read its pictures")
            }
            return found.duration
        }

        /// Fills memory with the next picture's pixels, RGBA.
        func fill(_ pixels: UnsafeMutableRawBufferPointer, isDeep: Bool) throws(ImageError) {
            var format = JxlPixelFormat(channels: 4, isDeep: isDeep)
            while true {
                switch jxl.JxlDecoderProcessInput(decoder) {
                case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
                    guard jxl.JxlDecoderSetImageOutBuffer(decoder, &format, pixels.baseAddress, pixels.count) == 0
                    else { throw .corrupt(reason: "the picture is not of the size that its header gives") }
                case JXL_DEC_FULL_IMAGE: return
                case JXL_DEC_NEED_MORE_INPUT: throw .truncated
                default: throw .corrupt(reason: "libjxl cannot decode its pixels")
                }
            }
        }
    }

    /// The distance that colors may be off at a quality of `cjxl`'s, 5 to 100.
    package static func distance(ofQuality quality: Int) -> Float {
        let quality = Float(quality)
        if quality >= 100 { return 0 }
        return quality >= 30 ? 0.1 + (100 - quality) * 0.09 : quality * quality * 53 / 3000 - quality * 23 / 20 + 25
    }

    /// A JPEG XL file of straight RGBA, 8 or 16 bits a channel; a `distance` of 1 is hardly seen, and `nil` is exact.
    package static func file(
        of picture: Picture,
        opaque: Bool,
        distance: Float?,
        effort: Int = 7,
        xmp: [UInt8] = []
    ) throws(StillEncodingError) -> [UInt8] {
        let encoder = try Encoder(
            of: picture.size,
            picture.format,
            opaque: opaque,
            distance: distance,
            effort: effort,
            xmp: xmp
        )
        return try encoder.add(picture, isLast: true)
    }

    static func refused(_ reason: String) -> StillEncodingError { .refused(format: "JPEG XL", reason: reason) }
}

extension JxlPixelFormat {
    /// Numbers of 8 or 16 bits, little-endian.
    init(channels: UInt32, isDeep: Bool) {
        let type = isDeep ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8
        self.init(num_channels: channels, data_type: type, endianness: JXL_LITTLE_ENDIAN, align: 0)
    }
}
