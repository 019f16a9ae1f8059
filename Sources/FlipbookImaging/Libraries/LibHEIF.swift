internal import CPictureLibraries
internal import FlipbookCore
import FlipbookFiles
internal import Glibc

struct LibHEIF: Sendable {
    private let heif: HEIFCalls

    static let loaded = HEIFCalls.loaded.map { LibHEIF(heif: $0) }

    /// Decodes the primary picture, rotated as the file specifies. Flipbook itself converts luma and chroma to RGB.
    func picture(
        in bytes: UnsafeRawBufferPointer,
        _ header: ImageHeader,
        _ boxes: HEIFBoxes,
        _ request: DecodingRequest
    ) throws(ImageError) -> Picture {
        // libheif uses its own threads to decode tiles.
        let isTiled = boxes.isDerived
        guard let context = heif.heif_context_alloc() else { throw .memory(bytes.count) }
        defer { heif.heif_context_free(context) }
        try check(heif.heif_context_read_from_memory_without_copy(context, bytes.baseAddress, bytes.count, nil), header)
        var handle: UnsafeMutableRawPointer?
        try check(heif.heif_context_get_primary_image_handle(context, &handle), header)
        guard let handle else { throw .corrupt(reason: "it contains no picture") }
        defer { heif.heif_image_handle_release(handle) }
        // Only the size in the header was checked against the limits, so the decoded size must be equal to it.
        guard heif.heif_image_handle_get_width(handle) == header.size.width,
            heif.heif_image_handle_get_height(handle) == header.size.height
        else { throw .corrupt(reason: "the size differs from the header's") }
        // Without memory for a thread's stack, the decoder would hang or terminate the process.
        try ImageError.require(.stacks(isTiled ? 5 : 1))
        if boxes.mayHavePlanes, Self.givesPlanes {
            let image = try decoded(handle, heif_colorspace_undefined, heif_chroma_undefined, header, isTiled)
            defer { heif.heif_image_release(image) }
            if let picture = try picture(ofPlanesIn: image, header, request) { return picture }
        }
        let isDeep = request.isDeep(header)
        let layout = isDeep ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RGBA
        let image = try decoded(handle, heif_colorspace_RGB, layout, header, isTiled)
        defer { heif.heif_image_release(image) }
        var bytesPerRow: Int32 = 0
        let (width, height) = (header.size.width, header.size.height)
        guard heif.heif_image_get_width(image, heif_channel_interleaved) == width,
            heif.heif_image_get_height(image, heif_channel_interleaved) == height,
            let pixels = heif.heif_image_get_plane_readonly(image, heif_channel_interleaved, &bytesPerRow),
            Int(bytesPerRow) >= width * (isDeep ? 8 : 4)
        else { throw .corrupt(reason: "the size differs from the header's") }
        let isMultiplied = header.hasAlpha && heif.heif_image_handle_is_premultiplied_alpha(handle) != 0
        return try Picture.decoded(header, request) { sink in
            for y in 0..<height {
                let row = UnsafeRawPointer(pixels + y * Int(bytesPerRow))
                for x in 0..<width {
                    var pixel = SIMD4<UInt16>(of: row, at: x, isDeep: isDeep)
                    for channel in 0..<4 where isDeep { pixel[channel] = pixel[channel].widened(from: header.bitDepth) }
                    sink.set(y &* width &+ x, pixel[0], pixel[1], pixel[2], pixel[3])
                }
            }
            if isMultiplied { sink.divideByAlpha(count: header.size.area) }
        }
    }

    private func decoded(
        _ handle: UnsafeMutableRawPointer,
        _ space: Int32,
        _ layout: Int32,
        _ header: ImageHeader,
        _ isTiled: Bool
    ) throws(ImageError) -> UnsafeMutableRawPointer {
        var image: UnsafeMutableRawPointer?
        errno = 0
        let outcome = heif.heif_decode_image(handle, &image, space, layout, nil)
        try check(outcome, header, lacksMemory: errno == ENOMEM, isTiled: isTiled)
        guard let image else { throw .corrupt(reason: "libheif cannot decode the picture") }
        return image
    }

    /// Throws an error if `outcome` is an error. If `lacksMemory` is `true`, this thread ran out of memory. If `isTiled` is
    /// `true`, other threads may have run out of memory.
    private func check(_ outcome: heif_error, _ header: ImageHeader, lacksMemory: Bool = false, isTiled: Bool = false)
        throws(ImageError)
    {
        guard outcome.code != 0 else { return }
        if outcome.code == heif_error_Unsupported_feature, outcome.subcode == heif_suberror_Unsupported_codec {
            // In Debian 13, decoders are in separate packages.
            throw .unsupported(header.format.noun, .needing(library: "libheif's HEVC decoder"))
        }
        // A picture of 3000x2000 pixels took 21 bytes per pixel.
        let need = 24 * header.size.area
        // libheif reports a different error if decoders and color conversions run out of memory.
        if outcome.code == heif_error_Memory_allocation_error, outcome.subcode != heif_suberror_Security_limit_exceeded
        {
            throw .memory(need)
        }
        // A tiled picture needs the estimated memory. For other pictures, the failed allocation may have been far larger than
        // necessary.
        if lacksMemory || isTiled && outcome.code == heif_error_Decoder_plugin_error {
            let room = lacksMemory ? 4 * need + 16 << 20 : need
            do throws(MachineShortage) { try MachineRoom(bytes: room).check() } catch { throw .memory(need) }
        }
        let message =
            outcome.message.map { String(decoding: String(cString: $0).utf8.prefix { $0 != 10 }, as: UTF8.self) }
            ?? "libheif's error \(outcome.code)"
        if [heif_error_Unsupported_filetype, heif_error_Unsupported_feature].contains(Int32(outcome.code)) {
            let noun = "\(header.format.noun) that this libheif does not support (\(message.escapingControlCharacters))"
            // Debian's ffmpeg is older than version 7, and Debian's other converters use libheif.
            let remedy = "convert it at its source, or with ffmpeg 7 or later (ffmpeg -i IN OUT.png)"
            throw .unsupported(noun, .odd(remedy: remedy))
        }
        throw .corrupt(reason: message)
    }

    private static let givesPlanes = HEIFCalls.loaded.map { $0.heif_get_version_number() >= 0x0113_0000 } ?? false

    private func picture(ofPlanesIn image: UnsafeMutableRawPointer, _ header: ImageHeader, _ request: DecodingRequest)
        throws(ImageError) -> Picture?
    {
        let size = header.size
        guard let coding = coding(of: image), heif.heif_image_get_width(image, heif_channel_Alpha) < 0 else {
            return nil
        }
        let chroma = coding.layout.chromaSize(of: size)
        var planes: [YCbCrPlanes.Plane] = []
        for (channel, size) in [(heif_channel_Y, size), (heif_channel_Cb, chroma), (heif_channel_Cr, chroma)] {
            var bytesPerRow: Int32 = 0
            guard heif.heif_image_get_width(image, channel) == size.width,
                heif.heif_image_get_height(image, channel) == size.height,
                heif.heif_image_get_bits_per_pixel_range(image, channel) == coding.layout.bits,
                let start = heif.heif_image_get_plane_readonly(image, channel, &bytesPerRow),
                Int(bytesPerRow) >= size.width * (coding.layout.bits > 8 ? 2 : 1)
            else { return nil }
            planes.append(YCbCrPlanes.Plane(start: start, bytesPerRow: Int(bytesPerRow)))
        }
        return try YCbCrPlanes(planes[0], planes[1], planes[2], coding).picture(header, request)
    }

    private func coding(of image: UnsafeMutableRawPointer) -> YCbCrPlanes.Coding? {
        guard heif.heif_image_get_colorspace(image) == heif_colorspace_YCbCr,
            case let layout = heif.heif_image_get_chroma_format(image),
            [heif_chroma_420, heif_chroma_422, heif_chroma_444].contains(layout),
            case let depth = heif.heif_image_get_bits_per_pixel_range(image, heif_channel_Y), (8...12).contains(depth)
        else { return nil }
        var found: UnsafeMutablePointer<heif_color_profile_nclx>?
        let isKnown = heif.heif_image_get_nclx_color_profile(image, &found).code == 0
        defer { if let found { heif.heif_nclx_color_profile_free(found) } }
        // By default, libheif and libavif use JPEG's coding.
        let known = isKnown ? found?.pointee : nil
        let (matrix, isFullRange) = known.map { (Int($0.matrix_coefficients), $0.full_range_flag != 0) } ?? (2, true)
        guard let luma = LumaCoding(matrix: matrix, isFullRange: isFullRange) else { return nil }
        let (isHalf, isQuarter) = (layout != heif_chroma_444, layout == heif_chroma_420)
        let planes = LumaPlanes(bits: Int(depth), hasHalfColumns: isHalf, hasHalfRows: isQuarter)
        return YCbCrPlanes.Coding(luma, planes, isLeftSited: false)
    }
}

extension UInt16 {
    /// Widens 9- to 16-bit values to 16 bits by repeating the highest bits.
    @inline(__always)
    func widened(from bits: Int) -> UInt16 { self &<< UInt16(16 - bits) | self &>> UInt16(2 * bits - 16) }
}

extension SIMD4<UInt16> {
    @inline(__always)
    init(of row: UnsafeRawPointer, at place: Int, isDeep: Bool) {
        self =
            isDeep
            ? row.loadUnaligned(fromByteOffset: place &* 8, as: Self.self)
            : Self(truncatingIfNeeded: row.loadUnaligned(fromByteOffset: place &* 4, as: SIMD4<UInt8>.self)) &* 257
    }
}
