public import FlipbookCore

/// What is written: the format, the codec, and how hard the encoder tries.
public struct EncodingProfile: Sendable, Hashable, Codable {
    /// The kind of file.
    public let format: OutputFormat
    /// How pictures are compressed.
    public let codec: VideoCodec
    /// H.264's constant rate factor, from 1 (best) to 50; other codecs are lossless and take none.
    public let quality: Int?
    /// H.264's speed: one of ``presets``.
    public let preset: String?
    /// Further properties of the encoder's GStreamer element, in the order they are set.
    public let options: [ElementProperty]

    /// A profile whose parts go together.
    ///
    /// - Throws: ``EncodingProfileError`` when they do not, with the remedy.
    public init(
        format: OutputFormat,
        codec: VideoCodec? = nil,
        quality: Int? = nil,
        preset: String? = nil,
        options: [ElementProperty] = []
    ) throws(EncodingProfileError) {
        let codec = codec ?? format.defaultCodec
        guard format.codecs.contains(codec) else { throw .codecNotInFormat(codec, format) }
        let encoder = codec.encoder
        if let quality {
            guard let range = encoder?.qualities else { throw .noQuality(codec) }
            guard range.contains(quality) else { throw .qualityOutOfRange(quality, codec) }
        }
        if let preset {
            guard let presets = encoder?.presets, !presets.isEmpty else { throw .noPreset(codec) }
            guard presets.contains(preset) else { throw .unknownPreset(preset, codec) }
        }
        if encoder == nil, let option = options.first { throw .noOptions(name: option.name, codec) }
        self.format = format
        self.codec = codec
        self.quality = quality ?? encoder?.defaultQuality
        self.preset = preset ?? encoder?.defaultPreset
        self.options = options
    }
}

extension EncodingProfile {
    /// A profile whose parts go together.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            format: try values.decode(OutputFormat.self, forKey: .format),
            codec: try values.decode(VideoCodec.self, forKey: .codec),
            quality: try values.decodeIfPresent(Int.self, forKey: .quality),
            preset: try values.decodeIfPresent(String.self, forKey: .preset),
            options: try values.decode([ElementProperty].self, forKey: .options)
        )
    }
}

/// Parts of an encoding profile that do not go together.
public enum EncodingProfileError: ExplainedError, Hashable {
    /// No format has names that end like this one.
    case unknownExtension(FilePath)
    /// The format does not carry the codec.
    case codecNotInFormat(VideoCodec, OutputFormat)
    /// The rate factor is out of range.
    case qualityOutOfRange(Int, VideoCodec)
    /// There is no such preset.
    case unknownPreset(String, VideoCodec)
    /// The codec is lossless and takes no quality.
    case noQuality(VideoCodec)
    /// The codec takes no preset.
    case noPreset(VideoCodec)
    /// No GStreamer encoder makes the codec, so there is no property to set.
    case noOptions(name: String, VideoCodec)

    /// What kind of error it is, by its case.
    public var code: ErrorCode {
        switch self {
        case .unknownExtension: "profile.extension"
        case .codecNotInFormat: "profile.codec"
        case .qualityOutOfRange, .noQuality: "profile.quality"
        case .unknownPreset, .noPreset: "profile.preset"
        case .noOptions: "profile.options"
        }
    }

    /// What does not go together and what to do.
    public var explanation: Explanation {
        switch self {
        case .unknownExtension(let path):
            let offers = OutputFormat.all.filter { !$0.isNumbered }.map(\.offer).joined(separator: ", ")
            return "\(setting: .output) \(path): the extension says what to write, and this one is not known. "
                + "End the name in \(offers) or, for numbered images, \(remedy: .choose(format: "####.png"))."
        case .codecNotInFormat(let codec, let format):
            let names = format.codecs.map(\.id).joined(separator: ", ")
            return "\(setting: .codec) \(codec.id): a .\(format.id) file carries \(names). "
                + "Leave \(remedy: .omit(.codec)) out, or choose another extension for \(remedy: .set(.output))."
        case .qualityOutOfRange(let quality, let codec):
            let encoder = codec.encoder
            let (best, least) = encoder?.qualities.map { ($0.lowerBound, $0.upperBound) } ?? (0, 0)
            return "\(setting: .quality) \(quality): \(codec.name) takes \(best) (best) to \(least) (smallest); "
                + "\(encoder?.defaultQuality ?? best) is the default."
        case .unknownPreset(let preset, let codec):
            let encoder = codec.encoder
            return
                "\(setting: .preset) \(preset.escapingControlCharacters): \(encoder?.name ?? codec.name) has no such "
                + "preset. Choose one of \((encoder?.presets ?? []).joined(separator: ", "))."
        case .noQuality(let codec):
            return "\(setting: .quality): \(codec.id) is lossless, so there is nothing to choose. "
                + "Leave \(remedy: .omit(.quality)) out."
        case .noPreset(let codec):
            return "\(setting: .preset): \(codec.id) has no presets. Leave \(remedy: .omit(.preset)) out."
        case .noOptions(let name, let codec):
            return
                "\(setting: .encoderOption) \(name.escapingControlCharacters): \(codec.name) files are written without "
                + "a GStreamer encoder. Leave \(remedy: .omit(.encoderOption)) out."
        }
    }
}
