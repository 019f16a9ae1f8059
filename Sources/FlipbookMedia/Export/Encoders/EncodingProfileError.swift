public import FlipbookCore

/// Parts of an encoding profile that do not go together.
public enum EncodingProfileError: ExplainedError, Hashable {
    /// No format has names that end like this one.
    case unknownExtension(FilePath)
    /// Standard output takes streams only, and none was chosen.
    case noStream
    /// The format has no such name, or it is not that of the file's extension.
    case unknownFormat(String)
    /// The format does not carry the codec.
    case codecNotInFormat(VideoCodec, OutputFormat, EncodingDemand = EncodingDemand())
    /// The codec has no such profile.
    case unknownProfile(String, VideoCodec)
    /// The codec has no profiles to choose from.
    case noProfiles(VideoCodec, OutputFormat, EncodingDemand = EncodingDemand())
    /// The quality is not one of 0 to 100.
    case qualityOutOfRange(Int)
    /// The codec's own number is out of range.
    case rateFactorOutOfRange(Int, VideoCodec)
    /// A quality and the codec's own number are two ways to say one thing.
    case twoQualities(VideoCodec)
    /// A size or a bit rate, and a quality or another of them, are two ways to say one thing.
    case sizeAndQuality
    /// What keeps every pixel has no quality, bit rate or size to choose, which this setting does.
    case losslessAndSmaller(Setting)
    /// The encoder of the codec takes no bit rate.
    case noBitRate(VideoCodec, OutputFormat, EncodingDemand = EncodingDemand())
    /// Files of the codec cannot be made to a size.
    case noSize(VideoCodec, OutputFormat, EncodingDemand = EncodingDemand())
    /// There is no such preset.
    case unknownPreset(String, VideoCodec)
    /// The codec takes no quality.
    case noQuality(VideoCodec, OutputFormat, EncodingDemand = EncodingDemand())
    /// The codec takes no preset.
    case noPreset(VideoCodec, OutputFormat, EncodingDemand = EncodingDemand())
    /// No GStreamer encoder makes the codec, so there is no property to set.
    case noOptions(name: String, VideoCodec, OutputFormat, EncodingDemand = EncodingDemand())
    /// The codec has no palette.
    case noDither(VideoCodec, OutputFormat, EncodingDemand = EncodingDemand())
    /// The codec keeps fewer bits of a channel.
    case depthNotKept(Int, VideoCodec, OutputFormat, EncodingDemand = EncodingDemand())
    /// The codec does not keep colour so.
    case chromaNotKept(Chroma, VideoCodec, OutputFormat, EncodingDemand = EncodingDemand())
    /// The codec's pictures are written in one colour space.
    case colorsNotTold(VideoCodec, OutputFormat, EncodingDemand = EncodingDemand())
    /// The codec does not give pixels back exactly.
    case lossy(VideoCodec, OutputFormat, EncodingDemand = EncodingDemand())
    /// The codec keeps each of what is asked for, and not all together.
    case demandsNotMet(VideoCodec, OutputFormat, EncodingDemand = EncodingDemand())

    /// What kind of error it is, by its case.
    public var code: ErrorCode {
        switch self {
        case .unknownExtension: "profile.extension"
        case .noStream, .unknownFormat: "profile.format"
        case .codecNotInFormat: "profile.codec"
        case .unknownProfile, .noProfiles: "profile.profile"
        case .qualityOutOfRange, .rateFactorOutOfRange, .noQuality, .twoQualities, .sizeAndQuality, .losslessAndSmaller,
            .noBitRate,
            .noSize:
            "profile.quality"
        case .unknownPreset, .noPreset: "profile.preset"
        case .noOptions: "profile.options"
        case .noDither: "profile.dither"
        case .depthNotKept: "profile.depth"
        case .chromaNotKept: "profile.chroma"
        case .colorsNotTold: "profile.colors"
        case .lossy: "profile.lossless"
        case .demandsNotMet: "profile.demands"
        }
    }

    /// What does not go together and what to do.
    public var explanation: Explanation {
        switch self {
        case .unknownExtension(let path):
            let offers = OutputFormat.all.filter { !$0.isNumbered && !$0.isSheet }.map(\.offer).joined(separator: ", ")
            return "\(setting: .output) \(path): the extension says what to write, and this one is not known. "
                + "End the name in \(offers) or, for numbered images, \(remedy: .choose(format: "####.png"))."
        case .noStream:
            return "\(setting: .output) -: say which stream, with \(remedy: .set(.format, to: "y4m")) or "
                + "\(remedy: .set(.format, to: "raw"))."
        case .unknownFormat(let name):
            let streams = OutputFormat.streams.map(\.id).joined(separator: ", ")
            let named = OutputFormat.named.filter { !$0.isStream }
            let files = named.map { "\($0.id) for .\($0.namedExtensions[0])" }.joined(separator: ", ")
            return "\(setting: .format) \(name.escapingControlCharacters): the formats with a name are \(streams) for "
                + "\(remedy: .set(.output, to: "-")), \(files); of other files the extension says what to write."
        case .codecNotInFormat(let codec, let format, let demand):
            let names = format.codecs.map(\.id).joined(separator: ", ")
            // A codec that no file has together with the rest is still somewhere by itself.
            let other = demand.nearest(to: format, with: codec) { $1 == codec }?.format ?? OutputFormat.carrying(codec)
            return "\(setting: .codec) \(codec.id): \(format.noun) carries \(names). "
                + "Leave \(remedy: .omit(.codec)) out, or write " + other.offer + "."
        case .unknownProfile(let profile, let codec):
            return "\(setting: .codecProfile) \(profile.escapingControlCharacters): \(codec.name) has no such profile. "
                + "Choose one of \(codec.profiles.joined(separator: ", "))."
        case .noProfiles(let codec, let format, let demand):
            return "\(setting: .codecProfile): \(codec.id) has no profiles to choose from. "
                + leaving(.codecProfile, outOf: format, codec, demand) { !$0.profiles.isEmpty }
        case .qualityOutOfRange(let quality):
            return "\(setting: .quality) \(quality): a quality is a number from 0 (smallest) to 100 (best); "
                + "\(EncodingProfile.usualQuality) is the default."
        case .rateFactorOutOfRange(let factor, let codec):
            let factors = codec.encoder?.factors
            return "\(setting: .rateFactor) \(factor): \(codec.name) takes \(factors?.best ?? 0) (best) to "
                + "\(factors?.smallest ?? 0) (smallest); "
                + "\(factors?.factor(ofQuality: EncodingProfile.usualQuality) ?? 0) is the default."
        case .twoQualities:
            return
                "\(setting: .quality) and \(setting: .rateFactor) say the same thing in two ways. Leave one of them out."
        case .sizeAndQuality:
            return
                "\(setting: .quality), \(setting: .rateFactor), \(setting: .bitRate) and \(setting: .mostBytes) say how "
                + "large the file becomes. Leave all but one of them out."
        case .losslessAndSmaller(let way):
            return
                "\(setting: .lossless) and \(setting: way) contradict each other: what keeps every pixel is as large as it "
                + "is. Leave one of them out."
        case .noBitRate(let codec, let format, let demand):
            return "\(setting: .bitRate): \(codec.id) is not made to a bit rate. "
                + leaving(.bitRate, outOf: format, codec, demand) { $0.encoder?.bitRatePasses != nil }
        case .noSize(let codec, let format, var demand):
            demand.mostBytes = demand.mostBytes ?? .max
            return "\(setting: .mostBytes): \(format.noun) with \(codec.id) has no quality to lower. Leave "
                + "\(remedy: .omit(.mostBytes)) out, make the pictures smaller with \(remedy: .set(.size))"
                + demand.otherwise(than: format, with: codec) + "."
        case .unknownPreset(let preset, let codec):
            let encoder = codec.encoder
            let names = (encoder?.commonPresets == nil ? [] : ["fast", "balanced", "best"]) + (encoder?.presets ?? [])
            return
                "\(setting: .preset) \(preset.escapingControlCharacters): \(encoder?.name ?? codec.name) has no such "
                + "preset. Choose one of \(names.joined(separator: ", "))."
        case .noQuality(let codec, let format, let demand):
            return codec.isLossless || codec.profiles.isEmpty
                ? "\(setting: .quality), \(setting: .rateFactor): \(codec.id) has no qualities to choose from. "
                    + leaving(.quality, .rateFactor, outOf: format, codec, demand) { $0.encoder?.factors != nil }
                : "\(setting: .quality), \(setting: .rateFactor): \(codec.id) has no numbers for it. Choose a profile with "
                    + "\(remedy: .set(.codecProfile)): \(codec.profiles.joined(separator: ", "))."
        case .noPreset(let codec, let format, let demand):
            return "\(setting: .preset): \(codec.id) has no presets. "
                + leaving(.preset, outOf: format, codec, demand) { $0.encoder?.presets.isEmpty == false }
        case .noOptions(let name, let codec, let format, let demand):
            return
                "\(setting: .encoderOption) \(name.escapingControlCharacters): \(codec.name) files are written without "
                + "a GStreamer encoder. "
                + leaving(.encoderOption, outOf: format, codec, demand) { $0.encoder?.elementName != nil }
        case .noDither(let codec, let format, let demand):
            return "\(setting: .dither): \(codec.id) has no palette, so there is nothing to choose. "
                + leaving(.dither, outOf: format, codec, demand) { $0 == .gif }
        case .depthNotKept(let depth, let codec, let format, var demand):
            demand.depth = depth
            let kept = format.depths(of: codec).map(String.init).listed(by: "or")
            return "\(setting: .depth) \(depth): \(codec.id) keeps \(kept) bits a channel. Leave "
                + "\(remedy: .omit(.depth)) out" + demand.otherwise(than: format, with: codec) + "."
        case .chromaNotKept(let chroma, let codec, let format, var demand):
            demand.chroma = chroma
            return "\(setting: .chroma) \(chroma.rawValue): \(codec.id) in \(format.noun) keeps "
                + "\(format.chromas(of: codec).map(\.rawValue).joined(separator: ", ")). Leave \(remedy: .omit(.chroma)) out"
                + demand.otherwise(than: format, with: codec) + "."
        case .colorsNotTold(let codec, let format, let demand):
            let known = format.colorSpaces(of: codec)
            let spaces = known.map(\.rawValue).joined(separator: ", ")
            let ranges = codec.colorRanges.map(\.rawValue).joined(separator: " or ")
            return
                "\(setting: .colorSpace), \(setting: .colorRange): \(codec.id) is written in \(spaces) with \(ranges) range. "
                + "Leave them out" + demand.otherwise(than: format, with: codec) + "."
        case .lossy(let codec, let format, var demand):
            demand.isLossless = true
            return "\(setting: .lossless): \(codec.id) changes pixels. Leave \(remedy: .omit(.lossless)) out"
                + demand.otherwise(than: format, with: codec) + "."
        case .demandsNotMet(let codec, let format, var demand):
            // A profile with transparency was asked for because of that.
            let asked = codec.layouts.first { layout in demand.codecProfile.map(layout.profiles.contains) ?? false }
            if asked?.carriesAlpha == true { demand.keepsAlpha = true }
            return "\(codec.id) keeps each of what is asked for, and not all of it together. Leave "
                + "\(remedy: .omit(.codecProfile)), \(remedy: .omit(.depth)) or \(remedy: .omit(.chroma)) out"
                + demand.otherwise(than: format, with: codec) + "."
        }
    }

    /// What to do where a codec has no use for a setting: leave it out, or write the nearest file whose codec has one, and has all else
    /// that is asked for.
    private func leaving(
        _ settings: Setting...,
        outOf format: OutputFormat,
        _ codec: VideoCodec,
        _ demand: EncodingDemand,
        where isUsed: (VideoCodec) -> Bool
    ) -> Explanation {
        var names: Explanation = "\(remedy: .omit(settings[0]))"
        for setting in settings.dropFirst() { names = names + " or \(remedy: .omit(setting))" }
        return "Leave " + names + " out" + demand.otherwise(than: format, with: codec) { isUsed($1) } + "."
    }
}
