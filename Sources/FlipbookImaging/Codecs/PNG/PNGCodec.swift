extension ImageCodec {
    /// Portable Network Graphics, ISO/IEC 15948: all that libpng reads, in all colour types, 1 to 16 bits a channel,
    /// interlaced, with `tRNS`; of an animation each picture, composed with those before it.
    ///
    /// A file whose gAMA chunk differs clearly from 1/2.2 (with no chunk that overrules it) is converted to sRGB's curve, as
    /// browsers do.
    public static let png = ImageCodec(
        "PNG",
        extensions: ["png", "apng"],
        matches: { $0.starts(with: PNGChunk.signature) },
        details: { (file, window) throws(ImageError) in try ImageDetails.png(file, &window) },
        header: { (file, window) throws(ImageError) in
            let preamble = try PNGPreamble(window.bytes)
            // What says that there are several pictures may follow a long profile.
            guard preamble.imageData != nil else { return try ImageDetails.png(file, &window).header }
            if !preamble.header.holdsSeveralPictures { _ = try PNGChunk.end(of: file, &window) }
            return preamble.header
        },
        open: { (bytes, request) throws(ImageError) in
            try PNGChunk.checkSole(bytes)
            let still = try PNGSession(bytes, request)
            guard still.header.holdsSeveralPictures, let animation = PNGAnimation(bytes, still.header) else {
                return still
            }
            return PNGAnimationSession(bytes, animation, still.header, request)
        },
        check: { (bytes) throws(ImageError) in try PNGChunk.checkAll(in: bytes) }
    ).decoding(by: "ISA-L", "libpng").finding { ColorProfile(ofPNG: $0) }
}

/// An open PNG.
struct PNGSession: ImageSession {
    private let bytes: UnsafeRawBufferPointer
    fileprivate let preamble: PNGPreamble
    private let request: DecodingRequest

    /// Reads what precedes the pixels of `bytes`, a whole file.
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

    /// The picture by the fast way alone, or `nil` if that leaves the file to libpng.
    fileprivate func fastFrame() -> Picture? {
        PNGScratch.pool.withOne { scratch in
            var fast = FastPNGDecoder(bytes, preamble: preamble, scratch: scratch)
            return fast?.decode()
        }
    }
}

// What tests and benchmarks compare.
extension ImageDecoder {
    /// As ``decode(_:)``, of a PNG, with libpng alone.
    package func decodeWithLibPNG(_ bytes: UnsafeRawBufferPointer) throws(ImageError) -> Picture {
        try LibPNGDecoder.decode(bytes, preamble: PNGSession(bytes, DecodingRequest(limits: limits)).preamble)
    }

    /// As ``decode(_:)``, of a PNG, with the fast way alone, or `nil` if it leaves the file to libpng.
    package func decodeFast(_ bytes: UnsafeRawBufferPointer) throws(ImageError) -> Picture? {
        try PNGSession(bytes, DecodingRequest(limits: limits)).fastFrame()
    }
}
