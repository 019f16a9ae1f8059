internal import CImageKernels
public import FlipbookCore
public import FlipbookFiles

/// Encodes pictures as PNG, losslessly.
public enum PNGEncoder {
    /// The default compression level, 2. Level 6 takes twice as long, and makes a noisy frame 10% smaller.
    public static let defaultLevel = 2

    /// Encodes a picture as a PNG file tagged as sRGB. This takes about a tenth of a second per megapixel.
    /// - Parameters:
    ///   - picture: Pixels in ``PixelFormat/rgba``, or in ``PixelFormat/rgba64`` for 16 bits per channel.
    ///   - opaque: A Boolean value that indicates whether the alpha channel is left out, so that the file contains RGB.
    ///   - level: zlib's compression level, 0 (none) to 9 (slow).
    public static func encode(_ picture: Picture, opaque: Bool = false, level: Int = defaultLevel)
        throws(PNGEncodingError) -> [UInt8]
    {
        guard picture.format == .rgba || picture.format == .rgba64 else { throw .format(picture.format) }
        guard (0...9).contains(level) else { throw .level(level) }
        let size = picture.size
        guard size.width <= PNGChunk.maximumLength, size.height <= PNGChunk.maximumLength else { throw .size(size) }
        let (width, height) = (UInt32(size.width), UInt32(size.height))
        let (depth, isOpaque): (Int32, Int32) = (picture.format == .rgba64 ? 16 : 8, opaque ? 1 : 0)
        let capacity = flipbook_png_capacity(width, height, depth, isOpaque)
        try PNGEncodingError.require(.file(capacity))
        var words = ""
        // The unused part of the array is never accessed, so it uses no memory.
        let file = [UInt8](unsafeUninitializedCapacity: capacity) { file, count in
            picture.withUnsafeBytes { pixels in
                guard let target = file.baseAddress, let start = pixels.baseAddress else { return }
                words = String(libraryMessageOf: { message in
                    let level = Int32(level)
                    count = flipbook_png_encode(start, width, height, depth, isOpaque, level, target, capacity, message)
                })
            }
        }
        guard !file.isEmpty else { throw .library(words) }
        return file
    }
}

/// An error from encoding a picture as PNG.
public enum PNGEncodingError: ExplainedError, MachineBound, Hashable {
    /// PNG stores straight RGB or RGBA, not pixels of this format.
    case format(PixelFormat)
    /// The compression level is outside 0 to 9.
    case level(Int)
    /// A side is too long for PNG.
    case size(PixelSize)
    /// libpng reported an error. The value is its message.
    case library(String)
    case shortage(MachineShortage)

    /// The code `image.encoding`, or the code for a shortage of memory.
    public var code: ErrorCode { if case .shortage(let shortage) = self { shortage.code } else { "image.encoding" } }

    /// The fault, as a fragment that follows a file name and a colon.
    public var explanation: Explanation {
        switch self {
        case .format(let format): "cannot be encoded as PNG (its pixels are \("\(format)"); PNG stores rgba or rgba64)"
        case .level(let level): "cannot be encoded as PNG (zlib's levels are 0 to 9, not \(level))"
        case .size(let size):
            "cannot be encoded as PNG (the picture is \(size); a side of a PNG has at most 2^31 - 1 pixels)"
        case .library(let words): "cannot be encoded as PNG (\(words))"
        case .shortage(let shortage): "cannot be encoded as PNG: \(shortage)"
        }
    }

    /// The fault as a sentence.
    public var errorDescription: String? { "The picture \(description)." }
}

extension String {
    init(libraryMessageOf call: (UnsafeMutablePointer<CChar>) -> Void) {
        var message = [CChar](repeating: 0, count: Int(FLIPBOOK_MESSAGE_CAPACITY))
        call(&message)
        self.init(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
