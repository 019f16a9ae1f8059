import FlipbookCore
import FlipbookImaging
public import FlipbookMedia
public import FlipbookRender

/// A request for a file: its format, and the settings of its codec. `nil` leaves the choice to the format or the codec.
///
/// A request is checked when an export begins, or by ``check()`` before.
public struct EncodingRequest: Sendable, Hashable, Codable {
    /// The kind of file.
    public var format: OutputFormat
    /// The compression of pictures, or `nil` for the format's default.
    public var codec: VideoCodec?
    /// One of the codec's ``VideoCodec/profiles``, or `nil` for the one that suits the pictures.
    public var codecProfile: String?
    /// Bits of a channel that have to survive at least, or `nil` for what the codec keeps of the pictures' own.
    public var depth: Int?
    /// The least resolution of color, or `nil` for the codec's usual one.
    public var chroma: Chroma?
    /// The meaning of the pictures' numbers, or `nil` for the first of ``VideoCodec/colorSpaces``.
    public var colorSpace: ColorSpace?
    /// The numbers of black and white, or `nil` for the first of ``VideoCodec/colorRanges``.
    public var colorRange: ColorRange?
    /// A Boolean value that asks for pixels that come back exactly.
    public var isLossless: Bool
    /// The quality, 0 to 100, the higher the better, with one meaning for every codec; ``usualQuality`` where nothing decides.
    public var quality: Int?
    /// The codec's own number for the same: the constant rate factor of H.264 and H.265, 1 (best) to 50; the quantizer of
    /// VP9 and AV1.
    public var rateFactor: Int?
    /// Bits in a second that the pictures take on average.
    public var bitRate: Int?
    /// The most bytes of the file: the best that fits is made.
    public var mostBytes: Int?
    /// The effort of the encoder: `fast`, `balanced`, `best`, or one of the encoder's own names.
    public var preset: String?
    /// The way from pixels to the colors of a palette, or `nil` for the format's usual one, and without a palette.
    public var dither: Dither?
    /// Further properties of the encoder's GStreamer element, in the order they are set.
    public var options: [ElementProperty]

    // What the export has besides its encoding, and a file that a remedy names has to have, too.
    /// A Boolean value that asks to keep transparency.
    public var keepsAlpha = false
    /// A Boolean value that indicates a sound.
    public var hasSound = false
    /// A Boolean value that indicates a time code of the first frame.
    public var hasTimeCode = false
    /// The texts that the file says about itself.
    public var fields: Set<Metadata.Field> = []
    /// A Boolean value that asks to decode and compare the pixels.
    public var comparesPixels = false
    /// The pictures, once their headers are read.
    var pictures: Pictures?
    /// The times of the frames, once they are known.
    var times: Times?

    /// A request for a file; each parameter is the property of its name.
    public init(
        format: OutputFormat,
        codec: VideoCodec? = nil,
        codecProfile: String? = nil,
        quality: Int? = nil,
        rateFactor: Int? = nil,
        bitRate: Int? = nil,
        mostBytes: Int? = nil,
        preset: String? = nil,
        depth: Int? = nil,
        chroma: Chroma? = nil,
        colorSpace: ColorSpace? = nil,
        colorRange: ColorRange? = nil,
        isLossless: Bool = false,
        dither: Dither? = nil,
        options: [ElementProperty] = []
    ) {
        (self.format, self.codec, self.codecProfile) = (format, codec, codecProfile)
        (self.quality, self.rateFactor, self.bitRate, self.mostBytes) = (quality, rateFactor, bitRate, mostBytes)
        (self.preset, self.depth, self.chroma) = (preset, depth, chroma)
        (self.colorSpace, self.colorRange, self.isLossless) = (colorSpace, colorRange, isLossless)
        (self.dither, self.options) = (dither, options)
    }

    /// The keys of a document: the encoding alone.
    private enum CodingKeys: String, CodingKey {
        case format, codec, codecProfile, depth, chroma, colorSpace, colorRange, isLossless, quality, rateFactor,
            bitRate
        case mostBytes, preset, dither, options
    }

    /// The quality of a file that none was asked for.
    public static let usualQuality = 75

    struct Pictures: Sendable, Hashable {
        /// The size that the frames are placed on; `size` is that of the file's pictures.
        let canvas: PixelSize
        let size: PixelSize
        /// The most bits a channel of a frame has.
        let depth: Int
        /// A Boolean value that indicates transparency.
        let hasGaps: Bool
        let isGray: Bool

        /// - Parameter isFlattened: `true` to leave transparency out.
        init(_ sequence: CheckedSequence, isFlattened: Bool = false) {
            (canvas, size, depth) = (sequence.canvas, sequence.outputSize, sequence.depth)
            (hasGaps, isGray) = (sequence.hasGaps && !isFlattened, sequence.isGray)
        }
    }

    struct Times: Sendable, Hashable {
        /// Frames per second, or `nil` if they are shown for different times.
        let rate: FrameRate?
        /// The frames' numbers, if each is shown once.
        let numbers: FrameSet?
        /// The frames' lengths in a cycle.
        let slots: FrameSlots?
        /// Their duration in whole seconds.
        let seconds: Int64

        /// The longest duration of a frame, in nanoseconds.
        let longest: Int64
        /// The number of times that the file is played; 0 for ever.
        let loopCount: Int

        init(_ sequence: CheckedSequence, loopCount: Int) {
            let (timing, isEqual) = (sequence.timing, sequence.timing.isConstant)
            longest = (0..<(isEqual ? 1 : timing.frameCount)).map(timing.nanosecondCount(ofFrame:)).max() ?? 0
            self.loopCount = loopCount
            (rate, slots) = (sequence.rate, sequence.timing.frameSlots)
            numbers = sequence.frames.constantNumbers
            let length = sequence.playedFrameCount.map { sequence.timing.nanosecond(ofFrame: $0) } ?? 0
            seconds = length / 1_000_000_000
        }
    }

    /// The codec that is asked for, or the format's default.
    public var chosenCodec: VideoCodec { codec ?? format.defaultCodec }

    /// The codec's own number for the encoder, or `nil` if a bit rate or a size decides or the codec takes none.
    package var chosenRateFactor: Int? {
        if bitRate != nil || mostBytes != nil || isLossless { return rateFactor }
        return rateFactor ?? chosenCodec.factors?.factor(ofQuality: quality ?? Self.usualQuality)
    }

    /// The encoder's own name of how hard it tries.
    package var chosenPreset: String? {
        return chosenCodec.commonPresets.first { $0.key == preset ?? "balanced" }?.value ?? preset
    }

    /// The request with all that is chosen in it, as a plan writes it down.
    package var complete: EncodingRequest {
        var request = self
        (request.codec, request.rateFactor, request.preset) = (chosenCodec, chosenRateFactor, chosenPreset)
        (request.keepsAlpha, request.hasSound, request.hasTimeCode) = (false, false, false)
        (request.fields, request.comparesPixels) = ([], false)
        (request.pictures, request.times) = (nil, nil)
        return request
    }

    /// Refuses a plan's request that no program wrote.
    package func checkAgain() throws(EncodingError) {
        var request = self
        // The number is that of the quality.
        if rateFactor != nil { request.quality = nil }
        try request.check()
    }

    /// The request in words that other codecs know, too: what everybody gets is left out, and a preset has its common name.
    var inCommonWords: EncodingRequest {
        var request = self
        if codec == format.defaultCodec { request.codec = nil }
        if rateFactor == chosenCodec.factors?.factor(ofQuality: Self.usualQuality) { request.rateFactor = nil }
        if let name = chosenPreset, let common = chosenCodec.commonPresets.first(where: { $0.value == name })?.key {
            request.preset = common == "balanced" ? nil : common
        }
        return request
    }

    /// The meaning of the numbers in the file.
    var storedColors: OutputColors {
        let codec = chosenCodec
        return OutputColors(
            space: colorSpace ?? codec.colorSpaces[0],
            range: colorRange ?? codec.colorRanges[0],
            hasCameraTransfer: codec.hasCameraTransfer,
            areOfImages: chosenCodec.elementName == nil,
            matrix: codec.matrix
        )
    }

    /// The colors of a film that are not the codec's usual ones, or `nil` for these, and for images.
    var colors: OutputColors? {
        let (stored, codec) = (storedColors, chosenCodec)
        let isUsual = stored.space == codec.colorSpaces[0] && stored.range == codec.colorRanges[0]
        return isUsual || chosenCodec.elementName == nil ? nil : stored
    }

    /// The standard that the library converts pictures to, which are images of their own, or `nil` if they stay as they are.
    var standard: InputProfile.Standard? { chosenCodec.elementName == nil ? storedColors.space.standard : nil }

    /// The meaning of the pictures' numbers as they are drawn on a canvas: the file's own, so that they are converted once.
    /// Those of images are sRGB's on a canvas of sRGB, and are converted later.
    ///
    /// They stand for light by sRGB's curve, that of screens, in every file and from every canvas: players take the numbers of films
    /// for that, though BT.709 and BT.2020 name the curve of cameras.
    func drawnNumbers(on canvas: CanvasColors) -> (standard: InputProfile.Standard, coding: LumaCoding) {
        guard canvas != .sRGB || chosenCodec.elementName != nil else { return (.sRGB, .bt709) }
        return (storedColors.space.standard ?? .sRGB, storedColors.coding)
    }

    /// The sentence that a file has no place for all colors of a canvas, or `nil` if it has.
    func narrowing(on canvas: CanvasColors) -> Explanation? {
        let (space, file) = (canvas.space, drawnNumbers(on: canvas).standard)
        guard space == .displayP3 || space == .bt2020, file != space.standard, file != .bt2020 else { return nil }
        return "The canvas is \(space.name), and the file is not: colors that it lacks are clipped."
    }

    /// The layouts of pictures that have all that is asked for.
    /// - Parameter areGray: `true` for pictures that may be without any color.
    func layouts(areGray: Bool = false) -> [PictureLayout] {
        guard !isLossless || chosenCodec.isLossless else { return [] }
        return format.layouts(of: chosenCodec).filter { layout in
            (areGray || !layout.isGray) && (codecProfile.map(layout.profiles.contains) ?? true)
                && layout.depth >= depth ?? 0 && layout.chroma == chroma ?? layout.chroma
                && (!layout.isOnRequest || depth != nil || chroma != nil)
        }
    }

    /// The layout for pictures: of the depth that is asked for, else of the pictures' own, or the deepest one below.
    /// If colors are in the way of the depth that is asked for, it is the deepest layout that has them.
    func layout(ofDepth bits: Int, hasGaps: Bool, isGray: Bool = false) -> PictureLayout {
        func areDeep(_ layouts: [PictureLayout]) -> [PictureLayout] { layouts.filter { $0.depth >= depth ?? bits } }
        let colored = layouts()
        if isGray, !hasGaps, areDeep(colored).isEmpty, let gray = areDeep(layouts(areGray: true)).first { return gray }
        let meeting = colored.isEmpty ? format.layouts(of: chosenCodec).filter { !$0.isGray } : colored
        let suited = meeting.filter { $0.carriesAlpha == hasGaps }
        let choice = suited.isEmpty ? meeting : suited
        let sufficient = areDeep(choice).min { $0.depth < $1.depth }
        guard let layout = sufficient ?? choice.reversed().max(by: { $0.depth < $1.depth }) else {
            preconditionFailure("a checked request has a layout")
        }
        return layout
    }

    func layout(of pictures: Pictures) -> PictureLayout {
        layout(ofDepth: pictures.depth, hasGaps: pictures.hasGaps, isGray: pictures.isGray)
    }

    /// The layout for the pictures, or `nil` if they are not known.
    var pictureLayout: PictureLayout? { pictures.map(layout) }
}
