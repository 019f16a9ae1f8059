package import FlipbookCore
import FlipbookMedia

/// The part of a sound that belongs to the pictures of a schedule, sample by sample.
///
/// The sound is bound to the frames, not to the clock: it loops, turns round and changes its speed with them, as a tape does,
/// whose pitch follows its speed. At less than a quarter and more than four times the speed it is silent.
package struct SoundSchedule: Hashable, Sendable {
    /// Samples that follow one another in the file at equal distances.
    package struct Stretch: Hashable, Sendable {
        package let count: Int
        /// The place of the first in the file, in samples of the file.
        package let start: Double
        /// From one to the next, in samples of the file; 0 for silence.
        package let step: Double

        package init(count: Int, start: Double, step: Double) {
            (self.count, self.start, self.step) = (count, start, step)
        }

        static func silence(_ count: Int) -> Stretch { Stretch(count: count, start: 0, step: 0) }
    }

    package let schedule: PlaybackSchedule
    /// When in the sequence the file's first sample is heard.
    package let offset: RationalTime
    private static let speeds = 0.25...4.0

    package init(_ schedule: PlaybackSchedule, offset: RationalTime) {
        (self.schedule, self.offset) = (schedule, offset)
    }

    /// The sound of one frame, and of so many after it as last a sixteenth of a second together: what is heard of a frame
    /// while the clock stands.
    package static func blip(at position: Int, in timing: FrameTiming, offset: RationalTime) -> SoundSchedule {
        let start = timing.nanosecond(ofFrame: position)
        let last = max(
            position,
            timing.frame(atNanosecond: min(start + 62_500_000, timing.nanosecond(ofFrame: timing.frameCount)) - 1)
        )
        let schedule = PlaybackSchedule(timing: timing, range: position...last, start: position, loopMode: .once)
        return SoundSchedule(schedule, offset: offset)
    }

    /// The number of samples, or `nil` without an end.
    package var count: Int? { schedule.count.map { Self.sample(at: schedule.presentationTime(ofShowing: $0)) } }

    /// The first sample that is not heard before a time, in nanoseconds after the first picture was shown.
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
        // Seconds of the sequence from the side of the frame that is shown first.
        let exact = Double(first) / Double(AudioReader.rate)
        let within = (exact - Double(schedule.presentationTime(ofShowing: showing)) / 1e9) * speed
        let side = Double(schedule.timing.nanosecond(ofFrame: isReverse ? frame + 1 : frame)) / 1e9
        let seconds = (isReverse ? side - within : side + within) - offset.seconds
        // Backwards, what lies before a moment is heard after it.
        let start = seconds * Double(AudioReader.rate) - (isReverse ? 1 : 0)
        return Stretch(count: end - first, start: start, step: isReverse ? -speed : speed)
    }
}
