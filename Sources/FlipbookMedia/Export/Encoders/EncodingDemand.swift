import FlipbookCore
public import FlipbookImaging

/// What is asked for of a file, before it is known whether its format and its codec have it: all that another one has to have, too.
public struct EncodingDemand: Sendable, Hashable {
    /// How pictures are compressed; `nil` for the format's default.
    public var codec: VideoCodec?
    /// One of the codec's profiles.
    public var codecProfile: String?
    /// 0 to 100.
    public var quality: Int?
    /// The codec's own number.
    public var rateFactor: Int?
    /// Bits in a second.
    public var bitRate: Int?
    /// The most bytes of the file.
    public var mostBytes: Int?
    /// `fast`, `balanced`, `best`, or one of the encoder's own names.
    public var preset: String?
    /// Bits of a channel that have to survive.
    public var depth: Int?
    /// How finely colour has to survive.
    public var chroma: Chroma?
    /// What the numbers of the pictures mean.
    public var colorSpace: ColorSpace?
    /// Which numbers black and white have.
    public var colorRange: ColorRange?
    /// Whether pixels have to come back exactly.
    public var isLossless = false
    /// How pixels get the colours of a palette.
    public var dither: Dither?
    /// Further properties of the encoder's element.
    public var options: [ElementProperty] = []

    // What the export has besides its encoding.
    /// Whether transparency is kept.
    public var keepsAlpha = false
    /// Whether there is a sound.
    public var hasSound = false
    /// Whether the first frame has a time code.
    public var hasTimeCode = false
    /// The texts that the file says about itself.
    public var fields: Set<Metadata.Field> = []
    /// Whether the pixels are decoded and compared.
    public var comparesPixels = false
    /// The pictures' size, where it is known.
    var size: PixelSize?
    /// When the frames are shown, where it is known.
    var times: Times?

    /// When frames are shown.
    struct Times: Sendable, Hashable {
        /// Frames per second; `nil` where they are shown for different times.
        let rate: FrameRate?
        /// The frames' lengths in a cycle.
        let slots: FrameSlots?
        /// How long they last in all, in nanoseconds.
        let length: Int64
    }

    /// Nothing in particular.
    public init() {}
}

extension EncodingDemand {
    /// The settings that are given of those that say how good or how large the file becomes.
    var waysToBeSmaller: [Setting] {
        let ways = [
            (Setting.quality, quality), (.rateFactor, rateFactor), (.bitRate, bitRate), (.mostBytes, mostBytes),
        ]
        return ways.compactMap { $1 == nil ? nil : $0 }
    }

    /// Whether a file of a format with a codec has all of it.
    func isMet(by codec: VideoCodec, in format: OutputFormat) -> Bool {
        var demand = self
        // Another codec has other profiles.
        (demand.codec, demand.codecProfile) = (codec, nil)
        let profile: EncodingProfile
        do throws(EncodingProfileError) { profile = try EncodingProfile(format: format, demand) } catch { return false }
        let layouts = profile.demand.layouts(of: codec, in: format)
        guard layouts.contains(where: { $0.carriesAlpha || !keepsAlpha }), format.carriesAudio || !hasSound,
            // A time code counts frames of one rate.
            format.carriesTimeCode && (times == nil || times?.rate != nil) || !hasTimeCode,
            fields.isSubset(of: format.metadataFields),
            format.comparesPixels || !comparesPixels,
            // A pixel of a GIF is seen or not.
            codec != .gif || !keepsAlpha,
            // Two films cannot share a rate.
            bitRate == nil || !keepsAlpha || codec.encoder?.compressesAlphaApart != true
        else { return false }
        if let size {
            let sides = format.sides(of: codec)
            let isOdd = size.width % 2 != 0 && codec.encoder?.needsEvenWidth == true && chroma == .half
            guard sides.contains(size.width), sides.contains(size.height), !isOdd else { return false }
        }
        return times.map { format.tells($0, in: codec) } ?? true
    }

    /// The nearest file that has all of it and besides is as `isSuited` says: first the same format with another codec, then one of
    /// its kind with the same codec, one of its kind with any, and at last one of another kind.
    func nearest(
        to format: OutputFormat,
        with codec: VideoCodec,
        where isSuited: (OutputFormat, VideoCodec) -> Bool = { _, _ in true }
    ) -> (format: OutputFormat, codec: VideoCodec)? {
        let kin = format.kin
        let pairs =
            format.codecs.map { (format, $0) }
            + kin.first.filter { $0.codecs.contains(codec) }.map { ($0, codec) }
            + (kin.first + kin.others).flatMap { other in other.codecs.map { (other, $0) } }
        return pairs.first { $0 != (format, codec) && isSuited($0.0, $0.1) && isMet(by: $0.1, in: $0.0) }
    }

    /// How a message proposes that file, in the place of one with this codec.
    func offer(
        insteadOf format: OutputFormat,
        with codec: VideoCodec,
        where isSuited: (OutputFormat, VideoCodec) -> Bool = { _, _ in true }
    ) -> Explanation? {
        guard let (other, found) = nearest(to: format, with: codec, where: isSuited) else { return nil }
        if other == format { return "choose \(remedy: .set(.codec, to: found.id))" }
        // A codec that was asked for is still asked for.
        let isSaid = self.codec == nil ? other.defaultCodec == found : self.codec == found
        return "write \(other.offer)\(isSaid ? "" : " with \(remedy: .set(.codec, to: found.id))")"
    }

    /// The same as the end of a sentence that proposes something else before: `, or write .mkv`; empty where no file has all of it.
    func otherwise(
        than format: OutputFormat,
        with codec: VideoCodec,
        where isSuited: (OutputFormat, VideoCodec) -> Bool = { _, _ in true }
    ) -> Explanation {
        offer(insteadOf: format, with: codec, where: isSuited).map { ", or " + $0 } ?? ""
    }
}

extension OutputFormat {
    /// Formats of the same kind, and then the others, those first that hold the most of what this kind does: films, animated pictures,
    /// images with a number each. Streams are for streams, and nothing else becomes a sheet.
    fileprivate var kin: (first: [OutputFormat], others: [OutputFormat]) {
        let films = Self.all.filter { $0.muxing != nil }
        // A GIF keeps the least of its kind.
        let animations = Self.all.filter { $0.loops && !$0.isSheet && $0 != .gif } + [.gif]
        let images = Self.stills
        let (first, others): ([OutputFormat], [OutputFormat]) =
            switch (isStream, muxing != nil, loops && !isSheet) {
            case (true, _, _): (Self.streams, films + animations + images)
            case (_, true, _): (films, animations + images)
            case (_, _, true): (animations, films + images)
            default: (images, animations + films)
            }
        return (first.filter { $0 != self }, others)
    }

    /// Whether such a file can say when frames are shown.
    fileprivate func tells(_ times: EncodingDemand.Times, in codec: VideoCodec) -> Bool {
        if let rate = times.rate {
            return clock?.limit(rate).map { times.length / 1_000_000_000 < $0 } ?? true
        }
        guard codec.encoder?.keepsLengths != false, let slots = times.slots, let limits = clock?.frameLengths(slots)
        else { return false }
        return slots.shortest >= limits.lowerBound && slots.longest <= limits.upperBound
    }
}

extension EncodingProfile {
    /// What was asked for, as far as it is not what everybody gets.
    var asked: EncodingDemand {
        var demand = EncodingDemand()
        let encoder = codec.encoder
        demand.codec = codec == format.defaultCodec ? nil : codec
        (demand.quality, demand.bitRate, demand.mostBytes) = (quality, bitRate, mostBytes)
        let usual = encoder?.factors?.factor(ofQuality: Self.usualQuality)
        demand.rateFactor = quality == nil && rateFactor != usual ? rateFactor : nil
        if let preset, preset != encoder?.commonPresets?.balanced {
            demand.preset = encoder?.commonPresets?.commonName(of: preset) ?? preset
        }
        (demand.depth, demand.chroma, demand.isLossless) = (depth, chroma, isLossless)
        (demand.colorSpace, demand.colorRange) = (colorSpace, colorRange)
        (demand.dither, demand.options) = (dither, options)
        return demand
    }
}

extension ExportSettings {
    /// What is asked for of the file, whichever it is.
    var demand: EncodingDemand {
        var demand = profile.asked
        demand.keepsAlpha = alphaOutput == .keep
        (demand.hasSound, demand.hasTimeCode) = (audio != nil, timeCode != nil)
        demand.fields = Set(metadata.fields.map(\.field))
        demand.comparesPixels = pixelVerification != nil
        return demand
    }

    /// The same of the pictures of a sequence, whose transparency is kept where this file would keep it.
    func demand(of sequence: CheckedSequence) -> EncodingDemand {
        var demand = demand
        let isFlattened = [.flatten, .matte].contains(alphaOutput)
        let layout = profile.layout(ofDepth: sequence.depth, hasGaps: sequence.hasGaps && !isFlattened)
        demand.keepsAlpha = sequence.hasGaps && !isFlattened && (layout.carriesAlpha || alphaOutput == .keep)
        demand.size = sequence.outputSize
        demand.times = EncodingDemand.Times(
            rate: sequence.rate,
            slots: sequence.timing.frameSlots,
            length: sequence.playedFrameCount.map { sequence.timing.presentationTime(ofFrame: $0) } ?? 0
        )
        return demand
    }
}
