import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

@Suite("Manifests on the command line")
struct ManifestCommandTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        try TestFrames(width: 32, height: 24).write(1...4, to: folder)
    }

    private func flipbook(_ arguments: String...) throws -> Program.Outcome {
        try Program.flipbook.run(arguments, in: folder.path)
    }

    private func report(_ outcome: Program.Outcome) throws -> [String: Any] {
        try require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    }

    @Test("a manifest says how a sequence is shown, and options say otherwise")
    func overriding() throws {
        let text = "animationImages: walk.####.png\nframeRate: 12\nanimationRepeatCount: 3\nsize: 64x48\n"
        try folder.write(Array(text.utf8), to: "walk.yaml")
        let plain = try report(flipbook("export", "walk.yaml", "-o", "a.mkv", "--json"))
        expectEqual(plain["rate"] as? String, "12")
        expectEqual(plain["framesEncoded"] as? Int, 12)
        expectEqual(plain["width"] as? Int, 64)
        let other = try report(
            flipbook("export", "walk.yaml", "-o", "b.mkv", "--json", "--fps", "24", "--repeat", "1", "--size", "32x24")
        )
        expectEqual(other["rate"] as? String, "24")
        expectEqual(other["framesEncoded"] as? Int, 4)
        expectEqual(other["width"] as? Int, 32)
    }

    @Test("held frames repeat, and frames with durations make a variable rate")
    func timing() throws {
        let held = "animationImages: [{image: walk.0001.png, hold: 3}, walk.0002.png]\nframeRate: 10\n"
        try folder.write(Array(held.utf8), to: "held.yaml")
        let report = try report(flipbook("export", "held.yaml", "-o", "held.mp4", "--json"))
        expectEqual(report["framesIn"] as? Int, 2)
        expectEqual(report["framesEncoded"] as? Int, 4)
        expectEqual(report["framesRendered"] as? Int, 2)
        try folder.write(
            Array("ffconcat version 1.0\nfile walk.0001.png\nduration 0.5\nfile walk.0002.png\nduration 2\n".utf8),
            to: "list.txt"
        )
        let variable = try self.report(flipbook("export", "list.txt", "-o", "list.mp4", "--json"))
        expectEqual(variable["rate"] as? String, "variable")
        expectEqual(variable["duration"] as? Double, 2.5)
    }

    @Test("a wrong manifest ends with status 2 and the place of the mistake")
    func mistake() throws {
        try folder.write(Array("animationImages: walk.####.png\nframeRat: 24\n".utf8), to: "walk.yaml")
        let outcome = try flipbook("export", "walk.yaml", "-o", "a.mkv")
        expectEqual(outcome.status, 2)
        expectEqual(outcome.errors, "error: walk.yaml:2:1: frameRat: there is no such key; did you mean 'frameRate'?\n")
        // For lint the mistake is a finding.
        try expectEqual(flipbook("lint", "walk.yaml").status, 1)
        try folder.write(Array("image: ../a.png".utf8), to: "walk.yaml")
        try expectEqual(flipbook("export", "walk.yaml", "-o", "a.mkv").status, 2)
        try expectEqual(flipbook("export", "walk.yaml", "-o", "a.mkv", "--allow-outside", "/").status, 3)
        try expectEqual(flipbook("export", "none.yaml", "-o", "a.mkv").status, 3)
        try expectEqual(flipbook("export", "walk.yaml", "walk.0001.png", "-o", "a.mkv").status, 2)
        try expectEqual(folder.names().filter { $0.hasSuffix(".mkv") }, [])
    }

    @Test("a manifest is not written of a film, whose pictures it cannot name")
    func film() throws {
        try expectEqual(flipbook("export", "walk.####.png", "-o", "walk.mkv").status, 0)
        let refused = try flipbook("manifest", "walk.mkv")
        expect(refused.status == 2 && refused.errors.contains("cannot refer to the pictures"), "\(refused)")
        try expectEqual(flipbook("export", "walk.####.png", "-o", "walk.gif").status, 0)
        try expect(flipbook("manifest", "walk.gif").text.hasPrefix("animationImages: walk.gif\n"))
    }

    @Test("a key without an effect is reported")
    func note() throws {
        try folder.write(Array("animationImages: walk.####.png\nimage: walk.0001.png\n".utf8), to: "walk.yaml")
        let outcome = try flipbook("export", "walk.yaml", "-o", "a.mkv")
        expectEqual(outcome.status, 0)
        expect(
            outcome.errors.contains(
                "note: walk.yaml: image: never shown, since the frames always animate.\n"
            )
        )
    }

    @Test("a manifest that is written is read again and means the same")
    func writing() throws {
        let written = try flipbook("manifest", "walk.####.png", "--fps", "23.976", "--repeat", "2", "-o", "walk.yaml")
        expectEqual(written.status, 0, "\(written.errors)")
        let text = try String(contentsOfFile: folder.file("walk.yaml").string, encoding: .utf8)
        expect(text.hasPrefix("animationImages: walk.####.png\nanimationRepeatCount: 2\nframeRate: \"24000/1001\"\n"))
        let report = try report(flipbook("export", "walk.yaml", "-o", "a.mkv", "--json"))
        expectEqual(report["framesEncoded"] as? Int, 8)
        expectEqual(report["rate"] as? String, "24000/1001")
        try expectEqual(flipbook("manifest", ".", "-o", "walk.yaml").status, 2)
        try expectEqual(flipbook("manifest", ".", "-o", "walk.yaml", "--overwrite").status, 0)
        let json = try flipbook("manifest", "walk.0003.png", "walk.0001.png", "--sort", "none", "--json")
        expectEqual(json.text, "{\n  \"animationImages\": [\n    \"walk.0003.png\",\n    \"walk.0001.png\"\n  ]\n}\n")
    }

    @Test("lint reads the frames that a manifest names")
    func lint() throws {
        try TestFrames(width: 30, height: 24).write(9...9, to: folder, stem: "odd")
        try folder.write(Array("animationImages: [walk.0001.png, walk.0002.png, odd.0009.png]".utf8), to: "odd.yaml")
        try expectEqual(flipbook("lint", "odd.yaml").status, 1)
        try folder.write(Array("animationImages: [walk.0001.png, walk.0001.png, walk.0002.png]".utf8), to: "good.yaml")
        let outcome = try flipbook("lint", "good.yaml")
        expectEqual(outcome.status, 0, "\(outcome.text)")
    }

    @Test("a manifest's gap policy counts in every verb, an option before it, and manifest writes both")
    func gaps() throws {
        try FileManager.default.removeItem(atPath: folder.path + "/walk.0002.png")
        let written = try flipbook("manifest", "walk.####.png", "--missing", "hold", "--max-gap", "2")
        expect(written.text.hasPrefix("animationImages: walk.####.png\nmissing: hold\nmaxGap: 2\n"))
        expect(written.errors.isEmpty)
        let short = try flipbook("manifest", "walk.####.png", "--missing", "hold", "--max-gap", "0")
        expectEqual(short.errors, "note: Missing: 2. The gap is longer than --max-gap allows.\n")
        try folder.write(Array(short.output), to: "walk.yaml")
        let refused = try flipbook("export", "walk.yaml", "-o", "a.mkv")
        expectEqual(refused.status, 1)
        expect(refused.errors.contains("frame 2 is missing, more than 0 in a row"), "\(refused.errors)")
        try expectEqual(flipbook("export", "walk.yaml", "-o", "a.mkv", "--max-gap", "1").status, 0)
        try expectEqual(flipbook("lint", "walk.yaml").status, 1)
        let lint = try flipbook("lint", "walk.yaml", "--max-gap", "1", "--json")
        expectEqual(lint.status, 0)
        expect(lint.text.contains("frame 2 is missing; the hold policy fills it."))
    }

    @Test("a manifest of files with a gap has their pattern, and is refused where a list would hide the gap")
    func gapsOfLists() throws {
        try FileManager.default.removeItem(atPath: folder.path + "/walk.0002.png")
        let files = [1, 3, 4].map { "walk.000\($0).png" }
        let written = try Program.flipbook.run(["manifest"] + files, in: folder.path)
        expect(written.text.hasPrefix("animationImages: walk.####.png\n"), "\(written.text)")
        let part = try Program.flipbook.run(["manifest"] + files.prefix(2), in: folder.path)
        expect(part.text.hasPrefix("animationImages: walk.1-3####.png\n"), "\(part.text)\(part.errors)")
        try expectEqual(Program.flipbook.run(["manifest", ".", "--missing", "error"], in: folder.path).errors, "")
        let joined = ["manifest"] + files + ["odd.png"]
        try folder.write(TestFrames(width: 30, height: 24).png(1), to: "odd.png")
        let refused = try Program.flipbook.run(joined, in: folder.path)
        expect(
            refused.status == 2
                && refused.errors.contains(
                    "walk.####.png: a manifest's list of files cannot leave gaps for missing frames (2)"
                ),
            "\(refused.errors)"
        )
        let skipping = try Program.flipbook.run(joined + ["--missing", "skip"], in: folder.path)
        expect(skipping.text.contains("missing: skip"), "\(skipping.text)")
    }

    @Test("lint takes a list's frame numbers, unless two files have the same, and its mismatch policy")
    func lintedList() throws {
        try folder.write(TestFrames(width: 40, height: 24).png(3), to: "walk.0003.png")
        let list = "animationImages: [walk.0001.png, walk.0002.png, {image: walk.0003.png, hold: 2}, walk.0004.png]\n"
        func findings(_ text: String) throws -> (status: Int32, frames: [String?]) {
            try folder.write(Array(text.utf8), to: "list.yaml")
            let outcome = try flipbook("lint", "list.yaml", "--json", "--select", "seq.mixed-size")
            let report = try report(outcome)
            let found = try require(report["findings"] as? [[String: Any]])
            return (outcome.status, found.map { $0["frames"] as? String })
        }
        let plain = try findings(list)
        expectEqual(plain.status, 1)
        expectEqual(plain.frames, ["3"])
        try expectEqual(findings(list + "mismatch: fit\n").status, 0)
        try folder.write(TestFrames(width: 32, height: 24).png(1), to: "b/walk.0001.png")
        try expectEqual(findings(list.replacing("]", with: ", b/walk.0001.png]")).frames, [nil])
    }
}
