/// A frame's place as hours, minutes, seconds and frames, counted at the nearest whole rate and never dropping a number.
///
/// As SMPTE 12M counts without drop frame: at 24000/1001 a second has 24 frames, and runs a thousandth slow.
package struct Timecode: Hashable, Sendable, CustomStringConvertible {
    package let frame: Int
    package let framesPerSecond: Int

    /// The time code of a frame; where frames are shown for different times, of the mean rate.
    package init(ofFrame frame: Int, in timing: FrameTiming) {
        let rate = Double(timing.frameCount) / timing.cycleDuration.seconds
        self.init(frame: frame, framesPerSecond: Int(min(max(rate.rounded(), 1), 1_000_000)))
    }

    package init(frame: Int, framesPerSecond: Int) {
        (self.frame, self.framesPerSecond) = (max(0, frame), max(1, framesPerSecond))
    }

    package var description: String {
        let (seconds, rest) = frame.quotientAndRemainder(dividingBy: framesPerSecond)
        return [seconds / 3600, seconds / 60 % 60, seconds % 60, rest].map { $0.digits(2) }.joined(separator: ":")
    }
}
