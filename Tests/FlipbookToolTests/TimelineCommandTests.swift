import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// Timelines as INPUT of each verb, in the manifest's words and in OpenTimelineIO's.
@Suite(.hangLimit) struct TimelineCommandTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
        try bench.add(1...60, to: "a") { "a.\(String("000\($0)".suffix(4))).png" }
        try bench.add(101...140, to: "b") { "b.\(String("000\($0)".suffix(4))).png" }
        try write(
            """
            frameRate: 24
            timeline:
              - {input: a/a.####.png, frames: 1-48}
              - {transition: dissolve, duration: 0.5}
              - {input: b}
            """,
            to: "cut.yaml"
        )
    }

    private func write(_ text: String, to name: String) throws { try bench.folder.write(Array(text.utf8), to: name) }

    private func pixels(_ name: String) throws -> [UInt8] {
        try ImageDecoder().decode(contentsOf: bench.folder.file(name)).withUnsafeBytes { Array($0) }
    }

    /// The export of a file as numbered pictures, each as its pixels.
    private func frames(of file: String, _ folder: String) throws -> [[UInt8]] {
        let outcome = try bench.flipbook("export", file, "-o", "\(folder)/f.####.png", "--overwrite")
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        return try bench.names(in: folder).filter { $0.hasSuffix(".png") }.map { try pixels("\(folder)/\($0)") }
    }

    /// Frame k of an n-frame dissolve, by plain arithmetic.
    private func mixed(_ from: Int, _ to: Int, _ k: Int, _ n: Int) -> [Double] {
        let weight = (Double(k) + 0.5) / Double(n)
        return zip(bench.frames.pixels(from), bench.frames.pixels(to)).map {
            Double($0) * (1 - weight) + Double($1) * weight
        }
    }

    @Test("cuts are exact, a dissolve is mixed by (k + 1/2) / n, handles are used where there are files")
    func export() throws {
        let frames = try frames(of: "cut.yaml", "out")
        // The first sequence has handles, the second one has none before its first frame: it gives six of its own.
        expectEqual(frames.count, 48 + 40 - 6)
        expect(frames.prefix(42).enumerated().allSatisfy { $1 == bench.frames.pixels($0 + 1) })
        expect(frames.dropFirst(54).enumerated().allSatisfy { $1 == bench.frames.pixels($0 + 113) })
        for k in 0..<12 {
            let expected = mixed(43 + k, 101 + k, k, 12)
            let worst = pairs(frames[42 + k], expected).map { abs(Double($0) - $1) }.max() ?? 255
            expect(worst <= 0.51, "frame \(k) of the dissolve")
        }
    }

    @Test("a timeline is written for OpenTimelineIO and read again: the same frames, which its own package reads, too")
    func roundTrip() throws {
        let written = try bench.flipbook("manifest", "cut.yaml", "-o", "cut.otio")
        expectEqual(written.status, 0, "\(written.errors)")
        try expectEqual(frames(of: "cut.otio", "again"), frames(of: "cut.yaml", "out"))
        let back = try bench.flipbook("manifest", "cut.otio", "-o", "back.yaml")
        expectEqual(back.status, 0, "\(back.errors)")
        try expectEqual(frames(of: "back.yaml", "back"), frames(of: "cut.yaml", "out"))
    }

    @Test(
        "OpenTimelineIO's own package reads what is written, and what it writes is read",
        .enabled(if: LongTests.areWanted, LongTests.absence),
        .enabled(if: OpenTimelineIO.isThere, OpenTimelineIO.absence)
    )
    func reference() throws {
        try expectEqual(bench.flipbook("manifest", "cut.yaml", "-o", "cut.otio").status, 0)
        let script = """
            import opentimelineio as otio
            timeline = otio.adapters.read_from_file("cut.otio")
            track = timeline.video_tracks()[0]
            for clip in track.find_clips():
                media = clip.media_reference
                first = media.frame_for_time(clip.source_range.start_time)
                print(media.target_url_for_image_number(first - media.start_frame), int(clip.source_range.duration.value))
            print(int(track.duration().value), [type(c).__name__ for c in track])
            otio.adapters.write_to_file(timeline, "copy.otio")
            """
        try write(script, to: "check.py")
        let outcome = try Program.python.run(["check.py"], in: bench.folder.path)
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expectEqual(
            outcome.text,
            "a/a.0001.png 48\nb/b.0107.png 34\n82 ['Clip', 'Transition', 'Clip']\n"
        )
        try expectEqual(frames(of: "copy.otio", "copy"), frames(of: "cut.yaml", "out"))
    }

    @Test("of several video tracks the upper one lies over the lower one, from its first frame to its last")
    func tracks() throws {
        try write(
            """
            frameRate: 24
            size: \(bench.frames.size)
            animationRepeatCount: 1
            timeline:
              - {input: a/a.####.png, frames: 1-6}
            views:
              - {pins: {fit: both}, timeline: [{gap: 2/24}, {input: b, frames: 101-106}]}
            """,
            to: "tracks.yaml"
        )
        let written = try bench.flipbook("manifest", "tracks.yaml", "-o", "tracks.otio")
        try require(written.status == 0, "\(written.errors)")
        for (file, folder) in [("tracks.yaml", "yaml"), ("tracks.otio", "otio")] {
            let frames = try frames(of: file, folder)
            expectEqual(frames.count, 8)
            // The lower track ends after six frames; test frames cover what is beneath as far as they are opaque.
            for (place, pixels) in frames.enumerated() {
                let lower = place < 6 ? bench.frames.pixels(place + 1) : nil
                let upper = place >= 2 ? bench.frames.pixels(99 + place) : nil
                let expected = zip(premultiplied(upper), premultiplied(lower)).map { over, under in
                    over.value + under.value * (1 - over.alpha)
                }
                let worst = pairs(premultiplied(pixels), expected).map { abs($0.value - $1) }.max() ?? 255
                expect(worst <= 1.5, "\(file), frame \(place)")
            }
        }
    }

    /// The channels of straight pixels, each times its alpha, beside that; `nil` is nothing.
    private func premultiplied(_ pixels: [UInt8]?) -> [(value: Double, alpha: Double)] {
        let pixels = pixels ?? [UInt8](repeating: 0, count: bench.frames.size.area * 4)
        return pixels.indices.map { place in
            let alpha = Double(pixels[place / 4 * 4 + 3]) / 255
            return (place % 4 == 3 ? Double(pixels[place]) : Double(pixels[place]) * alpha, alpha)
        }
    }

    @Test("what a timeline of OpenTimelineIO has no place for is named")
    func leftOut() throws {
        try write("animationImages: b\nviews: [{frame: [0, 0, 9, 9]}]\nduration: 1\ntitle: cut\n", to: "scene.yaml")
        let written = try bench.flipbook("manifest", "scene.yaml", "-o", "scene.otio")
        expectEqual(written.status, 0)
        let left = "note: Omitted, since OpenTimelineIO cannot store them:"
        expectEqual(written.errors, "\(left) views, duration.\nnote: scene.otio: 40 frames; written.\n")
        // A view's timeline is a track.
        try write("timeline: [b]\nviews: [{timeline: [b], frame: [0, 0, 9, 9]}]\n", to: "tracks.yaml")
        try expectEqual(
            bench.flipbook("manifest", "tracks.yaml", "-o", "tracks.otio").errors,
            "\(left) views except for their timelines.\nnote: tracks.otio: 40 frames; written.\n"
        )
        try expectEqual(
            bench.flipbook("manifest", "cut.yaml", "-o", "cut.otio").errors,
            "note: cut.otio: 82 frames; written.\n"
        )
        try expect(bench.flipbook("manifest", "cut.yaml", "-o", "cut.otio", "--overwrite", "-q").errors.isEmpty)
    }

    @Test(
        "segments show the same frames, transitions among them",
        .enabled(if: LongTests.areWanted, LongTests.absence)
    )
    func segments() throws {
        let whole = try bench.flipbook("export", "cut.yaml", "-o", "whole.mkv", "--codec", "ffv1")
        expectEqual(whole.status, 0, "\(whole.errors)")
        let parts = try bench.flipbook("export", "cut.yaml", "-o", "parts.mkv", "--codec", "ffv1", "--incremental")
        expectEqual(parts.status, 0, "\(parts.errors)")
        let sums = try ["whole.mkv", "parts.mkv"].map { name in
            try Program("ffmpeg").run(
                ["-v", "error", "-i", name, "-f", "framemd5", "-fflags", "+bitexact", "-"],
                in: bench.folder.path
            ).text
        }
        expectEqual(sums[0], sums[1])
    }

    @Test("list, explain and render take a timeline; a number is its own frame's")
    func verbs() throws {
        let listed = try bench.flipbook("list", "cut.yaml")
        expectEqual(listed.status, 0, "\(listed.errors)")
        expect(listed.text.contains("82"))
        let explained = try bench.flipbook("explain", "cut.yaml")
        expectEqual(
            explained.text,
            """
            cut.yaml: 82 frames at 24 frames/s, 3.417 s
              1-42          a/a.####.png, its frames 1 to 42
              43-54         dissolve
              55-82         b, its frames 113 to 140

            """
        )
        try expectEqual(bench.flipbook("render", "cut.yaml", "--frame", "55", "-o", "f.png").status, 0)
        try expectEqual(pixels("f.png"), bench.frames.pixels(113))
        let linted = try bench.flipbook("lint", "cut.yaml")
        expectEqual(linted.status, 0, "\(linted.text)\(linted.errors)")
    }

    @Test("mistakes are told by line and column, in the words of the document")
    func mistakes() throws {
        for (text, message) in [
            (
                "timeline: [{input: a, fraems: 1-4}]",
                "1:23: timeline[0].fraems: there is no such key; did you mean 'frames'?"
            ),
            ("timeline:\n  - {transition: wipe, duration: 1, direction: north}\n  - a", "2:48: timeline[0].direction"),
            ("timeline: [{transition: disolve, duration: 1}, a]", "did you mean 'dissolve'?"),
            ("timeline: [a, {transition: dissolve}, b]", "1:15: timeline[1]: the required key 'duration' is missing"),
            ("timeline: [a]\nanimationImages: b", "2:18: animationImages: there is a timeline"),
            ("timeline: [{input: nowhere/x.##.png}]", "bad.yaml:1:20: timeline[0]: "),
            ("timeline: [{input: a/a.0001.png}]", "timeline[0].duration: a still picture requires a duration"),
        ] {
            try write(text, to: "bad.yaml")
            let outcome = try bench.flipbook("export", "bad.yaml", "-o", "x.mp4")
            expect(outcome.status != 0)
            expect(outcome.errors.contains(message), "\(outcome.errors)")
        }
    }

    @Test("an OpenTimelineIO file's paths stay in its folder unless that is allowed")
    func outside() throws {
        try expectEqual(bench.flipbook("manifest", "cut.yaml", "-o", "cut.otio").status, 0)
        let text = try String(contentsOfFile: bench.folder.file("cut.otio").string, encoding: .utf8)
        try write(
            text.replacing(#""target_url_base": ""#, with: #""target_url_base": "file://\#(bench.folder.path)/"#),
            to: "cut/far.otio"
        )
        // Beside its pictures it is read, by whatever way it names them.
        try write(String(contentsOfFile: bench.folder.file("cut/far.otio").string, encoding: .utf8), to: "near.otio")
        try expectEqual(bench.flipbook("render", "near.otio", "-o", "r.png").status, 0)
        try expectEqual(pixels("r.png"), bench.frames.pixels(1))
        let refused = try bench.flipbook("render", "cut/far.otio", "-o", "far.png")
        expectEqual(refused.status, 2)
        let words = try require(
            refused.errors.firstMatch(of: /(--allow-outside) (\/[^ ]*)[.,]/)?.output,
            "\(refused.errors)"
        )
        try expectEqual(bench.flipbook("render", "cut/far.otio", "-o", "far.png", "\(words.1)", "\(words.2)").status, 0)
        try expectEqual(pixels("far.png"), bench.frames.pixels(1))
        for verb in ["list", "lint", "explain"] {
            let text = { try bench.flipbook([verb, "cut/far.otio"] + $0) }
            let refused = try text([])
            expect(
                refused.status != 0 && (refused.text + refused.errors).contains("\(words.1) \(words.2)"),
                "\(verb): \(refused)"
            )
            let allowed = try text(["\(words.1)", "\(words.2)"])
            expectEqual(allowed.status, 0, "\(verb): \(allowed)")
        }
    }
}

/// OpenTimelineIO's Python package, where it is installed.
enum OpenTimelineIO {
    static let isThere: Bool = {
        do {
            return try Program.python.run(["-c", "import opentimelineio"], in: "/tmp").status == 0
        } catch {
            return false
        }
    }()

    static let absence: Comment = "OpenTimelineIO's Python package is not installed"
}
