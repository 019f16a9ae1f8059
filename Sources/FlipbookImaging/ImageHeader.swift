public import FlipbookCore

/// What the first bytes of an image file say about its picture.
public struct ImageHeader: Hashable, Sendable {
    /// The picture's size in pixels, as stored.
    public var size: PixelSize
    /// The file format, told by content, never by extension.
    public var format: ImageFormat
    /// Bits of one channel: 1, 2, 4, 8 or 16. For an indexed picture, the bits of an index.
    public var bitDepth: Int
    /// What the channels mean.
    public var colorModel: ColorModel
    /// Whether the file can carry transparency: an alpha channel, or a `tRNS` chunk seen before the pixels.
    public var hasAlpha: Bool
    /// Whether the rows come in several passes (Adam7).
    public var isInterlaced: Bool

    /// A header from its parts.
    public init(
        size: PixelSize,
        format: ImageFormat,
        bitDepth: Int,
        colorModel: ColorModel,
        hasAlpha: Bool,
        isInterlaced: Bool
    ) {
        self.size = size
        self.format = format
        self.bitDepth = bitDepth
        self.colorModel = colorModel
        self.hasAlpha = hasAlpha
        self.isInterlaced = isInterlaced
    }

    /// What the channels of a picture mean.
    public enum ColorModel: String, Hashable, Sendable {
        /// One channel of luminance.
        case gray
        /// Red, green and blue.
        case rgb
        /// An index into a palette.
        case indexed
    }
}

/// A file format that Flipbook decodes.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable {
    /// Portable Network Graphics, ISO/IEC 15948.
    case png
}
