public import FlipbookCore

/// Turns image files into pixels.
///
/// A value without state of its own: copy it, and call it from as many threads
/// as there are cores. A call runs to its end on the calling thread, reading a
/// file and computing for milliseconds, so do not make it on the cooperative
/// pool. Working memory is kept from call to call and shared by all decoders.
///
/// The format is told by content, never by the file's name:
///
/// - **PNG**: all that libpng reads, in all colour types, 1 to 16 bits a channel, interlaced, with `tRNS`. A file
///   whose gAMA chunk differs clearly from 1/2.2 (with no chunk that overrules it) is converted to 2.2, as
///   browsers do.
/// - **JPEG**: 8 bits, baseline and progressive, grey, YCbCr, RGB, CMYK and YCCK.
/// - **BMP**: 1 to 32 bits, run-length coding, bit fields, both directions. The fourth byte of a pixel without bit
///   fields is alpha, unless it is 0 in the whole picture.
/// - **TIFF**: the first page, 8 and 16 bits, grey and palettes of fewer, RGB, YCbCr and CMYK, in strips and tiles
///   and in every compression that libtiff has. The first channel beyond the colours is alpha; colours that are
///   multiplied by it are divided again.
///
/// 16 bits are rounded to 8 unless kept. Damage that a format can show is an error, as is a file that ends early:
/// there is never a partial picture. ICC profiles are not applied; ``ImageHeader/colorTag`` tells when there is
/// one. Pixels come as they are stored; ``ImageHeader/orientation`` tells how they are to be turned.
public struct ImageDecoder: Sendable {
    /// What is refused before memory is set aside.
    public var limits: DecodingLimits
    /// Whether a file of 16 bits a channel becomes ``PixelFormat/rgba64``, and is not rounded to 8.
    public var keepsSixteenBits: Bool

    /// A decoder that keeps to `limits`.
    public init(limits: DecodingLimits = DecodingLimits(), keepsSixteenBits: Bool = false) {
        self.limits = limits
        self.keepsSixteenBits = keepsSixteenBits
    }

    /// The picture in the file at `path`, as ``PixelFormat/rgba`` or, where kept, ``PixelFormat/rgba64``.
    /// - Throws: ``ImageError``: the file cannot be read, is no image, is damaged or cut short, or exceeds a limit.
    public func decode(contentsOf path: FilePath) throws(ImageError) -> Picture {
        try withBytes(of: path) { (bytes, scratch) throws(ImageError) in try decode(bytes, scratch: scratch) }
    }

    /// The picture in the file at `path`, and the types of those chunks of a PNG that are damaged and were passed over.
    ///
    /// The checksums of the pixels are a part of decoding, so this looks at the few bytes around them only.
    func decodeAndCheck(
        contentsOf path: FilePath
    ) throws(ImageError) -> (picture: Picture, damagedChunks: [String]) {
        try withBytes(of: path) { (bytes, scratch) throws(ImageError) in
            (try decode(bytes, scratch: scratch), PNGChunk.damagedTypes(in: bytes))
        }
    }

    /// Lends the bytes of a file, and memory to decode them with.
    private func withBytes<Result>(
        of path: FilePath,
        _ body: (UnsafeRawBufferPointer, DecodingScratch) throws(ImageError) -> Result
    ) throws(ImageError) -> Result {
        let file = try FileReader(path)
        try limits.check(fileOf: file.byteCount)
        let scratch = DecodingScratch.take()
        defer { DecodingScratch.give(scratch) }
        let buffer = scratch.file.room(for: file.byteCount)
        let count = try file.read(into: buffer, at: 0)
        return try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]), scratch)
    }

    /// The picture in the bytes of a file, as ``PixelFormat/rgba`` or, where kept, ``PixelFormat/rgba64``.
    ///
    /// The bytes are read during the call only.
    /// - Throws: ``ImageError``: the bytes are no image, are damaged or cut short, or exceed a limit.
    public func decode(_ bytes: UnsafeRawBufferPointer) throws(ImageError) -> Picture {
        let scratch = DecodingScratch.take()
        defer { DecodingScratch.give(scratch) }
        return try decode(bytes, scratch: scratch)
    }

    private func decode(_ bytes: UnsafeRawBufferPointer, scratch: DecodingScratch) throws(ImageError) -> Picture {
        guard bytes.starts(with: FileSignature.png) else {
            return try decode(bytes, as: ImageHeader.read(bytes))
        }
        let preamble = try checkedPreamble(bytes)
        if keepsSixteenBits, preamble.header.bitDepth == 16 {
            try limits.check(preamble.header.size, bytesPerPixel: 8)
            return try LibPNGDecoder.decode(bytes, preamble: preamble, isDeep: true)
        }
        if var fast = FastPNGDecoder(bytes, preamble: preamble, scratch: scratch), let picture = fast.decode() {
            return picture
        }
        return try LibPNGDecoder.decode(bytes, preamble: preamble)
    }

    /// The picture in the bytes of a file that is no PNG and says `header` of itself.
    private func decode(_ bytes: UnsafeRawBufferPointer, as header: ImageHeader) throws(ImageError) -> Picture {
        let isDeep = keepsSixteenBits && header.bitDepth == 16
        try limits.check(header.size, bytesPerPixel: isDeep ? 8 : 4)
        return switch header.format {
        case .jpeg: try JPEGDecoder.decode(bytes, size: header.size)
        case .bmp: try BMPDecoder(bytes).decode()
        case .tiff: try TIFFDecoder.decode(bytes, size: header.size, isDeep: isDeep, limits: limits)
        case .png, .gif, .webp: throw .notAnImage(found: header.format.noun)
        }
    }

    /// What precedes the pixels, of a picture within the limits.
    private func checkedPreamble(_ bytes: UnsafeRawBufferPointer) throws(ImageError) -> PNGPreamble {
        let preamble = try PNGPreamble(bytes)
        try limits.check(preamble.header.size)
        return preamble
    }
}

// What tests and benchmarks compare.
extension ImageDecoder {
    /// As ``decode(_:)``, with libpng alone.
    package func decodeWithLibPNG(_ bytes: UnsafeRawBufferPointer) throws(ImageError) -> Picture {
        try LibPNGDecoder.decode(bytes, preamble: checkedPreamble(bytes))
    }

    /// As ``decode(_:)``, with the fast way alone; `nil` where it leaves the file to libpng.
    package func decodeFast(_ bytes: UnsafeRawBufferPointer) throws(ImageError) -> Picture? {
        let scratch = DecodingScratch.take()
        defer { DecodingScratch.give(scratch) }
        var fast = FastPNGDecoder(bytes, preamble: try checkedPreamble(bytes), scratch: scratch)
        return fast?.decode()
    }
}
