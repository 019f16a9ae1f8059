import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// `flipbook export --receipt` and `flipbook verify`.
@Suite(.hangLimit) struct VerifyTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench(walk: [1, 2, 4])
    }

    @Test("a receipt names each input with its hash and where it is shown, and the result's hash")
    func receipt() throws {
        let outcome = try bench.flipbook(
            ["export", "walk", "-o", "a.mp4", "--fps", "10", "--missing", "hold", "--receipt", "a.json"]
        )
        try require(outcome.status == 0, "\(outcome.errors)")
        let data = try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("a.json").string))
        let receipt = try require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let inputs = try require(receipt["inputs"] as? [[String: Any]])
        expectEqual(inputs.map { $0["file"] as? String }, [1, 2, 4].map { "walk/\(TestFrames.name($0))" })
        let sums = try Program("sha256sum").run(
            inputs.compactMap { $0["file"] as? String } + ["a.mp4"],
            in: bench.folder.path
        ).text.split(separator: "\n").map { String($0.prefix(64)) }
        expectEqual(inputs.map { $0["sha256"] as? String }, sums.dropLast().map { $0 })
        let shown = inputs.map { ($0["shown"] as? [[String: Int]]) ?? [] }
        expectEqual(
            shown,
            [
                [["frame": 1, "count": 1, "time": 0]], [["frame": 2, "count": 2, "time": 100_000_000]],
                [["frame": 4, "count": 1, "time": 300_000_000]],
            ]
        )
        let outputs = try require(receipt["outputs"] as? [[String: Any]])
        expectEqual(outputs.map { $0["sha256"] as? String }, [sums.last])
        expectEqual((receipt["policies"] as? [String: String])?["missing"], "hold")
        expectEqual((receipt["versions"] as? [String: String])?.keys.contains("x264enc"), true)
    }

    @Test("verify says whether a file is the one of its receipt", arguments: ["a.mkv", "out/a.#.png"])
    func verify(name: String) throws {
        let export = ["export", "walk", "-o", name, "--missing", "skip", "--receipt", "a.json", "--resume"]
        try require(try bench.flipbook(export).status == 0)
        let equal = try bench.flipbook("verify", name, "--receipt", "a.json", "--inputs")
        expectEqual(equal.status, 0, "\(equal.errors)")
        expect(equal.text.contains("the receipt; 3 inputs unchanged."), "\(equal.text)")
        let file = name.contains("#") ? "out/a.0002.png" : name
        let path = bench.folder.file(file).string
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(fileURLWithPath: path))
        let changed = try bench.flipbook("verify", name, "--receipt", "a.json", "--json")
        expectEqual(changed.status, 1)
        expectEqual(changed.errors, "error: \(file) differs from the receipt.\n")
        expectEqual(changed.text, "{\"file\":\"\(file)\",\"isEqual\":false}\n")
        try FileManager.default.removeItem(atPath: path)
        try expectEqual(bench.flipbook("verify", name, "--receipt", "a.json").status, 3)
    }

    @Test("the files of a receipt are those that were written, wherever their numbers begin", arguments: ["100", "-1"])
    func startNumber(first: String) throws {
        for more in [[], ["--resume"]] {
            let export = ["export", "walk", "-o", "out/a.#.png", "--missing", "skip", "--start-number", first]
            let made = try bench.flipbook(export + ["--receipt", "a.json", "--overwrite"] + more)
            try require(made.status == 0, "\(made.errors)")
            let equal = try bench.flipbook("verify", "out/a.#.png", "--receipt", "a.json")
            expectEqual(equal.text, "out/a.#.png: 3 files match the receipt.\n", "\(equal.errors)")
        }
        let one = ["export", "walk", "--frames", "2", "-o", "one.png", "--receipt", "b.json"]
        try require(try bench.flipbook(one).status == 0)
        try expectEqual(bench.flipbook("verify", "one.png", "--receipt", "b.json").status, 0)
    }

    @Test("an input that changed is named, and so is what is no receipt")
    func refusals() throws {
        try require(
            try bench.flipbook("export", "walk", "-o", "a.mkv", "--missing", "skip", "--receipt", "a.json").status == 0
        )
        try bench.folder.write(bench.frames.png(9), to: "walk/\(TestFrames.name(2))")
        let input = try bench.flipbook("verify", "a.mkv", "--receipt", "a.json", "--inputs")
        expectEqual(input.status, 1)
        expect(input.errors.contains("walk/walk.0002.png differs"), "\(input.errors)")
        try expectEqual(bench.flipbook("verify", "a.mkv", "--receipt", "a.json").status, 0)
        try bench.folder.write(Array("[]".utf8), to: "b.json")
        let other = try bench.flipbook("verify", "a.mkv", "--receipt", "b.json")
        expectEqual(other.status, 2)
        expect(other.errors.contains("not a receipt from 'flipbook export'"), "\(other.errors)")
        let two = try bench.flipbook(
            "export",
            "walk",
            "-o",
            "b.mkv",
            "-o",
            "b.mp4",
            "--missing",
            "skip",
            "--receipt",
            "c.json"
        )
        expectEqual(two.status, 2)
        expect(two.errors.contains("--receipt: a receipt describes one file"), "\(two.errors)")
    }
}
