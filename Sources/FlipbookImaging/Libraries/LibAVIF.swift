internal import CImageKernels
internal import CPictureLibraries
package import FlipbookCore

/// Libavif, loaded where an AVIF is read, or an animated one is written, or one of more than 8 bits or other colours than
/// sRGB.
package enum LibAVIF {
    /// A file in the making: one picture, or several that are shown one after another.
    package final class Encoder {
        private let encoder: UnsafeMutablePointer<avif_encoder>
        private let add: avif_encoder_add
        private let end: avif_encoder_end
        private let words: avif_words
        private let (makeImage, freeImage): (avif_image_make, avif_release)
        private let (setPixels, convert): (avif_pixels_set, avif_convert)
        private let (freeEncoder, freeData): (avif_release, avif_data_free)
        private let setText: avif_text_set
        private let (isOpaque, keepsColor, isLossless): (Bool, Bool, Bool)
        /// The packet of XMP, until the first picture has it.
        private var xmp: [UInt8]
        private let depth: Int
        private let standard: InputProfile.Standard

        /// Begins a file of pictures of one size, in straight RGBA.
        /// - Parameters:
        ///   - opaque: Whether alpha is left out.
        ///   - quality: 0 to 100, evenly over libaom's quantisers; `nil` for pixels that come back exactly.
        ///   - keepsColor: Whether colour is kept as finely as brightness.
        ///   - depth: Bits of a channel in the file: 8, or 10 or 12 of pictures that have 16.
        ///   - standard: What the file says that its numbers mean.
        ///   - speed: Libaom's, 0 for the smallest files to 9.
        ///   - timescale: Ticks in a second.
        ///   - threads: How many cores work on a picture.
        ///   - xmp: A packet of XMP; empty for none.
        package init(
            opaque: Bool,
            quality: Int?,
            keepsColor: Bool,
            depth: Int = 8,
            standard: InputProfile.Standard = .sRGB,
            speed: Int = 6,
            timescale: Int = 1,
            threads: Int = 1,
            xmp: [UInt8] = []
        ) throws(StillEncodingError) {
            let library = RuntimeLibrary.avif
            guard let make: avif_encoder_make = library.function("avifEncoderCreate"),
                let freeEncoder: avif_release = library.function("avifEncoderDestroy"),
                let set: avif_encoder_set = library.function("avifEncoderSetCodecSpecificOption"),
                let add: avif_encoder_add = library.function("avifEncoderAddImage"),
                let end: avif_encoder_end = library.function("avifEncoderFinish"),
                let makeImage: avif_image_make = library.function("avifImageCreate"),
                let freeImage: avif_release = library.function("avifImageDestroy"),
                let setPixels: avif_pixels_set = library.function("avifRGBImageSetDefaults"),
                let convert: avif_convert = library.function("avifImageRGBToYUV"),
                let setText: avif_text_set = library.function("avifImageSetMetadataXMP"),
                let freeData: avif_data_free = library.function("avifRWDataFree"),
                let words: avif_words = library.function("avifResultToString")
            else { throw .missingLibrary(library.name) }
            guard let encoder = make() else { throw LibAVIF.refused("there is too little memory") }
            let level = quality.map { (100 - $0) * 63 / 100 } ?? 0
            let most: Int32 = quality == nil ? 0 : 63
            encoder.pointee.threads = Int32(threads)
            encoder.pointee.speed = Int32(speed)
            encoder.pointee.timescale = UInt64(timescale)
            (encoder.pointee.least_quantizer, encoder.pointee.most_quantizer) = (0, most)
            (encoder.pointee.least_alpha_quantizer, encoder.pointee.most_alpha_quantizer) = (0, most)
            if quality != nil {
                set(encoder, "end-usage", "q")
                set(encoder, "cq-level", "\(level)")
            }
            (self.encoder, self.add, self.end, self.words) = (encoder, add, end, words)
            (self.makeImage, self.freeImage, self.setPixels, self.convert) = (makeImage, freeImage, setPixels, convert)
            (self.freeEncoder, self.freeData) = (freeEncoder, freeData)
            (isOpaque, self.keepsColor, isLossless) = (opaque, keepsColor, quality == nil)
            (self.depth, self.standard, self.setText, self.xmp) = (depth, standard, setText, xmp)
        }

        deinit { freeEncoder(encoder) }

        /// Takes the next picture.
        /// - Parameter ticks: How long it is shown; `nil` for the only picture of a file.
        package func add(_ picture: Picture, ticks: Int?) throws(StillEncodingError) {
            let (width, height) = (UInt32(picture.size.width), UInt32(picture.size.height))
            let layout = keepsColor || isLossless ? AVIF_444 : AVIF_420
            guard let image = makeImage(width, height, UInt32(depth), Int32(layout)) else {
                throw LibAVIF.refused("there is too little memory")
            }
            defer { freeImage(image) }
            // ITU-T H.273: sRGB where no other standard has numbers, by BT.709's or BT.2020's matrix or as it is.
            let points = standard.codePoints ?? (1, 13)
            (image.pointee.primaries, image.pointee.transfer) = (UInt16(points.primaries), UInt16(points.transfer))
            image.pointee.matrix = isLossless ? 0 : standard == .bt2020 ? 9 : 1
            // Chromium 156 takes the numbers of every film for those of limited range, also where the film says that it is full.
            let isFilm = ticks != nil && !isLossless
            image.pointee.range = Int32(isFilm ? AVIF_LIMITED_RANGE : AVIF_FULL_RANGE)
            if !xmp.isEmpty { setText(image, xmp, xmp.count) }
            xmp = []
            var pixels = avif_pixels()
            setPixels(&pixels, image)
            pixels.ignores_alpha = isOpaque ? 1 : 0
            pixels.bytes_per_row = width * (depth > 8 ? 8 : 4)
            func convert(_ bytes: UnsafeRawBufferPointer) -> Int32 {
                // The library only reads them.
                pixels.bytes = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
                return self.convert(image, &pixels)
            }
            let status =
                depth > 8
                ? picture.narrowed(toBits: depth).withUnsafeBytes(convert) : picture.withUnsafeBytes(convert)
            try check(status)
            try check(add(encoder, image, UInt64(ticks ?? 1), ticks == nil ? UInt32(AVIF_ALONE) : 0))
        }

        /// The bytes of the file, behind the last picture.
        package func finish() throws(StillEncodingError) -> [UInt8] {
            var data = avif_data()
            defer { freeData(&data) }
            try check(end(encoder, &data))
            return Array(UnsafeBufferPointer(start: data.bytes, count: data.count))
        }

        private func check(_ status: Int32) throws(StillEncodingError) {
            guard status != 0 else { return }
            throw LibAVIF.refused(words(status).map { String(cString: $0) } ?? "libavif's error \(status)")
        }
    }

    /// An open file.
    final class Decoder {
        private let decoder: UnsafeMutablePointer<avif_decoder>
        private let free: avif_release
        private let seek: avif_decoder_seek
        private let time: avif_decoder_time
        private let place: avif_decoder_place
        private let bytes: UnsafeRawBufferPointer
        private let setPixels: avif_pixels_set
        private let convert: avif_convert_back

        /// Opens bytes that stay where they are; `nil` where the library is not installed.
        /// - Parameters:
        ///   - isAnimated: Whether its pictures are those of a track, and not its primary one.
        ///   - size: The size beyond which none is decoded.
        init?(
            _ bytes: UnsafeRawBufferPointer,
            isAnimated: Bool,
            within size: PixelSize
        ) throws(ImageError) {
            let library = RuntimeLibrary.avif
            guard let make: avif_decoder_make = library.function("avifDecoderCreate"),
                let free: avif_release = library.function("avifDecoderDestroy"),
                let set: avif_decoder_set = library.function("avifDecoderSetIOMemory"),
                let parse: avif_decoder_act = library.function("avifDecoderParse"),
                let seek: avif_decoder_seek = library.function("avifDecoderNthImage"),
                let time: avif_decoder_time = library.function("avifDecoderNthImageTiming"),
                let place: avif_decoder_place = library.function("avifDecoderNthImageMaxExtent"),
                let setPixels: avif_pixels_set = library.function("avifRGBImageSetDefaults"),
                let convert: avif_convert_back = library.function("avifImageYUVToRGB"),
                let decoder = make()
            else { return nil }
            (self.decoder, self.free, self.seek, self.time) = (decoder, free, seek, time)
            (self.setPixels, self.convert, self.place, self.bytes) = (setPixels, convert, place, bytes)
            decoder.pointee.source = Int32(isAnimated ? AVIF_FROM_TRACKS : AVIF_FROM_ITEM)
            decoder.pointee.most_pixels = UInt32(clamping: size.area)
            // Older writers left out what no reader of a still needs.
            if !isAnimated { decoder.pointee.strictness = 0 }
            decoder.pointee.threads = 1
            guard set(decoder, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count) == 0, parse(decoder) == 0
            else { throw .corrupt(reason: "libavif cannot read its pictures") }
        }

        deinit { free(decoder) }

        /// How many pictures there are.
        var count: Int { Int(decoder.pointee.count) }

        /// How long a picture is shown.
        func duration(_ number: Int) -> RationalTime? {
            var times = avif_times()
            guard time(decoder, UInt32(number), &times) == 0 else { return nil }
            return RationalTime(Int64(clamping: times.duration_ticks), Int64(clamping: times.timescale))
        }

        /// The size that a picture's own bytes say, without what is made of it; `nil` where that is not seen.
        func codedSize(_ number: Int) -> PixelSize? {
            var found = avif_place()
            guard place(decoder, UInt32(number), &found) == 0, found.offset < UInt64(bytes.count) else { return nil }
            let start = Int(found.offset)
            return AV1SequenceHeader(UnsafeRawBufferPointer(rebasing: bytes[start...].prefix(found.count)))?.largestSize
        }

        /// A picture of the header's size: of luma and chroma where it is opaque and they were asked for, else in straight RGBA
        /// of 8 or of 16 bits a channel.
        func picture(_ number: Int, _ header: ImageHeader, _ request: DecodingRequest) throws(ImageError) -> Picture {
            let size = header.size
            guard seek(decoder, UInt32(number)) == 0, let image = decoder.pointee.image,
                image.pointee.width == size.width, image.pointee.height == size.height
            else { throw .corrupt(reason: "libavif cannot decode its pixels") }
            let isDeep = request.isDeep(header)
            // Of 10 bits the library makes numbers of 10 bits, which a file of as many keeps.
            if !isDeep, let planes = YCbCrPlanes(image.pointee) { return try planes.picture(header, request) }
            return try Picture.decoded(size: size, format: isDeep ? .rgba64 : .rgba) { (target) throws(ImageError) in
                var pixels = avif_pixels()
                setPixels(&pixels, image)
                let bits = isDeep ? Int(image.pointee.depth > 8 ? image.pointee.depth : 16) : 8
                (pixels.depth, pixels.bytes_per_row) = (UInt32(bits), UInt32(size.width * (isDeep ? 8 : 4)))
                pixels.bytes = target.bindMemory(to: UInt8.self).baseAddress
                guard convert(image, &pixels) == 0 else {
                    throw .corrupt(reason: "libavif cannot convert its pixels")
                }
                guard isDeep, bits < 16 else { return }
                let channels = target.bindMemory(to: UInt16.self)
                for index in channels.indices { channels[index] = channels[index].widened(from: bits) }
            }
        }
    }

    private static func refused(_ reason: String) -> StillEncodingError { .refused(format: "AVIF", reason: reason) }
}

extension YCbCrPlanes {
    /// The planes of a picture, lent; `nil` where it has transparency, or is not made of luma and chroma.
    fileprivate init?(_ image: avif_image) {
        let layouts = [AVIF_444, AVIF_422, AVIF_420].map(Int32.init)
        // Where the file says nothing, the library takes what JPEG has.
        guard image.alpha == nil, layouts.contains(image.layout), (8...12).contains(image.depth),
            let weights = Coding.weights(ofMatrix: Int(image.matrix)),
            let luma = image.planes.0, let blueDifference = image.planes.1, let redDifference = image.planes.2
        else { return nil }
        let rows = image.bytes_per_row
        self.init(
            Plane(start: luma, bytesPerRow: Int(rows.0)),
            Plane(start: blueDifference, bytesPerRow: Int(rows.1)),
            Plane(start: redDifference, bytesPerRow: Int(rows.2)),
            Coding(
                red: weights.red,
                blue: weights.blue,
                isFullRange: image.range == AVIF_FULL_RANGE,
                bitDepth: Int(image.depth),
                halvesColumns: image.layout != AVIF_444,
                halvesRows: image.layout == AVIF_420,
                isLeftSited: false
            )
        )
    }
}

extension Picture {
    /// The channels of a picture of 16 bits in fewer. What lies between two of their numbers is dithered; a number of theirs
    /// that was widened to 16 bits stays itself.
    fileprivate func narrowed(toBits bits: Int) -> [UInt16] {
        precondition(format == .rgba64, "the channels have 16 bits")
        let most = UInt32(1) << UInt32(bits) - 1
        return withUnsafeBytes { bytes in
            let source = bytes.bindMemory(to: UInt16.self)
            return [UInt16](unsafeUninitializedCapacity: source.count) { target, count in
                count = source.count
                for y in 0..<size.height {
                    let thresholds = Rounding.ordered.thresholds(ofRow: y)
                    for index in y * size.width * 4..<(y + 1) * size.width * 4 {
                        let (value, rest) = (UInt32(source[index]) * most).quotientAndRemainder(dividingBy: 65_535)
                        // A step of the 16 bits is `most` here.
                        let isUp =
                            rest < most
                            ? false
                            : rest > 65_535 - most || rest >= UInt32(thresholds[(index / 4 - y * size.width) % 8])
                        target[index] = UInt16(truncatingIfNeeded: value + (isUp ? 1 : 0))
                    }
                }
            }
        }
    }
}

extension RuntimeLibrary {
    /// Libavif, whose versions have each an interface of its own: that of Debian 12.
    ///
    /// What its decoders say of damaged files on standard error does not get there.
    package static let avif = RuntimeLibrary("libavif.so.15", beforeLoading: flipbook_leave_out_remarks)
}
