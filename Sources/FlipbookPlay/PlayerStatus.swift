public import FlipbookCore

/// The status of a running player, for a status line and the heads-up display.
public struct PlayerStatus: Sendable {
    /// The position and state of the animation.
    public let transport: Transport
    /// The number in the frame's file name.
    public let number: Int?
    /// The name of the frame's file, with control characters escaped, or `nil` for a black frame.
    public let name: String?
    /// The frame's time since the first frame: `00:00:01:12`.
    public let timecode: String
    /// The requested frames per second.
    public let rateAsked: Double
    /// The frames per second shown in the last second or so, or `nil` while paused.
    public let rateReached: Double?
    /// The number of dropped frames.
    public let dropped: Int
    /// The number of files that could not be decoded and were replaced.
    public let undecodable: Int
    /// The size of the picture cache, in bytes.
    public let cacheBytes: Int
    /// The text being typed, or `nil` if there is none.
    public let prompt: PlayerPrompt?
    package let notice: String?
    /// The lines over the picture on a terminal: the heads-up display, help, and notices. Empty for a window.
    package let panel: [String]

    static func rate(_ timing: FrameTiming, _ rate: PlaybackRate) -> Double {
        Double(timing.frameCount) / timing.cycleDuration.seconds * rate.value.magnitude
    }

    /// Returns a readable size, with one decimal below ten: `0.4 MiB`, `31 MiB`.
    package static func mebibytes(_ bytes: Int) -> String {
        let tenths = (max(0, bytes) >> 10) * 10 / 1024
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10) MiB" : "\(tenths / 10) MiB"
    }
}
