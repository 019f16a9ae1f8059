import FlipbookCore
import FlipbookMedia
import FlipbookRender
import GStreamer
import Synchronization

/// Plays the sound that belongs to the pictures on the screen.
///
/// When a picture was shown says when its sound is due: the sound follows the pictures, wherever they go. Between sounds it plays
/// silence: a device that was stopped does not know its own time until it has run for a while. So a sound begins and ends as much
/// later as the device has to keep, less than a tenth of a second, but what is heard is in time.
final class SoundPlayer: Sendable {
    /// The sound from now on, in the place of what was heard.
    private enum Passage: Sendable {
        case silence
        /// The sound of pictures, the first of which was shown at a time of the system's clock, in nanoseconds.
        case sound(SoundSchedule, since: Int64)
        /// A little of the sound, as soon as can be, behind what waits for the device.
        case blip(SoundSchedule)
    }

    private struct State {
        var generation: UInt64 = 0
        /// The sound of what runs on the screen, or `nil` while the clock stands.
        var running: SoundSchedule?
        /// When the first sample of what runs is due, once that is known.
        var start: Int64?
        /// The volume: 0 for silence, 1 as the file is.
        var volume = 1.0
        /// The next passage, or `nil` if what is heard goes on.
        var next: Passage?
    }

    private let sound = DecodedSound()
    /// Why the file cannot be heard, or `nil`, once that is known.
    private let refused = Reply<PlaybackError?>()
    private let track: AudioTrack
    private let pipeline: SoundPipeline
    private let state = Mutex(State())
    /// Called with what the sink did with each portion.
    private let observe: (@Sendable (SinkObservation) -> Void)?

    init(
        _ track: AudioTrack,
        on sink: MediaSink,
        observe: (@Sendable (SinkObservation) -> Void)? = nil
    ) throws(GStreamerError) {
        (self.track, self.observe) = (track, observe)
        pipeline = try SoundPipeline(sink)
    }

    /// Decodes and plays until the task is cancelled.
    /// - Parameter mailbox: Gets the reason where no sound can be played; one of the device ends nothing but the sound.
    func run(_ mailbox: PlaybackMailbox) async {
        let listening = Task { [pipeline] in
            for await message in pipeline.messages {
                switch message {
                case .error(let error), .warning(let error):
                    // What follows from the first is not worth saying.
                    return mailbox.post { $0.tell(Explanation("no sound: \(error.message)")) }
                default: break
                }
            }
        }
        let decoding = Task { [sound, track, refused] in
            defer { refused.answer(nil) }
            do {
                try await sound.decode(track.file) { refused.answer(nil) }
            } catch is CancellationError {
                return
            } catch {
                let error = PlaybackError(error)
                refused.answer(error)
                mailbox.post(.failed(error))
            }
        }
        do throws(GStreamerError) {
            try await pipeline.open(observe)
            await play()
        } catch {
            // Why is in a message.
        }
        decoding.cancel()
        await pipeline.stop()
        listening.cancel()
        await decoding.value
    }

    /// Why the file cannot be heard, or `nil` if it can. Waits until that is known, while ``run(_:)`` runs.
    func refusal() async -> PlaybackError? { await refused.answer ?? nil }

    // MARK: What the pictures do

    /// A generation of pictures begins: what was heard ends.
    func begin(generation: UInt64, _ schedule: PlaybackSchedule, isRunning: Bool) {
        state.withLock { state in
            // What the clock stood at is heard to its end.
            if isRunning || state.running != nil { state.next = .silence }
            state.generation = generation
            state.running = isRunning ? SoundSchedule(schedule, offset: track.offset) : nil
            state.start = nil
        }
    }

    /// Plays a little of the sound of the frame at a position, for a clock that stands.
    func blip(at position: Int, in timing: FrameTiming) {
        let schedule = SoundSchedule.blip(at: position, in: timing, offset: track.offset)
        state.withLock { $0.next = .blip(schedule) }
    }

    var volume: Double {
        get { state.withLock { $0.volume } }
        set { state.withLock { $0.volume = newValue } }
    }

    /// Notes when a picture was shown, on the thread that streams.
    func note(_ observation: SinkObservation) {
        state.withLock { state in
            guard PlaybackMeter.generation(of: observation.serial) == state.generation,
                let running = state.running
            else { return }
            let due = observation.clockTime - observation.lateness
            let showing = PlaybackMeter.showing(of: observation.serial)
            let start = due - running.schedule.presentationTime(ofShowing: showing)
            // Unless the clock of the pictures waited for one of them, nothing has changed.
            if let former = state.start, (start - former).magnitude < Self.tolerance { return }
            state.start = start
            state.next = .sound(running, since: start)
        }
    }

    // MARK: Samples

    /// The nanoseconds that the pictures' clock may move until the sound follows.
    private static let tolerance: Int64 = 5_000_000
    /// The least nanoseconds from handing on a sample until it is heard.
    private static let lead: Int64 = 10_000_000
    /// Samples that are handed on together: 10 ms.
    private static let portion = 480
    /// Samples in which a sound that begins or ends within a file rises or falls, so that there is no click: 2 ms.
    private static let ramp = 96

    /// The samples of a schedule that are heard, and the place in it.
    private struct Playing {
        let schedule: SoundSchedule
        /// When its first sample is due, in nanoseconds of the system's clock, or `nil` for no certain time.
        var start: Int64?
        var first = 0
        var place = 0

        /// Goes to the sample that is due at a time, unless it is near already.
        mutating func keepTime(at time: Int64) {
            guard let start else { return }
            let due = max(0, SoundSchedule.sample(at: time - start))
            if (AudioReader.time(ofSample: place) - (time - start)).magnitude > tolerance {
                (first, place) = (due, due)
            }
        }
    }

    private func play() async {
        // One after the other, since a device knows its time only while it runs.
        var (epoch, count): (Int64, Int) = (SystemClock.now + Self.lead, 0)
        var playing: Playing?
        var former = volume
        while !Task.isCancelled {
            let now = SystemClock.now
            // After a stop of the process, for example.
            if epoch + AudioReader.time(ofSample: count) < now { (epoch, count) = (now + Self.lead, 0) }
            let begin = epoch + AudioReader.time(ofSample: count)
            let (next, volume) = state.withLock { state in
                defer { state.next = nil }
                return (state.next, state.volume)
            }
            switch next {
            case .silence: playing = nil
            case .blip(let schedule): playing = Playing(schedule: schedule)
            case .sound(let schedule, let start): playing = Playing(schedule: schedule, start: start)
            case nil: break
            }
            playing?.keepTime(at: begin)
            let serial = UInt64(playing?.place ?? 0)
            var samples = samples(&playing)
            // From one volume to another, so that there is no click.
            samples.fade(from: former, to: volume)
            former = volume
            count += Self.portion
            let end = epoch + AudioReader.time(ofSample: count)
            guard await pipeline.push(samples, at: begin, duration: end - begin, serial: serial) else { return }
        }
    }

    /// The next portion as the file has it.
    private func samples(_ playing: inout Playing?) -> [Float] {
        guard let now = playing else { return [Float](repeating: 0, count: 2 * Self.portion) }
        var samples: [Float] = []
        for stretch in now.schedule.stretches(from: now.place, count: Self.portion) {
            let found = sound.samples(of: stretch)
            samples += sound.channels == 2 ? found : found.inTwoChannels
        }
        let start = now.first == 0 ? nil : now.first
        samples.soften(from: now.place, start: start, end: now.schedule.count ?? .max, length: Self.ramp)
        playing?.place += Self.portion
        return samples
    }
}
