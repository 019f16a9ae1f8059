import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// A sound with clicks at known times, decoded by ffmpeg.
@Suite("Sound beside the pictures")
struct AudioTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench(frames: TestFrames(width: 32, height: 24))
        // Two seconds at 12 frames a second.
        try bench.add(1...24, to: "walk")
        try bench.folder.write(Self.clicks(seconds: 3), to: "clicks.wav")
    }

    /// A click 125 ms after each quarter of a second.
    private static func clicks(seconds: Int) -> [UInt8] {
        ClickTrack(seconds: seconds, every: 12_000, after: 6_000).bytes
    }

    /// The samples of the file's sound in the film's time, one channel of 48,000 a second.
    private func samples(_ name: String) throws -> [Int] {
        let outcome = try Program("ffmpeg").run([
            "-v", "error", "-i", bench.folder.file(name).string, "-map", "0:a", "-af", "aresample=48000:first_pts=0",
            "-f", "s16le", "-ac", "1", "-",
        ])
        let bytes = Array(outcome.output)
        return stride(from: 0, to: bytes.count - 1, by: 2).map { place in
            Int(Int16(bitPattern: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8))
        }
    }

    /// Where the clicks are, by their loudest samples.
    private func clicks(in samples: [Int]) -> [Int] {
        var (found, place): ([Int], Int) = ([], 0)
        while place < samples.count {
            guard abs(samples[place]) > 3_000 else {
                place += 1
                continue
            }
            let near = place..<min(place + 400, samples.count)
            found.append(near.max { abs(samples[$0]) < abs(samples[$1]) } ?? place)
            place += 3_000
        }
        return found
    }

    @Test(
        "is heard within a millisecond of its time, and is as long as the pictures",
        arguments: LongTests.cases(
            [("a.mp4", "aac"), ("a.mov", "pcm_s24le"), ("a.mkv", "flac"), ("a.webm", "vorbis")],
            every: 4
        )
    )
    func inSync(name: String, codec: String) throws {
        let outcome = try bench.flipbook("export", "walk", "-o", name, "--fps", "12", "--audio", "clicks.wav")
        try require(outcome.status == 0, "\(outcome.errors)")
        let note = "note: The audio is longer than the pictures; its end was cut off.\n"
        expect(outcome.errors.contains(note), "\(outcome.errors)")
        try checkSound(of: name, codec)
    }

    @Test(
        "is heard at its time beside frames of different durations, too",
        arguments: LongTests.cases([("a.mp4", "aac"), ("a.mov", "pcm_s24le"), ("a.mkv", "flac")], every: 3)
    )
    func besideVariedDurations(name: String, codec: String) throws {
        let lines = (1...24).map { number in
            "file walk/\(TestFrames.name(number))\nduration \(["0.05", "0.08", "0.12"][number % 3])\n"
        }
        try bench.folder.write(Array("ffconcat version 1.0\n\(lines.joined())".utf8), to: "show.ffconcat")
        let outcome = try bench.flipbook("export", "show.ffconcat", "-o", name, "--audio", "clicks.wav")
        try require(outcome.status == 0, "\(outcome.errors)")
        try checkSound(of: name, codec)
    }

    @Test("that begins before the pictures of a Matroska file leaves their times equal")
    func beforePictures() throws {
        let made = try bench.flipbook("export", "walk", "-o", "a.mp4", "--fps", "12", "--audio", "clicks.wav")
        try require(made.status == 0, "\(made.errors)")
        let files = ["a.mp4", "a.mkv"].map { bench.folder.file($0).string }
        try expectEqual(Program("ffmpeg").run(["-v", "error", "-i", files[0], "-c", "copy", files[1]]).status, 0)
        let outcome = try bench.flipbook("explain", "a.mkv")
        expect(outcome.text.contains("a cycle lasts 2 s, with frames of equal duration"), "\(outcome.text)")
    }

    @Test(
        "of a video that is an input is not copied, which a note says with the option that adds it",
        arguments: LongTests.cases(["a.mp4", "a.mov", "a.mkv", "a.webm"], every: 4)
    )
    func ofInput(name: String) throws {
        let made = try bench.flipbook("export", "walk", "-o", name, "--fps", "12", "--audio", "clicks.wav")
        try require(made.status == 0, "\(made.errors)")
        let note = "note: The audio of \(name) is not copied. To add it, use --audio \(name).\n"
        for way in [["-o", "b.mp4"], ["-o", "b.mov", "--dry-run"]] {
            let outcome = try Program.flipbook.run(["export", name] + way, in: bench.folder.path)
            expect(outcome.errors.contains(note), "\(way): \(outcome.errors)")
        }
        for way in [["-o", "c.mp4", "--audio", name], ["-o", "c.gif"]] {
            let outcome = try Program.flipbook.run(["export", name] + way, in: bench.folder.path)
            expect(!outcome.errors.contains("is not copied"), "\(way): \(outcome.errors)")
        }
        let silent = try bench.flipbook("export", "c.gif", "-o", "d.mp4")
        expect(silent.status == 0 && !silent.errors.contains("is not copied"), "\(silent.errors)")
    }

    @Test("of an input is heard with some of its frames by the offset in the note")
    func ofInputPart() throws {
        let made = try bench.flipbook("export", "walk", "-o", "a.mp4", "--fps", "12", "--audio", "clicks.wav")
        try require(made.status == 0, "\(made.errors)")
        func errors(_ options: String...) throws -> String {
            let outcome = try bench.flipbook(["export", "a.mp4", "-o", "b.mov", "--overwrite"] + options)
            expectEqual(outcome.status, 0, "\(outcome.errors)")
            return outcome.errors
        }
        let part = try errors("--frames", "13-24")
        let adding = "note: The audio of a.mp4 is not copied. To add it, use --audio a.mp4 and --audio-offset -1.\n"
        expect(part.contains(adding), "\(part)")
        let early = try errors("--frames", "13-24", "--audio", "a.mp4")
        let matching = "note: The audio of a.mp4 begins before these frames. To match them, use --audio-offset -1.\n"
        expect(early.contains(matching), "\(early)")
        let matched = try errors("--frames", "13-24", "--audio", "a.mp4", "--audio-offset", "-1")
        expect(!matched.contains("The audio of a.mp4"), "\(matched)")
        let found = clicks(in: try samples("b.mov"))
        expectEqual(found.count, 4)
        for (index, place) in found.enumerated() { expect(abs(place - (index * 12_000 + 6_000)) <= 48, "\(found)") }
        try expect(!errors("--fps", "30", "--audio", "a.mp4").contains("The audio of a.mp4"))
        try expect(errors("--fps", "24").contains("is not copied. To add it, use --audio a.mp4.\n"))
        let backward = try errors("--frames", "24-1")
        expect(backward.contains("note: The audio of a.mp4 is not copied.\n"), "\(backward)")
        for way in [["--frames", "24-1"], ["--duration", "1"]] {
            let outcome = try bench.flipbook(["export", "a.mp4", "-o", "c\(way[1]).mov", "--audio", "a.mp4"] + way)
            let words = "note: The audio of a.mp4 differs from these frames in order or speed.\n"
            expect(outcome.errors.contains(words), "\(way): \(outcome.errors)")
        }
    }

    @Test(
        "is heard as well beside transparency, which our own writer of Matroska puts there",
        arguments: LongTests.cases(
            [("a.webm", "vp9", "vorbis"), ("a.webm", "vp8", "vorbis"), ("a.mkv", "vp9", "flac")],
            every: 3
        )
    )
    func besideTransparency(name: String, codec: String, sound: String) throws {
        let ghosts = TestFrames(width: 32, height: 24, hasAlpha: true)
        for number in 1...24 { try bench.folder.write(ghosts.png(number), to: "ghost/\(TestFrames.name(number))") }
        let outcome = try bench.flipbook(
            ["export", "ghost", "-o", name, "--codec", codec, "--fps", "12", "--audio", "clicks.wav", "--json"]
        )
        try require(outcome.status == 0, "\(outcome.errors)")
        expect(outcome.text.contains("\"audioCodec\""), "\(outcome.text)")
        try checkSound(of: name, sound)
        let stream = try VideoFile(bench.folder.file(name)).stream()
        expect(stream["TAG:alpha_mode"] == "1" || stream["TAG:ALPHA_MODE"] == "1", "\(stream)")
        // A sound that cannot be decoded stops the films, says why, and leaves nothing.
        let refused = try bench.flipbook(
            ["export", "ghost", "-o", "b\(name)", "--codec", codec, "--audio", "walk/walk.0001.png"]
        )
        expect(refused.status == 2 && refused.errors.contains("--audio walk/walk.0001.png: "), "\(refused.errors)")
        expect(!(try bench.folder.names().contains("b\(name)")))
    }

    /// Compares a film's sound with the clicks, and its length with that of the pictures.
    private func checkSound(of name: String, _ codec: String) throws {
        let samples = try samples(name)
        let found = clicks(in: samples)
        expectEqual(found.count, 8)
        for (index, place) in found.enumerated() { expect(abs(place - (index * 12_000 + 6_000)) <= 48) }
        // A coded frame is whole.
        expect((96_000...98_304).contains(samples.count), "\(samples.count)")
        let probe = try Program("ffprobe").run([
            "-v", "error", "-select_streams", "a", "-show_entries", "stream=codec_name,duration:format=duration", "-of",
            "csv=p=0", bench.folder.file(name).string,
        ])
        let told = probe.text.split { $0 == "," || $0 == "\n" }.map(String.init)
        expectEqual(told.first, codec)
        // The file says that sound and film are as long as the pictures. Matroska tells it of the film alone.
        expect(told.count == 3 && told.dropFirst().allSatisfy { $0 == "N/A" || Double($0) == 2 }, "\(probe.text)")
        try expectEqual(VideoFile(bench.folder.file(name)).presentationTimes().count, 24)
    }

    /// Sounds as people bring them: a name, and how ffmpeg writes it. Those of a header without the encoder's delay begin as late
    /// in every player: ADTS, AC-3, MP2, and AAC and MP3 in ffmpeg's Matroska.
    private static let sounds: [(name: String, options: [String])] = [
        ("sound.mp3", ["-b:a", "192k"]), ("sound.m4a", []), ("sound.opus", ["-c:a", "libopus"]),
        ("rate.mp3", ["-ar", "44100", "-q:a", "2"]), ("sound.mp4", ["-c:a", "libmp3lame"]), ("sound.flac", []),
        ("rate.m4a", ["-ar", "44100"]), ("opus.mp4", ["-c:a", "libopus"]), ("sound.ogg", ["-c:a", "libvorbis"]),
        ("alac.m4a", ["-c:a", "alac"]), ("opus.webm", ["-c:a", "libopus"]), ("vorbis.webm", ["-c:a", "libvorbis"]),
        ("sound.wv", []), ("sound.aiff", []), ("rate.wav", ["-ar", "44100"]),
    ]

    @Test(
        "is heard at its time and to its end also where an encoder put samples before and behind it",
        arguments: LongTests.cases(Self.sounds, every: 5)
    )
    func lengthened(name: String, options: [String]) throws {
        try bench.folder.write(Self.clicks(seconds: 2), to: "short.wav")
        try makeSound(name, ["-i", bench.folder.file("short.wav").string] + options)
        let outcome = try bench.flipbook("export", "walk", "-o", "a.mov", "--fps", "12", "--audio", name)
        try require(outcome.status == 0, "\(outcome.errors)")
        expect(!outcome.errors.contains("The audio "), "\(outcome.errors)")
        try checkSound(of: "a.mov", "pcm_s24le")
    }

    @Test("is heard at its time where iTunes says how many samples come before it")
    func iTunes() throws {
        try bench.folder.write(Self.clicks(seconds: 2), to: "short.wav")
        try makeSound("plain.m4a", ["-i", bench.folder.file("short.wav").string, "-use_editlist", "0"])
        let plain = [UInt8](try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("plain.m4a").string)))
        try bench.folder.write(
            Self.withITunesWords(" 00000000 00000400 000001C0 0000000000017700", plain),
            to: "itunes.m4a"
        )
        let outcome = try bench.flipbook("export", "walk", "-o", "a.mov", "--fps", "12", "--audio", "itunes.m4a")
        try require(outcome.status == 0, "\(outcome.errors)")
        expect(!outcome.errors.contains("The audio "), "\(outcome.errors)")
        try checkSound(of: "a.mov", "pcm_s24le")
    }

    /// An MPEG-4 file whose last box is `moov`, with an item `iTunSMPB`.
    private static func withITunesWords(_ text: String, _ file: [UInt8]) throws -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        func box(_ type: String, _ contents: [UInt8]) -> [UInt8] {
            number(8 + contents.count) + Array(type.utf8) + contents
        }
        let words = box("data", number(1) + number(0) + Array(text.utf8))
        let name =
            box("mean", number(0) + Array("com.apple.iTunes".utf8)) + box("name", number(0) + Array("iTunSMPB".utf8))
        let user = box("udta", box("meta", number(0) + box("ilst", box("----", name + words))))
        func place(of type: String) throws -> Int {
            try require(file.indices.dropLast(4).last { Array(file[$0..<$0 + 4]) == Array(type.utf8) })
        }
        let movie = try place(of: "moov") - 4
        // ffmpeg's own words go.
        var changed = file
        changed.replaceSubrange(try place(of: "udta")..<place(of: "udta") + 4, with: Array("free".utf8))
        changed.replaceSubrange(movie..<movie + 4, with: number(file.count - movie + user.count))
        return changed + user
    }

    @Test(
        "of a film begins as long after its pictures as it does there",
        arguments: LongTests.cases(
            [("late.mp4", ["-c:a", "aac"]), ("late.mkv", ["-c:a", "flac"]), ("late.ts", ["-c:a", "mp2"])],
            every: 2
        )
    )
    func laterThanPictures(name: String, options: [String]) throws {
        try makeSound(
            name,
            ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=24:duration=2", "-itsoffset", "0.5"]
                + ["-i", bench.folder.file("clicks.wav").string, "-c:v", "libx264"] + options
        )
        let outcome = try bench.flipbook("export", "walk", "-o", "a.mov", "--fps", "12", "--audio", name)
        try require(outcome.status == 0, "\(outcome.errors)")
        let found = clicks(in: try samples("a.mov"))
        expectEqual(found.count, 6)
        for (index, place) in found.enumerated() {
            expect(abs(place - (24_000 + index * 12_000 + 6_000)) <= 48, "\(found)")
        }
    }

    @Test("with six channels is mixed to stereo, with a note, and its file is not written over")
    func channels() throws {
        let sound = bench.folder.file("clicks.wav").string
        try makeSound("six.mkv", ["-i", sound, "-ac", "6", "-c:a", "flac"])
        let mixed = try bench.flipbook("export", "walk", "-o", "a.mkv", "--fps", "12", "--audio", "six.mkv")
        expect(mixed.errors.contains("note: The audio's 6 channels were mixed down to stereo."), "\(mixed.errors)")
        let over = try bench.flipbook("export", "walk", "-o", "six.mkv", "--audio", "six.mkv", "--overwrite")
        expectEqual(over.status, 2)
        expect(over.errors.hasPrefix("error: six.mkv belongs to the input"), "\(over.errors)")
    }

    @Test("of a film whose pictures begin later than its audio is in sync by the offset in the note")
    func earlierThanPictures() throws {
        let pictures = ["-itsoffset", "0.5", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=24:duration=2"]
        let sound = ["-i", bench.folder.file("clicks.wav").string]
        try makeSound("late.mkv", pictures + sound + ["-c:v", "ffv1", "-c:a", "flac"])
        let silent = try bench.flipbook("export", "late.mkv", "-o", "a.mkv")
        let adding = "note: The audio of late.mkv is not copied. To add it, use --audio late.mkv and "
        expect(silent.errors.contains(adding + "--audio-offset -0.5.\n"), "\(silent.errors)")
        let part = try bench.flipbook("export", "late.mkv", "-o", "b.mkv", "--frames", "25-48", "--audio", "late.mkv")
        let matching = "The audio of late.mkv begins before these frames. To match them, use --audio-offset -1.5.\n"
        expect(part.errors.contains(matching), "\(part.errors)")
        let options = ["-o", "c.mov", "--audio", "late.mkv", "--audio-offset", "-0.5"]
        let matched = try bench.flipbook(["export", "late.mkv"] + options)
        try require(matched.status == 0 && !matched.errors.contains("late.mkv begins"), "\(matched.errors)")
        let found = clicks(in: try samples("c.mov"))
        expectEqual(found.count, 8)
        for (index, place) in found.enumerated() { expect(abs(place - (index * 12_000 + 6_000)) <= 48, "\(found)") }
    }

    @Test("with a gap is silent there, and heard at its time behind it")
    func gap() throws {
        try makeSound(
            "gap.mka",
            ["-i", bench.folder.file("clicks.wav").string, "-c:a", "pcm_s16le"]
                + ["-af", "asetnsamples=1200,aselect='not(between(t,1,1.49))'"]
        )
        let outcome = try bench.flipbook("export", "walk", "-o", "a.mov", "--fps", "12", "--audio", "gap.mka")
        try require(outcome.status == 0, "\(outcome.errors)")
        expectEqual(clicks(in: try samples("a.mov")), [6_000, 18_000, 30_000, 42_000, 78_000, 90_000])
    }

    /// Has ffmpeg write a sound.
    private func makeSound(_ name: String, _ arguments: [String]) throws {
        let outcome = try Program("ffmpeg").run(["-v", "error", "-y"] + arguments + [bench.folder.file(name).string])
        try require(outcome.status == 0, "\(outcome.errors)")
    }

    @Test(
        "is encoded once where segments are joined, and is the same each time",
        arguments: LongTests.cases(["a.mp4", "a.mov", "a.mkv", "a.webm"], every: 4)
    )
    func segments(name: String) throws {
        let options = ["walk", "-o", name, "--fps", "12", "--audio", "clicks.wav", "--audio-offset", "-0.25"]
        let single = try bench.flipbook(["export"] + options)
        try require(single.status == 0, "\(single.errors)")
        let expected = try samples(name)
        var files: [Data] = []
        for _ in 0..<2 {
            let outcome = try bench.flipbook(
                ["export", "--incremental", "--segment", "5", "--overwrite", "--json"] + options
            )
            try require(outcome.status == 0, "\(outcome.errors)")
            expect(outcome.text.contains("\"audioCodec\""), "\(outcome.text)")
            files.append(try Data(contentsOf: URL(fileURLWithPath: bench.folder.file(name).string)))
            try expectEqual(clicks(in: samples(name)), clicks(in: expected))
            try expectEqual(VideoFile(bench.folder.file(name)).presentationTimes().count, 24)
        }
        expectEqual(files[0], files[1])
        // Another sound, and the same segments.
        try bench.folder.write(Self.clicks(seconds: 1), to: "clicks.wav")
        let other = try bench.flipbook(["export", "--incremental", "--segment", "5", "--overwrite"] + options)
        expect(other.errors.contains("note: Reused 5 of 5 segments."), "\(other.errors)")
        expect(other.errors.contains("note: The audio ends 1250 ms before the pictures"), "\(other.errors)")
    }

    @Test("begins later or within the file by its offset, and silence follows it to the end")
    func offsets() throws {
        let later = try bench.flipbook(
            "export",
            "walk",
            "-o",
            "later.mov",
            "--fps",
            "12",
            "--audio",
            "clicks.wav",
            "--audio-offset",
            "0.5"
        )
        try require(later.status == 0, "\(later.errors)")
        expectEqual(clicks(in: try samples("later.mov")), (0..<6).map { 24_000 + $0 * 12_000 + 6_000 })
        let within = try bench.flipbook(
            "export",
            "walk",
            "-o",
            "within.mov",
            "--fps",
            "12",
            "--audio",
            "clicks.wav",
            "--audio-offset",
            "-2.5"
        )
        try require(within.status == 0, "\(within.errors)")
        expect(within.errors.contains("note: The audio ends 1500 ms before the pictures"))
        let samples = try samples("within.mov")
        expectEqual(clicks(in: samples), [6_000, 18_000])
        expectEqual(samples.count, 96_000)
    }

    @Test(
        "is refused with what is the matter, and leaves nothing",
        arguments: LongTests.cases(
            [
                ("a.gif", "clicks.wav", 2, "--audio: a .gif file does not support audio"),
                ("a.mp4", "nothing.wav", 2, "--audio nothing.wav: No such file or directory"),
                ("a.mp4", "walk", 2, "--audio walk: it is not a file"),
                ("a.mp4", "walk/walk.0001.png", 2, "--audio walk/walk.0001.png: "),
            ],
            every: 2
        )
    )
    func refused(output: String, sound: String, status: Int32, message: String) throws {
        let outcome = try bench.flipbook("export", "walk", "-o", output, "--audio", sound)
        expect(outcome.status == status)
        expect(outcome.errors.contains(message), "\(outcome.errors)")
        expect(!(try bench.folder.names().contains(output)))
    }

    @Test("of a film without one is said not to be there")
    func silentFilm() throws {
        try makeSound("silent.mp4", ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=24:duration=1"])
        let outcome = try bench.flipbook("export", "walk", "-o", "a.mov", "--fps", "12", "--audio", "silent.mp4")
        expectEqual(outcome.status, 2)
        expect(outcome.errors.contains("--audio silent.mp4: it has no audio."), "\(outcome.errors)")
    }

    @Test("is refused where it would begin after the pictures")
    func tooLate() throws {
        let outcome = try bench.flipbook(
            ["export", "walk", "-o", "a.mov", "--fps", "12", "--audio", "clicks.wav", "--audio-offset", "2"]
        )
        expectEqual(outcome.status, 2)
        expect(
            outcome.errors.contains("--audio-offset: the pictures end before the audio would begin"),
            "\(outcome.errors)"
        )
        expect(!(try bench.folder.names().contains("a.mov")))
    }

    @Test("is refused where it would end before the pictures")
    func tooEarly() throws {
        for verb in ["export", "plan"] {
            let outcome = try bench.flipbook(
                [verb, "walk", "-o", "a.mov", "--fps", "12", "--audio", "clicks.wav", "--audio-offset", "-20"]
            )
            expectEqual(
                outcome.errors,
                "error: --audio-offset: the audio ends before the first picture. Use a larger value, or omit "
                    + "--audio-offset.\n"
            )
            expectEqual(outcome.status, 2)
        }
        expect(!(try bench.folder.names().contains("a.mov")))
    }

    @Test("of a video that is played alone is silent, which a note says")
    func silentlyPlayed() throws {
        let made = try bench.flipbook("export", "walk", "-o", "a.mp4", "--fps", "24", "--audio", "clicks.wav")
        try require(made.status == 0, "\(made.errors)")
        let play = ["play", "a.mp4", "--repeat", "1", "--sink", "fakesink"]
        let note = "note: The audio of a.mp4 is not played. To add it, use --audio a.mp4.\n"
        try expect(bench.flipbook(play).errors.contains(note))
        let sound = try bench.flipbook(play + ["--audio", "a.mp4", "--audio-sink", "fakesink"])
        expect(!sound.errors.contains("The audio of"), "\(sound.errors)")
    }

    @Test("is played with the pictures, on the sink that is named")
    func played() throws {
        let sinks = ["--sink", "fakesink,sync=true", "--audio-sink", "fakesink"]
        let outcome = try bench.flipbook(
            ["play", "walk", "--fps", "48", "--repeat", "2", "--audio", "clicks.wav", "--json"] + sinks
        )
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expect(outcome.text.contains("\"notes\": []"), "\(outcome.text)")
    }

    @Test(
        "is refused by a player with what is the matter",
        arguments: LongTests.cases(
            [
                (["--audio", "nothing.wav"], "--audio nothing.wav: No such file or directory"),
                (["--audio", "walk/walk.0001.png"], "--audio walk/walk.0001.png: it has no audio"),
                (
                    ["--audio", "clicks.wav", "--audio-sink", "fakesrc"],
                    "--audio-sink: 'fakesrc' is not an audio sink."
                ),
                (
                    ["--audio", "clicks.wav", "--audio-sink", "ximagesink"],
                    "--audio-sink: 'ximagesink' is not an audio sink."
                ),
                (
                    ["--audio", "clicks.wav", "--audio-sink", "fakesink,a=1"],
                    "--audio-sink: the GStreamer element 'fakesink' has no property 'a'."
                ),
                (["--audio", "clicks.wav", "--audio-sink", ",a=1"], "',a=1' is not a sink."),
                (["--audio-sink", "fakesink"], "--audio-sink requires --audio."),
                (["--audio-offset", "-1"], "--audio-offset requires --audio."),
            ],
            every: 3
        )
    )
    func refusedByPlayer(arguments: [String], message: String) throws {
        let outcome = try bench.flipbook(["play", "walk", "--repeat", "1", "--sink", "fakesink"] + arguments)
        expectEqual(outcome.status, 2)
        expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
}
