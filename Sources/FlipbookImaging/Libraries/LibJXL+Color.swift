internal import CPictureLibraries
internal import FlipbookCore
import FlipbookFiles

extension LibJXL.Decoder {
    /// Returns the color information, or `nil` if the bytes end before it. Call after ``info()`` and a stop at
    /// `JXL_DEC_COLOR_ENCODING`.
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
        // Printer profiles have a few million bytes.
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

    /// Finds the color information of a JPEG XL file. Returns `nil` for sRGB, and for broken files, which the decoder rejects.
    init?(ofJXL bytes: UnsafeRawBufferPointer) {
        let events = JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING
        guard let decoder = LibJXL.Decoder(bytes, isWhole: true, stoppingAt: events), (try? decoder.info()) != nil,
            let profile = try? decoder.colors(), profile != .standard(.sRGB)
        else { return nil }
        self = profile
    }
}
