/// How a sequence is played.
public struct PlaybackSettings: Sendable {
    /// How the sequence is shown; by default it repeats for ever.
    public var sequence = SequenceSettings(animationRepeatCount: 0)
    /// Where the frames go.
    public var sink = VideoSink(element: "autovideosink")

    /// Settings with everything at its default.
    public init() {}
}
