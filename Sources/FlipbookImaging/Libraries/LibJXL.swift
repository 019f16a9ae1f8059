internal import CPictureLibraries
internal import FlipbookCore

/// Libjxl, loaded where a JPEG XL is read or written.
package enum LibJXL {
    /// An open decoder of a file's bytes.
    struct Decoder: ~Copyable {
        private let decoder: UnsafeMutableRawPointer
        private let destroy: jxl_act
        private let process: jxl_process
        private let information: jxl_get_info
        private let target: jxl_target

        /// Begins with bytes that stay where they are; `nil` where the library is not installed.
        /// - Parameter isWhole: Whether no bytes follow.
        init?(_ bytes: UnsafeRawBufferPointer, isWhole: Bool) {
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
                let decoder = make(nil)
            else { return nil }
            (self.decoder, self.destroy, self.process) = (decoder, destroy, process)
            (self.information, self.target) = (information, target)
            // What fails here fails again where the file is processed.
            _ = subscribe(decoder, Int32(JXL_INFO | JXL_PIXELS))
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

        /// Fills memory with the first picture's pixels, RGBA.
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
    package static func file(
        of picture: Picture,
        opaque: Bool,
        distance: Float?,
        effort: Int = 7
    ) throws(StillEncodingError) -> [UInt8] {
        precondition(picture.format == .rgba || picture.format == .rgba64, "JPEG XL stores RGB")
        let library = RuntimeLibrary.jxl
        guard let make: jxl_make = library.function("JxlEncoderCreate"),
            let destroy: jxl_act = library.function("JxlEncoderDestroy"),
            let fillInfo: jxl_fill_info = library.function("JxlEncoderInitBasicInfo"),
            let useInfo: jxl_use_info = library.function("JxlEncoderSetBasicInfo"),
            let fillColor: jxl_fill_color = library.function("JxlColorEncodingSetToSRGB"),
            let useColor: jxl_use_color = library.function("JxlEncoderSetColorEncoding"),
            let makeSettings: jxl_make_settings = library.function("JxlEncoderFrameSettingsCreate"),
            let setLossless: jxl_set = library.function("JxlEncoderSetFrameLossless"),
            let setOption: jxl_set_option = library.function("JxlEncoderFrameSettingsSetOption"),
            let setDistance: jxl_set_number = library.function("JxlEncoderSetFrameDistance"),
            let add: jxl_add = library.function("JxlEncoderAddImageFrame"),
            let close: jxl_act = library.function("JxlEncoderCloseInput"),
            let output: jxl_output = library.function("JxlEncoderProcessOutput")
        else { throw .missingLibrary(library.name) }
        guard let encoder = make(nil) else { throw Self.refused("there is too little memory") }
        defer { destroy(encoder) }
        var info = jxl_info()
        fillInfo(&info)
        (info.width, info.height) = (UInt32(picture.size.width), UInt32(picture.size.height))
        info.bits = picture.format.isDeep ? 16 : 8
        (info.alpha_bits, info.extra_channels) = opaque ? (0, 0) : (info.bits, 1)
        info.keeps_profile = distance == nil ? 1 : 0
        guard useInfo(encoder, &info) == 0 else { throw refused("libjxl does not take pictures of \(picture.size)") }
        var color = jxl_color()
        fillColor(&color, 0)
        guard useColor(encoder, &color) == 0, let settings = makeSettings(encoder, nil),
            distance.map({ setDistance(settings, $0) }) ?? setLossless(settings, 1) == 0,
            setOption(settings, Int32(JXL_EFFORT), Int64(effort)) == 0
        else { throw refused("libjxl does not take the quality") }
        var layout = jxl_layout(
            channels: opaque ? 3 : 4,
            type: Int32(picture.format.isDeep ? JXL_16_BITS : JXL_8_BITS),
            byte_order: Int32(JXL_LITTLE_ENDIAN_ORDER),
            alignment: 0
        )
        let pixels = opaque ? picture.withoutAlpha : picture.withUnsafeBytes { Array($0) }
        guard add(settings, &layout, pixels, pixels.count) == 0 else {
            throw refused("libjxl does not take its pixels")
        }
        close(encoder)
        var file = [UInt8](repeating: 0, count: 1 << 16)
        var count = 0
        while true {
            let status = file.withUnsafeMutableBufferPointer { buffer -> Int32 in
                var next = buffer.baseAddress.map { $0 + count }
                var room = buffer.count - count
                let status = output(encoder, &next, &room)
                count = buffer.count - room
                return status
            }
            if status == 0 { return Array(file[..<count]) }
            guard status == Int32(JXL_MORE_OUTPUT) else { throw refused("libjxl could not encode it") }
            file += [UInt8](repeating: 0, count: file.count)
        }
    }

    private static func refused(_ reason: String) -> StillEncodingError { .refused(format: "JPEG XL", reason: reason) }
}

extension Picture {
    /// The bytes of red, green and blue alone.
    fileprivate var withoutAlpha: [UInt8] {
        let step = format.isDeep ? 8 : 4
        let kept = step / 4 * 3
        return withUnsafeBytes { pixels in
            [UInt8](unsafeUninitializedCapacity: size.area * kept) { target, count in
                count = size.area * kept
                for index in 0..<size.area {
                    for byte in 0..<kept { target[index &* kept &+ byte] = pixels[index &* step &+ byte] }
                }
            }
        }
    }
}

extension RuntimeLibrary {
    /// Libjxl, whose versions before 1 have each an interface of its own: the parts that are used are the same in these.
    package static let jxl = RuntimeLibrary("libjxl.so.0.7", "libjxl.so.0.11")
}
