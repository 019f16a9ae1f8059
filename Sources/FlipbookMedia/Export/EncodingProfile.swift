public import FlipbookCore

/// What is written: the container, the codec, and how hard the encoder tries.
public struct EncodingProfile: Sendable, Hashable {
    /// The kind of file.
    public let container: Container
    /// How pictures are compressed.
    public let codec: VideoCodec
    /// H.264's constant rate factor, from 1 (best) to 50; other codecs are lossless and take none.
    public let quality: Int?
    /// H.264's speed: one of ``presets``.
    public let preset: String?
    /// Further properties of the encoder's GStreamer element, in the order they are set.
    public let options: [ElementProperty]

    /// The names of x264's presets, fastest first.
    public static let presets = [
        "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
    ]

    /// The rate factor that is used where none is asked for: a little better than x264's own 23.
    public static let defaultQuality = 20
    /// The preset that is used where none is asked for: x264's own.
    public static let defaultPreset = "medium"

    /// A profile whose parts go together.
    ///
    /// - Throws: ``EncodingProfileError`` when they do not, with the remedy.
    public init(
        container: Container,
        codec: VideoCodec? = nil,
        quality: Int? = nil,
        preset: String? = nil,
        options: [ElementProperty] = []
    ) throws(EncodingProfileError) {
        let codec = codec ?? container.defaultCodec
        guard container.codecs.contains(codec) else { throw .codecNotInContainer(codec, container) }
        if codec == .h264 {
            if let quality, !(1...50).contains(quality) { throw .qualityOutOfRange(quality) }
            if let preset, !Self.presets.contains(preset) { throw .unknownPreset(preset) }
        } else {
            if quality != nil { throw .noQuality(codec) }
            if preset != nil { throw .noPreset(codec) }
        }
        if codec == .png, let option = options.first { throw .noOptions(name: option.name) }
        self.container = container
        self.codec = codec
        self.quality = codec == .h264 ? quality ?? Self.defaultQuality : nil
        self.preset = codec == .h264 ? preset ?? Self.defaultPreset : nil
        self.options = options
    }
}

/// Parts of an encoding profile that do not go together.
public enum EncodingProfileError: ExplainedError, Hashable {
    /// The container does not carry the codec.
    case codecNotInContainer(VideoCodec, Container)
    /// The rate factor is out of range.
    case qualityOutOfRange(Int)
    /// There is no such preset.
    case unknownPreset(String)
    /// The codec is lossless and takes no quality.
    case noQuality(VideoCodec)
    /// The codec takes no preset.
    case noPreset(VideoCodec)
    /// PNG files are not written by a GStreamer encoder, so there is no property to set.
    case noOptions(name: String)

    /// What kind of error it is, by its case.
    public var code: ErrorCode {
        switch self {
        case .codecNotInContainer: "profile.codec"
        case .qualityOutOfRange, .noQuality: "profile.quality"
        case .unknownPreset, .noPreset: "profile.preset"
        case .noOptions: "profile.options"
        }
    }

    /// What does not go together and what to do.
    public var explanation: Explanation {
        switch self {
        case .codecNotInContainer(let codec, let container):
            let names = container.codecs.map(\.rawValue).joined(separator: ", ")
            return "\(setting: .codec) \(codec.rawValue): a .\(container.rawValue) file carries \(names). "
                + "Leave \(remedy: .omit(.codec)) out, or choose another extension for \(remedy: .set(.output))."
        case .qualityOutOfRange(let quality):
            return "\(setting: .quality) \(quality): H.264 takes 1 (best) to 50 (smallest); "
                + "\(EncodingProfile.defaultQuality) is the default."
        case .unknownPreset(let preset):
            return "\(setting: .preset) \(preset.escapingControlCharacters): x264 has no such preset. "
                + "Choose one of \(EncodingProfile.presets.joined(separator: ", "))."
        case .noQuality(let codec):
            return
                "\(setting: .quality): \(codec.rawValue) is lossless, so there is nothing to choose. Leave \(remedy: .omit(.quality)) out."
        case .noPreset(let codec):
            return "\(setting: .preset): \(codec.rawValue) has no presets. Leave \(remedy: .omit(.preset)) out."
        case .noOptions(let name):
            return
                "\(setting: .encoderOption) \(name.escapingControlCharacters): PNG files are written without a GStreamer encoder. "
                + "Leave \(remedy: .omit(.encoderOption)) out."
        }
    }
}
