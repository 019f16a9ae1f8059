internal import CImageKernels
internal import FlipbookCore

final class TIFFPage: PictureRows {
    let size: PixelSize
    let format: PixelFormat
    private let page: OpaquePointer
    private let mapping: Mapping?
    private var readCount = 0

    var step: Int { Int(flipbook_tiff_step(page)) }

    struct Mapping {
        let range: ValueRange
        let allowsCuts: Bool

        init?(_ header: ImageHeader, _ request: DecodingRequest) {
            guard header.isFloatingPoint, let stored = header.storedRange else { return nil }
            // The decoder inverts a picture in which the smallest value is white, so the range is sorted.
            let own = stored.black < stored.white ? stored : ValueRange(black: stored.white, white: stored.black)
            range = request.colors.levels ?? own
            allowsCuts = request.colors.levels != nil || request.allowsCuts
        }
    }

    /// The location of a page: the offset of a directory, which is 0 for the first directory, and the index of the image within
    /// a block.
    struct Place {
        fileprivate let value: flipbook_tiff_place

        init(directory: Int = 0, _ block: TIFFBlock? = nil, image: Int = 0) {
            let (start, length) = (UInt64(block?.start ?? 0), UInt64(block?.length ?? 0))
            let (directory, image) = (UInt64(directory), UInt64(block == nil ? 0 : image))
            value = flipbook_tiff_place(directory: directory, block: start, length: length, image: image)
        }
    }

    /// Opens a page. The picture has 8 bits per channel, or all bits if the request keeps them.
    init(_ file: borrowing FileReader, at place: Place, _ header: ImageHeader, _ request: DecodingRequest)
        throws(ImageError)
    {
        let (count, size, isDeep) = (file.byteCount, header.size, request.isDeep(header))
        let mapping = Mapping(header, request)
        let range = flipbook_tiff_range(black: mapping?.range.black ?? 0, white: mapping?.range.white ?? 1)
        let (width, height, depth) = (UInt32(size.width), UInt32(size.height), Int32(isDeep ? 16 : 8))
        let place = place.value
        // A 16-bit picture in one strip takes twice the memory of an 8-bit picture.
        let limit = 2 * max(request.limits.maximumBytes, 1 << 20)
        page = try file.withSource { (bytes, file) throws(ImageError) in
            let start = bytes?.baseAddress
            var page: OpaquePointer?
            try Self.check { message in
                flipbook_tiff_open_page(start, file, count, place, width, height, depth, range, limit, &page, message)
            }
            guard let page else { throw .corrupt(reason: "libtiff cannot open it") }
            return page
        }
        (self.size, format, self.mapping) = (size, isDeep ? .rgba64 : .rgba, mapping)
    }

    deinit { flipbook_tiff_close_page(page) }

    func next(into target: UnsafeMutableRawPointer) throws(ImageError) {
        try Self.check { message in flipbook_tiff_read_rows(page, target, message) }
        readCount += min(step, size.height - readCount)
        guard readCount == size.height, let mapping, !mapping.allowsCuts else { return }
        let cut = Int(flipbook_tiff_measure(page).cut)
        guard let values, cut > size.area / 100 else { return }
        throw ImageError(.levels(shown: mapping.range, having: values, percent: 100 * cut / size.area))
    }

    var values: ClosedRange<Double>? {
        let values = flipbook_tiff_measure(page)
        guard values.least <= values.greatest else { return nil }
        let ends = [values.least, values.greatest].map { value in
            let most = Double(Float.greatestFiniteMagnitude)
            let limited = max(-most, min(most, value))
            return Double(Float(limited)) == limited ? Double("\(Float(limited))") ?? limited : limited
        }
        return ends[0]...max(ends[0], ends[1])
    }

    var lightLoss: LightLoss {
        let values = flipbook_tiff_measure(page)
        return LightLoss(strays: Int(values.stray), first: SIMD2(Int(values.stray_x), Int(values.stray_y)))
    }

    private static func check(_ call: (UnsafeMutablePointer<CChar>) -> flipbook_tiff_status) throws(ImageError) {
        var status = FLIPBOOK_TIFF_OK
        let words = String(libraryMessageOf: { message in status = call(message) })
        switch status {
        case FLIPBOOK_TIFF_OK: return
        case FLIPBOOK_TIFF_TRUNCATED: throw .truncated
        case FLIPBOOK_TIFF_UNSUPPORTED: throw .notAnImage(found: "a TIFF file \(words)")
        default: throw .corrupt(reason: words)
        }
    }
}
