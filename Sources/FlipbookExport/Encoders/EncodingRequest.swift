import FlipbookCore
import FlipbookImaging
public import FlipbookMedia
public import FlipbookRender

/// A request for a file: its format and the settings of its codec. If a property is `nil`, the format or codec determines its
/// value.
///
/// A request is checked when an export begins, or earlier by ``check()``.
public struct EncodingRequest: Sendable, Hashable, Codable {
    /// The kind of file.
    public var format: OutputFormat
    /// The codec, or `nil` for the format's default.
    public var codec: VideoCodec?
    /// One of the codec's ``VideoCodec/profiles``, or `nil` for the one that suits the pictures.
    public var codecProfile: String?
    /// The minimum bit depth per channel, or `nil` for the pictures' own depth if the codec supports it.
    public var depth: Int?
    /// The minimum chroma resolution, or `nil` for the codec's default.
    public var chroma: Chroma?
    /// The color space, or `nil` for the first of ``VideoCodec/colorSpaces``.
    public var colorSpace: ColorSpace?
    /// The color range, which determines the values of black and white, or `nil` for the first of ``VideoCodec/colorRanges``.
    public var colorRange: ColorRange?
    /// A Boolean value that indicates whether pixels must be preserved exactly.
    public var isLossless: Bool
    /// The quality from 0 to 100 (best), comparable between codecs. The default is ``usualQuality`` if no rate or size is
    /// specified.
    public var quality: Int?
    /// The codec's own quality value: the constant rate factor of H.264 and H.265, from 1 (best) to 50, or the quantizer of VP9
    /// and AV1.
    public var rateFactor: Int?
    /// The average bit rate of the pictures, in bits per second.
    public var bitRate: Int?
    /// The maximum size of the file, in bytes. The best quality that fits is used.
    public var mostBytes: Int?
    /// The effort of the encoder: `fast`, `balanced`, `best`, or one of its own presets.
    public var preset: String?
    /// The dithering for a palette, or `nil` for the format's default.
    public var dither: Dither?
    /// Additional properties of the encoder's GStreamer element, in the order in which they are set.
    public var options: [ElementProperty]

    // Properties of the export other than its encoding, which a proposed alternative must also support.
    /// A Boolean value that indicates whether transparency must be kept.
    public var keepsAlpha = false
    /// A Boolean value that indicates whether there is audio.
    public var hasSound = false
    /// A Boolean value that indicates whether the first frame has a time code.
    public var hasTimeCode = false
    /// The metadata fields that are set.
    public var fields: Set<Metadata.Field> = []
    /// A Boolean value that indicates whether decoded pixels are compared.
    public var comparesPixels = false
    var pictures: Pictures?
    var times: Times?

    /// Creates a request. Each parameter sets the property of the same name.
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

    private enum CodingKeys: String, CodingKey {
        case format, codec, codecProfile, depth, chroma, colorSpace, colorRange, isLossless
        case quality, rateFactor, bitRate, mostBytes, preset, dither, options
    }

    /// The default quality.
    public static let usualQuality = 75

    struct Pictures: Sendable, Hashable {
        let canvas, size: PixelSize
        let depth: Int
        let hasGaps, isGray: Bool

        init(_ sequence: CheckedSequence, isFlattened: Bool = false) {
            (canvas, size, depth) = (sequence.canvas, sequence.outputSize, sequence.depth)
            (hasGaps, isGray) = (sequence.hasGaps && !isFlattened, sequence.isGray)
        }
    }

    struct Times: Sendable, Hashable {
        let rate: FrameRate?
        let numbers: FrameSet?
        let slots: FrameSlots?
        /// The total duration in whole seconds.
        let seconds: Int64

        /// The longest duration of a frame, in nanoseconds.
        let longest: Int64
        /// The number of times that the file is played, or 0 to repeat forever.
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

    /// The requested codec, or the format's default.
    public var chosenCodec: VideoCodec { codec ?? format.defaultCodec }

    /// The codec's own quality value, or `nil` if a bit rate or size is used or the codec has no such value.
    package var chosenRateFactor: Int? {
        if bitRate != nil || mostBytes != nil || isLossless { return rateFactor }
        return rateFactor ?? chosenCodec.factors?.factor(ofQuality: quality ?? Self.usualQuality)
    }

    package var chosenPreset: String? {
        chosenCodec.commonPresets.first { $0.key == preset ?? "balanced" }?.value ?? preset
    }

    package var complete: EncodingRequest {
        var request = self
        (request.codec, request.rateFactor, request.preset) = (chosenCodec, chosenRateFactor, chosenPreset)
        (request.keepsAlpha, request.hasSound, request.hasTimeCode) = (false, false, false)
        (request.fields, request.comparesPixels) = ([], false)
        (request.pictures, request.times) = (nil, nil)
        return request
    }

    /// Checks a plan's request, which may have been edited by hand.
    package func checkAgain() throws(EncodingError) {
        var request = self
        // The rate factor was derived from the quality.
        if rateFactor != nil { request.quality = nil }
        try request.check()
    }

    /// The request in terms that apply to all codecs: without default values, and with the preset's common name.
    var inCommonWords: EncodingRequest {
        var request = self
        if codec == format.defaultCodec { request.codec = nil }
        if rateFactor == chosenCodec.factors?.factor(ofQuality: Self.usualQuality) { request.rateFactor = nil }
        if let name = chosenPreset, let common = chosenCodec.commonPresets.first(where: { $0.value == name })?.key {
            request.preset = common == "balanced" ? nil : common
        }
        return request
    }

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

    /// The colors of a video, or `nil` for the codec's default and for images.
    var colors: OutputColors? {
        let (stored, codec) = (storedColors, chosenCodec)
        let isUsual = stored.space == codec.colorSpaces[0] && stored.range == codec.colorRanges[0]
        return isUsual || chosenCodec.elementName == nil ? nil : stored
    }

    /// The standard to which image files are converted, or `nil` if they are not converted.
    var standard: InputProfile.Standard? { chosenCodec.elementName == nil ? storedColors.space.standard : nil }

    /// Returns the colors in which pictures are drawn on a canvas. These are the file's own colors, so that pictures are
    /// converted only once. Images on an sRGB canvas are drawn in sRGB and converted later.
    ///
    /// Values always have sRGB's curve. Players expect this for videos, although BT.709 and BT.2020 specify the curve of
    /// cameras.
    func drawnNumbers(on canvas: CanvasColors) -> (standard: InputProfile.Standard, coding: LumaCoding) {
        guard canvas != .sRGB || chosenCodec.elementName != nil else { return (.sRGB, .bt709) }
        return (storedColors.space.standard ?? .sRGB, storedColors.coding)
    }

    func narrowing(on canvas: CanvasColors) -> Explanation? {
        let (space, file) = (canvas.space, drawnNumbers(on: canvas).standard)
        guard space == .displayP3 || space == .bt2020, file != space.standard, file != .bt2020 else { return nil }
        return "The canvas is \(space.name), but the file is not, so colors outside the file's gamut are clipped."
    }

    /// Returns the layouts that satisfy the request.
    func layouts(areGray: Bool = false) -> [PictureLayout] {
        guard !isLossless || chosenCodec.isLossless else { return [] }
        return format.layouts(of: chosenCodec).filter { layout in
            (areGray || !layout.isGray) && (codecProfile.map(layout.profiles.contains) ?? true)
                && layout.depth >= depth ?? 0 && layout.chroma == chroma ?? layout.chroma
                && (!layout.isOnRequest || depth != nil || chroma != nil)
        }
    }

    /// Returns the layout for pictures: the shallowest layout with at least the requested depth. If no depth is requested, the
    /// pictures' depth is used. If no layout is deep enough, returns the deepest one. A gray layout is used only if it is deep
    /// enough and no color layout is.
    func layout(ofDepth bits: Int, hasGaps: Bool, isGray: Bool = false) -> PictureLayout {
        func areDeep(_ layouts: [PictureLayout]) -> [PictureLayout] { layouts.filter { $0.depth >= depth ?? bits } }
        let colored = layouts()
        if isGray, !hasGaps, areDeep(colored).isEmpty, let gray = areDeep(layouts(areGray: true)).first { return gray }
        let meeting = colored.isEmpty ? format.layouts(of: chosenCodec).filter { !$0.isGray } : colored
        let suited = meeting.filter { $0.carriesAlpha == hasGaps }
        let choice = suited.isEmpty ? meeting : suited
        let sufficient = areDeep(choice).min { $0.depth < $1.depth }
        guard let layout = sufficient ?? choice.reversed().max(by: { $0.depth < $1.depth })
        else { preconditionFailure("a checked request must have a layout") }
        return layout
    }

    func layout(of pictures: Pictures) -> PictureLayout {
        layout(ofDepth: pictures.depth, hasGaps: pictures.hasGaps, isGray: pictures.isGray)
    }

    var pictureLayout: PictureLayout? { pictures.map(layout) }

    typealias Condition = (OutputFormat, VideoCodec) -> Bool

    /// Returns whether a format and codec support the whole request.
    func isMet(by codec: VideoCodec, in format: OutputFormat) -> Bool {
        var request = self
        // A different codec has different profiles.
        (request.format, request.codec, request.codecProfile) = (format, codec, nil)
        // At this point, pictures may still turn out to be gray. A GIF has no partial transparency.
        return !request.layouts().isEmpty && (codec != .gif || !keepsAlpha)
            && !(EncodingRule.ofEncoding + EncodingRule.ofExport + format.rules).contains { $0.refuses(request) }
    }

    /// Returns the nearest alternative that supports the whole request and satisfies `isSuited`. A different codec is preferred
    /// to a similar format, and a similar format to any other format.
    func nearest(where isSuited: Condition = { _, _ in true }) -> (format: OutputFormat, codec: VideoCodec)? {
        let (kin, codec) = (format.kin, chosenCodec)
        let pairs =
            format.codecs.map { (format, $0) }
            + kin.first.filter { $0.codecs.contains(codec) }.map { ($0, codec) }
            + (kin.first + kin.others).flatMap { other in other.codecs.map { (other, $0) } }
        return pairs.first { $0 != (format, codec) && isSuited($0.0, $0.1) && isMet(by: $0.1, in: $0.0) }
    }

    func offer(where isSuited: Condition = { _, _ in true }) -> Explanation? {
        guard let (other, found) = nearest(where: isSuited) else { return nil }
        if other == format { return "choose \(remedy: .set(.codec, to: found.id))" }
        // If the user requested a codec, the proposal must name the codec unless it is the same one.
        let isSaid = codec == nil ? other.defaultCodec == found : codec == found
        return "use \(other.offer)\(isSaid ? "" : " with \(remedy: .set(.codec, to: found.id))")"
    }

    /// Returns the proposal as the end of a sentence, such as `, or use .mkv`, or an empty explanation if there is none.
    func otherwise(where isSuited: Condition = { _, _ in true }) -> Explanation {
        offer(where: isSuited).map { ", or " + $0 } ?? ""
    }

    /// Returns the remedy for settings that a file does not support: omit them, or write the nearest alternative.
    func leaving(_ settings: Setting..., where isSuited: Condition = { _, _ in true }) -> Explanation {
        var names: Explanation = "\(remedy: .omit(settings[0]))"
        for setting in settings.dropFirst() { names = names + " or \(remedy: .omit(setting))" }
        return "Omit " + names + otherwise(where: isSuited) + "."
    }

    /// A Boolean value that indicates whether the codec supports transparency, but not at the requested depth or chroma.
    private var losesAlpha: Bool {
        codecProfile == nil && format.layouts(of: chosenCodec).contains(where: \.carriesAlpha)
            && !layouts().contains(where: \.carriesAlpha)
    }

    /// The name of the codec in messages, with the requested properties that affect transparency.
    var carrier: String {
        if let codecProfile { return "\(chosenCodec.id)'s profile \(codecProfile)" }
        guard losesAlpha else { return chosenCodec.id }
        let demands = [depth.map { "\($0) bits per channel" }, chroma.map { "chroma \($0.rawValue)" }].compactMap { $0 }
        return "\(chosenCodec.id) with \(demands.joined(separator: " and "))"
    }

    /// A proposal that keeps transparency: the same codec with fewer requirements, or the nearest alternative.
    var alphaOffer: Explanation? {
        var request = self
        if losesAlpha {
            request.depth = nil
            let isDepth = depth != nil && (chroma == nil || request.layouts().contains(where: \.carriesAlpha))
            return "omit \(remedy: .omit(isDepth ? .depth : .chroma))"
        }
        if codecProfile != nil, let name = chosenCodec.layouts.first(where: \.carriesAlpha)?.profiles.first {
            return "choose \(remedy: .set(.codecProfile, to: name))"
        }
        request.keepsAlpha = true
        return request.offer()
    }
}

extension OutputFormat {
    /// The formats of the same kind, and those of other kinds, ordered by similarity. Streams and sheets are never proposed for
    /// other kinds.
    fileprivate var kin: (first: [OutputFormat], others: [OutputFormat]) {
        let films = Self.all.filter { $0.kind == .film }
        // A GIF is the least capable of its kind.
        let animations = Self.all.filter { $0.kind == .animation && $0 != .gif } + [.gif]
        let images = Self.stills
        let (first, others) =
            switch kind {
            case .stream: (Self.streams, films + animations + images)
            case .film: (films, animations + images)
            case .animation: (animations, films + images)
            case .images, .sheet: (images, animations + films)
            }
        return (first.filter { $0 != self }, others)
    }
}
