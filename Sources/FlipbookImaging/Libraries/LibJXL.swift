internal import CImageKernels
internal import CPictureLibraries
internal import FlipbookCore

/// Libjxl, loaded where a JPEG XL is read or written.
package enum LibJXL {
    /// An open decoder of a file's bytes.
    struct Decoder: ~Copyable {
        let decoder: UnsafeMutableRawPointer
        private let destroy: jxl_act
        let process: jxl_process
        private let information: jxl_get_info
        private let target: jxl_target
        private let frame: jxl_get_frame

        /// Begins with bytes that stay where they are; `nil` where the library is not installed.
        /// - Parameters:
        ///   - isWhole: Whether no bytes follow.
        ///   - events: What the decoder stops at.
        init?(_ bytes: UnsafeRawBufferPointer, isWhole: Bool, stoppingAt events: Int = JXL_INFO | JXL_PIXELS) {
            let library = RuntimeLibrary.jxl
            guard let make: jxl_make = library.function("JxlDecoderCreate"),
                let destroy: jxl_act = library.function("JxlDecoderDestroy"),
                let subscribe: jxl_set = library.function("JxlDecoderSubscribeEvents"),
                let keepOrientation: jxl_set = library.function("JxlDecoderSetKeepOrientation"),
                let divideByAlpha: jxl_set = library.function("JxlDecoderSetUnpremultiplyAlpha"),
                let setInput: jxl_input = library.function("JxlDecoderSetInput"),
                let closeInput: jxl_act = library.function("JxlDecoderCloseInput"),
                let process: jxl_process = library.function("JxlDecoderProcessInput"),
                let information: jxl_get_info = library.function("JxlDecoderGetBasicInfo"),
                let target: jxl_target = library.function("JxlDecoderSetImageOutBuffer"),
                let frame: jxl_get_frame = library.function("JxlDecoderGetFrameHeader"),
                let decoder = make(nil)
            else { return nil }
            (self.decoder, self.destroy, self.process) = (decoder, destroy, process)
            (self.information, self.target, self.frame) = (information, target, frame)
            // What fails here fails again where the file is processed.
            _ = subscribe(decoder, Int32(events))
            _ = keepOrientation(decoder, 1)
            _ = divideByAlpha(decoder, 1)
            _ = setInput(decoder, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
            if isWhole { closeInput(decoder) }
        }

        deinit { destroy(decoder) }

        /// What precedes the pixels; `nil` where the bytes end before that is known.
        func info() throws(ImageError) -> jxl_info? {
            switch Int(process(decoder)) {
            case JXL_INFO: break
            case JXL_MORE_INPUT: return nil
            default: throw .corrupt(reason: "libjxl cannot read its header")
            }
            var info = jxl_info()
            guard information(decoder, &info) == 0 else { throw .corrupt(reason: "libjxl cannot read its header") }
            return info
        }

        /// How many ticks the next picture is shown; `nil` behind the last. The decoder has to stop at `JXL_FRAME` alone then.
        func nextTicks() throws(ImageError) -> UInt32? {
            switch Int(process(decoder)) {
            case JXL_FRAME: break
            case JXL_DONE: return nil
            case JXL_MORE_INPUT: throw .truncated
            default: throw .corrupt(reason: "libjxl cannot read its pictures")
            }
            var found = jxl_frame()
            guard frame(decoder, &found) == 0 else { throw .corrupt(reason: "libjxl cannot read its pictures") }
            return found.ticks
        }

        /// Fills memory with the next picture's pixels, RGBA.
        func fill(_ pixels: UnsafeMutableRawBufferPointer, isDeep: Bool) throws(ImageError) {
            var layout = jxl_layout(
                channels: 4,
                type: Int32(isDeep ? JXL_16_BITS : JXL_8_BITS),
                byte_order: Int32(JXL_LITTLE_ENDIAN_ORDER),
                alignment: 0
            )
            while true {
                switch Int(process(decoder)) {
                case JXL_WANTS_PIXELS:
                    guard target(decoder, &layout, pixels.baseAddress, pixels.count) == 0 else {
                        throw .corrupt(reason: "the picture is not of the size that its header gives")
                    }
                case JXL_PIXELS: return
                case JXL_MORE_INPUT: throw .truncated
                default: throw .corrupt(reason: "libjxl cannot decode its pixels")
                }
            }
        }
    }

    /// How far colours may be off at a quality of `cjxl`'s, 5 to 100.
    package static func distance(ofQuality quality: Int) -> Float {
        let quality = Float(quality)
        if quality >= 100 { return 0 }
        return quality >= 30 ? 0.1 + (100 - quality) * 0.09 : quality * quality * 53 / 3000 - quality * 23 / 20 + 25
    }

    /// A JPEG XL file of straight RGBA, 8 or 16 bits a channel.
    /// - Parameters:
    ///   - distance: How far colours may be off, in libjxl's measure: 1 is hardly seen; `nil` for pixels that come back
    ///     exactly.
    ///   - effort: Libjxl's, 1 to 9 for the smallest files.
    ///   - xmp: A packet of XMP; empty for none.
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

extension RuntimeLibrary {
    /// Libjxl, whose versions before 1 have each an interface of its own: the parts that are used are the same in these.
    ///
    /// What it says of damaged files on standard error, for its developers, does not get there.
    package static let jxl = RuntimeLibrary(
        "libjxl.so.0.7",
        "libjxl.so.0.11",
        beforeLoading: flipbook_leave_out_remarks
    )
}
