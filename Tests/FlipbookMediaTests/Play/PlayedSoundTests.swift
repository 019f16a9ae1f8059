import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookPlay
import FlipbookScene
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import GStreamer
import Synchronization
import Testing

/// A player with a sound, on a sink that keeps the time and tells when it got what.
@Suite("A player's sound", .hangLimit)
struct PlayedSoundTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        try TestFrames(width: 24, height: 18).write(1...6, to: folder)
        try folder.write(ClickTrack(seconds: 2, every: 12_000, after: 0).bytes, to: "clicks.wav")
    }

    /// What a sink was given.
    private final class Recorder: Sendable {
        private let portions = Mutex<[SinkObservation]>([])
        var all: [SinkObservation] { portions.withLock { $0 } }
        func note(_ observation: SinkObservation) { portions.withLock { $0.append(observation) } }
    }

    private func player(
        _ recorder: Recorder = Recorder(),
        _ change: (inout PlaybackSettings) -> Void = { _ in }
    ) throws -> Player {
        var settings = PlaybackSettings()
        settings.sink = MediaSink(element: "fakesink")
        settings.audioSink = MediaSink(element: "fakesink")
        settings.audio = AudioTrack(folder.file("clicks.wav"))
        settings.sequence.frameRate = FrameRate(12, 1)
        settings.soundObserver = recorder.note
        change(&settings)
        return Player(frames: try SequenceLocator().locate([folder.path]), settings: settings)
    }

    @Test(
        "an encoder's samples before the sound are not heard",
        arguments: [("clicks.mp3", ["-b:a", "192k"]), ("clicks.m4a", [])]
    )
    func lengthened(name: String, options: [String]) async throws {
        let made = try Program("ffmpeg").run(
            ["-v", "error", "-i", folder.file("clicks.wav").string] + options + [folder.file(name).string]
        )
        try require(made.status == 0, "\(made.errors)")
        let sound = DecodedSound()
        try await sound.decode(folder.file(name)) {}
        // Eight quarters of a second, each with a click where it begins; half a millisecond about that.
        for quarter in 1..<8 {
            let near = SoundSchedule.Stretch(count: 2_400, start: Double(quarter * 12_000 - 1_200), step: 1)
            let heard = sound.samples(of: near)
            let loudest = try require(heard.indices.max { heard[$0].magnitude < heard[$1].magnitude })
            expect(abs(loudest / 2 - 1_200) <= 24, "\(quarter): \(loudest / 2 - 1_200)")
        }
    }

    @Test("an AIFF is decoded each time, and one that is cut off in its header is refused")
    func raceWithoutLink() async throws {
        let made = try Program("ffmpeg").run(
            ["-v", "error", "-i", folder.file("clicks.wav").string, folder.file("clicks.aiff").string]
        )
        try require(made.status == 0, "\(made.errors)")
        let beginning = SoundSchedule.Stretch(count: 2, start: 12_000, step: 1)
        // A demuxer that started before it was linked lost the audio in one of 40 runs.
        for _ in 0..<100 {
            let sound = DecodedSound()
            try await sound.decode(folder.file("clicks.aiff")) {}
            expect(sound.samples(of: beginning).allSatisfy { $0 > 0.5 })
        }
        let file = try Data(contentsOf: URL(fileURLWithPath: folder.file("clicks.aiff").string))
        try folder.write([UInt8](file.prefix(50)), to: "cut.aiff")
        await #expect(throws: AudioFailure.self) { try await DecodedSound().decode(folder.file("cut.aiff")) {} }
    }

    @Test("into the third cycle the sound goes on at the pictures' time, without a jump")
    func cycles() async throws {
        let recorder = Recorder()
        // Endless, since a busy machine may open the sound later than three cycles take.
        let player = try player(recorder)
        let ended = await player.start()
        while !recorder.all.contains(where: { $0.serial > 48_000 }) { try await Task.sleep(for: .milliseconds(20)) }
        await player.perform(.quit)
        _ = try await ended.value
        // The serial number is the sample; silence before has 0.
        let heard = recorder.all.filter { $0.serial > 0 }
        let first = try require(heard.first)
        /// When sample 0 was due by each portion, in nanoseconds.
        func start(_ portion: SinkObservation) -> Int64 {
            portion.clockTime - portion.lateness - AudioReader.time(ofSample: Int(portion.serial))
        }
        for portion in heard { expect((start(portion) - start(first)).magnitude < 5_000_000, "\(portion)") }
        // A machine that cannot keep the time leaves portions out, and plays none twice.
        for (former, next) in zip(heard, heard.dropFirst()) { expect(next.serial >= former.serial + 480) }
    }

    @Test("a step that shows another frame is heard")
    func blips() async throws {
        let recorder = Recorder()
        let player = try player(recorder) { $0.startsPaused = true }
        let ended = await player.start()
        await player.step(by: 1)
        while !recorder.all.contains(where: { $0.serial >= 480 }) { await Task.yield() }
        await player.perform(.quit)
        _ = try await ended.value
    }

    @Test("a file without a sound ends the run, and says so")
    func noSound() async throws {
        let picture = folder.file(TestFrames.name(1))
        let player = try player { $0.audio = AudioTrack(picture) }
        let error = await #expect(throws: PlaybackError.self) { try await player.run() }
        expectEqual(error?.kind, .usage)
        expectEqual(error?.explanation.description.contains("it has no audio"), true)
    }

    @Test("a device that does not answer is a note, and the pictures play")
    func noDevice() async throws {
        let player = try player { settings in
            settings.audioSink = MediaSink(parsing: "filesink,location=/nowhere/at/all")!
            settings.sequence.animationRepeatCount = 1
            settings.pacing = .everyFrame
        }
        try await player.run()
        let report = await player.report
        expectEqual(report.presented, 6)
        let note = report.notes.map(\.description).first { $0.hasPrefix("no audio device responds (") }
        expectEqual(note?.hasSuffix("); playing without audio"), true, "\(report.notes)")
    }

    @Test("a device that takes nothing holds nobody up: the pictures play to their end")
    func stuckDevice() async throws {
        // It waits for a day that is far away.
        let player = try player { settings in
            settings.audioSink = MediaSink(parsing: "fakesink,ts-offset=100000000000000")!
            settings.sequence.animationRepeatCount = 1
            settings.pacing = .everyFrame
        }
        try await player.run()
        await expectEqual(player.report.presented, 6)
    }

    @Test("a device that opens after the end is closed again, and the end does not wait for it")
    func lateDevice() async throws {
        // A pipe opens once it is read.
        let pipe = folder.file("device").string
        try require(mkfifo(pipe, 0o600) == 0)
        let player = try player { settings in
            settings.audioSink = MediaSink(parsing: "filesink,location=\(pipe)")!
            settings.sequence.animationRepeatCount = 1
            settings.pacing = .everyFrame
        }
        try await player.run()
        await expectEqual(player.report.presented, 6)
        // It has an end once it is closed.
        _ = try require(FileHandle(forReadingAtPath: pipe)).readToEnd()
    }

    @Test("a device that fails once the sound plays has stopped, and the pictures play on")
    func stoppedDevice() async throws {
        // It fails when its buffer is full, after a second.
        let player = try player { settings in
            settings.audioSink = MediaSink(parsing: "filesink,location=/dev/full,buffer-size=400000")!
            settings.sequence.animationRepeatCount = 0
            settings.pacing = .everyFrame
        }
        let ended = await player.start()
        var notes: [String] = []
        while !notes.contains(where: { $0.hasPrefix("audio stopped (") }) {
            notes = await player.report.notes.map(\.description)
            try await Task.sleep(for: .milliseconds(5))
        }
        let presented = await player.report.presented
        while await player.report.presented <= presented { try await Task.sleep(for: .milliseconds(5)) }
        await player.perform(.quit)
        _ = try await ended.value
        expect(!notes.contains { $0.contains("no audio device") }, "\(notes)")
    }
}
