public import FlipbookCore

/// A sound for a film that is exported or played. It is cut, or followed by silence, to match the pictures' length.
public struct AudioTrack: Sendable, Hashable {
    /// A sound or video file that GStreamer decodes.
    public var file: FilePath
    /// The exact time in the film, in seconds, at which the file's first sample is played. Sound before the film is cut.
    public var offset: RationalTime

    /// Creates a track from a file.
    /// - Parameters:
    ///   - file: A sound or video file that GStreamer decodes.
    ///   - offset: The time in the film of its first sample, in seconds. If negative, the sound begins within the file.
    public init(_ file: FilePath, offset: RationalTime = .zero) { (self.file, self.offset) = (file, offset) }
}

extension Setting {
    package static let audio = Setting(rawValue: "audio")
    package static let audioOffset = Setting(rawValue: "audio-offset")
    package static let audioSink = Setting(rawValue: "audio-sink")
}
