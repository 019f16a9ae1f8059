extension ImageCodec {
    /// Portable Network Graphics, ISO/IEC 15948: everything that libpng reads, with 1 to 16 bits per channel, and animations
    /// with composed pictures. If gAMA is not 1/2.2, colors are converted to sRGB's curve, as in browsers.
    public static let png = ImageCodec(
        "PNG",
        extensions: ["png", "apng"],
        matches: { $0.starts(with: PNGChunk.signature) },
        details: { (file) throws(ImageError) in try ImageDetails.png(&file) },
        header: { (file) throws(ImageError) in
            let header = try PNGPreamble(&file).header
            if !header.holdsSeveralPictures { _ = try PNGChunk.end(of: &file) }
            return header
        },
        open: { (bytes, request) throws(ImageError) in
            try PNGChunk.checkSole(bytes)
            let still = try PNGSession(bytes, request)
            guard still.header.holdsSeveralPictures, let film = PNGAnimation(bytes, still.header) else { return still }
            return film.session(bytes, still.header, request)
        },
        check: { (bytes) throws(ImageError) in try PNGChunk.checkAll(in: bytes) }
    ).decoding(by: "ISA-L", "libpng").finding { ColorProfile(ofPNG: $0) }
}

struct PNGSession: ImageSession {
    private let bytes: UnsafeRawBufferPointer
    fileprivate let preamble: PNGPreamble
    private let request: DecodingRequest

    init(_ bytes: UnsafeRawBufferPointer, _ request: DecodingRequest) throws(ImageError) {
        (self.bytes, self.request) = (bytes, request)
        preamble = try PNGPreamble(bytes)
        try request.check(preamble.header)
    }

    var header: ImageHeader { preamble.header }

    var damagedParts: [String] { PNGChunk.damagedTypes(in: bytes) }

    func frame(_ index: Int) throws(ImageError) -> Picture {
        if !request.isDeep(header), let picture = fastFrame() { return picture }
        return try LibPNGDecoder.decode(bytes, preamble: preamble, isDeep: request.isDeep(header))
    }

    fileprivate func fastFrame() -> Picture? {
        Scratch.decoders.withOne { scratch in
            var fast = FastPNGDecoder(bytes, preamble: preamble, scratch: scratch)
            return fast?.decode()
        }
    }
}

// Access to Flipbook's PNG decoder and to libpng, for tests and benchmarks.
extension ImageDecoder {
    package func decodeWithLibPNG(_ bytes: UnsafeRawBufferPointer) throws(ImageError) -> Picture {
        try LibPNGDecoder.decode(bytes, preamble: PNGSession(bytes, DecodingRequest(limits: limits)).preamble)
    }

    package func decodeFast(_ bytes: UnsafeRawBufferPointer) throws(ImageError) -> Picture? {
        try PNGSession(bytes, DecodingRequest(limits: limits)).fastFrame()
    }
}
