package import FlipbookCore
import FlipbookMedia

/// The audio samples that belong to a schedule.
///
/// Audio follows the frames: it loops, reverses, and changes speed and pitch with them, like a tape. Below a quarter of normal
/// speed and above four times normal speed, it is silent.
package struct SoundSchedule: Hashable, Sendable {
    /// Samples at equal distances in the file.
    package struct Stretch: Hashable, Sendable {
        package let count: Int
        /// The position of the first sample in the file.
        package let start: Double
        /// The distance between samples in the file; 0 for silence.
        package let step: Double

        package init(count: Int, start: Double, step: Double) {
            (self.count, self.start, self.step) = (count, start, step)
        }

        static func silence(_ count: Int) -> Stretch { Stretch(count: count, start: 0, step: 0) }
    }

    package let schedule: PlaybackSchedule
    /// The time in the sequence at which the file begins.
    package let offset: RationalTime
    private static let speeds = 0.25...4.0

    package init(_ schedule: PlaybackSchedule, offset: RationalTime) {
        (self.schedule, self.offset) = (schedule, offset)
    }

    /// Returns the sound that is played for a frame while paused: the frame's first sixteenth of a second.
    package static func blip(at position: Int, in timing: FrameTiming, offset: RationalTime) -> SoundSchedule {
        let start = timing.nanosecond(ofFrame: position)
        let end = min(start + 62_500_000, timing.nanosecond(ofFrame: timing.frameCount))
        let last = max(position, timing.frame(atNanosecond: end - 1))
        let schedule = PlaybackSchedule(timing: timing, range: position...last, start: position, loopMode: .once)
        return SoundSchedule(schedule, offset: offset)
    }

    /// The number of samples, or `nil` if the schedule has no end.
    package var count: Int? { schedule.count.map { Self.sample(at: schedule.presentationTime(ofShowing: $0)) } }

    /// Returns the index of the first sample at or after a time, which is given in nanoseconds from the first picture.
    package static func sample(at time: Int64) -> Int { AudioReader.sample(at: time, roundsUp: true) }

    package func stretches(from first: Int, count: Int) -> [Stretch] {
        let (end, speed) = (first + count, schedule.rate.value.magnitude)
        var (place, found): (Int, [Stretch]) = (first, [])
        while place < end {
            let showing = schedule.showing(at: AudioReader.time(ofSample: place))
            guard showing < schedule.count ?? .max, Self.speeds.contains(speed) else {
                found.append(.silence(end - place))
                break
            }
            let next = max(place + 1, Self.sample(at: schedule.presentationTime(ofShowing: showing + 1)))
            found.append(stretch(from: place, to: min(next, end), showing: showing, speed))
            place = next
        }
        return found
    }

    private func stretch(from first: Int, to end: Int, showing: Int, _ speed: Double) -> Stretch {
        let frame = schedule.frame(ofShowing: showing)
        let isReverse = schedule.isReverse(atShowing: showing)
        // The time in the sequence, measured from the end that is played first.
        let exact = Double(first) / Double(AudioReader.rate)
        let within = (exact - Double(schedule.presentationTime(ofShowing: showing)) / 1e9) * speed
        let side = Double(schedule.timing.nanosecond(ofFrame: isReverse ? frame + 1 : frame)) / 1e9
        let seconds = (isReverse ? side - within : side + within) - offset.seconds
        // In reverse, earlier samples are played later.
        let start = seconds * Double(AudioReader.rate) - (isReverse ? 1 : 0)
        return Stretch(count: end - first, start: start, step: isReverse ? -speed : speed)
    }
}
