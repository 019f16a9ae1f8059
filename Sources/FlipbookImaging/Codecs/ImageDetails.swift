public import FlipbookCore
import FlipbookFiles

/// The properties of an image file that Flipbook reads without decoding pixels, for any format of ``ImageCodecs``. They are
/// used to check files.
public struct ImageDetails: Hashable, Sendable {
    /// The size, the format, and the kind of pixels.
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
    /// Every kind of color information in the file.
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
    /// The names of an OpenEXR file's channels, such as `R` and `diffuse.R`, except the picture's transparency.
    package var channels: Set<String> = []

    /// The modification time, in seconds since 1970, or `nil` if the bytes are in memory.
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

    /// The proportions of a pixel, which files store as the number of pixels per unit of length.
    public struct PixelAspect: Hashable, Sendable {
        /// The number of pixels per unit of length, horizontally.
        public var horizontal: Int
        /// The number of pixels per unit of length, vertically.
        public var vertical: Int

        /// Creates proportions from the number of pixels per unit of length.
        public init(horizontal: Int, vertical: Int) { (self.horizontal, self.vertical) = (horizontal, vertical) }

        /// A Boolean value that indicates whether pixels are square, apart from the rounding to whole dots per inch.
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

    /// Reads the details of the file at `path`. If its format is decoded, this also checks that the file is complete.
    /// - Throws: ``ImageError`` if the file cannot be read, if its format is unknown, or if damage is found without decoding.
    public static func read(contentsOf path: FilePath, codecs: ImageCodecs = .standard) throws(ImageError) -> Self {
        try ImageError.naming(path) { () throws(ImageError) in
            guard let number = path.picture else { return try read(wholeFileAt: path, codecs: codecs) }
            let image = try OpenImages.shared.file(at: path, ImageDecoder(codecs: codecs))
            let header = try image.header(ofFrame: number - 1)
            let member = try image.withRowPicture(number - 1) { (file) throws(ImageError) in
                try read(&file, codecs: codecs)
            }
            if let member { return changing(member) { $0.header = header } }
            let details = try image.details { () throws(ImageError) in try read(wholeFileAt: path, codecs: codecs) }
            return changing(details) { $0.header = header }
        }
    }

    private static func read(wholeFileAt path: FilePath, codecs: ImageCodecs) throws(ImageError) -> ImageDetails {
        var file = try FileReader(path)
        var details: ImageDetails
        if codecs.codecOfFile(at: path) != nil {
            let header = try OpenImages.shared.file(at: path, ImageDecoder(codecs: codecs)).header
            details = ImageDetails(header: header, byteCount: file.byteCount)
        } else {
            do throws(ImageError) {
                details = try read(&file, codecs: codecs)
            } catch {
                guard let row = try PictureRow(file, codecs, refusedBy: error) else { throw error }
                details = ImageDetails(header: row.header, byteCount: file.byteCount)
            }
        }
        details.modified = file.modified
        return details
    }

    package static func read(_ bytes: UnsafeRawBufferPointer, codecs: ImageCodecs = .standard)
        throws(ImageError) -> Self
    {
        var file = try FileReader(bytes)
        return try read(&file, codecs: codecs)
    }

    private static func read(_ file: inout FileReader, codecs: ImageCodecs) throws(ImageError) -> ImageDetails {
        let codec = try codecs.codec(for: file.head())
        var details = try codec.readDetails(&file)
        details.iccProfile = codec.iccProfile(of: file, details)
        return details
    }

    /// Reads the details of many files on all cores, and returns them in the order of the paths.
    public static func readAll(_ paths: [FilePath], codecs: ImageCodecs = .standard)
        async throws(CancellationError) -> [Result<ImageDetails, ImageError>]
    {
        try await WorkExecutor.mapInChunks(paths) { path in
            Result { () throws(ImageError) in try read(contentsOf: path, codecs: codecs) }
        }
    }
}
