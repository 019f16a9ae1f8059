package import FlipbookCore
import FlipbookMedia
import FlipbookRender
import GStreamer
import Synchronization

/// Plays the audio that belongs to the pictures on the screen.
///
/// Audio starts and stops up to a tenth of a second late. In between, it is in sync. While there is no audio, the device plays
/// silence, because a stopped device takes a while to determine its own time.
final class SoundPlayer: Sendable {
    private enum Passage: Sendable {
        case silence
        /// The audio of a schedule, and the time on the system's clock, in nanoseconds, when the schedule's first picture was
        /// shown.
        case sound(SoundSchedule, since: Int64)
        /// A short sound that is played as soon as possible, after the samples that the device has buffered.
        case blip(SoundSchedule)
    }

    private struct State {
        var generation: UInt64 = 0
        /// A Boolean value that indicates whether the device is open.
        var isOpen = false
        /// The schedule that is playing, or `nil` while paused.
        var running: SoundSchedule?
        /// The time at which the schedule's first sample is due, or `nil` until it is known.
        var start: Int64?
        /// The volume, from 0 to 1.
        var volume = 1.0
        /// The next passage, or `nil` to continue.
        var next: Passage?
    }

    private let sound = DecodedSound()
    /// The reason why the file cannot be played, or `nil` if it can. It is set once this is known.
    private let refused = Reply<PlaybackError?>()
    private let track: AudioTrack
    private let pipeline: SoundPipeline
    private let state = Mutex(State())
    private let observe: (@Sendable (SinkObservation) -> Void)?

    init(
        _ track: AudioTrack,
        on sink: MediaSink,
        observe: (@Sendable (SinkObservation) -> Void)? = nil
    ) throws(GStreamerError) {
        (self.track, self.observe) = (track, observe)
        pipeline = try SoundPipeline(sink)
    }

    /// Decodes and plays until the task is canceled.
    /// - Parameter mailbox: Receives the reason if no sound can be played. A failing device stops only the sound.
    func run(_ mailbox: PlaybackMailbox) async {
        let listening = Task { [self] in
            for await message in pipeline.messages {
                switch message {
                case .warning(let warning): mailbox.post { $0.tell("audio: \(warning.message)") }
                case .error(let error):
                    // Later errors are consequences of the first one.
                    let message = error.message.hasSuffix(".") ? error.message.dropLast() : error.message[...]
                    // A message such as "Failed to connect: Connection refused" ends with the reason.
                    let reason = message.split(separator: ": ").last ?? message
                    let isOpen = state.withLock { $0.isOpen }
                    let absence: Explanation = "no audio device responds (\(reason)); playing without audio"
                    mailbox.post { $0.tell(isOpen ? "audio stopped (\(reason))" : absence) }
                    // A push would wait forever for a device that has failed.
                    return await pipeline.stop()
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
            state.withLock { $0.isOpen = true }
            await play()
        } catch {
            // A message from the device explains the failure.
        }
        decoding.cancel()
        listening.cancel()
        await decoding.value
        // The device may have opened after a call to `stop()`.
        await pipeline.stop()
    }

    /// Closes the device, even if it is stuck.
    func stop() async { await pipeline.stop() }

    /// Returns the reason why the file cannot be played, or `nil` if it can. Waits until this is known.
    func refusal() async -> PlaybackError? { await refused.answer ?? nil }

    // MARK: Following the pictures

    /// Begins a generation, which ends the current sound.
    func begin(generation: UInt64, _ schedule: PlaybackSchedule, isRunning: Bool) {
        state.withLock { state in
            // A blip is played to its end.
            if isRunning || state.running != nil { state.next = .silence }
            state.generation = generation
            state.running = isRunning ? SoundSchedule(schedule, offset: track.offset) : nil
            state.start = nil
        }
    }

    func blip(at position: Int, in timing: FrameTiming) {
        let schedule = SoundSchedule.blip(at: position, in: timing, offset: track.offset)
        state.withLock { $0.next = .blip(schedule) }
    }

    var volume: Double {
        get { state.withLock { $0.volume } }
        set { state.withLock { $0.volume = newValue } }
    }

    /// Records the time of a shown picture, on the streaming thread.
    func note(_ observation: SinkObservation) {
        state.withLock { state in
            guard PlaybackMeter.generation(of: observation.serial) == state.generation,
                let running = state.running
            else { return }
            let due = observation.clockTime - observation.lateness
            let showing = PlaybackMeter.showing(of: observation.serial)
            let start = due - running.schedule.presentationTime(ofShowing: showing)
            // The times match unless the video clock waited for a frame.
            if let former = state.start, (start - former).magnitude < Self.tolerance { return }
            (state.start, state.next) = (start, .sound(running, since: start))
        }
    }

    // MARK: Samples

    /// The largest offset, in nanoseconds, that is not corrected.
    private static let tolerance: Int64 = 5_000_000
    /// The minimum time in nanoseconds between pushing and playing a sample.
    private static let lead: Int64 = 10_000_000
    /// The number of samples pushed together (10 ms).
    private static let portion = 480
    /// The number of samples (2 ms) in a fade at a jump, which avoids clicks.
    private static let ramp = 96

    /// A schedule that is being played, and the position in it.
    private struct Playing {
        let schedule: SoundSchedule
        /// The time on the system's clock at which the first sample is due, in nanoseconds, or `nil` if there is none.
        var start: Int64?
        var first = 0, place = 0

        /// Moves to the sample that is due at a time, unless the current position is close enough.
        mutating func keepTime(at time: Int64) {
            guard let start else { return }
            let elapsed = time - start
            let due = max(0, SoundSchedule.sample(at: elapsed))
            if (AudioReader.time(ofSample: place) - elapsed).magnitude > tolerance { (first, place) = (due, due) }
        }
    }

    private func play() async {
        // Samples are pushed without gaps, because a device can tell its time only while it runs.
        var (epoch, count): (Int64, Int) = (SystemClock.now + Self.lead, 0)
        var playing: Playing?
        var former = volume
        while !Task.isCancelled {
            let now = SystemClock.now
            // The next sample is already overdue, for example because the process was stopped.
            if epoch + AudioReader.time(ofSample: count) < now { (epoch, count) = (now + Self.lead, 0) }
            let begin = epoch + AudioReader.time(ofSample: count)
            let (next, volume) = state.withLock { ($0.next.take(), $0.volume) }
            switch next {
            case .silence: playing = nil
            case .blip(let schedule): playing = Playing(schedule: schedule)
            case .sound(let schedule, let start): playing = Playing(schedule: schedule, start: start)
            case nil: break
            }
            playing?.keepTime(at: begin)
            let serial = UInt64(playing?.place ?? 0)
            var samples = samples(&playing)
            // The volume changes gradually, to avoid clicks.
            samples.fade(from: former, to: volume)
            former = volume
            count += Self.portion
            let end = epoch + AudioReader.time(ofSample: count)
            guard await pipeline.push(samples, at: begin, duration: end - begin, serial: serial) else { return }
        }
    }

    /// Returns the next portion at the file's own volume.
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

/// The decoded audio of a file, in memory: 16-bit samples at 48 kHz, mono or stereo.
package final class DecodedSound: Sendable {
    /// The maximum length in seconds: half an hour of stereo takes 346 MB.
    static let longest = 1800

    private let heard = Mutex(SoundSamples(channels: 2, rate: AudioReader.rate))

    package init() {}

    var channels: Int { heard.withLock { $0.channels } }

    /// Decodes a file.
    /// - Parameter begin: Called when the first samples are decoded.
    /// - Throws: `AudioFailure` if the file has no audio or cannot be decoded.
    package func decode(_ file: FilePath, begin: () -> Void) async throws {
        let reader = try AudioReader(file)
        defer { reader.stop() }
        guard let first = try await reader.next()
        else { throw AudioFailure("\(setting: .audio) \(file): it has no audio.") }
        heard.withLock { $0 = SoundSamples(channels: first.channels, rate: AudioReader.rate) }
        begin()
        var next: AppSink.Samples? = first
        while let samples = next, samples.channels == first.channels,
            heard.withLock({ $0.append(samples.bytes, longest: Self.longest) }), !Task.isCancelled
        { next = try await reader.next() }
    }

    /// Returns interleaved floating-point samples of a stretch, with silence outside the audio.
    package func samples(of stretch: SoundSchedule.Stretch) -> [Float] {
        heard.withLock { $0.samples(stretch.count, from: stretch.start, step: stretch.step) }
    }
}
