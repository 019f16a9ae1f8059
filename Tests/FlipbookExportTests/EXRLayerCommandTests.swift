import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// Layers of OpenEXR files, through the whole program.
@Suite("The layers of OpenEXR frames, as a user asks for them", .hangLimit)
struct EXRLayerCommandTests {
    private let bench: Workbench

    /// Two frames of two layers, gray each: one without a name of 0.25, and `glow` of 0.5.
    init() throws {
        bench = try Workbench()
        let channels = [("", Float(0.25)), ("glow.", 0.5)].flatMap { prefix, light in
            ["R", "G", "B"].map { (prefix + $0, [Float](repeating: light, count: 16)) }
        }
        let file = EXRWriter.file(width: 4, height: 4, channels: channels)
        for number in [1, 2] { try bench.folder.write(file, to: "shot.000\(number).exr") }
    }

    /// What sRGB's curve makes of light, in 8 bits.
    private func shown(_ light: Double) -> UInt8 { UInt8((1.055 * pow(light, 1 / 2.4) - 0.055) * 255 + 0.5) }

    private func value(of name: String) throws -> UInt8 {
        try ImageDecoder().decode(contentsOf: bench.folder.file(name)).withUnsafeBytes { $0[0] }
    }

    @Test("an option and a manifest's key choose the layer, for a picture and for a video")
    func choice() throws {
        let plain = try bench.flipbook("render", "shot.0001.exr", "-o", "a.png")
        try require(plain.status == 0, "\(plain.errors)")
        try expectEqual(value(of: "a.png"), shown(0.25))
        let glow = try bench.flipbook("render", "shot.0001.exr", "-o", "b.png", "--layer", "glow")
        try require(glow.status == 0, "\(glow.errors)")
        try expectEqual(value(of: "b.png"), shown(0.5))
        try bench.folder.write(Array("image: shot.0001.exr\nlayer: glow\nchannels: R,G,B\n".utf8), to: "shot.yaml")
        let manifest = try bench.flipbook("render", "shot.yaml", "-o", "c.png")
        try require(manifest.status == 0, "\(manifest.errors)")
        try expectEqual(value(of: "c.png"), shown(0.5))
        let video = try bench.flipbook("export", "shot.####.exr", "-o", "d.mkv", "--channels", "glow.R,R,glow.B")
        try require(video.status == 0, "\(video.errors)")
        let frames = try VideoFile(bench.folder.file("d.mkv")).frames(format: "rgb24", byteCount: 48)
        let (bright, dark) = (shown(0.5), shown(0.25))
        expectEqual(frames.count, 2)
        for frame in frames {
            for (found, expected) in pairs(frame, (0..<16).flatMap { _ in [bright, dark, bright] }) {
                expect(abs(Int(found) - Int(expected)) <= 1)
            }
        }
    }

    @Test("an export to OpenEXR names the channels that it does not write; other formats have no such layers")
    func lostLayers() throws {
        let outcome = try bench.flipbook("export", "shot.####.exr", "-o", "a.#.exr")
        let note = "note: All 2 frames have channels that are not written: glow.B, glow.G, glow.R.\n"
        expect(outcome.errors.contains(note), "\(outcome.errors)")
        let glow = try bench.flipbook("export", "shot.####.exr", "-o", "b.#.exr", "--layer", "glow")
        expect(glow.errors.contains("that are not written: B, G, R.\n"), "\(glow.errors)")
        try expect(!bench.flipbook("export", "shot.####.exr", "-o", "a.mkv").errors.contains("not written"))
        try expect(!bench.flipbook("export", "a.#.exr", "-o", "c.#.exr").errors.contains("not written"))
    }

    @Test("a layer of brightness alone does not stand before one with colors")
    func brightness() throws {
        let channels = ["key.R", "key.G", "key.B", "AO.Y"].map { name in
            (name, [Float](repeating: name == "AO.Y" ? 0.25 : 0.5, count: 16))
        }
        try bench.folder.write(EXRWriter.file(width: 4, height: 4, channels: channels), to: "passes.exr")
        let outcome = try bench.flipbook("render", "passes.exr", "-o", "a.png")
        expect(outcome.status == 0 && !outcome.errors.contains("AO"), "\(outcome.errors)")
        try expectEqual(value(of: "a.png"), shown(0.5))
    }

    @Test("a layer that is shown since it comes first is named, with how many there are, by export, render and play")
    func guess() throws {
        let channels = ["AO", "key", "rim"].flatMap { layer in
            ["R", "G", "B"].map { ("\(layer).\($0)", [Float](repeating: 0.5, count: 16)) }
        }
        try bench.folder.write(EXRWriter.file(width: 4, height: 4, channels: channels), to: "passes.exr")
        for command in [["export", "passes.exr", "-o", "a.mkv"], ["render", "passes.exr", "-o", "a.png"]] {
            let guessed = try bench.flipbook(command)
            expect(
                guessed.status == 0 && guessed.errors.contains("AO") && guessed.errors.contains(" 3 "),
                "\(guessed.errors)"
            )
            let chosen = try bench.flipbook(command + ["--layer", "key", "--overwrite"])
            expect(chosen.status == 0 && !chosen.errors.contains("AO"), "\(chosen.errors)")
        }
        let played = try bench.flipbook("play", "passes.exr", "--sink", "fakesink", "--repeat", "1")
        expect(played.errors.contains("AO"), "\(played.errors)")
    }

    @Test("a plan's segments have the layer")
    func segments() throws {
        let planned = try bench.flipbook("plan", "shot.####.exr", "-o", "a.mkv", "--segment", "1", "--layer", "glow")
        try require(planned.status == 0, "\(planned.errors)")
        try bench.folder.write(Array(planned.text.utf8), to: "plan.json")
        for command in [
            ["segment", "plan.json", "--index", "0"], ["segment", "plan.json", "--index", "1"], ["join", "plan.json"],
        ] {
            let outcome = try bench.flipbook(command)
            try require(outcome.status == 0, "\(outcome.errors)")
        }
        for frame in try VideoFile(bench.folder.file("a.mkv")).frames(format: "rgb24", byteCount: 48) {
            expect(abs(Int(frame[0]) - Int(shown(0.5))) <= 1)
        }
    }

    @Test("layers are listed by list and explain")
    func listing() throws {
        let list = try bench.flipbook("list")
        expect(list.text.hasPrefix("shot.####.exr  1-2  2 frames  4x4  "), "\(list.text)")
        expect(list.text.hasSuffix(" linear  layers glow\n"), "\(list.text)")
        let explanation = try bench.flipbook("explain", "shot.####.exr")
        expect(explanation.text.contains("\nLayers (see --layer): glow.\n"), "\(explanation.text)")
        let file = try bench.flipbook("explain", "shot.0001.exr")
        expectEqual(file.status, 0, "\(file.errors)")
        expect(file.text.hasPrefix("shot.0001.exr: one OpenEXR file, 4x4, "), "\(file.text)")
        expect(file.text.contains("\n  without a layer: channels "), "\(file.text)")
        expect(file.text.contains("\n  layer glow: channels "), "\(file.text)")
        expect(file.text.contains("glow.R") && file.text.contains("shot.####.exr"), "\(file.text)")
    }

    @Test(
        "what a file does not have is named",
        arguments: [
            (["--layer", "glw"], "it has no layer 'glw'; choose one of glow with --layer", 1),
            (["--channels", "R,G,Z"], "it has no channel 'Z' with a value for each pixel; choose among", 1),
            (["--channels", "R,G,B,A,Z"], "'R,G,B,A,Z' is not a list of channels.", 2),
            (["--layer", ""], "is not a layer name", 2),
        ]
    )
    func faults(options: [String], words: String, status: Int) throws {
        let outcome = try bench.flipbook(["render", "shot.0001.exr", "-o", "a.png"] + options)
        expect(outcome.status == status)
        expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test("a layer of frames that cannot have one has no effect, and that is said")
    func idle() throws {
        try bench.add([1], to: ".")
        let outcome = try bench.flipbook("render", "walk.0001.png", "-o", "a.png", "--layer", "glow")
        expectEqual(outcome.errors, "note: --layer: none of the frames is an OpenEXR file, so this has no effect.\n")
    }

    @Test("lint looks at the layer that is asked for, by an option or by a manifest's key")
    func lint() throws {
        // Two layers: the pictures of one are all the same, those of the other move; one frame lacks the latter.
        let steady = ["R", "G", "B"].map { ($0, [Float](repeating: 0.25, count: 16)) }
        for number in 1...4 {
            let moving = ["R", "G", "B"].map { ("spin." + $0, (0..<16).map { Float(($0 * number) % 7) / 7 }) }
            let channels = number == 3 ? steady : steady + moving
            let file = EXRWriter.file(width: 4, height: 4, channels: channels)
            try bench.folder.write(file, to: "turn/turn.000\(number).exr")
        }
        func findings(_ arguments: String...) throws -> String {
            let outcome = try bench.flipbook(["lint", "--no-config", "-q"] + arguments)
            expect(outcome.errors.isEmpty, "\(outcome.errors)")
            return outcome.text
        }
        let plain = try findings("--deep", "turn")
        expect(plain.contains("frozen") || plain.contains("same"), "\(plain)")
        let spin = try findings("turn", "--layer", "spin")
        expect(spin.contains("an OpenEXR file without the layer spin."), "\(spin)")
        expect(spin.contains("turn.0003.exr") && !spin.contains("turn.0001.exr"), "\(spin)")
        expect(spin.contains("--layer"), "\(spin)")
        let channel = try findings("turn", "--channels", "spin.R")
        expect(channel.contains("without the channel spin.R"), "\(channel)")
        try bench.folder.write(Array("animationImages: turn.####.exr\nlayer: spin\n".utf8), to: "turn/turn.yaml")
        try expect(findings("turn/turn.yaml").contains("without the layer spin."))
    }
}
