/// How pictures are compressed.
public enum VideoCodec: String, CaseIterable, Sendable, Codable {
    /// H.264 in 4:2:0: what every browser and player shows. Carries no transparency.
    case h264
    /// FFV1: lossless, with transparency.
    case ffv1
    /// A PNG file for each frame: lossless, with transparency.
    case png

    /// Whether transparency survives.
    public var carriesAlpha: Bool { self != .h264 }

    /// The least columns and rows of a picture, in pixels.
    ///
    /// Of smaller ones libavcodec 59's FFV1 gives back other pixels than it was given,
    /// with any number of slices; `ffmpeg -level 3` shows the same.
    var smallestSide: Int { self == .ffv1 ? 3 : 1 }

    /// Whether the codec halves the resolution of colour, so that sides must be even.
    public var needsEvenSides: Bool { self == .h264 }
}
