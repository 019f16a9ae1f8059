public import FlipbookCore

/// The status of a running player, for a status line and the heads-up display.
public struct PlayerStatus: Sendable {
    /// The animation's place and run.
    public let transport: Transport
    /// The number in the frame's file name.
    public let number: Int?
    /// The name of the frame's file, safe to print, or `nil` for a black frame.
    public let name: String?
    /// The frame's time from the first frame on: `00:00:01:12`.
    public let timecode: String
    /// Frames a second that are asked for.
    public let rateAsked: Double
    /// Frames a second that were shown in the last second or so, or `nil` while the clock stands.
    public let rateReached: Double?
    /// Frames that were left out until now.
    public let dropped: Int
    /// Files that cannot be decoded, and that something stands in for.
    public let undecodable: Int
    /// The bytes of kept pictures.
    public let cacheBytes: Int
    /// The text that is being typed, or `nil` if none is.
    public let prompt: PlayerPrompt?
    /// Something to read for a while, in a line, or `nil` for nothing.
    package let notice: String?
    /// Lines that are laid over the pictures: the heads-up display, help, news. Empty for a window, whose pictures have them.
    package let panel: [String]

    static func rate(_ timing: FrameTiming, _ rate: PlaybackRate) -> Double {
        Double(timing.frameCount) / timing.cycleDuration.seconds * rate.value.magnitude
    }

    /// A number of bytes in the unit of cache sizes, with a decimal below ten: `0.4 MiB`, `31 MiB`.
    package static func mebibytes(_ bytes: Int) -> String {
        let tenths = (max(0, bytes) >> 10) * 10 / 1024
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10) MiB" : "\(tenths / 10) MiB"
    }
}
