import FlipbookCore
public import FlipbookImaging

/// What is written: the format, the codec, what has to survive, and how hard the encoder tries.
public struct EncodingProfile: Sendable, Hashable, Codable {
    /// The kind of file.
    public let format: OutputFormat
    /// How pictures are compressed.
    public let codec: VideoCodec
    /// The codec's profile, one of ``VideoCodec/profiles``; `nil` for the one that suits the pictures.
    public let codecProfile: String?
    /// Bits of a channel that have to survive at least; `nil` for what the codec keeps of the pictures' own.
    public let depth: Int?
    /// How finely colour has to survive; `nil` for the codec's usual way.
    public let chroma: Chroma?
    /// What the numbers of the pictures mean; `nil` for the first of ``VideoCodec/colorSpaces``.
    public let colorSpace: ColorSpace?
    /// Which numbers black and white have; `nil` for the first of ``VideoCodec/colorRanges``.
    public let colorRange: ColorRange?
    /// Whether pixels have to come back exactly.
    public let isLossless: Bool
    /// The quality that was asked for, 0 to 100, the higher the better, with one meaning for every codec.
    public let quality: Int?
    /// The codec's own number for the same: the constant rate factor of H.264 and H.265, 1 (best) to 50; the quantiser of
    /// VP9 and AV1. `nil` for codecs that take none.
    public private(set) var rateFactor: Int?
    /// Bits in a second that the pictures take on average; `nil` where a quality decides.
    public let bitRate: Int?
    /// The most bytes of the file: the best that fits is made. `nil` where a quality decides.
    public let mostBytes: Int?
    /// The encoder's own name of how hard it tries.
    public internal(set) var preset: String?
    /// How pixels get the colours of a palette; `nil` for the format's usual way, and where there is no palette.
    public let dither: Dither?
    /// Further properties of the encoder's GStreamer element, in the order they are set.
    public let options: [ElementProperty]

    /// A profile whose parts go together.
    ///
    /// - Parameters:
    ///   - format: The kind of file.
    ///   - codec: How pictures are compressed; `nil` for the format's default.
    ///   - codecProfile: One of the codec's profiles.
    ///   - quality: 0 to 100; 75 where neither it nor `rateFactor` is given.
    ///   - rateFactor: The codec's own number.
    ///   - bitRate: Bits in a second.
    ///   - mostBytes: The most bytes of the file.
    ///   - preset: `fast`, `balanced`, `best`, or one of the encoder's own names.
    ///   - depth: Bits of a channel that have to survive.
    ///   - chroma: How finely colour has to survive.
    ///   - colorSpace: What the numbers of the pictures mean.
    ///   - colorRange: Which numbers black and white have.
    ///   - isLossless: Whether pixels have to come back exactly.
    ///   - dither: How pixels get the colours of a palette.
    ///   - options: Further properties of the encoder's element.
    /// - Throws: ``EncodingProfileError`` when they do not, with the remedy.
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
    ) throws(EncodingProfileError) {
        var demand = EncodingDemand()
        (demand.codec, demand.codecProfile, demand.quality, demand.rateFactor) = (
            codec, codecProfile, quality, rateFactor
        )
        (demand.bitRate, demand.mostBytes, demand.preset, demand.depth) = (bitRate, mostBytes, preset, depth)
        (demand.chroma, demand.colorSpace, demand.colorRange) = (chroma, colorSpace, colorRange)
        (demand.isLossless, demand.dither, demand.options) = (isLossless, dither, options)
        try self.init(format: format, demand)
    }

    /// A profile that meets a demand.
    ///
    /// Of what the export has besides its encoding, errors know the remedy for; it is refused where the export is checked.
    /// - Throws: ``EncodingProfileError`` when the format or the codec does not, with the nearest that does.
    public init(format: OutputFormat, _ demand: EncodingDemand) throws(EncodingProfileError) {
        let codec = demand.codec ?? format.defaultCodec
        guard format.codecs.contains(codec) else { throw .codecNotInFormat(codec, format, demand) }
        let (codecProfile, preset, dither, options) = (
            demand.codecProfile, demand.preset, demand.dither, demand.options
        )
        let (quality, rateFactor) = (demand.quality, demand.rateFactor)
        let (bitRate, mostBytes) = (demand.bitRate, demand.mostBytes)
        (self.format, self.codec, self.codecProfile) = (format, codec, codecProfile)
        (depth, chroma, isLossless) = (demand.depth, demand.chroma, demand.isLossless)
        (self.quality, self.dither, self.options) = (quality, dither, options)
        (self.bitRate, self.mostBytes) = (bitRate, mostBytes)
        (colorSpace, colorRange) = (demand.colorSpace, demand.colorRange)
        let encoder = codec.encoder
        if isLossless, let way = demand.waysToBeSmaller.first { throw .losslessAndSmaller(way) }
        if quality != nil || rateFactor != nil {
            guard let factors = encoder?.factors else { throw .noQuality(codec, format, demand) }
            if let quality, !(0...100).contains(quality) { throw .qualityOutOfRange(quality) }
            if let rateFactor, !factors.range.contains(rateFactor) { throw .rateFactorOutOfRange(rateFactor, codec) }
            if quality != nil, rateFactor != nil { throw .twoQualities(codec) }
        }
        try Self.check(size: mostBytes, bitRate, besides: quality ?? rateFactor, codec, format, demand)
        let isSized = bitRate != nil || mostBytes != nil
        self.rateFactor =
            isSized || isLossless
            ? nil : rateFactor ?? encoder?.factors?.factor(ofQuality: quality ?? Self.usualQuality)
        if let preset {
            guard let encoder, !encoder.presets.isEmpty else { throw .noPreset(codec, format, demand) }
            let name = encoder.commonPresets?.ownName(of: preset) ?? preset
            guard encoder.presets.contains(name) else { throw .unknownPreset(preset, codec) }
            self.preset = name
        } else {
            self.preset = encoder?.commonPresets?.balanced
        }
        if encoder?.elementName == nil, let option = options.first {
            throw .noOptions(name: option.name, codec, format, demand)
        }
        if dither != nil, codec != .gif { throw .noDither(codec, format, demand) }
        try check(demand)
    }

    /// The quality of a file that none was asked for.
    public static let usualQuality = 75

    /// Whether the codec has transparency, but not together with the depth or the chroma that was asked for.
    private var losesAlphaByDemand: Bool {
        codecProfile == nil && format.layouts(of: codec).contains(where: \.carriesAlpha)
            && !demand.layouts(of: codec, in: format).contains(where: \.carriesAlpha)
    }

    /// What messages say carries the pictures: the codec, with what was asked for of it that decides about transparency.
    var carrier: String {
        if let codecProfile { return "\(codec.id)'s profile \(codecProfile)" }
        guard losesAlphaByDemand else { return codec.id }
        let demands = [depth.map { "\($0) bits a channel" }, chroma.map { "chroma \($0.rawValue)" }].compactMap { $0 }
        return "\(codec.id) with \(demands.joined(separator: " and "))"
    }

    /// How a message proposes what keeps transparency besides what is asked for: the same codec, where less is asked of it or by
    /// another profile, where that does; `nil` where nothing does.
    func alphaOffer(_ asked: EncodingDemand) -> Explanation? {
        if losesAlphaByDemand {
            var demand = PictureDemand()
            demand.chroma = chroma
            let setting: Setting =
                depth != nil && demand.layouts(of: codec, in: format).contains(where: \.carriesAlpha) ? .depth : .chroma
            return "leave \(remedy: .omit(depth == nil || chroma != nil ? setting : .depth)) out"
        }
        if codecProfile != nil, let name = codec.layouts.first(where: \.carriesAlpha)?.profiles.first {
            return "choose \(remedy: .set(.codecProfile, to: name))"
        }
        var asked = asked
        asked.keepsAlpha = true
        return asked.offer(insteadOf: format, with: codec)
    }

    /// What the numbers in the file mean.
    var storedColors: OutputColors {
        OutputColors(
            space: colorSpace ?? codec.colorSpaces[0],
            range: colorRange ?? codec.colorRanges[0],
            hasCameraTransfer: codec.hasCameraTransfer,
            areOfImages: codec.encoder?.elementName == nil,
            matrix: codec.matrix
        )
    }

    /// The colours of a film that are not the codec's usual ones; `nil` for these, and for images.
    var colors: OutputColors? {
        let stored = storedColors
        let isUsual = stored.space == codec.colorSpaces[0] && stored.range == codec.colorRanges[0]
        return isUsual || codec.encoder?.elementName == nil ? nil : stored
    }

    /// The standard that the library converts pictures to, which are images of their own; `nil` where they stay as they are.
    var standard: InputProfile.Standard? { codec.encoder?.elementName == nil ? storedColors.space.standard : nil }

    /// What the numbers of the pictures mean as they are drawn on a canvas: the file's own, so that they are converted once. Those of
    /// images are sRGB's on a canvas of sRGB, and are converted later.
    ///
    /// They stand for light by sRGB's curve, that of screens, in every file and from every canvas: players take the numbers of films
    /// for that, though BT.709 and BT.2020 name the curve of cameras.
    func drawnNumbers(on canvas: CanvasColors) -> DrawnNumbers {
        guard canvas != .sRGB || codec.encoder?.elementName != nil else { return DrawnNumbers() }
        return DrawnNumbers(standard: storedColors.space.standard ?? .sRGB, coding: storedColors.coding)
    }

    /// What of the pictures has to survive.
    var demand: PictureDemand {
        PictureDemand(profile: codecProfile, depth: depth, chroma: chroma, isLossless: isLossless)
    }

    /// Refuses a size that cannot be kept to, or that is asked for in two ways.
    private static func check(
        size mostBytes: Int?,
        _ bitRate: Int?,
        besides quality: Int?,
        _ codec: VideoCodec,
        _ format: OutputFormat,
        _ demand: EncodingDemand
    ) throws(EncodingProfileError) {
        guard bitRate != nil || mostBytes != nil else { return }
        if [bitRate, mostBytes, quality].count(where: { $0 != nil }) > 1 { throw .sizeAndQuality }
        let encoder = codec.encoder
        if bitRate != nil, encoder?.bitRatePasses == nil { throw .noBitRate(codec, format, demand) }
        let isOneFile = !format.isNumbered && !format.isSheet && !format.isStream
        guard mostBytes == nil || isOneFile && (encoder?.bitRatePasses != nil || encoder?.factors != nil) else {
            throw .noSize(codec, format, demand)
        }
    }

    /// The same with another number of the codec's own.
    func asking(rateFactor: Int) -> EncodingProfile {
        var copy = self
        copy.rateFactor = rateFactor
        return copy
    }

    /// Refuses what the codec cannot keep.
    private func check(_ asked: EncodingDemand) throws(EncodingProfileError) {
        if let codecProfile, !codec.profiles.contains(codecProfile) {
            throw codec.profiles.isEmpty ? .noProfiles(codec, format, asked) : .unknownProfile(codecProfile, codec)
        }
        if isLossless, !codec.isLossless { throw .lossy(codec, format, asked) }
        guard format.colorSpaces(of: codec).contains(storedColors.space), codec.colorRanges.contains(storedColors.range)
        else {
            throw .colorsNotTold(codec, format, asked)
        }
        if let depth, !PictureDemand(depth: depth).isMet(by: codec, in: format, areGray: true) {
            throw .depthNotKept(depth, codec, format, asked)
        }
        if let chroma, !PictureDemand(chroma: chroma).isMet(by: codec, in: format) {
            throw .chromaNotKept(chroma, codec, format, asked)
        }
        if !demand.isMet(by: codec, in: format, areGray: true) { throw .demandsNotMet(codec, format, asked) }
    }
}

extension EncodingProfile {
    private enum CodingKeys: String, CodingKey {
        case format
        case codec
        case codecProfile
        case depth
        case chroma
        case colorSpace
        case colorRange
        case isLossless
        case quality
        case rateFactor
        case bitRate
        case mostBytes
        case preset
        case dither
        case options
    }

    /// A profile whose parts go together.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let quality = try values.decodeIfPresent(Int.self, forKey: .quality)
        let isLossless = try values.decode(Bool.self, forKey: .isLossless)
        try self.init(
            format: try values.decode(OutputFormat.self, forKey: .format),
            codec: try values.decode(VideoCodec.self, forKey: .codec),
            codecProfile: try values.decodeIfPresent(String.self, forKey: .codecProfile),
            quality: quality,
            // What a quality means follows from it.
            rateFactor: quality == nil && !isLossless ? try values.decodeIfPresent(Int.self, forKey: .rateFactor) : nil,
            bitRate: try values.decodeIfPresent(Int.self, forKey: .bitRate),
            mostBytes: try values.decodeIfPresent(Int.self, forKey: .mostBytes),
            preset: try values.decodeIfPresent(String.self, forKey: .preset),
            depth: try values.decodeIfPresent(Int.self, forKey: .depth),
            chroma: try values.decodeIfPresent(Chroma.self, forKey: .chroma),
            colorSpace: try values.decodeIfPresent(ColorSpace.self, forKey: .colorSpace),
            colorRange: try values.decodeIfPresent(ColorRange.self, forKey: .colorRange),
            isLossless: isLossless,
            dither: try values.decodeIfPresent(Dither.self, forKey: .dither),
            options: try values.decode([ElementProperty].self, forKey: .options)
        )
    }
}
