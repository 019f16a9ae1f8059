internal import CPictureLibraries
internal import FlipbookCore
internal import Glibc

/// Libheif, loaded where a HEIC or an AVIF is read or written.
package struct LibHEIF: Sendable {
    private let make: heif_context_make
    private let free: heif_release
    private let read: heif_context_read
    private let primary: heif_context_primary
    private let releaseHandle: heif_release
    private let (width, height, isPremultiplied): (heif_number, heif_number, heif_number)
    private let decodeImage: heif_decode
    private let (imageWidth, imageHeight, bitsPerSample): (heif_plane_size, heif_plane_size, heif_plane_size)
    private let plane: heif_plane_read
    private let releaseImage: heif_release
    private let (space, layout): (heif_number, heif_number)
    private let points: heif_points_read
    private let freePoints: heif_release

    /// The library; `nil` where it is not installed.
    package init?() {
        let library = RuntimeLibrary.heif
        guard let make: heif_context_make = library.function("heif_context_alloc"),
            let free: heif_release = library.function("heif_context_free"),
            let read: heif_context_read = library.function("heif_context_read_from_memory_without_copy"),
            let primary: heif_context_primary = library.function("heif_context_get_primary_image_handle"),
            let releaseHandle: heif_release = library.function("heif_image_handle_release"),
            let width: heif_number = library.function("heif_image_handle_get_width"),
            let height: heif_number = library.function("heif_image_handle_get_height"),
            let isPremultiplied: heif_number = library.function("heif_image_handle_is_premultiplied_alpha"),
            let decodeImage: heif_decode = library.function("heif_decode_image"),
            let imageWidth: heif_plane_size = library.function("heif_image_get_width"),
            let imageHeight: heif_plane_size = library.function("heif_image_get_height"),
            let bitsPerSample: heif_plane_size = library.function("heif_image_get_bits_per_pixel_range"),
            let plane: heif_plane_read = library.function("heif_image_get_plane_readonly"),
            let releaseImage: heif_release = library.function("heif_image_release"),
            let space: heif_number = library.function("heif_image_get_colorspace"),
            let layout: heif_number = library.function("heif_image_get_chroma_format"),
            let points: heif_points_read = library.function("heif_image_get_nclx_color_profile"),
            let freePoints: heif_release = library.function("heif_nclx_color_profile_free")
        else { return nil }
        (self.make, self.free, self.read, self.primary) = (make, free, read, primary)
        (self.releaseHandle, self.width, self.height) = (releaseHandle, width, height)
        (self.isPremultiplied, self.decodeImage) = (isPremultiplied, decodeImage)
        (self.imageWidth, self.imageHeight, self.bitsPerSample) = (imageWidth, imageHeight, bitsPerSample)
        (self.plane, self.releaseImage) = (plane, releaseImage)
        (self.space, self.layout, self.points, self.freePoints) = (space, layout, points, freePoints)
    }

    /// The primary picture of a file whose header gives `size`, turned as the file says.
    /// - Parameters:
    ///   - hasPlanes: Whether it may be made of luma and chroma, which then become colours by our own arithmetic.
    ///   - isTiled: Whether it is put together of several, which threads of the library's own decode.
    func picture(
        in bytes: UnsafeRawBufferPointer,
        _ header: ImageHeader,
        hasPlanes: Bool,
        isTiled: Bool,
        _ request: DecodingRequest
    ) throws(ImageError) -> Picture {
        guard let context = make() else { throw ImageError(.shortage(.memory(bytes.count))) }
        defer { free(context) }
        try check(read(context, bytes.baseAddress, bytes.count, nil), header)
        var handle: UnsafeMutableRawPointer?
        try check(primary(context, &handle), header)
        guard let handle else { throw .corrupt(reason: "there is no picture in it") }
        defer { releaseHandle(handle) }
        // The header's size was compared with the limits, so no other may be decoded.
        guard width(handle) == header.size.width, height(handle) == header.size.height else {
            throw .corrupt(reason: "the picture is not of the size that its header gives")
        }
        // Where a thread finds no room for its stack, the decoder waits for it for ever, and several of them end the process.
        try ImageError.ofMachine { () throws(MachineShortage) in
            try MachineShortage.checkRoom(forBytes: (isTiled ? 5 : 1) * SystemThread.stackByteCount)
        }
        if hasPlanes {
            let image = try decoded(handle, Int32(HEIF_OWN), Int32(HEIF_OWN), header, isTiled)
            defer { releaseImage(image) }
            if let picture = try picture(ofPlanesIn: image, header, request) { return picture }
        }
        let isDeep = request.isDeep(header)
        let layout = isDeep ? HEIF_RGBA_16_LITTLE : HEIF_RGBA
        let image = try decoded(handle, Int32(HEIF_SPACE_RGB), Int32(layout), header, isTiled)
        defer { releaseImage(image) }
        var bytesPerRow: Int32 = 0
        let (width, height) = (header.size.width, header.size.height)
        guard imageWidth(image, Int32(HEIF_INTERLEAVED)) == width,
            imageHeight(image, Int32(HEIF_INTERLEAVED)) == height,
            let pixels = plane(image, Int32(HEIF_INTERLEAVED), &bytesPerRow),
            Int(bytesPerRow) >= width * (isDeep ? 8 : 4)
        else { throw .corrupt(reason: "the picture is not of the size that its header gives") }
        let isMultiplied = header.hasAlpha && isPremultiplied(handle) != 0
        return try Picture.decoded(header, request) { sink in
            for y in 0..<height {
                let row = UnsafeRawPointer(pixels + y * Int(bytesPerRow))
                for x in 0..<width {
                    var pixel: SIMD4<UInt16>
                    if isDeep {
                        pixel = row.loadUnaligned(fromByteOffset: x &* 8, as: SIMD4<UInt16>.self)
                        // 10 or 12 bits in the low ones of 16.
                        pixel = Self.widened(pixel, from: header.bitDepth)
                    } else {
                        pixel =
                            SIMD4<UInt16>(
                                truncatingIfNeeded: row.loadUnaligned(fromByteOffset: x &* 4, as: SIMD4<UInt8>.self)
                            ) &* 257
                    }
                    if isMultiplied { pixel = pixel.dividedByAlpha }
                    sink.set(y &* width &+ x, pixel[0], pixel[1], pixel[2], pixel[3])
                }
            }
        }
    }

    /// A picture that the caller releases.
    private func decoded(
        _ handle: UnsafeMutableRawPointer,
        _ space: Int32,
        _ layout: Int32,
        _ header: ImageHeader,
        _ isTiled: Bool
    ) throws(ImageError) -> UnsafeMutableRawPointer {
        var image: UnsafeMutableRawPointer?
        errno = 0
        let outcome = decodeImage(handle, &image, space, layout, nil)
        try check(outcome, header, lacksMemory: errno == ENOMEM, isTiled: isTiled)
        guard let image else { throw .corrupt(reason: "libheif decodes no picture") }
        return image
    }

    /// Numbers of so many bits as ones of 16, their highest bits again behind the lowest.
    @inline(__always)
    private static func widened(_ pixel: SIMD4<UInt16>, from bits: Int) -> SIMD4<UInt16> {
        guard bits < 16 else { return pixel }
        let shift = UInt16(truncatingIfNeeded: 16 - bits)
        return pixel &<< SIMD4(repeating: shift) | pixel &>> SIMD4(repeating: UInt16(truncatingIfNeeded: 2 * bits - 16))
    }

    /// What messages call the part of libheif that decodes the format's pictures.
    package static func decoder(of format: ImageFormat) -> String {
        "libheif's decoder of \(format == .avif ? "AV1" : "HEVC")"
    }

    /// - Parameters:
    ///   - lacksMemory: Whether the system refused memory to this thread.
    ///   - isTiled: Whether it may have refused some to others.
    private func check(
        _ outcome: heif_outcome,
        _ header: ImageHeader,
        lacksMemory: Bool = false,
        isTiled: Bool = false
    ) throws(ImageError) {
        guard outcome.code != 0 else { return }
        let format = header.format
        if outcome.code == HEIF_UNSUPPORTED, outcome.detail == HEIF_NO_CODER {
            // In Debian 13 decoders are packages of their own.
            throw .notAnImage(found: FileContents(format.noun, .needing(library: Self.decoder(of: format))))
        }
        // Measured: a picture of 3000x2000 took 21 bytes a pixel.
        let need = 24 * header.size.area
        // A decoder without memory, or a change of colours, is reported as one that fails for another reason.
        if outcome.code == HEIF_NO_MEMORY, outcome.detail != HEIF_BEYOND_LIMITS {
            throw ImageError(.shortage(.memory(need)))
        }
        // Of tiles only the room tells. One that says it is small may have asked for far more than it needs.
        if lacksMemory || isTiled && outcome.code == HEIF_DECODER_FAILED {
            let room = lacksMemory ? 4 * need + 16 << 20 : need
            do throws(MachineShortage) {
                try MachineShortage.checkRoom(forBytes: room)
            } catch {
                throw ImageError(.shortage(.memory(need)))
            }
        }
        let message = outcome.message.map { String(cString: $0) } ?? "libheif's error \(outcome.code)"
        throw .corrupt(reason: message)
    }
}

// Pictures of luma and chroma.
extension LibHEIF {
    /// Whether the library hands out luma and chroma: versions before 1.19 make red, green and blue of them in any case.
    static let givesPlanes: Bool = {
        guard let version: heif_version = RuntimeLibrary.heif.function("heif_get_version_number") else { return false }
        return version() >= 0x0113_0000
    }()

    /// The picture of an opaque one's planes; `nil` where it is not made of such ones.
    private func picture(
        ofPlanesIn image: UnsafeMutableRawPointer,
        _ header: ImageHeader,
        _ request: DecodingRequest
    ) throws(ImageError) -> Picture? {
        let size = header.size
        guard let coding = coding(of: image), imageWidth(image, Int32(HEIF_ALPHA)) < 0 else { return nil }
        let chroma = PixelSize(
            width: coding.halvesColumns ? (size.width + 1) / 2 : size.width,
            height: coding.halvesRows ? (size.height + 1) / 2 : size.height
        )
        var planes: [YCbCrPlanes.Plane] = []
        for (channel, size) in [(HEIF_LUMA, size), (HEIF_BLUE_DIFFERENCE, chroma), (HEIF_RED_DIFFERENCE, chroma)] {
            var bytesPerRow: Int32 = 0
            guard imageWidth(image, Int32(channel)) == size.width, imageHeight(image, Int32(channel)) == size.height,
                bitsPerSample(image, Int32(channel)) == coding.bitDepth,
                let start = plane(image, Int32(channel), &bytesPerRow),
                Int(bytesPerRow) >= size.width * (coding.bitDepth > 8 ? 2 : 1)
            else { return nil }
            planes.append(YCbCrPlanes.Plane(start: start, bytesPerRow: Int(bytesPerRow)))
        }
        return try YCbCrPlanes(planes[0], planes[1], planes[2], coding).picture(header, request)
    }

    /// What the numbers of an image mean; `nil` where they are not luma and chroma.
    private func coding(of image: UnsafeMutableRawPointer) -> YCbCrPlanes.Coding? {
        guard space(image) == HEIF_SPACE_YCBCR, case let layout = layout(image),
            [HEIF_420, HEIF_422, HEIF_444].map(Int32.init).contains(layout),
            case let depth = bitsPerSample(image, Int32(HEIF_LUMA)), (8...12).contains(depth)
        else { return nil }
        var found: UnsafeMutablePointer<heif_code_points>?
        let isKnown = points(image, &found).code == 0
        defer { if let found { freePoints(found) } }
        // Where neither the file nor its pixels say anything, libheif and libavif take what JPEG has.
        let known = isKnown ? found?.pointee : nil
        guard let weights = YCbCrPlanes.Coding.weights(ofMatrix: known.map { Int($0.matrix) } ?? 2) else { return nil }
        return YCbCrPlanes.Coding(
            red: weights.red,
            blue: weights.blue,
            isFullRange: known.map { $0.is_full_range != 0 } ?? true,
            bitDepth: Int(depth),
            halvesColumns: layout != HEIF_444,
            halvesRows: layout == HEIF_420,
            isLeftSited: false
        )
    }
}

extension UInt16 {
    /// A number of 9 to 15 bits as one of 16, its highest bits again behind the lowest.
    @inline(__always)
    func widened(from bits: Int) -> UInt16 { self &<< UInt16(16 - bits) | self &>> UInt16(2 * bits - 16) }
}

extension SIMD4<UInt16> {
    /// Straight colours of ones that are multiplied by the last channel.
    var dividedByAlpha: SIMD4<UInt16> {
        let alpha = UInt32(self[3])
        guard alpha > 0, alpha < 65_535 else { return self }
        func straight(_ value: UInt16) -> UInt16 {
            UInt16(truncatingIfNeeded: Swift.min(65_535, (UInt32(value) * 65_535 + alpha / 2) / alpha))
        }
        return SIMD4(straight(self[0]), straight(self[1]), straight(self[2]), self[3])
    }
}

// What is written.
extension LibHEIF {
    /// An AVIF file of straight RGBA, 8 bits a channel.
    /// - Parameters:
    ///   - quality: Libheif's, 0 to 100.
    ///   - keepsColor: Whether colour is kept as finely as brightness.
    ///   - speed: Libaom's, 0 for the smallest files to 9.
    ///   - xmp: A packet of XMP; empty for none.
    package static func avif(
        of picture: Picture,
        opaque: Bool,
        quality: Int,
        keepsColor: Bool,
        speed: String = "6",
        xmp: [UInt8] = []
    ) throws(StillEncodingError) -> [UInt8] {
        let library = RuntimeLibrary.heif
        guard let make: heif_context_make = library.function("heif_context_alloc"),
            let free: heif_release = library.function("heif_context_free"),
            let find: heif_encoder_find = library.function("heif_context_get_encoder_for_format"),
            let releaseEncoder: heif_release = library.function("heif_encoder_release"),
            let setQuality: heif_encoder_set = library.function("heif_encoder_set_lossy_quality"),
            let setText: heif_encoder_set_text = library.function("heif_encoder_set_parameter"),
            let makeImage: heif_image_make = library.function("heif_image_create"),
            let releaseImage: heif_release = library.function("heif_image_release"),
            let addPlane: heif_image_add = library.function("heif_image_add_plane"),
            let plane: heif_plane_write = library.function("heif_image_get_plane"),
            let encode: heif_encode = library.function("heif_context_encode_image"),
            let write: heif_context_write_to = library.function("heif_context_write")
        else { throw .missingLibrary(library.name) }
        func check(_ outcome: heif_outcome) throws(StillEncodingError) {
            guard outcome.code != 0 else { return }
            let message = outcome.message.map { String(cString: $0) } ?? "libheif's error \(outcome.code)"
            throw .refused(format: "AVIF", reason: message)
        }
        guard let context = make() else { throw .refused(format: "AVIF", reason: "there is too little memory") }
        defer { free(context) }
        var encoder: UnsafeMutableRawPointer?
        // In Debian 13 the encoder is a package of its own.
        guard find(context, Int32(HEIF_AV1), &encoder).code == 0, let encoder else {
            throw .missingLibrary("libheif's encoder of AV1")
        }
        defer { releaseEncoder(encoder) }
        try check(setQuality(encoder, Int32(quality)))
        try check(setText(encoder, "chroma", keepsColor ? "444" : "420"))
        try check(setText(encoder, "threads", "1"))
        try check(setText(encoder, "speed", speed))
        let (width, height) = (Int32(picture.size.width), Int32(picture.size.height))
        let (layout, step) = opaque ? (Int32(HEIF_RGBA) - 1, 3) : (Int32(HEIF_RGBA), 4)
        var image: UnsafeMutableRawPointer?
        try check(makeImage(width, height, Int32(HEIF_SPACE_RGB), layout, &image))
        guard let image else { throw .refused(format: "AVIF", reason: "there is too little memory") }
        defer { releaseImage(image) }
        try check(addPlane(image, Int32(HEIF_INTERLEAVED), width, height, 8))
        var bytesPerRow: Int32 = 0
        guard let target = plane(image, Int32(HEIF_INTERLEAVED), &bytesPerRow) else {
            throw .refused(format: "AVIF", reason: "there is too little memory")
        }
        picture.withUnsafeBytes { pixels in
            for y in 0..<picture.size.height {
                let row = target + y * Int(bytesPerRow)
                for x in 0..<picture.size.width {
                    for channel in 0..<step {
                        row[x &* step &+ channel] = pixels[(y &* picture.size.width &+ x) &* 4 &+ channel]
                    }
                }
            }
        }
        var handle: UnsafeMutableRawPointer?
        try check(encode(context, image, encoder, nil, &handle))
        let releaseHandle: heif_release? = library.function("heif_image_handle_release")
        defer { if let handle { releaseHandle?(handle) } }
        if !xmp.isEmpty {
            guard let addText: heif_add_text = library.function("heif_context_add_XMP_metadata") else {
                throw .missingLibrary(library.name)
            }
            try check(addText(context, handle, xmp, Int32(xmp.count)))
        }
        let file = EncodedFile()
        var output = heif_output(version: 1) { _, bytes, count, target in
            if let target, let bytes {
                Unmanaged<EncodedFile>.fromOpaque(target).takeUnretainedValue().bytes
                    .append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
            }
            return heif_outcome(code: 0, detail: 0, message: nil)
        }
        try check(write(context, &output, Unmanaged.passUnretained(file).toOpaque()))
        return file.bytes
    }

    /// What the library writes into.
    private final class EncodedFile {
        var bytes: [UInt8] = []
    }
}

extension RuntimeLibrary {
    /// Libheif, since 2018.
    package static let heif = RuntimeLibrary("libheif.so.1")
}
