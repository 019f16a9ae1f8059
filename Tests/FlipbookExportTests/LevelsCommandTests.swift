import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// Frames whose 16 bits hold 12, through the whole program.
@Suite("Levels, as a user asks for them", .hangLimit)
struct LevelsCommandTests {
    private let bench: Workbench
    private let size = PixelSize(width: 32, height: 24)
    /// The least and the greatest value of each frame.
    private let ends = [(100, 900), (200, 4_000), (300, 2_000)]

    /// Three frames of 16 bits, `cell.0001.pgm` and so on: ramps within the first 12.
    init() throws {
        bench = try Workbench()
        for (place, ends) in ends.enumerated() {
            let numbers = (0..<size.area).map { ends.0 + (ends.1 - ends.0) * $0 / (size.area - 1) }
            let file = Array("P5 32 24 65535\n".utf8) + numbers.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
            try bench.folder.write(file, to: "cell.\(String(place + 1).leftPadded).pgm")
        }
    }

    /// The first and the last pixel of a picture, in 16 bits.
    private func corners(_ name: String) throws -> [Int] {
        let picture = try ImageDecoder(keepsSixteenBits: true).decode(contentsOf: bench.folder.file(name))
        try require(picture.format == .rgba64)
        return picture.withUnsafeBytes { bytes in
            let words = bytes.bindMemory(to: UInt16.self)
            return [Int(words[0]), Int(words[words.count - 4])]
        }
    }

    /// The ends of each frame as a range shows them.
    private func expected(_ black: Double, _ white: Double) -> [[Int]] {
        ends.map { least, most in
            [least, most].map { Int((min(1, max(0, (Double($0) - black) / (white - black))) * 65_535).rounded()) }
        }
    }

    private func run(_ arguments: [String]) throws -> Program.Outcome {
        let outcome = try bench.flipbook(arguments)
        try require(outcome.status == 0, "\(outcome.errors)")
        return outcome
    }

    private static let note =
        "note: The frames have values from 100 to 4000 of 65535, and are shown dark. To stretch them, use --levels "
        + "0..4095.\n"

    @Test("an export says which values there are, and its remedy shows them, without the note")
    func remedy() throws {
        let dark = try run(["export", "cell.####.pgm", "-o", "a.####.png"])
        expect(dark.errors.contains(Self.note), "\(dark.errors)")
        let remedy = try require(dark.errors.firstMatch(of: /use (--levels [0-9.]+)\.\n/)?.output.1)
        let bright = try run(
            ["export", "cell.####.pgm", "-o", "b.####.png"] + remedy.split(separator: " ").map(String.init)
        )
        expect(!bright.errors.contains("dark"))
        try expectEqual((1...3).map { try corners("b.000\($0).png") }, expected(0, 4_095))
    }

    @Test("an export in segments says the same of all that it made")
    func resuming() throws {
        let segments = ["--codec", "ffv1", "--segment", "1", "--resume"]
        let outcome = try run(["export", "cell.####.pgm", "-o", "a.mkv"] + segments)
        expect(outcome.errors.contains(Self.note), "\(outcome.errors)")
    }

    @Test("frames that use their bits, and those of 8, have no note")
    func silence() throws {
        try bench.folder.write(Array("P5 1 1 65535\n".utf8) + [255, 255], to: "cell.0004.pgm")
        let bright = try run(["export", "cell.####.pgm", "-o", "a.####.png", "--mismatch", "fit"])
        expect(!bright.errors.contains("dark"))
        try bench.folder.write(Array("P5 2 1 255\n".utf8) + [0, 9], to: "dim.1.pgm")
        expect(!(try run(["export", "dim.1.pgm", "-o", "b.#.png"]).errors.contains("dark")))
    }

    @Test("a playback says the same at its end, and auto plays")
    func playing() throws {
        let options = ["play", "cell.####.pgm", "--sink", "fakesink", "--repeat", "1", "--every-frame"]
        try expectEqual(run(options).errors, Self.note)
        expect(!(try run(options + ["--levels", "auto"]).errors.contains("dark")))
    }

    @Test("auto is one range for all frames: that of the sequence, in an export and in a single frame")
    func automatic() throws {
        let outcome = try run(["export", "cell.####.pgm", "-o", "a.####.png", "--levels", "auto"])
        let note =
            "note: The levels from black to white are 100..4000, the smallest and largest values in the frames.\n"
        expect(outcome.errors.contains(note), "\(outcome.errors)")
        try expectEqual((1...3).map { try corners("a.000\($0).png") }, expected(100, 4_000))
        _ = try run(["render", "cell.####.pgm", "--frame", "3", "-o", "b.png", "--levels", "auto"])
        try expectEqual(corners("b.png"), expected(100, 4_000)[2])
    }

    @Test("a manifest's key is the option", arguments: ["0..4095", "auto"])
    func manifest(levels: String) throws {
        try bench.folder.write(Array("animationImages: cell.####.pgm\nlevels: \(levels)\n".utf8), to: "cell.yaml")
        _ = try run(["export", "cell.yaml", "-o", "a.####.png"])
        _ = try run(["export", "cell.####.pgm", "-o", "b.####.png", "--levels", levels])
        for number in 1...3 { try expectEqual(corners("a.000\(number).png"), corners("b.000\(number).png")) }
        let text = try run(["explain", "cell.yaml"]).text
        expect(text.contains(", values \(levels == "auto" ? "100..4000" : levels) from black to white\n"), "\(text)")
    }

    @Test("a plan has the range that auto measured, and what is joined of its segments is the whole export")
    func segments() throws {
        let arguments = ["cell.####.pgm", "-o", "a.mkv", "--codec", "ffv1", "--levels", "auto"]
        _ = try bench.makeSegments(arguments, of: 1)
        let plan = try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("plan.json").string))
        expect(String(decoding: plan, as: UTF8.self).contains("\"100..4000\""))
        let joined = try run(["join", "plan.json", "--json"])
        let receipt = try require(try JSONSerialization.jsonObject(with: joined.output) as? [String: Any])
        expectEqual(receipt["levels"] as? String, "100..4000")
        let whole = try run(["export", "cell.####.pgm", "-o", "b.mkv", "--codec", "ffv1", "--levels", "auto", "--json"])
        try expectEqual(bench.hashes(of: "a.mkv"), bench.hashes(of: "b.mkv"))
        expect(whole.text.contains("\"100..4000\""))
    }

    @Test("an overlay keeps its values")
    func overlay() throws {
        let white = Picture(8, 8) { _, _ in [255, 255, 255, 255] }
        try bench.folder.write(try PNGEncoder.encode(white), to: "logo.png")
        _ = try run(["render", "cell.0002.pgm", "-o", "a.png", "--levels", "0..4095", "--overlay", "logo.png,topLeft"])
        try expectEqual(corners("a.png"), [65_535, expected(0, 4_095)[1][1]])
    }

    @Test("levels beyond what the frames can have are noted")
    func beyond() throws {
        try bench.folder.write(Array("P5 2 1 255\n".utf8) + [0, 9], to: "dim.1.pgm")
        let outcome = try run(["render", "dim.1.pgm", "-o", "a.png", "--levels", "0..4095"])
        expect(outcome.errors.contains("note: --levels: the frames have no values above 255.\n"), "\(outcome.errors)")
    }

    @Test("frames of one value have nothing to measure, and are shown as they are")
    func flat() throws {
        try bench.folder.write(Array("P5 2 1 65535\n".utf8) + [1, 2, 1, 2], to: "flat.1.pgm")
        let outcome = try run(["render", "flat.1.pgm", "-o", "a.png", "--levels", "auto"])
        expect(
            outcome.errors.contains("note: --levels: all values in the frames are equal, so they are not changed.\n"),
            "\(outcome.errors)"
        )
        try expectEqual(corners("a.png"), [258, 258])
    }

    @Test("lint --deep finds the empty bits and their remedy, unless a manifest has levels")
    func lint() throws {
        let found = try bench.flipbook("lint", "--deep", "--select", "depth.empty-top", "cell.####.pgm")
        expect(found.text.contains("have values from 100 to 4000 of 65535, and are shown dark."), "\(found.text)")
        expect(found.text.contains("--levels 0..4095"))
        try bench.folder.write(Array("animationImages: cell.####.pgm\nlevels: 0..4095\n".utf8), to: "cell.yaml")
        let silent = try bench.flipbook("lint", "--deep", "--select", "depth.empty-top", "cell.yaml")
        expectEqual(silent.status, 0, "\(silent.text)")
    }

    @Test("what is no range is refused with what to write")
    func refusal() throws {
        let outcome = try bench.flipbook("render", "cell.0001.pgm", "-o", "a.png", "--levels", "4095")
        expectEqual(outcome.status, 2)
        expect(
            outcome.errors.contains("'4095' is not a range of values. Use black..white, such as 0..4095, or auto."),
            "\(outcome.errors)"
        )
    }
}

extension String {
    /// Four digits.
    fileprivate var leftPadded: String { String(repeating: "0", count: 4 - count) + self }
}
