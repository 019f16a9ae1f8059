internal import CImageKernels
internal import CPictureLibraries
package import FlipbookCore
import FlipbookFiles

package enum LibJXL {
    final class Decoder {
        let jxl: JXLCalls
        let decoder: UnsafeMutableRawPointer

        /// Begins to decode the bytes of a file. The address of the bytes must not change. The decoder stops at `events`.
        /// Returns `nil` if the library is not installed.
        init?(
            _ bytes: UnsafeRawBufferPointer,
            isWhole: Bool,
            stoppingAt events: Int32 = JXL_DEC_BASIC_INFO | JXL_DEC_FULL_IMAGE
        ) {
            guard let jxl = JXLCalls.loaded, let decoder = jxl.JxlDecoderCreate(nil) else { return nil }
            (self.jxl, self.decoder) = (jxl, decoder)
            // The result is ignored: if this call fails, reading the file also fails.
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

    /// Encodes 8-bit or 16-bit straight RGBA. A `distance` of 1 is a barely visible difference, and `nil` is lossless.
    package static func file(of picture: Picture, opaque: Bool, distance: Float?, effort: Int = 7, xmp: [UInt8] = [])
        throws(StillEncodingError) -> [UInt8]
    {
        let (size, format) = (picture.size, picture.format)
        return try Encoder(of: size, format, opaque: opaque, distance: distance, effort: effort, xmp: xmp)
            .add(picture, isLast: true)
    }

    static func refused(_ reason: String) -> StillEncodingError { .refused(format: "JPEG XL", reason: reason) }

    package final class Encoder {
        private let jxl: JXLCalls
        private let (encoder, settings): (UnsafeMutableRawPointer, UnsafeMutableRawPointer)
        private let (format, isOpaque, isAnimated): (PixelFormat, Bool, Bool)

        /// Begins a file of ``PixelFormat/rgba`` or ``PixelFormat/rgba64``.
        /// - Parameters:
        ///   - distance: libjxl's color distance, or `nil` for lossless.
        ///   - effort: libjxl's effort, 1 to 9 (smallest files).
        ///   - animation: The ticks per second, at most 2^30, and the number of loops, or 0 to repeat forever.
        package init(
            of size: PixelSize,
            _ format: PixelFormat,
            opaque: Bool,
            distance: Float?,
            effort: Int,
            animation: (ticksPerSecond: Int, loopCount: Int)? = nil,
            xmp: [UInt8] = []
        ) throws(StillEncodingError) {
            precondition(format == .rgba || format == .rgba64, "a JPEG XL file needs RGBA pixels")
            guard let jxl = JXLCalls.loaded else { throw .missingLibrary(RuntimeLibrary.jxl.name) }
            guard let encoder = jxl.JxlEncoderCreate(nil) else { throw LibJXL.refused("not enough memory") }
            var info = JxlBasicInfo()
            jxl.JxlEncoderInitBasicInfo(&info)
            (info.xsize, info.ysize) = (UInt32(size.width), UInt32(size.height))
            info.bits_per_sample = format.isDeep ? 16 : 8
            (info.alpha_bits, info.num_extra_channels) = opaque ? (0, 0) : (info.bits_per_sample, 1)
            info.uses_original_profile = distance == nil ? 1 : 0
            if let animation {
                info.have_animation = 1
                (info.animation.tps_numerator, info.animation.tps_denominator) = (UInt32(animation.ticksPerSecond), 1)
                info.animation.num_loops = UInt32(animation.loopCount)
            }
            var color = JxlColorEncoding()
            jxl.JxlColorEncodingSetToSRGB(&color, 0)
            func refused(_ reason: String) -> StillEncodingError {
                jxl.JxlEncoderDestroy(encoder)
                return LibJXL.refused(reason)
            }
            guard jxl.JxlEncoderSetBasicInfo(encoder, &info) == 0 else {
                throw refused("libjxl rejects pictures of \(size)")
            }
            guard jxl.JxlEncoderSetColorEncoding(encoder, &color) == 0,
                let settings = jxl.JxlEncoderFrameSettingsCreate(encoder, nil),
                distance.map({ jxl.JxlEncoderSetFrameDistance(settings, $0) })
                    ?? jxl.JxlEncoderSetFrameLossless(settings, 1) == 0,
                jxl.JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT, Int64(effort)) == 0
            else { throw refused("libjxl rejects the quality") }
            // The text is stored in a box (ISO/IEC 18181-2, 9).
            if !xmp.isEmpty {
                guard jxl.JxlEncoderUseBoxes(encoder) == 0,
                    jxl.JxlEncoderAddBox(encoder, "xml ", xmp, xmp.count, 0) == 0
                else { throw refused("libjxl rejects the text") }
            }
            (self.jxl, self.encoder, self.settings) = (jxl, encoder, settings)
            (self.format, isOpaque, isAnimated) = (format, opaque, animation != nil)
        }

        deinit { jxl.JxlEncoderDestroy(encoder) }

        package func add(_ picture: Picture, ticks: Int = 0, isLast: Bool) throws(StillEncodingError) -> [UInt8] {
            if isAnimated {
                var frame = JxlFrameHeader()
                jxl.JxlEncoderInitFrameHeader(&frame)
                frame.duration = UInt32(ticks)
                guard jxl.JxlEncoderSetFrameHeader(settings, &frame) == 0 else {
                    throw LibJXL.refused("libjxl rejects its duration")
                }
            }
            var layout = JxlPixelFormat(channels: isOpaque ? 3 : 4, isDeep: format.isDeep)
            let pixels = isOpaque ? picture.withoutAlpha : picture.withUnsafeBytes { Array($0) }
            guard jxl.JxlEncoderAddImageFrame(settings, &layout, pixels, pixels.count) == 0 else {
                throw LibJXL.refused("libjxl rejects its pixels")
            }
            if isLast { jxl.JxlEncoderCloseInput(encoder) }
            return try bytes()
        }

        private func bytes() throws(StillEncodingError) -> [UInt8] {
            var file = [UInt8](repeating: 0, count: 1 << 16)
            var count = 0
            while true {
                let status = file.withUnsafeMutableBufferPointer { buffer -> Int32 in
                    var next = buffer.baseAddress.map { $0 + count }
                    var room = buffer.count - count
                    let status = jxl.JxlEncoderProcessOutput(encoder, &next, &room)
                    count = buffer.count - room
                    return status
                }
                if status == 0 { return Array(file[..<count]) }
                guard status == JXL_ENC_NEED_MORE_OUTPUT else { throw LibJXL.refused("libjxl could not encode it") }
                file += [UInt8](repeating: 0, count: file.count)
            }
        }
    }
}

extension JxlPixelFormat {
    init(channels: UInt32, isDeep: Bool) {
        let type = isDeep ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8
        self.init(num_channels: channels, data_type: type, endianness: JXL_LITTLE_ENDIAN, align: 0)
    }
}

extension LibJXL.Decoder {
    /// Returns the color information, or `nil` if the bytes end before it. Call this method after ``info()``, when the decoder
    /// has stopped at `JXL_DEC_COLOR_ENCODING`.
    func colors() throws(ImageError) -> ColorProfile? {
        switch jxl.JxlDecoderProcessInput(decoder) {
        case JXL_DEC_COLOR_ENCODING: break
        case JXL_DEC_NEED_MORE_INPUT: return nil
        default: throw .corrupt(reason: "libjxl cannot read its colors")
        }
        guard let calls = JXLColorCalls.loaded else { return .standard(.sRGB) }
        let earlier = jxl.JxlDecoderVersion() < 9000 ? JXL07ColorCalls.loaded : nil
        let target = JXL_COLOR_PROFILE_TARGET_DATA
        var encoding = JxlColorEncoding()
        let isEncoded =
            earlier?.JxlDecoderGetColorAsEncodedProfile(decoder, nil, target, &encoding)
            ?? calls.JxlDecoderGetColorAsEncodedProfile(decoder, target, &encoding)
        if isEncoded == 0, let colors = ColorProfile(encoding) { return colors }
        var count = 0
        let isCounted =
            earlier?.JxlDecoderGetICCProfileSize(decoder, nil, target, &count)
            ?? calls.JxlDecoderGetICCProfileSize(decoder, target, &count)
        // Printer profiles are a few megabytes long.
        guard isCounted == 0, (1...16 << 20).contains(count) else { return .damaged }
        var bytes = [UInt8](repeating: 0, count: count)
        let isRead =
            earlier?.JxlDecoderGetColorAsICCProfile(decoder, nil, target, &bytes, count)
            ?? calls.JxlDecoderGetColorAsICCProfile(decoder, target, &bytes, count)
        return isRead == 0 ? .icc(bytes) : .damaged
    }
}

extension ColorProfile {
    fileprivate init?(_ encoding: JxlColorEncoding) {
        let isGray = encoding.color_space == JXL_COLOR_SPACE_GRAY
        guard isGray || encoding.color_space == JXL_COLOR_SPACE_RGB,
            encoding.transfer_function != JXL_TRANSFER_FUNCTION_UNKNOWN
        else { return nil }
        let primaries =
            isGray
            ? RGBPrimaries.bt709
            : RGBPrimaries(
                [encoding.primaries_red_xy.0, encoding.primaries_red_xy.1],
                [encoding.primaries_green_xy.0, encoding.primaries_green_xy.1],
                [encoding.primaries_blue_xy.0, encoding.primaries_blue_xy.1],
                white: [encoding.white_point_xy.0, encoding.white_point_xy.1]
            )
        let transfer =
            encoding.transfer_function == JXL_TRANSFER_FUNCTION_GAMMA
            ? (encoding.gamma > 0 ? TransferFunction.power(1 / encoding.gamma) : nil)
            : TransferFunction.ofCodePoint[UInt8(clamping: encoding.transfer_function)]
        guard let transfer else {
            self = .codePoints(primaries: 9, transfer: UInt8(clamping: encoding.transfer_function))
            return
        }
        self = primaries.isNear(.bt709) && transfer == .sRGB ? .standard(.sRGB) : .calibrated(primaries, transfer)
    }

    /// Finds the color information of a JPEG XL file. Returns `nil` for sRGB, and for a damaged file, which the decoder
    /// rejects.
    init?(ofJXL bytes: UnsafeRawBufferPointer) {
        let events = JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING
        guard let decoder = LibJXL.Decoder(bytes, isWhole: true, stoppingAt: events), (try? decoder.info()) != nil,
            let profile = try? decoder.colors(), profile != .standard(.sRGB)
        else { return nil }
        self = profile
    }
}
