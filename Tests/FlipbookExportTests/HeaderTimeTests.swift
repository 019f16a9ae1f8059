import FlipbookCore
import FlipbookTestSupport
import Testing

/// The rate and the time codes in the headers of frames, through the whole program.
@Suite("Rate and time code in headers", .hangLimit)
struct HeaderTimeTests {
    private let bench: Workbench

    /// Frames 1005 to 1010 of OpenEXR, at 24 a second; 1005 has the time code 01:00:00:20.
    init() throws {
        bench = try Workbench()
        let codes: [UInt8] = [0x20, 0x21, 0x22, 0x23, 0x00, 0x01]
        for (index, frames) in codes.enumerated() { try write(1005 + index, [frames, index < 4 ? 0 : 1, 0, 1]) }
    }

    private func write(_ number: Int, _ code: [UInt8], rate: [UInt8] = [24, 0, 0, 0, 1, 0, 0, 0]) throws {
        let pixels = [Float](repeating: Float(number % 10) / 10, count: 16 * 16)
        let file = EXRWriter.file(
            width: 16,
            height: 16,
            channels: ["R", "G", "B"].map { ($0, pixels) },
            attributes: [
                ("framesPerSecond", "rational", rate),
                ("timeCode", "timecode", code + [0, 0, 0, 0]),
            ]
        )
        try bench.folder.write(file, to: "shot/a.\(number).exr")
    }

    private let rateNote =
        "note: The headers specify 24 frames/s, which is used. Set a different rate with --fps.\n"

    private func timeCode(_ name: String) throws -> String {
        let options = ["-v", "error", "-show_entries", "stream=r_frame_rate:stream_tags=timecode", "-of", "csv=p=0"]
        let probe = try Program("ffprobe").run(options + [bench.folder.file(name).string])
        return probe.text.split(separator: "\n").first.map(String.init) ?? ""
    }

    @Test(
        "the headers' rate and the first frame's time code are used where no option says another, and noted",
        arguments: [
            ([], "24/1,01:00:00:20", "01:00:00:20"), (["--frames", "1007-1010"], "24/1,01:00:00:22", "01:00:00:22"),
            (["--timecode", "02:00:00:00"], "24/1,02:00:00:00", nil),
            (["--fps", "25"], "25/1,01:00:00:20", "01:00:00:20"),
        ] as [([String], String, String?)]
    )
    func film(options: [String], found: String, noted: String?) throws {
        let outcome = try bench.flipbook(["export", "shot/a.####.exr", "-o", "a.mov"] + options)
        try require(outcome.status == 0, "\(outcome.errors)")
        try expectEqual(timeCode("a.mov"), found)
        expectEqual(outcome.errors.contains(rateNote), !options.contains("--fps"), "\(outcome.errors)")
        let note = noted.map { "The header of the first frame has the time code \($0), which is used." }
        expectEqual(outcome.errors.contains("has the time code"), (noted != nil), "\(outcome.errors)")
        if let note { expect(outcome.errors.contains(note)) }
    }

    @Test("headers of different rates leave the sequence its own, and are noted")
    func differentRates() throws {
        try write(1004, [0x20, 0x00, 0x00, 0x01], rate: [25, 0, 0, 0, 1, 0, 0, 0])
        let outcome = try bench.flipbook(["export", "shot/a.####.exr", "-o", "b.mkv"])
        let note = "The headers specify different rates (24, 25), so 30 frames/s is used. Set a rate with --fps."
        expect(outcome.status == 0 && outcome.errors.contains(note), "\(outcome.errors)")
    }

    @Test(
        "a rate that a header rounds is the one that was meant, and one that nothing plays is none",
        arguments: [
            ([0xB5, 0x0B, 0, 0, 125, 0, 0, 0], "24000/1001,01:00:00:20"),
            ([0xFF, 0xFF, 0xFF, 0x7F, 1, 0, 0, 0], "30/1,01:00:00:20"),
            ([24, 0, 0, 0, 0, 0, 0, 0], "30/1,01:00:00:20"),
        ] as [([UInt8], String)]
    )
    func rounded(rate: [UInt8], found: String) throws {
        for (index, frames) in [0x20, 0x21].enumerated() {
            try write(1005 + index, [UInt8(frames), 0, 0, 1], rate: rate)
        }
        let outcome = try bench.flipbook("export", "shot/a.1005-1006####.exr", "-o", "a.mov")
        try require(outcome.status == 0, "\(outcome.errors)")
        try expectEqual(timeCode("a.mov"), found)
    }

    @Test("a film without a place for a time code has the rate alone; burnt in, the time code is the headers', too")
    func burnIn() throws {
        let plain = try bench.flipbook("export", "shot", "-o", "a.mp4")
        expect(plain.status == 0 && plain.errors.contains(rateNote), "\(plain.errors)")
        try expectEqual(timeCode("a.mp4"), "24/1")
        expect(!plain.errors.contains("time code"))
        let shown = try bench.flipbook("export", "shot", "-o", "b.mp4", "--burn-in", "timecode")
        expect(shown.errors.contains("has the time code 01:00:00:20, which is used."), "\(shown.errors)")
    }

    @Test("list and a manifest say the rate, list also the time code")
    func listed() throws {
        let listed = try bench.flipbook("list", "shot").text
        expect(listed.hasSuffix("linear  24 frames/s from 01:00:00:20\n"), "\(listed)")
        let document = try bench.flipbook("list", "shot", "--json").text
        expect(document.contains("\"frameRate\" : \"24\"") && document.contains("\"timeCode\" : \"01:00:00:20\""))
        let manifest = try bench.flipbook("manifest", "shot")
        expect(manifest.text.contains("frameRate: 24\n"), "\(manifest)")
        expect(manifest.errors.contains("Wrote the headers' rate, 24 frames/s."), "\(manifest)")
        try expect(!bench.flipbook("manifest", "shot", "--fps", "25").text.contains("frameRate: 24"))
        let cut = try bench.flipbook("manifest", "shot", "-o", "cut.otio")
        try require(cut.status == 0, "\(cut.errors)")
        try expect(bench.flipbook("explain", "cut.otio").text.contains("6 frames at 24 frames/s"))
    }

    @Test("the timeline of notes has the rate, too")
    func notes() throws {
        let pattern = bench.folder.file("shot/a.####.exr").string
        let text = #"{"version": 1, "sequence": "\#(pattern)", "notes": [{"frame": 1006, "text": "x", "strokes": []}]}"#
        try bench.folder.write(Array(text.utf8), to: "a.notes.json")
        let written = try bench.flipbook("notes", "shot", "--save-to", ".", "-o", "review.otio")
        try require(written.status == 0, "\(written.errors)")
        try expect(bench.flipbook("explain", "review.otio").text.contains("6 frames at 24 frames/s"))
    }

    @Test("the frames of a view have the rate of their headers")
    func view() throws {
        let images = (1005...1010).map { "a.\($0).exr" }.joined(separator: ", ")
        let view = "{animationImages: [\(images)], animationRepeatCount: 1, frame: [0, 0, 16, 16]}"
        try bench.folder.write(
            Array("size: 16x16\nframeRate: 48\nviews:\n  - \(view)\n".utf8),
            to: "shot/views.yaml"
        )
        let outcome = try bench.flipbook("export", "shot/views.yaml", "-o", "a.mkv")
        expect(outcome.text.contains("12 frames, 16x16, 48 frames/s, 0.250 s"), "\(outcome)")
    }

    @Test("time codes that do not run on are a finding, and a note of the other verbs")
    func lint() throws {
        try expect(!bench.flipbook("lint", "--no-config", "shot").text.contains("seq.time-code"))
        try write(1008, [0x24, 0, 0, 1])
        let outcome = try bench.flipbook("lint", "--no-config", "shot").text
        let fault = "have time codes that do not follow the frame numbers; the first is 01:00:00:24"
        expect(outcome.contains(fault), "\(outcome)")
        let note =
            "note: The time codes in the headers are not continuous: frame 1008 has 01:00:00:24, where 01:00:00:23 was"
        for verb in [["export", "-o", "a.mkv"], ["play", "--sink", "fakesink", "--repeat", "1"]] {
            let noted = try bench.flipbook(verb + ["shot"])
            expect(noted.errors.contains(note), "\(verb): \(noted.errors)")
        }
    }
}
