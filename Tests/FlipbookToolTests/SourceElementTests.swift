import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// The element `flipbooksrc` in a GStreamer program of its own.
@Suite(.enabled(if: Sanitizer.isAbsent, Sanitizer.presence), .hangLimit) struct SourceElementTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench(walk: 1...30)
    }

    private static let folder = FilePath(Program.flipbook.name).directory

    /// Keeps what GStreamer knows of the plugins of this machine and of ours.
    private static let registry = Result {
        let folder = try TemporaryDirectory()
        return (folder, path: try Workbench.copyRegistry(to: folder.file("registry.bin")))
    }

    private func run(_ program: String, _ arguments: [String]) throws -> Program.Outcome {
        try Program(program).run(
            arguments,
            in: bench.folder.path,
            environment: ["GST_PLUGIN_PATH": Self.folder, "GST_REGISTRY": Self.registry.get().path]
        )
    }

    /// The lines that the driver prints for commands.
    private func drive(_ element: String, _ commands: String...) throws -> [String] {
        let outcome = try run("\(Self.folder)/source-driver", [element] + commands)
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        return outcome.text.split(separator: "\n").map(String.init)
    }

    /// The line of a picture, as the driver prints it.
    private func line(_ index: Int, number: Int, at time: Int64, for duration: Int64) -> String {
        let pixels = bench.frames.pixels(number)
        let sum = pixels.reduce(UInt32(0)) { ($0 &* 16_777_619) ^ UInt32($1) }
        return "\(index) \(time) \(duration) \(pixels.count) \(String(sum, radix: 16).leftPadded(to: 8))"
    }

    private func line(_ number: Int, rate: Int64 = 30) -> String {
        let time = { (index: Int) in Int64(index) * 1_000_000_000 / rate }
        return line(number - 1, number: number, at: time(number - 1), for: time(number) - time(number - 1))
    }

    @Test("it gives every frame once, at its exact time, with its own pixels, and then ends")
    func frames() throws {
        let pulls = Array(repeating: "pull", count: 31)
        let lines = try run("\(Self.folder)/source-driver", ["flipbooksrc location=walk", "state playing"] + pulls).text
        expectEqual(lines.split(separator: "\n").map(String.init), ["done"] + (1...30).map { line($0) } + ["end"])
    }

    @Test("caps and duration are the sequence's")
    func caps() throws {
        let lines = try drive("flipbooksrc location=walk fps=film scale=1", "state paused", "caps", "duration")
        expectEqual(lines, ["done", "24 18 RGBA 24/1", "1250000000"])
    }

    @Test("twenty seeks are exact to the frame, after the end too")
    func seeks() throws {
        var generator = SeededGenerator(seed: 20)
        let numbers = (0..<20).map { _ in Int.random(in: 1...30, using: &generator) } + [30, 1]
        var commands = ["state playing"]
        // A third of a frame into it.
        for number in numbers { commands += ["seek \((number - 1) * 1_000_000_000 / 30 + 11_000_000)", "pull"] }
        commands += ["seek 980000000", "pull", "pull", "seek 0", "pull"]
        let outcome = try run("\(Self.folder)/source-driver", ["flipbooksrc location=walk"] + commands)
        let lines = outcome.text.split(separator: "\n").map(String.init)
        let expected = numbers.flatMap { ["done", line($0)] } + ["done", line(30), "end", "done", line(1)]
        expectEqual(Array(lines.dropFirst()).map(\.withoutTime), expected.map(\.withoutTime))
    }

    @Test("it goes through its states and back as often as it is asked")
    func states() throws {
        let lines = try drive(
            "flipbooksrc location=walk",
            "state ready",
            "state paused",
            "state null",
            "state playing",
            "pull",
            "state ready",
            "state playing",
            // The sink keeps what it had when it was stopped.
            "seek 0",
            "pull",
            "state null"
        )
        expectEqual(lines, ["done", "done", "done", "done", line(1), "done", "done", "done", line(1), "done"])
    }

    @Test("what is wrong is an error on the bus that names properties; what is filled is an information")
    func messages() throws {
        try FileManager.default.removeItem(atPath: bench.folder.path + "/walk/walk.0005.png")
        let refused = try drive("flipbooksrc location=walk", "state paused", "message")
        expectEqual(refused.first, "failed")
        expectEqual(
            refused.last,
            "walk/walk.####.png: frame 5 is missing (1 of 30). Render it, or accept the gap with missing=hold "
                + "(or nearest, black, skip)."
        )
        let held = try drive("flipbooksrc location=walk missing=hold", "state paused", "message")
        expectEqual(held.last?.hasSuffix("held the previous frame for missing frame 5."), true, "\(held)")
        let wrong = try drive("flipbooksrc location=walk fps=quick missing=hold", "state paused", "message")
        expectEqual(wrong.last?.hasPrefix("The value 'quick' is invalid for 'fps=<rate>'"), true, "\(wrong)")
    }

    @Test("a frame that cannot be read ends the stream with its name, sought or not")
    func damage() throws {
        let name = bench.folder.file("walk/walk.0010.png").string
        var bytes = try Data(contentsOf: URL(fileURLWithPath: name))
        bytes[bytes.count / 2] ^= 0xFF
        try bytes.write(to: URL(fileURLWithPath: name))
        let sought = try drive(
            "flipbooksrc location=walk",
            "state playing",
            "pull",
            "seek 305000000",
            "pull",
            "message"
        )
        expect(sought.contains("end"), "\(sought)")
        expectEqual(sought.last?.contains("walk/walk.0010.png"), true, "\(sought)")
    }

    @Test("a manifest's scene comes as render draws it")
    func manifest() throws {
        let scene = """
            animationImages: walk/walk.####.png
            frameRate: 10
            duration: 1
            views:
              - {id: label, image: walk/walk.0003.png, frame: [0, 0, 6, 6], alpha: 1}
            animations:
              - {view: label, property: center, from: [3, 3], to: [21, 15], duration: 1, curve: linear}
            """
        try bench.folder.write(Array(scene.utf8), to: "scene.yaml")
        try expectEqual(
            drive("flipbooksrc location=scene.yaml", "state paused", "caps", "duration").dropFirst(),
            [
                "24 18 RGBA 10/1", "1000000000",
            ]
        )
        let rendered = try bench.flipbook("render", "scene.yaml", "--at", "0.5", "-o", "frame.png")
        expectEqual(rendered.status, 0, "\(rendered.errors)")
        let pixels = try ImageDecoder().decode(contentsOf: bench.folder.file("frame.png")).withUnsafeBytes { Array($0) }
        let sum = pixels.reduce(UInt32(0)) { ($0 &* 16_777_619) ^ UInt32($1) }
        let shown = try drive("flipbooksrc location=scene.yaml", "state playing", "seek 550000000", "pull")
        expectEqual(shown.last, "5 500000000 100000000 \(pixels.count) \(String(sum, radix: 16).leftPadded(to: 8))")
    }

    @Test("gst-inspect-1.0 describes each option that shows a sequence, and gst-launch-1.0 plays it")
    func tools() throws {
        let page = try run("gst-inspect-1.0", ["flipbooksrc"]).text
        for name in ["location", "missing", "fps", "content-mode", "cap-insets", "scale", "repeat", "language"] {
            expect(page.contains("\n  \(name) "), "\(name)")
        }
        expect(!page.contains(" --"))
        let line = ["flipbooksrc", "location=walk/walk.####.png", "repeat=2", "!", "videoconvert", "!"]
        let outcome = try run(
            "gst-launch-1.0",
            ["-q"] + line + [
                "video/x-raw,format=BGRA", "!", "avenc_ffv1", "!", "matroskamux", "!", "filesink", "location=a.mkv",
            ]
        )
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        try expectEqual(bench.shown(in: "a.mkv", among: 1...30), Array(1...30) + Array(1...30))
        // Nothing that is left open of a video keeps the program from its end.
        let video = ["60", "gst-launch-1.0", "-q", "flipbooksrc", "location=a.mkv", "!", "fakesink"]
        try expectEqual(run("timeout", video).status, 0)
    }
}

extension String {
    fileprivate func leftPadded(to count: Int) -> String {
        String(repeating: "0", count: max(0, count - self.count)) + self
    }

    /// A picture's line without its duration, which a seek may shorten.
    fileprivate var withoutTime: String {
        let words = split(separator: " ")
        return words.count == 5 ? "\(words[0]) \(words[3]) \(words[4])" : self
    }
}
