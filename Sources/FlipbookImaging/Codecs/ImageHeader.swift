public import FlipbookCore
import FlipbookFiles

/// The properties of a picture that are stored in the first bytes of its file.
public struct ImageHeader: Hashable, Sendable {
    /// The stored size in pixels.
    public var size: PixelSize
    /// The file format, determined by content rather than by extension.
    public var format: ImageFormat
    /// The number of bits per channel: 1, 2, 4, 8, or 16. For an indexed picture, this is the number of bits per index.
    public var bitDepth: Int
    /// The meaning of the channels.
    public var colorModel: ColorModel
    /// A Boolean value that indicates whether the picture has transparency: an alpha channel, or a PNG's `tRNS` chunk before
    /// the pixels.
    public var hasAlpha: Bool
    /// A Boolean value that indicates whether rows are stored in multiple passes (Adam7).
    public var isInterlaced: Bool
    /// The highest-priority color information that precedes the pixels.
    public var colorTag: ColorTag
    /// The orientation in EXIF data that precedes the pixels.
    public var orientation: ImageOrientation

    /// A Boolean value that indicates whether the file is an animation or a multipage TIFF.
    public var holdsSeveralPictures: Bool

    /// A Boolean value that indicates whether the stored values are light or film density instead of display colors.
    public var isSceneLinear = false

    /// A Boolean value that indicates whether a PNG's primaries (cHRM) differ from sRGB's. Such primaries apply only with a
    /// power law.
    package var hasOtherPrimaries = false

    package var remark: Remark?
    /// The names of the channels that are not shown.
    package var otherChannels: [String] = []

    package enum Remark: Hashable, Sendable {
        /// By default, the first of multiple color layers is used.
        case firstLayer(String, of: Int)
        /// The only extra channel has no type, and is treated as alpha.
        case assumedAlpha
        /// This number of extra channels is ignored.
        case extraChannels(Int)
        /// Companions of the picture, such as a gain map or a motion photo's video, are ignored.
        case companions(String)
        /// The file breaks a rule of its format, but all pixels are intact.
        case flaw(String)
    }

    /// A Boolean value that indicates whether the file contains floating-point numbers, which the decoder maps to 0...1.
    package var isFloatingPoint = false
    package var storedRange: ValueRange?
    /// The black and white values that the file specifies. Microscope software writes them.
    package var statedRange: ValueRange?

    /// The stored values that the decoder maps to black and to white, by default the full range of the bits.
    package var wholeRange: ValueRange {
        let bits = colorModel == .indexed ? 8 : min(bitDepth, 16)
        return storedRange ?? ValueRange(black: 0, white: Double(1 << bits - 1))
    }

    /// Like ``wholeRange``, but `nil` for light and floating point, for which the decoder applies levels, and for CMYK, which
    /// does not support levels.
    package var fullRange: ValueRange? { isSceneLinear || isFloatingPoint || colorModel == .cmyk ? nil : wholeRange }

    /// The possible values, or `nil` for light, for CMYK, and for a file that specifies a range.
    package var possibleRange: ValueRange? {
        isSceneLinear || colorModel == .cmyk || isFloatingPoint && statedRange != nil ? nil : wholeRange
    }

    package var frameRate: FrameRate?
    package var timeCode: TimeCode?

    package var stack: ImageStack?

    /// A Boolean value that indicates whether the picture is stored in an archive, or in a file of concatenated pictures.
    package var isArchived = false

    /// The time of the first picture since the start of the file's audio, or `nil` if the file is not a video with audio.
    package var soundLead: RationalTime?

    /// The displayed size in pixels.
    public var shownSize: PixelSize { orientation.shownSize(of: size) }

    /// Creates a header from its parts.
    public init(
        size: PixelSize,
        format: ImageFormat,
        bitDepth: Int,
        colorModel: ColorModel,
        hasAlpha: Bool = false,
        isInterlaced: Bool = false,
        colorTag: ColorTag = .untagged,
        orientation: ImageOrientation = .up,
        holdsSeveralPictures: Bool = false
    ) {
        (self.size, self.format, self.bitDepth, self.colorModel) = (size, format, bitDepth, colorModel)
        (self.hasAlpha, self.isInterlaced, self.colorTag) = (hasAlpha, isInterlaced, colorTag)
        (self.orientation, self.holdsSeveralPictures) = (orientation, holdsSeveralPictures)
    }

    init(
        _ size: PixelSize,
        _ format: ImageFormat,
        bits: Int,
        _ model: ColorModel,
        hasAlpha: Bool = false,
        _ orientation: ImageOrientation = .up,
        hasProfile: Bool = false
    ) {
        self.init(size: size, format: format, bitDepth: bits, colorModel: model, hasAlpha: hasAlpha)
        (self.orientation, colorTag) = (orientation, hasProfile ? .iccProfile : .untagged)
    }

    /// The meaning of a picture's channels.
    public enum ColorModel: String, Hashable, Sendable {
        /// One channel of luminance.
        case gray
        /// Red, green, and blue.
        case rgb
        /// An index into a palette.
        case indexed
        /// Cyan, magenta, yellow, and black, as in a JPEG for print.
        case cmyk
    }

    /// The highest-priority color information in a file (PNG third edition, 4.3): cICP, iCCP, sRGB, gAMA.
    public enum ColorTag: Hashable, Sendable {
        /// There is no color information, so the colors are treated as sRGB, as in browsers.
        case untagged
        /// The file identifies sRGB by name.
        case sRGB
        /// A power law. The value is the encoding exponent times 100,000, so 45,455 is 1/2.2. The decoder converts the colors
        /// to sRGB.
        case gamma(Int)
        /// An ICC profile. The decoder converts the colors to sRGB.
        case iccProfile
        /// Code points of ITU-T H.273. The decoder converts the colors to sRGB.
        case codingIndependent
        /// Adobe RGB (1998), identified by the EXIF interoperability index R03, as cameras write it. The decoder converts the
        /// colors to sRGB.
        case adobeRGB
    }

    package init(_ commands: DrawingCommands) {
        let format = ImageFormat(name: "drawing", extensions: [], hasDecoder: true)
        self.init(commands.size, format, bits: 8, .rgb, hasAlpha: true)
    }

    /// A Boolean value that indicates whether the colors differ from sRGB because of a profile, code points, primaries, or a
    /// power law that libpng does not undo.
    package var hasColorProfile: Bool {
        switch colorTag {
        case .iccProfile, .codingIndependent, .adobeRGB: true
        case .gamma(let gamma):
            hasOtherPrimaries || (!PNGPreamble.ordinaryGammas.contains(gamma) && RuntimeLibrary.lcms.isInstalled)
        case .untagged, .sRGB: false
        }
    }

    /// Reads the header of the file at `path`, and checks that the file is not truncated.
    /// - Throws: ``ImageError`` if the file cannot be read, is not decoded, is truncated, or has a damaged header.
    public static func read(contentsOf path: FilePath, codecs: ImageCodecs = .standard) throws(ImageError) -> Self {
        try ImageError.naming(path) { () throws(ImageError) in
            if let number = path.picture {
                return try OpenImages.shared.file(at: path, ImageDecoder(codecs: codecs)).header(ofFrame: number - 1)
            }
            if codecs.codecOfFile(at: path) != nil {
                return try OpenImages.shared.file(at: path, ImageDecoder(codecs: codecs)).header
            }
            var file = try FileReader(path)
            do throws(ImageError) {
                return try read(&file, codecs: codecs)
            } catch {
                guard let row = try PictureRow(file, codecs, refusedBy: error) else { throw error }
                return row.header
            }
        }
    }

    package static func read(_ bytes: UnsafeRawBufferPointer, codecs: ImageCodecs = .standard)
        throws(ImageError) -> Self
    {
        var file = try FileReader(bytes)
        return try read(&file, codecs: codecs)
    }

    private static func read(_ file: inout FileReader, codecs: ImageCodecs) throws(ImageError) -> ImageHeader {
        let codec = try codecs.codec(for: file.head())
        guard codec.format.isDecoded else { throw .notAnImage(found: FileContents(codec.format)) }
        return try codec.readHeader(&file)
    }

    /// Reads the headers of many files on all cores, and returns them in the order of the paths.
    public static func readAll(_ paths: [FilePath], codecs: ImageCodecs = .standard)
        async throws(CancellationError) -> [Result<ImageHeader, ImageError>]
    {
        try await WorkExecutor.mapInChunks(paths) { path in
            Result { () throws(ImageError) in try read(contentsOf: path, codecs: codecs) }
        }
    }

    package init(_ data: ImageData, codecs: ImageCodecs) throws(ImageError) {
        self = try data.bytes.lendingBytes { (bytes) throws(ImageError) in try Self.read(bytes, codecs: codecs) }
    }

    /// A copy of the header that describes a file with one picture.
    public var ofOnePicture: ImageHeader { changing(self) { $0.holdsSeveralPictures = false } }

    /// The maximum number of pixels in a camera's preview that follows a JPEG, or `nil` if the file lists its companions.
    var largestPreview: Int? { remark == nil ? size.area / 4 : nil }

    var ofLight: ImageHeader { changing(self) { $0.isSceneLinear = true } }
}
