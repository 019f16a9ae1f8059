import FlipbookCore

/// An open AVIF file: its pictures that are shown one after another (brand `avis`), or its primary picture, not turned.
struct AVIFSession: ImageSession {
    let header: ImageHeader
    private let decoder: LibAVIF.Decoder
    private let request: DecodingRequest

    /// Opens `bytes`, a whole file.
    init(
        _ bytes: UnsafeRawBufferPointer,
        isAnimated: Bool,
        _ header: ImageHeader,
        _ request: DecodingRequest
    ) throws(ImageError) {
        try request.check(header)
        guard let decoder = try LibAVIF.Decoder(bytes, primary: isAnimated ? nil : header.size) else {
            throw .notAnImage(found: FileContents(header.format.noun, .needing(library: RuntimeLibrary.avif.name)))
        }
        var header = header
        header.holdsSeveralPictures = decoder.count > 1
        (self.header, self.decoder, self.request) = (header, decoder, request)
    }

    var frameCount: Int { min(decoder.count, FrameSet.maximumCount) }

    func duration(ofFrame number: Int) -> RationalTime? { frameCount > 1 ? decoder.duration(number) : nil }

    func frame(_ number: Int) throws(ImageError) -> Picture {
        try decoder.picture(number, header, request)
    }
}
