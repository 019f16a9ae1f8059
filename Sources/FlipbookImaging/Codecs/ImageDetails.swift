import FlipbookCore

/// The properties of an image file that are read without decoding pixels, in any format of ``ImageCodecs``. Used to check
/// files.
public struct ImageDetails: Hashable, Sendable {
    /// Size, format, and kind of pixels.
    public var header: ImageHeader
    /// The file's length in bytes.
    public var byteCount: Int
    /// The number of bytes after the picture, in PNG files only.
    public var trailingByteCount: Int
    /// The EXIF orientation of the stored picture, 1 (upright) to 8.
    public var orientation: Int
    /// The ratio of a pixel's width to its height, if specified.
    public var pixelAspect: PixelAspect?
    /// The source of transparency.
    public var transparency: Transparency
    /// All kinds of color information in the file.
    public var colorStatements: ColorStatements
    /// The contents of the ICC profile, or the reason why it is not applied. If `nil`, no profile applies.
    public var iccProfile: ICCProfile?
    /// The exponent of a power law times 100,000, even if color information with a higher priority overrides it.
    public var gamma: Int?
    /// A Boolean value that indicates whether the file is an animation or a multipage TIFF.
    public var isAnimated: Bool {
        get { header.holdsSeveralPictures }
        set { header.holdsSeveralPictures = newValue }
    }

    /// A Boolean value that indicates whether the EXIF data of a PNG, TIFF, or WebP file names a camera.
    package var namesCamera = false

    /// The capture time in the EXIF data of JPEG, PNG, TIFF, WebP, HEIC, AVIF, and JPEG XL files.
    package var taken: CaptureTime?
    /// The names of an OpenEXR file's channels, except the picture's transparency: `R`, `diffuse.R`.
    package var channels: Set<String> = []

    /// The modification time in seconds since 1970, or `nil` if the bytes are in memory.
    public var modified: Int?

    /// Creates details from their parts. The defaults describe a file without special properties.
    public init(
        header: ImageHeader,
        byteCount: Int,
        trailingByteCount: Int = 0,
        orientation: Int? = nil,
        pixelAspect: PixelAspect? = nil,
        transparency: Transparency? = nil,
        colorStatements: ColorStatements = [],
        gamma: Int? = nil,
        isAnimated: Bool = false
    ) {
        (self.header, self.byteCount, self.trailingByteCount) = (header, byteCount, trailingByteCount)
        self.orientation = orientation ?? header.orientation.exifValue
        self.transparency = transparency ?? (header.hasAlpha ? .channel : .none)
        (self.pixelAspect, self.colorStatements, self.gamma) = (pixelAspect, colorStatements, gamma)
        if isAnimated { self.isAnimated = true }
    }

    /// A source of transparency.
    public enum Transparency: String, Hashable, Sendable {
        /// The picture is opaque.
        case none
        /// An alpha channel.
        case channel
        /// An alpha value for each color of a palette.
        case palette
        /// A color that is treated as transparent.
        case colorKey
    }

    /// The proportions of a pixel, as stored pixel counts per unit of length.
    public struct PixelAspect: Hashable, Sendable {
        /// Pixels per unit, horizontally.
        public var horizontal: Int
        /// Pixels per unit, vertically.
        public var vertical: Int

        /// Creates proportions from pixel counts per unit.
        public init(horizontal: Int, vertical: Int) { (self.horizontal, self.vertical) = (horizontal, vertical) }

        /// A Boolean value that indicates whether pixels are square, within the rounding of dots per inch.
        public var isSquare: Bool {
            guard horizontal > 0, vertical > 0 else { return true }
            return abs(Double(horizontal) / Double(vertical) - 1) < 0.03
        }
    }

    /// The kinds of color information in a file.
    public struct ColorStatements: OptionSet, Hashable, Sendable {
        /// One bit for each kind.
        public let rawValue: Int

        /// Creates a set from its bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// A power law.
        public static let gamma = ColorStatements(rawValue: 1)
        /// The primaries and white.
        public static let chromaticities = ColorStatements(rawValue: 2)
        /// sRGB, identified by name.
        public static let sRGB = ColorStatements(rawValue: 4)
        /// An ICC profile.
        public static let iccProfile = ColorStatements(rawValue: 8)
        /// Code points of ITU-T H.273.
        public static let codingIndependent = ColorStatements(rawValue: 16)
        /// Adobe RGB, identified by EXIF.
        public static let adobeRGB = ColorStatements(rawValue: 32)
    }
}
