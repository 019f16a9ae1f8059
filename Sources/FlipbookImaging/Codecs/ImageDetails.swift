import FlipbookCore

/// All that a file says about its picture before the pixels, of every format in ``ImageCodecs``, also of those that are
/// not decoded: for code that judges files rather than shows them.
public struct ImageDetails: Hashable, Sendable {
    /// Size, format and kind of pixel.
    public var header: ImageHeader
    /// The file's length in bytes.
    public var byteCount: Int
    /// The number of bytes that follow the picture's end; looked for in PNG files only.
    public var trailingByteCount: Int
    /// The turn of the stored picture: EXIF's orientation, 1 (upright) to 8.
    public var orientation: Int
    /// The ratio of a pixel's width to its height, or `nil` if the file does not say.
    public var pixelAspect: PixelAspect?
    /// The source of transparency.
    public var transparency: Transparency
    /// Every statement about the meaning of the numbers as colors.
    public var colorStatements: ColorStatements
    /// The statement of the file's ICC profile about itself, or the reason why its colors are not applied, or `nil` if
    /// it has none, or says more strongly what its numbers mean.
    public var iccProfile: ICCProfile?
    /// The exponent of a power law times 100,000, also if a stronger statement overrules it, or `nil` if none is given.
    public var gamma: Int?
    /// A Boolean value that indicates more pictures than one: an animation or, in a TIFF, further pages.
    public var isAnimated: Bool {
        get { header.holdsSeveralPictures }
        set { header.holdsSeveralPictures = newValue }
    }

    /// A Boolean value that indicates EXIF data that name a camera; looked for in PNG, TIFF and WebP files only.
    package var namesCamera = false

    /// The time at which the picture was taken, by the EXIF data of JPEG, PNG, TIFF, WebP, HEIC,
    /// AVIF and JPEG XL files, or `nil` if there is none.
    package var taken: CaptureTime?
    /// The names of all channels of an OpenEXR file, but for the transparency of the picture: `R`, `diffuse.R`.
    package var channels: Set<String> = []

    /// The time of the last change in seconds since 1970, or `nil` if there is no file.
    public var modified: Int?

    /// Details from their parts; by default nothing that a plain file would not have.
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

    /// The source of transparency.
    public enum Transparency: String, Hashable, Sendable {
        /// There is none.
        case none
        /// An alpha channel.
        case channel
        /// An alpha value for each color of a palette.
        case palette
        /// One color that means nothing is there.
        case colorKey
    }

    /// The proportions of a pixel, as the numbers that the file gives for a unit of length.
    public struct PixelAspect: Hashable, Sendable {
        /// Pixels per unit across.
        public var horizontal: Int
        /// Pixels per unit down.
        public var vertical: Int

        /// Pixels per unit in both directions.
        public init(horizontal: Int, vertical: Int) { (self.horizontal, self.vertical) = (horizontal, vertical) }

        /// A Boolean value that indicates pixels as wide as high, but for rounded dots per inch, and for scanners.
        public var isSquare: Bool {
            guard horizontal > 0, vertical > 0 else { return true }
            return abs(Double(horizontal) / Double(vertical) - 1) < 0.03
        }
    }

    /// Statements of a file about color; several at once.
    public struct ColorStatements: OptionSet, Hashable, Sendable {
        /// The bits, one for each statement.
        public let rawValue: Int

        /// The statements of the given bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// A power law.
        public static let gamma = ColorStatements(rawValue: 1)
        /// The place where the primaries and white lie.
        public static let chromaticities = ColorStatements(rawValue: 2)
        /// sRGB by name.
        public static let sRGB = ColorStatements(rawValue: 4)
        /// An ICC profile.
        public static let iccProfile = ColorStatements(rawValue: 8)
        /// Code points of ITU-T H.273.
        public static let codingIndependent = ColorStatements(rawValue: 16)
        /// Adobe RGB by EXIF.
        public static let adobeRGB = ColorStatements(rawValue: 32)
    }
}
