public import FlipbookCore

/// A sound beside the pictures of a film, exported or played: as long as they are, cut or followed by silence.
public struct AudioTrack: Sendable, Hashable {
    /// The file: anything of which GStreamer decodes a sound, a video among them.
    public var file: FilePath
    /// The exact time in the film when the file's first sample is heard, in seconds; what would be before the film is cut.
    public var offset: RationalTime

    /// The sound of a file.
    /// - Parameters:
    ///   - file: Anything of which GStreamer decodes a sound.
    ///   - offset: When in the film its first sample is heard, in seconds; negative to begin within the file.
    public init(_ file: FilePath, offset: RationalTime = .zero) { (self.file, self.offset) = (file, offset) }
}

extension Setting {
    package static let audio = Setting(rawValue: "audio")
    package static let audioOffset = Setting(rawValue: "audio-offset")
    package static let audioSink = Setting(rawValue: "audio-sink")
}
