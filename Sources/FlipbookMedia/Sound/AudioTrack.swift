public import FlipbookCore

/// Audio for an exported or played sequence. It is truncated, or extended with silence, to match the length of the pictures.
public struct AudioTrack: Sendable, Hashable {
    /// An audio or video file that GStreamer decodes.
    public var file: FilePath
    /// The exact time, in seconds from the first picture, at which the file's first sample is played. Audio before the first
    /// picture is dropped.
    public var offset: RationalTime

    /// Creates a track from a file.
    /// - Parameters:
    ///   - file: An audio or video file that GStreamer decodes.
    ///   - offset: The exact time, in seconds from the first picture, at which the file's first sample is played. If negative,
    ///     playback begins within the file.
    public init(_ file: FilePath, offset: RationalTime = .zero) { (self.file, self.offset) = (file, offset) }
}

extension Setting {
    package static let audio = Setting(rawValue: "audio")
    package static let audioOffset = Setting(rawValue: "audio-offset")
    package static let audioSink = Setting(rawValue: "audio-sink")
}
