internal import FlipbookCore

extension ImageCodec {
    /// TIFF 6.0 and BigTIFF, with libtiff: 8 and 16 bits, gray and palettes of fewer, RGB, YCbCr and CMYK, in every
    /// compression; of gray and RGB also signed numbers, those of floating point, and 32 bits.
    ///
    /// The pages of a file are a sequence, without smaller versions, and so are images behind the one that the only
    /// directory names. The first channel beyond the colors that is called alpha is it, or the only one.
    public static let tiff = ImageCodec(
        "TIFF",
        extensions: ["tif", "tiff"],
        matches: { head in
            [[0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A], [0x49, 0x49, 0x2B, 0], [0x4D, 0x4D, 0, 0x2B]]
                .contains { head.starts(with: $0) }
        },
        details: { (file) throws(ImageError) in try ImageDetails.tiff(&file) },
        open: { (bytes, request) throws(ImageError) in try TIFFSession(FileReader(bytes), request) }
    ).decoding(by: "libtiff").readingInPlace(
        open: { (file, request) throws(ImageError) in try TIFFSession(file, request) },
        profile: { (file) throws(ImageError) in try ColorProfile(ofTIFF: file) }
    ).scaling()
}

final class TIFFSession: RowSession {
    private let file: FileReader
    private let request: DecodingRequest
    /// The places of the pages' directories, or the images that the only one names.
    private let pages: [Int]
    private let block: TIFFBlock?
    /// The order of the pages, if the file says it of as many.
    private let stack: ImageStack?
    /// A Boolean value that indicates fewer pages than ImageJ wrote.
    private let isShort: Bool
    let header: ImageHeader

    init(_ file: consuming FileReader, _ request: DecodingRequest) throws(ImageError) {
        let (details, block, description) = try ImageDetails.readTIFF(&file)
        header = details.header
        pages = header.holdsSeveralPictures && block == nil ? try ImageDetails.tiffPages(of: &file) : []
        self.block = block
        let stated = description?.imageCount ?? 1
        isShort = description?.isImageJ == true && pages.count > 1 && pages.count < stated
        stack = isShort || stated == block?.stated ?? pages.count ? description?.stack : nil
        self.request = request
        self.file = file
        try request.check(header)
    }

    var frameCount: Int { block?.count ?? max(1, pages.count) }

    var remarks: [String] {
        guard isShort, let stack else { return [] }
        return ["the file says that it has \(stack.imageCount.of("image")), and has \(pages.count)"]
    }

    var hasIndependentFrames: Bool { true }

    func header(ofFrame number: Int) throws(ImageError) -> ImageHeader {
        var header = header
        if let block {
            guard number < block.whole else {
                throw .corrupt(reason: "the file ends after \(block.whole) of \(block.stated.of("image"))")
            }
        } else if pages.count > 1 {
            // Threads share the session, so each has a reader of its own.
            var file = FileReader(file)
            header = try ImageDetails.tiff(&file, page: pages[number], stated: header.statedRange).header
        } else {
            return header
        }
        header.stack = stack
        return header.ofOnePicture
    }

    /// An opaque picture of this many pixels, or more, is read in fewer if it is drawn in fewer; others keep them for
    /// the filter.
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
        return try TIFFPage(
            file,
            at: TIFFPage.Place(directory: number == 0 || block != nil ? 0 : pages[number], block, image: number),
            size: header.size,
            isDeep: request.isDeep(header),
            mapping: header.mapping(by: request),
            limits: request.limits
        )
    }
}

extension ImageHeader {
    /// The way from the file's numbers to 16 bits, where the decoder maps them.
    fileprivate func mapping(by request: DecodingRequest) -> TIFFPage.Mapping? {
        guard isFloatingPoint, let stored = storedRange else { return nil }
        // White that is stored as the least value is turned over by the decoder.
        let own = stored.black < stored.white ? stored : ValueRange(black: stored.white, white: stored.black)
        return TIFFPage.Mapping(
            range: request.colors.levels ?? own,
            allowsCuts: request.colors.levels != nil || request.allowsCuts
        )
    }
}
