internal import CImageKernels
internal import CPictureLibraries
package import FlipbookCore
import FlipbookFiles

package enum LibAVIF {
    package final class Encoder {
        private let avif: AVIFCalls
        private let encoder: UnsafeMutableRawPointer
        private let (isOpaque, keepsColor, isLossless): (Bool, Bool, Bool)
        private var xmp: [UInt8]
        private let depth: Int
        private let standard: InputProfile.Standard

        /// Begins a file of straight RGBA pictures with equal sizes.
        /// - Parameters:
        ///   - quality: 0 to 100, linear in libaom's quantizers, or `nil` for lossless.
        ///   - depth: The bits per channel in the file: 8, or 10 or 12 for 16-bit pictures.
        ///   - speed: libaom's speed, 0 (smallest files) to 9.
        ///   - loopCount: The number of loops, or 0 to repeat forever. Only libavif 1.0 and later write this number.
        package init(
            opaque: Bool,
            quality: Int?,
            keepsColor: Bool,
            depth: Int = 8,
            standard: InputProfile.Standard = .sRGB,
            speed: Int = 6,
            timescale: Int = 1,
            loopCount: Int = 0,
            threads: Int = 1,
            xmp: [UInt8] = []
        ) throws(StillEncodingError) {
            guard let avif = AVIFCalls.loaded else { throw .missingLibrary(RuntimeLibrary.avif.name) }
            guard let encoder = avif.avifEncoderCreate() else { throw LibAVIF.refused("not enough memory") }
            let layout = AVIFLayout.loaded
            let level = quality.map { (100 - $0) * 63 / 100 } ?? 0
            let most: Int32 = quality == nil ? 0 : 63
            encoder[layout.avifEncoder_maxThreads] = Int32(threads)
            encoder[layout.avifEncoder_speed] = Int32(speed)
            encoder[layout.avifEncoder_timescale] = UInt64(timescale)
            if layout.avifEncoder_repetitionCount > 0 {
                encoder[layout.avifEncoder_repetitionCount] = Int32(clamping: loopCount - 1)
            }
            encoder[layout.avifEncoder_minQuantizer] = Int32(0)
            encoder[layout.avifEncoder_minQuantizerAlpha] = Int32(0)
            encoder[layout.avifEncoder_maxQuantizer] = most
            encoder[layout.avifEncoder_maxQuantizerAlpha] = most
            if quality != nil {
                avif.avifEncoderSetCodecSpecificOption(encoder, "end-usage", "q")
                avif.avifEncoderSetCodecSpecificOption(encoder, "cq-level", "\(level)")
            }
            (self.avif, self.encoder) = (avif, encoder)
            (isOpaque, self.keepsColor, isLossless) = (opaque, keepsColor, quality == nil)
            (self.depth, self.standard, self.xmp) = (depth, standard, xmp)
        }

        deinit { avif.avifEncoderDestroy(encoder) }

        package func add(_ picture: Picture, ticks: Int?) throws(StillEncodingError) {
            let (width, height) = (UInt32(picture.size.width), UInt32(picture.size.height))
            let format = keepsColor || isLossless ? AVIF_PIXEL_FORMAT_YUV444 : AVIF_PIXEL_FORMAT_YUV420
            guard let image = avif.avifImageCreate(width, height, UInt32(depth), format) else {
                throw LibAVIF.refused("not enough memory")
            }
            defer { avif.avifImageDestroy(image) }
            let layout = AVIFLayout.loaded
            // ITU-T H.273: by default, sRGB with BT.709's or BT.2020's matrix, or with no matrix if lossless. sRGB stills use
            // BT.601's matrix, which makes them 10% to 27% smaller with libaom 3.6.
            let points = standard.codePoints ?? (1, 13)
            let matrix: UInt16 = isLossless ? 0 : standard == .bt2020 ? 9 : standard == .sRGB && ticks == nil ? 6 : 1
            image[layout.avifImage_colorPrimaries] = UInt16(points.primaries)
            image[layout.avifImage_transferCharacteristics] = UInt16(points.transfer)
            image[layout.avifImage_matrixCoefficients] = matrix
            // Chromium 156 treats every animation as limited range, even if the file specifies full range.
            let isFilm = ticks != nil && !isLossless
            image[layout.avifImage_yuvRange] = isFilm ? AVIF_RANGE_LIMITED : AVIF_RANGE_FULL
            if !xmp.isEmpty { avif.avifImageSetMetadataXMP(image, xmp, xmp.count) }
            xmp = []
            func convert(_ bytes: UnsafeRawBufferPointer) -> Int32 {
                LibAVIF.withPixels(of: image, avif) { pixels in
                    pixels[layout.avifRGBImage_ignoreAlpha] = Int32(isOpaque ? 1 : 0)
                    pixels[layout.avifRGBImage_rowBytes] = width * (depth > 8 ? 8 : 4)
                    pixels[layout.avifRGBImage_pixels] = bytes.baseAddress
                    return avif.avifImageRGBToYUV(image, pixels)
                }
            }
            let status =
                depth > 8 ? picture.narrowed(toBits: depth).withUnsafeBytes(convert) : picture.withUnsafeBytes(convert)
            try check(status)
            let flags = ticks == nil ? UInt32(AVIF_ADD_IMAGE_FLAG_SINGLE) : 0
            try check(avif.avifEncoderAddImage(encoder, image, UInt64(ticks ?? 1), flags))
        }

        package func finish() throws(StillEncodingError) -> [UInt8] {
            var file = avifRWData()
            defer { avif.avifRWDataFree(&file) }
            try check(avif.avifEncoderFinish(encoder, &file))
            return Array(UnsafeBufferPointer(start: file.data, count: file.size))
        }

        private func check(_ status: Int32) throws(StillEncodingError) {
            guard status != 0 else { return }
            throw LibAVIF.refused(avif.words(of: status))
        }
    }

    final class Decoder {
        private let avif: AVIFCalls
        private let decoder: UnsafeMutableRawPointer
        private let bytes: UnsafeRawBufferPointer

        /// Opens the bytes of a file. The address of the bytes must not change. The picture may be at most as large as `size`.
        /// Returns `nil` if the library is not installed.
        init?(_ bytes: UnsafeRawBufferPointer, isAnimated: Bool, within size: PixelSize) throws(ImageError) {
            guard let avif = AVIFCalls.loaded else { return nil }
            guard let decoder = avif.avifDecoderCreate() else { throw .memory(bytes.count) }
            (self.avif, self.decoder, self.bytes) = (avif, decoder, bytes)
            let layout = AVIFLayout.loaded
            decoder[layout.avifDecoder_requestedSource] =
                isAnimated ? AVIF_DECODER_SOURCE_TRACKS : AVIF_DECODER_SOURCE_PRIMARY_ITEM
            decoder[layout.avifDecoder_imageSizeLimit] = UInt32(clamping: size.area)
            // Older programs omitted properties that stills do not need.
            if !isAnimated { decoder[layout.avifDecoder_strictFlags] = AVIF_STRICT_DISABLED }
            decoder[layout.avifDecoder_maxThreads] = Int32(1)
            _ = avif.avifDecoderSetIOMemory(decoder, bytes.address, bytes.count)
            let status = avif.avifDecoderParse(decoder)
            try avif.check(status, "libavif cannot read it: \(avif.words(of: status))")
        }

        deinit { avif.avifDecoderDestroy(decoder) }

        var count: Int { Int(decoder[AVIFLayout.loaded.avifDecoder_imageCount] as Int32) }

        func duration(_ number: Int) -> RationalTime? {
            var timing = avifImageTiming()
            guard avif.avifDecoderNthImageTiming(decoder, UInt32(number), &timing) == 0, timing.timescale > 0 else {
                return nil
            }
            return RationalTime(Int64(clamping: timing.durationInTimescales), Int64(clamping: timing.timescale))
        }

        /// Returns the size that the coded picture itself specifies, or `nil` if it cannot be read.
        func codedSize(_ number: Int) -> PixelSize? {
            var found = avifExtent()
            guard avif.avifDecoderNthImageMaxExtent(decoder, UInt32(number), &found) == 0,
                found.offset < UInt64(bytes.count)
            else { return nil }
            let start = Int(found.offset)
            return AV1SequenceHeader(UnsafeRawBufferPointer(rebasing: bytes[start...].prefix(found.size)))?.largestSize
        }

        /// Returns a picture of the header's size: planes if requested, otherwise straight RGBA.
        func picture(_ number: Int, _ header: ImageHeader, _ request: DecodingRequest) throws(ImageError) -> Picture {
            let size = header.size
            let layout = AVIFLayout.loaded
            try avif.check(avif.avifDecoderNthImage(decoder, UInt32(number)), "libavif cannot decode its pixels")
            guard let image: UnsafeMutableRawPointer = decoder[layout.avifDecoder_image],
                image[layout.avifImage_width] as UInt32 == size.width,
                image[layout.avifImage_height] as UInt32 == size.height
            else { throw .corrupt(reason: "libavif cannot decode its pixels") }
            let isDeep = request.isDeep(header)
            // libavif itself converts deep pictures: a 10-bit picture to 10-bit values, as a 10-bit file requires.
            if !isDeep, let planes = YCbCrPlanes(ofImage: image) { return try planes.picture(header, request) }
            return try Picture.decoded(size: size, format: isDeep ? .rgba64 : .rgba) { (target) throws(ImageError) in
                let depth: UInt32 = image[layout.avifImage_depth]
                let bits = isDeep ? Int(depth > 8 ? depth : 16) : 8
                let status = LibAVIF.withPixels(of: image, avif) { pixels in
                    pixels[layout.avifRGBImage_depth] = UInt32(bits)
                    pixels[layout.avifRGBImage_rowBytes] = UInt32(size.width * (isDeep ? 8 : 4))
                    pixels[layout.avifRGBImage_pixels] = target.baseAddress
                    return avif.avifImageYUVToRGB(image, pixels)
                }
                try avif.check(status, "libavif cannot convert its pixels")
                guard isDeep, bits < 16 else { return }
                let channels = target.bindMemory(to: UInt16.self)
                for index in channels.indices { channels[index] = channels[index].widened(from: bits) }
            }
        }
    }

    private static func withPixels(
        of image: UnsafeMutableRawPointer,
        _ avif: AVIFCalls,
        _ body: (UnsafeMutableRawPointer) -> Int32
    ) -> Int32 {
        // The memory is twice as large as the structure in any known version of libavif.
        withUnsafeTemporaryAllocation(byteCount: 128, alignment: 8) { room in
            room.initializeMemory(as: UInt8.self, repeating: 0)
            guard let pixels = room.baseAddress else { return 1 }
            avif.avifRGBImageSetDefaults(pixels, image)
            return body(pixels)
        }
    }

    private static func refused(_ reason: String) -> StillEncodingError { .refused(format: "AVIF", reason: reason) }
}

extension AVIFCalls {
    fileprivate func words(of status: Int32) -> String {
        avifResultToString(status).map { String(cString: $0) } ?? "libavif's error \(status)"
    }

    /// Throws an error if `status` is an error. The error reports damage, with `reason`, unless the file uses a feature that
    /// libavif does not support.
    fileprivate func check(_ status: Int32, _ reason: String) throws(ImageError) {
        guard status != 0 else { return }
        // The codes differ between versions. libavif does not convert some matrices, such as constant luminance.
        let words = words(of: status)
        let lacks = ["Reformat failed", "Not implemented", "No codec available", "Unsupported depth"]
        guard lacks.contains(words) else { throw .corrupt(reason: reason) }
        let noun = "an AVIF file that this libavif does not support (\(words.lowercased()))"
        throw .unsupported(noun, .foreign(converter: "heif-convert IN OUT.png"))
    }
}

extension UnsafeMutableRawPointer {
    fileprivate subscript<Field>(_ offset: UInt16) -> Field {
        get { load(fromByteOffset: Int(offset), as: Field.self) }
        nonmutating set { storeBytes(of: newValue, toByteOffset: Int(offset), as: Field.self) }
    }
}

extension YCbCrPlanes {
    fileprivate init?(ofImage image: UnsafeMutableRawPointer) {
        let layout = AVIFLayout.loaded
        typealias Planes = (UnsafePointer<UInt8>?, UnsafePointer<UInt8>?, UnsafePointer<UInt8>?)
        let alpha: UnsafeRawPointer? = image[layout.avifImage_alphaPlane]
        let (format, range): (Int32, Int32) = (image[layout.avifImage_yuvFormat], image[layout.avifImage_yuvRange])
        let (depth, planes): (UInt32, Planes) = (image[layout.avifImage_depth], image[layout.avifImage_yuvPlanes])
        let rows: (UInt32, UInt32, UInt32) = image[layout.avifImage_yuvRowBytes]
        let matrix: UInt16 = image[layout.avifImage_matrixCoefficients]
        // By default, libavif uses JPEG's coding.
        guard alpha == nil, (8...12).contains(depth),
            [AVIF_PIXEL_FORMAT_YUV444, AVIF_PIXEL_FORMAT_YUV422, AVIF_PIXEL_FORMAT_YUV420].contains(format),
            let coding = LumaCoding(matrix: Int(matrix), isFullRange: range == AVIF_RANGE_FULL),
            let luma = planes.0, let blueDifference = planes.1, let redDifference = planes.2
        else { return nil }
        let (isHalf, isQuarter) = (format != AVIF_PIXEL_FORMAT_YUV444, format == AVIF_PIXEL_FORMAT_YUV420)
        let stored = LumaPlanes(bits: Int(depth), hasHalfColumns: isHalf, hasHalfRows: isQuarter)
        self.init(
            Plane(start: luma, bytesPerRow: Int(rows.0)),
            Plane(start: blueDifference, bytesPerRow: Int(rows.1)),
            Plane(start: redDifference, bytesPerRow: Int(rows.2)),
            Coding(coding, stored, isLeftSited: false)
        )
    }
}

extension Picture {
    /// Reduces 16-bit channels to fewer bits, with dithering. Values that were widened from that number of bits stay exact.
    fileprivate func narrowed(toBits bits: Int) -> [UInt16] {
        precondition(format == .rgba64, "the channels must have 16 bits")
        let most = UInt32(1) << UInt32(bits) - 1
        return withUnsafeBytes { bytes in
            let source = bytes.bindMemory(to: UInt16.self)
            return [UInt16](unsafeUninitializedCapacity: source.count) { target, count in
                count = source.count
                for y in 0..<size.height {
                    let thresholds = Rounding.ordered.thresholds(ofRow: y)
                    for index in y * size.width * 4..<(y + 1) * size.width * 4 {
                        let (value, rest) = (UInt32(source[index]) * most).quotientAndRemainder(dividingBy: 65_535)
                        // A difference of one 16-bit level changes the remainder by `most`.
                        let threshold = UInt32(thresholds[(index / 4 - y * size.width) % 8])
                        let isUp = rest >= most && (rest > 65_535 - most || rest >= threshold)
                        target[index] = UInt16(truncatingIfNeeded: value + (isUp ? 1 : 0))
                    }
                }
            }
        }
    }
}
