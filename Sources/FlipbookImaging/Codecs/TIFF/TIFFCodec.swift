extension ImageCodec {
    /// TIFF 6.0, with libtiff: 8 and 16 bits, grey and palettes of fewer, RGB, YCbCr and CMYK, in strips
    /// and tiles and in every compression that libtiff has.
    ///
    /// A file of several pages is a sequence of them; smaller versions of a page are left out. The first channel beyond the colours is alpha; colours that are multiplied by it are divided again.
    public static let tiff = ImageCodec(
        "TIFF",
        extensions: ["tif", "tiff"],
        matches: { $0.starts(with: [0x49, 0x49, 0x2A, 0]) || $0.starts(with: [0x4D, 0x4D, 0, 0x2A]) },
        details: { (file, window) throws(ImageError) in try ImageDetails.tiff(file, &window) },
        open: { (bytes, request) throws(ImageError) in try TIFFSession(bytes, request) }
    ).finding { ColorProfile(ofTIFF: $0) }
}

/// An open TIFF: its pages.
struct TIFFSession: ImageSession {
    private let bytes: UnsafeRawBufferPointer
    private let request: DecodingRequest
    /// Where the pages' directories are.
    private let pages: [Int]
    let header: ImageHeader

    /// Reads the first directory of `bytes`, a whole file, and finds the others.
    init(_ bytes: UnsafeRawBufferPointer, _ request: DecodingRequest) throws(ImageError) {
        (self.bytes, self.request) = (bytes, request)
        let file = try FileReader(bytes)
        var window = try FileWindow(file)
        header = try ImageDetails.tiff(file, &window).header
        // It has moved on from the file's beginning.
        window = try FileWindow(file)
        pages = header.holdsSeveralPictures ? try ImageDetails.tiffPages(of: file, &window) : []
        try request.check(header)
    }

    var frameCount: Int { max(1, pages.count) }

    var hasIndependentFrames: Bool { true }

    func header(ofFrame number: Int) throws(ImageError) -> ImageHeader {
        guard pages.count > 1 else { return header }
        let file = try FileReader(bytes)
        var window = try FileWindow(file)
        return try ImageDetails.tiff(file, &window, page: pages[number]).header.ofOnePicture
    }

    func frame(_ number: Int) throws(ImageError) -> Picture {
        let header = try header(ofFrame: number)
        try request.check(header)
        return try TIFFDecoder.decode(
            bytes,
            page: number == 0 ? 0 : pages[number],
            size: header.size,
            isDeep: request.isDeep(header),
            limits: request.limits
        )
    }
}
