import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

@Suite("A video is an input")
struct VideoInputTests {
    private let bench: Workbench
    private let size = PixelSize(width: 64, height: 48)

    init() throws { bench = try Workbench() }

    /// A film of a moving test picture, made by ffmpeg.
    private func film(_ name: String, frames: Int = 24, sound: [String] = [], _ options: [String]) throws {
        let source = "testsrc2=size=\(size.width)x\(size.height):rate=24:duration=2"
        let outcome = try Program("ffmpeg").run(
            ["-v", "error"] + sound + ["-f", "lavfi", "-i", source, "-frames:v", "\(frames)"] + options + [
                bench.folder.file(name).string
            ]
        )
        try require(outcome.status == 0, "\(outcome.errors)")
    }

    /// The frames of a film as an export without loss has them.
    private func exported(_ name: String, _ options: String...) throws -> [[UInt8]] {
        try bench.exported([name] + options)
    }

    private func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: bench.folder.file(name).string)))
    }

    @Test(
        "every frame of a film without loss is ffmpeg's, bit for bit",
        arguments: LongTests.cases(
            [
                ("a.mkv", ["-c:v", "ffv1", "-pix_fmt", "bgr0"]), ("a.mkv", ["-c:v", "ffv1", "-pix_fmt", "bgra"]),
                ("a.mkv", ["-c:v", "ffv1", "-pix_fmt", "gray"]), ("a.mov", ["-c:v", "png"]),
            ],
            every: 2
        )
    )
    func lossless(name: String, options: [String]) throws {
        try film(name, options)
        let expected = try VideoFile(bench.folder.file(name)).frames(format: "rgba", byteCount: size.area * 4)
        expectEqual(expected.count, 24)
        try expectEqual(exported(name), expected)
    }

    @Test("HDR colors that are not converted have a note", arguments: [("smpte2084", "PQ"), ("arib-std-b67", "HLG")])
    func highDynamicRange(transfer: String, curve: String) throws {
        let colors = "setparams=color_trc=\(transfer):color_primaries=bt2020:colorspace=bt2020nc:range=tv"
        try film("a.mkv", frames: 3, ["-vf", colors, "-c:v", "ffv1", "-pix_fmt", "yuv420p10le"])
        let made = try bench.flipbook("export", "a.mkv", "-o", "b.mkv")
        let note = "note: a.mkv: its colors are HDR (\(curve)), but are shown as if they were sRGB.\n"
        expect(made.status == 0 && made.errors.contains(note), "\(made.errors)")
    }

    @Test(
        "transparency that WebM and Matroska have beside the pictures comes back",
        arguments: LongTests.cases([("a.webm", "vp9"), ("a.webm", "vp8"), ("a.mkv", "vp9")], every: 3)
    )
    func alphaApart(name: String, codec: String) throws {
        let frames = TestFrames(width: size.width, height: size.height, hasAlpha: true)
        for number in 1...5 { try bench.folder.write(try frames.png(number), to: "walk/\(TestFrames.name(number))") }
        let made = try bench.flipbook("export", "walk", "-o", name, "--codec", codec, "--quality", "95")
        try require(made.status == 0, "\(made.errors)")
        let found = try exported(name)
        try require(found.count == 5)
        for (number, found) in zip(1..., found) {
            let wanted = frames.pixels(number)
            try require(found.count == wanted.count)
            let alpha = stride(from: 3, to: wanted.count, by: 4)
            let error = alpha.reduce(0) { $0 + abs(Int(wanted[$1]) - Int(found[$1])) }
            expect(error < 4 * size.area, "frame \(number)")
        }
        // One that is asked for alone is decoded by a reader that was opened again.
        try expectEqual(exported(name, "--frames", "3"), [found[2]])
    }

    @Test(
        "transparency of 16 bits per channel lies at its pixels in PNG in .mov",
        arguments: LongTests.cases(["16", "8"], every: 2)
    )
    func deepPNG(depth: String) throws {
        let frames = TestFrames(width: size.width, height: size.height, hasAlpha: true)
        for number in 1...3 { try bench.folder.write(try frames.png(number), to: "walk/\(TestFrames.name(number))") }
        let made = try bench.flipbook("export", "walk", "-o", "a.mov", "--codec", "png", "--depth", depth)
        try require(made.status == 0, "\(made.errors)")
        try expectEqual(exported("a.mov"), exported("walk"))
        try expectEqual(exported("a.mov", "--frames", "2").count, 1)
    }

    @Test(
        "every frame of a film with loss is within a level of ffmpeg's",
        arguments: LongTests.cases(
            [
                ("a.mp4", ["-c:v", "libx264", "-pix_fmt", "yuv444p", "-bf", "3", "-g", "8"]),
                ("b.mp4", ["-c:v", "libx264", "-pix_fmt", "yuvj444p", "-color_range", "pc"]),
                ("a.avi", ["-c:v", "mjpeg", "-pix_fmt", "yuvj444p", "-q:v", "2"]),
                ("a.webm", ["-c:v", "libvpx-vp9", "-pix_fmt", "yuv444p", "-b:v", "1M", "-cpu-used", "8"]),
            ],
            every: 2
        )
    )
    func lossy(name: String, options: [String]) throws {
        try film(name, options)
        let raw = try Program("ffmpeg").run([
            "-v", "error", "-i", bench.folder.file(name).string, "-fps_mode", "passthrough", "-sws_flags",
            "accurate_rnd+full_chroma_int+full_chroma_inp+bitexact", "-pix_fmt", "rgba", "-f", "rawvideo", "-",
        ])
        try require(raw.status == 0, "\(raw.errors)")
        let found = try exported(name)
        expectEqual(found.count, 24)
        let worst = zip(found.joined(), raw.output).lazy.map { abs(Int($0) - Int($1)) }.max()
        expectEqual(found.count * size.area * 4, raw.output.count)
        expect((worst ?? 255) <= 1)
    }

    @Test("a constant rate is exact, whatever the container rounds to; other times are kept")
    func times() throws {
        for name in ["a.mkv", "a.mp4"] {
            try film(name, ["-r", "24000/1001", "-c:v", "libx264", "-bf", "2"])
            let outcome = try bench.flipbook("export", name, "-o", "again.mp4", "--overwrite")
            expect(outcome.text.contains("24 frames, 64x48, 24000/1001 frames/s"), "\(outcome.text)\(outcome.errors)")
        }
        let delays = [0.04, 0.5, 0.1, 0.02, 0.3]
        var list = "ffconcat version 1.0\n"
        try bench.add(1...5, to: "walk")
        for (index, delay) in delays.enumerated() {
            list += "file walk/\(TestFrames.name(index + 1))\nduration \(delay)\n"
        }
        try bench.folder.write(Array(list.utf8), to: "uneven.ffconcat")
        for name in ["uneven.mkv", "uneven.mp4"] {
            try require(try bench.flipbook("export", "uneven.ffconcat", "-o", name).status == 0)
            let outcome = try bench.flipbook("export", name, "-o", "again.apng", "--overwrite")
            try require(outcome.status == 0, "\(outcome.errors)")
            let times = try VideoFile(bench.folder.file("again.apng")).presentationTimes()
            expectEqual(times, [0, 0.04, 0.54, 0.64, 0.66], "\(name)")
            let listed = try bench.flipbook("list", name).text
            expect(listed.contains("5 frames  24x18  8 bit rgb  0.96 s"), "\(name): \(listed)")
        }
    }

    @Test("numbers choose frames; render makes one of them; sound is left alone")
    func choice() throws {
        let sound = ["-f", "lavfi", "-i", "sine=d=3"]
        try film("a.mkv", sound: sound, ["-c:a", "aac", "-c:v", "ffv1", "-pix_fmt", "bgr0", "-map", "0", "-map", "1"])
        let all = try exported("a.mkv")
        expectEqual(all.count, 24)
        try expectEqual(exported("a.mkv", "--frames", "20-22,3"), [all[19], all[20], all[21], all[2]])
        let rendered = try bench.flipbook("render", "a.mkv", "--frame", "5", "-o", "five.png")
        try require(rendered.status == 0, "\(rendered.errors)")
        let five = try Program("convert").run([bench.folder.file("five.png").string, "-depth", "8", "rgba:-"])
        expectEqual([UInt8](five.output), all[4])
        try expectEqual(bench.flipbook("list", "a.mkv").text, "a.mkv  1-24  24 frames  64x48  8 bit rgb  1 s\n")
        try expect(bench.flipbook("lint", "--deep", "a.mkv").text.hasSuffix("1 sequence, 24 frames: no findings\n"))
        let played = try bench.flipbook("play", "a.mkv", "--sink", "fakesink", "--repeat", "1")
        expectEqual(played.status, 0, "\(played.errors)")
    }

    @Test("the lint page of a video shows every frame and plays at the video's rate")
    func lintPage() throws {
        try film("a.mkv", ["-c:v", "ffv1", "-pix_fmt", "bgr0"])
        let page = try bench.flipbook("lint", "a.mkv", "--format", "html").text
        expectEqual(page.matches(of: /"data:image\/png;base64,/).count, 24)
        expect(page.contains("<small>24 frames, 24 frames/s, 1.000 s,"), "\(page.suffix(900))")
        expect(page.contains(#"class="rate" min="1" max="120" step="any" value="24">"#))
    }

    @Test("a contact sheet of frames with durations plays at their mean rate")
    func meanRate() throws {
        try bench.add(1...4, to: "walk")
        var list = "ffconcat version 1.0\n"
        for number in 1...4 {
            list += "file walk/\(TestFrames.name(number))\nduration \(number == 1 ? 0.5 : 0.1)\n"
        }
        try bench.folder.write(Array(list.utf8), to: "uneven.ffconcat")
        try require(try bench.flipbook("export", "uneven.ffconcat", "-o", "sheet.html").status == 0)
        let page = try String(contentsOfFile: bench.folder.file("sheet.html").string, encoding: .utf8)
        expect(page.contains("variable rate, 0.800 s") && page.contains(#"step="any" value="5">"#))
    }

    @Test(
        "backwards, and in any other order, each frame is the one that it is forwards",
        arguments: LongTests.cases(
            [
                ("a.mp4", ["-c:v", "libx264", "-pix_fmt", "yuv444p", "-bf", "3", "-g", "8"]),
                ("a.webm", ["-c:v", "libvpx-vp9", "-pix_fmt", "yuv420p", "-b:v", "1M", "-cpu-used", "8", "-g", "9"]),
                ("a.avi", ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p", "-q:v", "2"]),
            ],
            every: 3
        )
    )
    func backwards(name: String, options: [String]) throws {
        // More than two of its groups of pictures.
        try film(name, frames: 18, options)
        let all = try exported(name)
        expectEqual(all.count, 18)
        try expectEqual(exported(name, "--frames", "18-1"), all.reversed())
        let places = [7, 17, 0, 11, 10, 9, 16, 8]
        let numbers = places.map { "\($0 + 1)" }.joined(separator: ",")
        try expectEqual(exported(name, "--frames", numbers), places.map { all[$0] })
    }

    @Test("of a film that is cut short the frame is named, at every length", arguments: ["mkv", "mp4", "mov", "avi"])
    func cuts(kind: String) throws {
        let options = kind == "mp4" ? ["-c:v", "libx264", "-movflags", "faststart"] : ["-c:v", "mjpeg", "-q:v", "9"]
        try film("whole.\(kind)", frames: 6, options + (kind == "mov" ? ["-movflags", "faststart"] : []))
        let whole = try bytes("whole.\(kind)")
        for part in LongTests.cases(Array(1..<10), every: 5) {
            try bench.folder.write(Array(whole.prefix(whole.count * part / 10)), to: "cut.\(kind)")
            let outcome = try bench.flipbook("export", "cut.\(kind)", "-o", "a.gif", "--overwrite")
            expectEqual(outcome.status, 1, "\(part)/10: \(outcome.text)")
            let namesFrame = outcome.errors.contains("cut.\(kind) frame ")
            expect(namesFrame || outcome.errors.hasPrefix("error: cut.\(kind): "), "\(outcome.errors)")
            let namesRest = outcome.errors.contains("so all later pictures are missing")
            expect(!namesFrame || namesRest, "\(outcome.errors)")
            expect(!outcome.errors.contains("GStreamer-"), "\(outcome.errors)")
        }
    }

    @Test("a film is cut where a part of it ends behind every file, or its length is missing")
    func endless() throws {
        for length: [UInt8] in [[0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], []] {
            let head = Array("\0\0\0\u{10}ftypisom\0\0\0\0\0\0\0\u{1}mdat".utf8)
            try bench.folder.write(head + length, to: "long.mp4")
            let outcome = try bench.flipbook("export", "long.mp4", "-o", "a.gif")
            expect(outcome.status == 1 && outcome.errors.hasPrefix("error: long.mp4: "), "\(outcome.errors)")
        }
    }

    @Test(
        "a film that was trimmed without encoding begins where it was cut, also behind its half",
        arguments: LongTests.cases([0.5, 1.9, 2.5, 3, 3.8], every: 2)
    )
    func trimmed(start: Double) throws {
        let film = [
            "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=s=64x64:r=25:d=4", "-c:v", "libx264", "-g", "100",
        ]
        for words in [
            film + ["a.mp4"], ["-v", "error", "-y", "-ss", "\(start)", "-i", "a.mp4", "-c", "copy", "b.mp4"],
        ] {
            let outcome = try Program("ffmpeg").run(words, in: bench.folder.path)
            try require(outcome.status == 0, "\(outcome.errors)")
        }
        let outcome = try bench.flipbook("export", "b.mp4", "-o", "b.####.png")
        try require(outcome.status == 0, "\(outcome.errors)")
        let names = try bench.folder.names().filter { $0.hasPrefix("b.0") }
        expect(abs(Double(names.count) - 25 * (4 - start)) <= 1, "\(names.count)")
        try expectEqual(bench.flipbook("export", "a.mp4", "--frames", "100", "-o", "last.png").status, 0)
        let last = try require(names.sorted().last)
        let same = try bench.flipbook("diff", last, "last.png")
        expectEqual(same.status, 0, "\(same.text)\(same.errors)")
    }

    @Test("a film is exported in segments, with the same pictures")
    func segments() throws {
        try film("a.mkv", ["-c:v", "ffv1", "-pix_fmt", "bgr0"])
        let outcome = try bench.flipbook("export", "a.mkv", "-o", "b.mkv", "--resume", "--segment", "10")
        try require(outcome.status == 0, "\(outcome.errors)")
        try expectEqual(exported("b.mkv"), exported("a.mkv"))
    }

    @Test("a still that is named like a video is a still")
    func misnamedStill() throws {
        try bench.folder.write(bench.frames.png(1), to: "a.mp4")
        try expectEqual(bench.flipbook("export", "a.mp4", "-o", "a.gif").status, 0)
    }

    @Test("what is a video by its name alone is refused in words")
    func others() throws {
        try bench.folder.write(Array("text".utf8), to: "a.mp4")
        let text = try bench.flipbook("export", "a.mp4", "-o", "a.gif")
        expectEqual(
            text.errors,
            "error: a.mp4: not an image, but text; render, copy or download this frame again, or leave it out.\n"
        )
        let sound = try Program("ffmpeg").run([
            "-v", "error", "-f", "lavfi", "-i", "sine=d=1", bench.folder.file("b.mp4").string,
        ])
        try require(sound.status == 0)
        let outcome = try bench.flipbook("export", "b.mp4", "-o", "a.gif")
        let words = "error: b.mp4: not an image, but a file with only audio; add it to pictures as audio (--audio).\n"
        expectEqual(outcome.errors, words)
        expectEqual(outcome.status, 1)
    }
}
