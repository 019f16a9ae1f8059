public import FlipbookCore
import FlipbookFiles

/// The properties of a picture by the first bytes of its file.
public struct ImageHeader: Hashable, Sendable {
    /// The picture's size in pixels, as stored.
    public var size: PixelSize
    /// The file format, by content, never by extension.
    public var format: ImageFormat
    /// Bits of one channel: 1, 2, 4, 8 or 16. For an indexed picture, the bits of an index.
    public var bitDepth: Int
    /// The meaning of the channels.
    public var colorModel: ColorModel
    /// A Boolean value that indicates transparency: an alpha channel, or a PNG's `tRNS` chunk before the pixels.
    public var hasAlpha: Bool
    /// A Boolean value that indicates whether the rows come in several passes (Adam7).
    public var isInterlaced: Bool
    /// The meaning of the numbers as colors, as far as the bytes before the pixels tell.
    public var colorTag: ColorTag
    /// The turn of the stored pixels, by EXIF data that stand before them.
    public var orientation: ImageOrientation

    /// A Boolean value that indicates more pictures than one: an animation or, in a TIFF, further pages.
    public var holdsSeveralPictures: Bool

    /// A Boolean value that indicates amounts of light, or of light on film, rather than colors for a display.
    public var isSceneLinear = false

    /// A Boolean value that indicates a PNG's primaries other than sRGB's (cHRM), which count beside a power law.
    package var hasOtherPrimaries = false

    /// The way in which the file is understood, if there are others.
    package var remark: Remark?

    /// A way in which a file is understood.
    package enum Remark: Hashable, Sendable {
        /// The layer is shown because it is the first of so many with colors.
        case firstLayer(String, of: Int)
        /// Its only channel beside the colors has no type, and is taken for transparency.
        case assumedAlpha
        /// So many channels beside colors and transparency are left out.
        case extraChannels(Int)
        /// The companions of the picture, which the file names, are left out: a gain map, the video of a motion photo.
        case companions(String)
        /// The file breaks a rule of its format in this way, and all of its pixels are there.
        case flaw(String)
    }

    /// A Boolean value that indicates numbers of floating point, of which the decoder itself makes 0 to 1.
    package var isFloatingPoint = false
    /// The values of the file that its decoder makes black and white of, or `nil` for 0 and the most of its bits.
    package var storedRange: ValueRange?
    /// The values that the file names for black and white, as microscopes' programs do, or `nil` if it names none.
    package var statedRange: ValueRange?

    /// The values of the file that come out of the decoder as black and white.
    package var wholeRange: ValueRange {
        let bits = colorModel == .indexed ? 8 : min(bitDepth, 16)
        return storedRange ?? ValueRange(black: 0, white: Double(1 << bits - 1))
    }

    /// The same, or `nil` for light, floating point and inks: their decoders apply levels themselves, or not at all.
    package var fullRange: ValueRange? { isSceneLinear || isFloatingPoint || colorModel == .cmyk ? nil : wholeRange }

    /// The values that the picture could have, or `nil` for light and inks, and where the file's own range is shown.
    package var possibleRange: ValueRange? {
        isSceneLinear || colorModel == .cmyk || isFloatingPoint && statedRange != nil ? nil : wholeRange
    }

    /// The rate of the sequence that the picture is of, or `nil` if the file does not say.
    package var frameRate: FrameRate?
    /// The time of the picture for an editor, or `nil` if the file does not say.
    package var timeCode: TimeCode?

    /// The order of the images of the picture's file, or `nil` if the file does not say.
    package var stack: ImageStack?

    /// A Boolean value that indicates whether the picture is a file within another one, whose own name says nothing of it.
    package var isArchived = false

    /// The picture's size in pixels as it is shown.
    public var shownSize: PixelSize { orientation.shownSize(of: size) }

    /// A header from its parts.
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

    /// A header of what every format says, and what some do.
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

    /// The meaning of the channels of a picture.
    public enum ColorModel: String, Hashable, Sendable {
        /// One channel of luminance.
        case gray
        /// Red, green and blue.
        case rgb
        /// An index into a palette.
        case indexed
        /// Cyan, magenta, yellow and black: inks, as in a JPEG for print.
        case cmyk
    }

    /// The strongest statement of a file about its color space (PNG third edition, 4.3): cICP, iCCP, sRGB, gAMA.
    public enum ColorTag: Hashable, Sendable {
        /// Nothing: taken for sRGB, as browsers do.
        case untagged
        /// sRGB, by name.
        case sRGB
        /// A power law: the exponent of the encoding times 100,000, so 45,455 is 1/2.2, which the decoder converts to
        /// sRGB.
        case gamma(Int)
        /// An ICC profile, by which the decoder converts the colors to sRGB.
        case iccProfile
        /// Code points of ITU-T H.273, by which the decoder converts the colors to sRGB.
        case codingIndependent
        /// Adobe RGB (1998) by EXIF's interoperability index R03, as cameras write it, converted to sRGB by the decoder.
        case adobeRGB
    }
}

extension ImageHeader {
    /// The header of a picture that commands draw.
    package init(_ commands: DrawingCommands) {
        self.init(
            commands.size,
            ImageFormat(name: "drawing", extensions: [], hasDecoder: true),
            bits: 8,
            .rgb,
            hasAlpha: true
        )
    }

    /// A Boolean value that indicates that numbers have another meaning than sRGB's, by a profile, code points,
    /// primaries or a power law, which libpng undoes alone without LittleCMS.
    package var hasColorProfile: Bool {
        switch colorTag {
        case .iccProfile, .codingIndependent, .adobeRGB: true
        case .gamma(let gamma):
            hasOtherPrimaries || (!PNGPreamble.ordinaryGammas.contains(gamma) && RuntimeLibrary.lcms.isInstalled)
        case .untagged, .sRGB: false
        }
    }
}
