import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// `flipbook plan`, `flipbook segment` and `flipbook join`.
@Suite(.hangLimit) struct SegmentTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench(walk: 1...10)
    }

    @Test(
        "a joined film has the pictures of its segments, exact times, one edit list, and the tags of an export",
        arguments: LongTests.cases(
            [
                ["a.mp4"], ["a.mkv"], ["a.mov"], ["a.mov", "--codec", "png"], ["a.mov", "--codec", "h264"],
                ["a.mp4", "--codec", "h265"], ["a.webm"], ["a.webm", "--codec", "vp8"], ["a.mp4", "--codec", "av1"],
                ["a.mkv", "--codec", "h264"], ["a.webm", "--codec", "av1"], ["a.mp4", "--colorspace", "bt601"],
            ],
            every: 6
        )
    )
    func films(arguments: [String]) throws {
        let name = arguments[0]
        let export = ["walk", "-o", name, "--fps", "24000/1001", "--title", "A walk"] + arguments.dropFirst()
        let single = "single" + name.dropFirst()
        try expectEqual(bench.flipbook(["export"] + export.map { $0 == name ? single : $0 }).status, 0)
        let segments = try bench.makeSegments(export, of: 4)
        expectEqual(segments.count, 2)
        let joined = try bench.flipbook("join", "plan.json", "--json")
        try require(joined.status == 0, "\(joined.errors)")

        let pixels = { (name: String) in
            try VideoFile(self.bench.folder.file(name)).frames(
                format: "rgba",
                byteCount: self.bench.frames.size.area * 4
            )
        }
        let pictures = try pixels(name)
        expectEqual(pictures.count, 10)
        try expectEqual(pictures, segments.flatMap(pixels))
        let times = try VideoFile(bench.folder.file(name)).presentationTimes()
        let tolerance = name.hasSuffix("mp4") || name.hasSuffix("mov") ? 0.000_001 : 0.000_6
        for (frame, time) in times.enumerated() {
            expect(abs(time - Double(frame) * 1001 / 24000) < tolerance, "frame \(frame) at \(time)")
        }
        let film = VideoFile(bench.folder.file(name))
        var (tags, expected) = (try film.tags(), try VideoFile(bench.folder.file(single)).tags())
        (tags["creation_time"], expected["creation_time"]) = (nil, nil)
        expectEqual(tags, expected)
        for encoder in ["x264 - core", "x265 (build"] {
            try expectEqual(
                Self.count(encoder, in: bench.folder.file(name)),
                Self.count(encoder, in: bench.folder.file(single))
            )
        }
        if tolerance < 0.000_1 { try expectEqual(Self.count("elst", in: bench.folder.file(name)), 1) }
    }

    @Test("a joined film is the same byte for byte, whatever number the muxer draws for its track")
    func trackNumbers() throws {
        _ = try bench.makeSegments(["walk", "-o", "a.mkv"], of: 5)
        let randomness = try PreloadedLibrary(Self.shortNumbers)
        func joined(shortNumbers count: Int) throws -> [UInt8] {
            let environment = randomness.environment.merging(["SHORT_NUMBERS": "\(count)"]) { $1 }
            let outcome = try bench.flipbook(["join", "plan.json", "--overwrite"], environment: environment)
            expectEqual(outcome.status, 0, "\(outcome.errors)")
            return try Array(Data(contentsOf: URL(fileURLWithPath: bench.folder.file("a.mkv").string)))
        }
        let expected = try joined(shortNumbers: 0)
        // The first file gets such a number; the second, made in its place, does not.
        try expectEqual(joined(shortNumbers: 2), expected)
        // A muxer that never draws another number is not asked forever: its last file is taken, which is a byte shorter.
        try expectEqual(joined(shortNumbers: 1_000_000).count, expected.count - 1)
    }

    /// GLib's random numbers, of which the first `SHORT_NUMBERS` begin with a byte of zeros, and the others do not.
    private static let shortNumbers = """
        #include <stdlib.h>
        unsigned g_random_int(void) {
            static unsigned calls;
            unsigned call = __sync_add_and_fetch(&calls, 1);
            return (call <= (unsigned)atoi(getenv("SHORT_NUMBERS")) ? 0x00800000u : 0x80000000u) + call;
        }
        """

    @Test("of a lossless film every picture comes back, whatever is drawn over, around and with it")
    func views() throws {
        try bench.folder.write(bench.frames.png(40), to: "logo.png")
        let views: [[String]] = [
            [], ["--tint", "red"], ["--size", "40x30", "--content-mode", "scaleAspectFit", "--background", "white"],
            ["--overlay", "logo.png,alpha=0.5"], ["--cap-insets", "3,3,3,3", "--size", "50x30"],
            ["--alpha", "0.5", "--corner-radius", "4", "--clips-to-bounds"], ["--repeat", "3"], ["--fps", "7"],
            ["--orientation", "right"], ["--scale", "2", "--size", "48x36", "--content-mode", "center"],
            ["--size", "220x60", "--burn-in", "frame", "--burn-in", "top-right:name", "--burn-in", "bottom:end"],
            [
                "--size", "220x60", "--frames", "2-9", "--repeat", "2", "--burn-in",
                "bottom-right:frame", "--burn-in", "top:timecode", "--timecode", "00:59:59:28",
            ],
            ["--size", "220x60", "--fps", "7", "--burn-in", "bottom-right:frame", "--burn-in", "top:timecode"],
        ]
        for options in LongTests.cases(views, every: 5) {
            let single = try bench.flipbook(["export", "walk", "-o", "single.mkv", "--overwrite"] + options)
            try require(single.status == 0, "\(options): \(single.errors)")
            let joined = try bench.flipbook(
                ["export", "walk", "-o", "a.mkv", "--overwrite", "--resume", "--segment", "4"] + options
            )
            expectEqual(joined.status, 0, "\(options): \(joined.errors)")
            let hashes = try ["single.mkv", "a.mkv"].map(bench.hashes)
            expectEqual(hashes[0], hashes[1], "\(options)")
        }
    }

    @Test("the join says what the export says of missing frames, and of pixels that were compared")
    func report() throws {
        try FileManager.default.removeItem(atPath: bench.folder.file("walk/\(TestFrames.name(5))").string)
        // Every picture by itself, so that a cut changes none.
        let options = ["walk", "-o", "a.mov", "--missing", "hold", "--verify", "pixels", "--min-psnr", "20"]
        let single = try report(of: ["export", "--overwrite"] + options)
        let resumed = try report(of: ["export", "--overwrite", "--resume", "--segment", "3"] + options)
        try FileManager.default.removeItem(atPath: bench.folder.file("a.mov").string)
        // A segment that was made without a comparison is made again.
        _ = try bench.makeSegments(Array(options.dropLast(4)), of: 3)
        let segments = try bench.makeSegments(options, of: 3)
        try expectEqual(bench.names(in: ".a.mov.flipbook").count, 2 * segments.count)
        let joined = try report(of: ["join", "plan.json"])
        for other in [resumed, joined] {
            for key in ["framesIn", "framesEncoded", "framesReadBack", "duration", "substitutions", "notes", "rate"] {
                let texts = try [single, other].map { report in
                    let data = try JSONSerialization.data(withJSONObject: [report[key]], options: .sortedKeys)
                    return String(decoding: data, as: UTF8.self)
                }
                expect(texts[0] == texts[1] && texts[0] != "[null]", "\(key)")
            }
            let (expected, found) = (try fidelity(single), try fidelity(other))
            for keys in [["psnr", "mean"], ["psnr", "worst"], ["psnr", "worstFrame"], ["meanSSIM"], ["worstSSIM"]] {
                let numbers = [expected, found].map { object in
                    let last = keys.dropLast().reduce(object) { $0[$1] as? [String: Any] ?? [:] }
                    return last[keys[keys.count - 1]] as? Double ?? 0
                }
                expect(numbers[0] > 0 && abs(numbers[0] - numbers[1]) < 0.000_001, "\(keys): \(numbers)")
            }
            expectEqual(found["decoder"] as? String, expected["decoder"] as? String)
        }
        expectEqual((resumed["framesRendered"] as? Int).map { $0 >= 9 }, true)
        let (_, refused) = (
            try FileManager.default.removeItem(atPath: bench.folder.file("a.mov").string),
            try bench.flipbook(["export", "--resume"] + options.dropLast() + ["90"])
        )
        expectEqual(refused.status, 1, "\(refused.errors)")
        expect(refused.errors.contains("dB, less than 90.0."), "\(refused.errors)")
    }

    private func report(of arguments: [String]) throws -> [String: Any] {
        let outcome = try bench.flipbook(arguments + ["--json"])
        try require(outcome.status == 0, "\(outcome.errors)")
        return try require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    }

    private func fidelity(_ report: [String: Any]) throws -> [String: Any] {
        try require(report["fidelity"] as? [String: Any])
    }

    @Test("frames of their own lengths keep them", arguments: LongTests.cases(["a.mp4", "a.mkv"], every: 2))
    func lengths(name: String) throws {
        let list = (1...10).map { "  - {image: walk/walk.\($0 < 10 ? "000" : "00")\($0).png, duration: \($0)/24}\n" }
        try bench.folder.write(Array(("animationImages:\n" + list.joined()).utf8), to: "walk.yaml")
        _ = try bench.makeSegments(["walk.yaml", "-o", name], of: 3)
        let joined = try bench.flipbook("join", "plan.json")
        try require(joined.status == 0, "\(joined.errors)")
        let times = try VideoFile(bench.folder.file(name)).presentationTimes()
        expectEqual(times.count, 10)
        for (frame, time) in times.enumerated() {
            expect(abs(time - Double(frame * (frame + 1) / 2) / 24) < 0.000_01, "frame \(frame) at \(time)")
        }
    }

    @Test("numbered images are numbered on from segment to segment")
    func images() throws {
        let segments = try bench.makeSegments(["walk", "-o", "out/a.#.png", "--title", "A walk"], of: 4)
        let joined = try bench.flipbook("join", "plan.json", "--remove")
        try require(joined.status == 0, "\(joined.errors)")
        expect(joined.text.hasPrefix("out/a.#.png: 10 frames, 24x18, 30 frames/s, 0.333 s, png, "), "\(joined.text)")
        expectEqual(segments.count, 2)
        try expectEqual(bench.names(in: "out"), (1...10).map { "a.00\($0 < 10 ? "0" : "")\($0).png" })
        try expectEqual(bench.flipbook("export", "walk", "-o", "single/a.#.png", "--title", "A walk").status, 0)
        for name in try bench.names(in: "out") {
            let files = try ["out/", "single/"].map { folder in
                try Data(contentsOf: URL(fileURLWithPath: bench.folder.file(folder + name).string))
            }
            expectEqual(files[0], files[1], "\(name)")
        }
    }

    @Test("numbered images that begin with another number do so where they are joined")
    func imagesFromANumber() throws {
        _ = try bench.makeSegments(["walk", "-o", "out/a.#.png", "--start-number", "1001"], of: 4)
        let joined = try bench.flipbook("join", "plan.json", "--remove")
        try require(joined.status == 0, "\(joined.errors)")
        try expectEqual(bench.names(in: "out"), (1001...1010).map { "a.\($0).png" })
        let resumed = try bench.flipbook(
            "export",
            "walk",
            "-o",
            "again/a.#.png",
            "--start-number",
            "1",
            "--incremental",
            "--segment",
            "4"
        )
        try require(resumed.status == 0, "\(resumed.errors)")
        try expectEqual(
            bench.names(in: "again").filter { $0.hasPrefix("a.") },
            (1...10).map { "a.\($0 < 10 ? "000" : "00")\($0).png" }
        )
    }

    @Test("a join names the segments that are missing, and those that are not what their names say")
    func wrongSegments() throws {
        let segments = try bench.makeSegments(["walk", "-o", "a.mp4", "--crf", "20"], of: 3)
        let file = { (name: String) in URL(fileURLWithPath: self.bench.folder.file(name).string) }
        let complete = try segments.map { try Data(contentsOf: file($0)) }
        try FileManager.default.removeItem(at: file(segments[1]))
        let missing = try bench.flipbook("join", "plan.json")
        expectEqual(missing.status, 1)
        expect(missing.errors.contains("1 of 3 segments is missing: 1."), "\(missing.errors)")
        // Another quality is another header.
        try expectEqual(bench.flipbook("export", "walk", "-o", "b.mp4", "--crf", "40", "--frames", "4-6").status, 0)
        for (data, words) in [
            (try Data(contentsOf: file("b.mp4")), "has a different header"), (complete[2], "holds 4 frames, not 3"),
            (Data(complete[1].prefix(300)), "cannot be read"), (Data(), "cannot be read"),
        ] {
            try data.write(to: file(segments[1]))
            let wrong = try bench.flipbook("join", "plan.json")
            expectEqual(wrong.status, 1)
            expect(wrong.errors.hasPrefix("error: Segment 1, "), "\(wrong.errors)")
            expect(wrong.errors.contains(words) || wrong.errors.contains("none of its 3 frames"), "\(wrong.errors)")
            try expectEqual(bench.names().contains("a.mp4"), false)
        }
        try complete[1].write(to: file(segments[1]))
        try expectEqual(bench.flipbook("join", "plan.json").status, 0)
    }

    @Test("a wrong number, a document that is none and a file in the way are refused in words")
    func refusals() throws {
        _ = try bench.makeSegments(["walk", "-o", "a.mp4"], of: 5)
        let number = try bench.flipbook("segment", "plan.json", "--index", "2")
        expectEqual(number.status, 2)
        expect(number.errors.contains("There is no segment 2: the plan has segments 0 to 1."), "\(number.errors)")
        try bench.folder.write(Array("{}".utf8), to: "other.json")
        let other = try bench.flipbook("join", "other.json")
        expectEqual(other.status, 2)
        expect(other.errors.hasPrefix("error: other.json: not a plan from 'flipbook plan'"), "\(other.errors)")
        let plan = try String(contentsOfFile: bench.folder.file("plan.json").string, encoding: .utf8)
        for (old, new) in [("\"version\":1", "\"version\":9"), ("\"codec\":\"h264\"", "\"codec\":\"9\"")] {
            try bench.folder.write(Array(plan.replacing(old, with: new).utf8), to: "other.json")
            let errors = try bench.flipbook("join", "other.json").errors
            expect(errors.contains(": '9' is unknown to this version. Create it again"), "\(errors)")
        }
        try expectEqual(bench.flipbook("join", "nowhere.json").status, 3)
        // It never ends.
        let device = try bench.flipbook("join", "/dev/zero")
        expect(device.status == 3 && device.errors.contains("a device; specify a file."), "\(device.errors)")
        try bench.folder.write([1], to: "a.mp4")
        let taken = try bench.flipbook("join", "plan.json")
        expectEqual(taken.status, 2)
        expect(taken.errors.contains("a.mp4 exists and was not changed"), "\(taken.errors)")
        try expectEqual(bench.flipbook("join", "plan.json", "--overwrite").status, 0)
    }

    private static func count(_ word: String, in file: FilePath) throws -> Int {
        let data = try Data(contentsOf: URL(fileURLWithPath: file.string))
        var (count, rest) = (0, data[...])
        while let range = rest.range(of: Data(word.utf8)) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}

extension VideoFile {
    /// The texts about the file and its film.
    fileprivate func tags() throws -> [String: String] {
        let outcome = try Program("ffprobe").run(
            [
                "-v", "error", "-show_entries",
                "stream=color_space,color_transfer,color_primaries,color_range:format_tags:stream_tags", "-of",
                "default=nw=1", path.string,
            ]
        )
        var tags: [String: String] = [:]
        for line in outcome.text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            tags[String(parts[0].dropFirst(4)), default: ""] += (parts.count > 1 ? parts[1] : "") + ";"
        }
        return tags.filter { $0.key.lowercased() != "duration" }
    }
}
