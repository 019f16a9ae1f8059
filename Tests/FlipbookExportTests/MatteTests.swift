import FlipbookTestSupport
import Foundation
import Testing

@Suite("Mattes")
struct MatteTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench(frames: TestFrames(width: 32, height: 24, hasAlpha: true))
        try bench.add(1...3, to: "walk")
    }

    private func export(_ arguments: String...) throws -> Program.Outcome {
        try Program.flipbook.run(["export", "walk"] + arguments, in: bench.folder.path)
    }

    @Test("the matte is as bright as the pictures cover, and the film is composited over black")
    func images() throws {
        let outcome = try export("-o", "out/f.%04d.png", "--alpha-output", "matte")
        try require(outcome.status == 0, "\(outcome.errors)")
        for number in 1...3 {
            let pixels = bench.frames.pixels(number)
            let matte = try StillFile(bench.folder.file("out/f.000\(number).matte.png")).pixels()
            let film = try StillFile(bench.folder.file("out/f.000\(number).png")).pixels()
            for place in stride(from: 0, to: pixels.count, by: 4) {
                let alpha = Int(pixels[place + 3])
                expect(
                    matte[place] == pixels[place + 3] && matte[place + 1] == matte[place] && matte[place + 3] == 255
                )
                expect(abs(Int(film[place]) - (Int(pixels[place]) * alpha + 127) / 255) <= 1 && film[place + 3] == 255)
            }
        }
    }

    @Test("two films of one length are made, and both are reported")
    func films() throws {
        let outcome = try export("-o", "a.mp4", "--alpha-output", "matte")
        try require(outcome.status == 0, "\(outcome.errors)")
        expectEqual(outcome.text.split(separator: "\n").map { $0.prefix { $0 != ":" } }, ["a.mp4", "a.matte.mp4"])
        try expectEqual(bench.names(), ["a.matte.mp4", "a.mp4", "walk"])
    }

    @Test("standard output takes no second film")
    func stream() throws {
        let outcome = try export("-o", "-", "--format", "y4m", "--alpha-output", "matte")
        expectEqual(
            outcome.errors,
            "error: --alpha-output matte: standard output can hold only one video. Write files with -o.\n"
        )
        expectEqual(outcome.status, 2)
    }
}
