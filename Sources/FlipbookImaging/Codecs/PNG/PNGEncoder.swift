internal import CImageKernels
internal import FlipbookCore

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Writes pictures as PNG files, losslessly.
public enum PNGEncoder {
    /// The compression level used unless another is asked for.
    ///
    /// zlib's level 2, with filters chosen row by row: level 6 takes twice the
    /// time and saves a tenth of a noisy frame and less than a tenth of a clean one.
    public static let defaultLevel = 2

    /// The bytes of a PNG file with the pixels of `picture`, tagged sRGB.
    ///
    /// Computes for a tenth of a second per megapixel on the calling thread.
    /// - Parameters:
    ///   - picture: Pixels in ``PixelFormat/rgba``, or in ``PixelFormat/rgba64`` for a file of 16 bits a channel.
    ///   - opaque: Whether to leave the alpha channel out and write RGB.
    ///   - level: zlib's compression level, 0 (none) to 9 (slow).
    /// - Throws: ``PNGEncodingError`` when libpng finds no memory, or the picture is beyond PNG's size.
    /// - Precondition: The picture is of one of these formats, and the level is in 0...9.
    public static func encode(
        _ picture: Picture,
        opaque: Bool = false,
        level: Int = defaultLevel
    ) throws(PNGEncodingError) -> [UInt8] {
        precondition(picture.format == .rgba || picture.format == .rgba64, "PNG stores straight alpha")
        precondition((0...9).contains(level), "zlib's levels are 0 to 9")
        let size = picture.size
        guard size.width <= PNGChunk.maximumLength, size.height <= PNGChunk.maximumLength else {
            throw PNGEncodingError(reason: "the picture is \(size), a side of a PNG has at most 2^31 - 1 pixels")
        }
        return try picture.withUnsafeBytes { (pixels) throws(PNGEncodingError) in
            guard let start = pixels.baseAddress else { return [] }
            var file = flipbook_png_file()
            var message = [CChar](repeating: 0, count: Int(FLIPBOOK_PNG_MESSAGE_CAPACITY))
            let status = flipbook_png_encode(
                start,
                UInt32(size.width),
                UInt32(size.height),
                picture.format == .rgba64 ? 16 : 8,
                opaque ? 1 : 0,
                Int32(level),
                &file,
                &message
            )
            guard status == FLIPBOOK_PNG_OK else { throw PNGEncodingError(reason: String(libraryMessage: message)) }
            defer { free(file.bytes) }
            return Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
        }
    }
}

/// Why a picture could not be written as PNG.
public struct PNGEncodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// libpng's words, or ours.
    public let reason: String

    /// What is wrong, as a fragment that follows a file name and a colon.
    public var description: String { "cannot be encoded as PNG (\(reason))" }
}

extension String {
    /// The text that a C library left in `message`, up to the closing zero.
    init(libraryMessage message: [CChar]) {
        self.init(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
