public import FlipbookCore

/// How a sequence becomes a file.
public struct ExportSettings: Sendable {
    /// How the sequence is shown.
    public var sequence = SequenceSettings()
    /// What is written.
    public var profile: EncodingProfile
    /// Whether an existing file is replaced.
    public var overwrites = false

    /// Settings with everything at its default but what is written.
    public init(profile: EncodingProfile) {
        self.profile = profile
    }

    /// Settings for a file of this name: its extension decides the format.
    /// - Throws: ``EncodingProfileError`` where no format has the extension, or the parts do not go together.
    public init(
        for target: FilePath,
        codec: VideoCodec? = nil,
        quality: Int? = nil,
        preset: String? = nil,
        options: [ElementProperty] = []
    ) throws(EncodingProfileError) {
        guard let format = OutputFormat(extensionOf: target) else { throw .unknownExtension(target) }
        profile = try EncodingProfile(format: format, codec: codec, quality: quality, preset: preset, options: options)
    }
}
