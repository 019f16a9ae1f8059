internal import FlipbookCore

extension ImageCodec {
    /// TIFF 6.0, with libtiff: 8 and 16 bits, grey and palettes of fewer, RGB, YCbCr and CMYK, in strips
    /// and tiles and in every compression that libtiff has.
    ///
    /// A file of several pages is a sequence of them; smaller versions of a page are left out. The file is read where it lies, strip by strip. The first channel beyond the colours that is called alpha is it, or the only one; colours that are multiplied by it are divided
    /// again.
    public static let tiff = ImageCodec(
        "TIFF",
        extensions: ["tif", "tiff"],
        matches: { $0.starts(with: [0x49, 0x49, 0x2A, 0]) || $0.starts(with: [0x4D, 0x4D, 0, 0x2A]) },
        details: { (file, window) throws(ImageError) in try ImageDetails.tiff(file, &window) },
        open: { (bytes, request) throws(ImageError) in try TIFFSession(FileReader(bytes), request) }
    ).decoding(by: "libtiff").readingInPlace(
        open: { (file, request) throws(ImageError) in try TIFFSession(file, request) },
        profile: { (file) throws(ImageError) in try ColorProfile(ofTIFF: file) }
    ).scaling()
}

/// An open TIFF: its pages.
final class TIFFSession: RowSession {
    private let file: FileReader
    private let request: DecodingRequest
    /// The place where the pages' directories are.
    private let pages: [Int]
    let header: ImageHeader

    /// Reads the first directory of a file, and finds the others.
    init(_ file: consuming FileReader, _ request: DecodingRequest) throws(ImageError) {
        var window = try FileWindow(file)
        header = try ImageDetails.tiff(file, &window).header
        // It has moved on from the file's beginning.
        window = try FileWindow(file)
        pages = header.holdsSeveralPictures ? try ImageDetails.tiffPages(of: file, &window) : []
        self.request = request
        self.file = file
        try request.check(header)
    }

    var frameCount: Int { max(1, pages.count) }

    var hasIndependentFrames: Bool { true }

    func header(ofFrame number: Int) throws(ImageError) -> ImageHeader {
        guard pages.count > 1 else { return header }
        var window = try FileWindow(file)
        return try ImageDetails.tiff(file, &window, page: pages[number]).header.ofOnePicture
    }

    /// An opaque picture of this many pixels, or more, is read in fewer where it is drawn in fewer: of others all are read, so
    /// that the filter has them.
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
            at: number == 0 ? 0 : pages[number],
            size: header.size,
            isDeep: request.isDeep(header),
            limits: request.limits
        )
    }
}
