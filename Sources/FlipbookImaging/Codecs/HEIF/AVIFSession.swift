import FlipbookCore

/// An open AVIF file of several pictures that are shown one after another (brand `avis`).
struct AVIFSession: ImageSession {
    let header: ImageHeader
    private let decoder: LibAVIF.Decoder
    private let isDeep: Bool

    /// Opens `bytes`, a whole file.
    init(_ bytes: UnsafeRawBufferPointer, _ header: ImageHeader, _ request: DecodingRequest) throws(ImageError) {
        try request.check(header)
        guard let decoder = try LibAVIF.Decoder(bytes) else {
            throw .notAnImage(found: FileContents(header.format.noun, .needing(library: RuntimeLibrary.avif.name)))
        }
        var header = header
        header.holdsSeveralPictures = decoder.count > 1
        (self.header, self.decoder, isDeep) = (header, decoder, request.isDeep(header))
    }

    var frameCount: Int { min(decoder.count, FrameSet.maximumCount) }

    func duration(ofFrame number: Int) -> RationalTime? { frameCount > 1 ? decoder.duration(number) : nil }

    func frame(_ number: Int) throws(ImageError) -> Picture {
        try decoder.picture(number, header.size, isDeep: isDeep)
    }
}
