public import FlipbookCore

/// How a sequence becomes a file.
public struct ExportSettings: Sendable {
    /// How the sequence is shown.
    public var sequence = SequenceSettings()
    /// What is written.
    public var profile: EncodingProfile
    /// What becomes of transparency.
    public var alphaOutput = AlphaOutput.automatic
    /// What the file says about itself.
    public var metadata = Metadata()
    /// How the pictures of a sheet are laid out.
    public var sheet = SheetSettings()
    /// The time that the first frame has for an editor; `nil` where the file says none.
    public var timeCode: TimeCode?
    /// The sound that a video file gets; `nil` for none.
    public var audio: AudioTrack?
    /// What the decoded pixels are asked for; `nil` where they are not compared.
    public var pixelVerification: PixelVerification?
    /// The number in the name of the first of numbered images; `nil` for 1.
    public var startNumber: Int?
    /// Whether an existing file is replaced.
    public var overwrites = false

    /// Settings with everything at its default but what is written.
    public init(profile: EncodingProfile) {
        self.profile = profile
    }

    /// Settings for a file of this name: its extension decides the format.
    /// - Throws: ``EncodingProfileError`` where no format has the extension, or the format does not carry the codec.
    public init(
        for target: FilePath,
        codec: VideoCodec? = nil,
        quality: Int? = nil
    ) throws(EncodingProfileError) {
        guard let format = OutputFormat(extensionOf: target) else { throw .unknownExtension(target) }
        profile = try EncodingProfile(format: format, codec: codec, quality: quality)
    }
}

/// What becomes of transparency in a file.
public enum AlphaOutput: String, Sendable, Hashable, CaseIterable {
    /// It is kept where the codec carries it; else the pictures are composited over the background, and a note says so.
    case automatic = "auto"
    /// It is kept, or the export is refused.
    case keep
    /// The pictures are composited over the background, which is black where none is given.
    case flatten
    /// The same, and a second, grey file is made: white where the pictures cover all, black where they cover nothing.
    case matte
}
