internal import FlipbookCore

extension ImageCodec {
    /// TIFF 6.0 and BigTIFF, decoded by libtiff: 8 and 16 bits, gray, palettes, RGB, YCbCr, and CMYK in every compression. Gray
    /// and RGB may also have signed, 32-bit, or floating-point values.
    ///
    /// The pages of a file, except thumbnails, form a sequence. Multiple images described by a single directory also form a
    /// sequence. The first extra channel marked as alpha is the transparency. If none is marked, a single extra channel is the
    /// transparency.
    public static let tiff = ImageCodec(
        "TIFF",
        extensions: ["tif", "tiff"],
        matches: { head in
            [[0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A], [0x49, 0x49, 0x2B, 0], [0x4D, 0x4D, 0, 0x2B]]
                .contains { head.starts(with: $0) }
        },
        details: { (file) throws(ImageError) in try TIFFPageDetails(&file).details },
        open: { (bytes, request) throws(ImageError) in try TIFFSession(FileReader(bytes), request) }
    ).decoding(by: "libtiff").readingInPlace(
        open: { (file, request) throws(ImageError) in try TIFFSession(file, request) },
        profile: { (file) throws(ImageError) in try ColorProfile(ofTIFF: file) }
    ).scaling()
}

final class TIFFSession: RowSession {
    private let file: FileReader
    private let request: DecodingRequest
    /// The offsets of the pages' directories. A single directory may describe all pages.
    private let pages: [Int]
    private let block: TIFFBlock?
    /// The dimensions of the pages, if the number of pages matches the description.
    private let stack: ImageStack?
    private let isShort: Bool
    let header: ImageHeader

    init(_ file: consuming FileReader, _ request: DecodingRequest) throws(ImageError) {
        let first = try TIFFPageDetails(&file)
        (header, block) = (first.details.header, first.block)
        pages = header.holdsSeveralPictures && block == nil ? try TIFFPageDetails.offsets(in: &file) : []
        let stated = first.description?.imageCount ?? 1
        isShort = first.description?.isImageJ == true && pages.count > 1 && pages.count < stated
        stack = isShort || stated == block?.stated ?? pages.count ? first.description?.stack : nil
        self.request = request
        self.file = file
        try request.check(header)
    }

    var frameCount: Int { block?.count ?? max(1, pages.count) }

    var remarks: [String] {
        guard isShort, let stack else { return [] }
        return ["ImageJ wrote \(stack.imageCount.of("image")), but the file has \(pages.count)"]
    }

    var hasIndependentFrames: Bool { true }

    func header(ofFrame number: Int) throws(ImageError) -> ImageHeader {
        var header = header
        if let block {
            try require(number < block.whole, "the file ends after \(block.whole) of \(block.stated.of("image"))")
        } else if pages.count > 1 {
            // Threads share the session, so each call needs its own reader.
            var file = FileReader(file)
            header = try TIFFPageDetails(&file, page: pages[number], stated: header.statedRange).details.header
        } else {
            return header
        }
        header.stack = stack
        return header.ofOnePicture
    }

    /// The minimum area, in pixels, of an opaque picture that is decoded at a reduced size if it is drawn smaller.
    private static let large = 1 << 26

    func frame(_ number: Int) throws(ImageError) -> Picture {
        let rows = try page(number)
        let header = try header(ofFrame: number)
        let isReduced = !header.hasAlpha && header.size.area >= Self.large
        return try rows.picture(dividedBy: isReduced ? request.detail.map(header.size.divisor) ?? 1 : 1)
    }

    func rows(ofFrame number: Int) throws(ImageError) -> (any PictureRows)? { try page(number) }

    private func page(_ number: Int) throws(ImageError) -> TIFFPage {
        let header = try header(ofFrame: number)
        try request.check(header)
        let directory = number == 0 || block != nil ? 0 : pages[number]
        return try TIFFPage(file, at: TIFFPage.Place(directory: directory, block, image: number), header, request)
    }
}
