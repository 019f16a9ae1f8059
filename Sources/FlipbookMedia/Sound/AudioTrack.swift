public import FlipbookCore

/// Audio for a film that is exported or played. It is truncated, or followed by silence, to match the length of the pictures.
public struct AudioTrack: Sendable, Hashable {
    /// An audio or video file that GStreamer decodes.
    public var file: FilePath
    /// The exact time in the film, in seconds, at which the file's first sample is played. Audio before the start of the film
    /// is dropped.
    public var offset: RationalTime

    /// Creates a track from a file.
    /// - Parameters:
    ///   - file: An audio or video file that GStreamer decodes.
    ///   - offset: The time in the film when the file's first sample is played, in seconds. If negative, playback begins within
    ///     the file.
    public init(_ file: FilePath, offset: RationalTime = .zero) { (self.file, self.offset) = (file, offset) }
}

extension Setting {
    package static let audio = Setting(rawValue: "audio")
    package static let audioOffset = Setting(rawValue: "audio-offset")
    package static let audioSink = Setting(rawValue: "audio-sink")
}
