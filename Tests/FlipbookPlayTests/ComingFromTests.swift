import FlipbookTestSupport
import Foundation
import Testing

@Suite("The commands for users of other tools run as they are written", .hangLimit)
struct ComingFromTests {
    static let pages = ["ComingFromFFmpeg", "ComingFromMPV", "ComingFromUIKit", "ComingFromNuke"]

    /// The commands in the last column of a page's table.
    private static func commands(of page: String) throws -> [String] {
        let file = Samples.checkout.appendingPathComponent("Documentation/\(page).md")
        return try String(contentsOf: file, encoding: .utf8).matches(of: /\| `(flipbook [^`]*)` \|\n/).map {
            String($0.1)
        }
    }

    /// A second of silence: 8,000 samples of 8 bits in a WAV file.
    private static let silence: [UInt8] = {
        func bytes(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.littleEndian, Array.init) }
        let format = bytes(0x0001_0001) + bytes(8000) + bytes(8000) + bytes(0x0008_0001)
        let header = Array("RIFF".utf8) + bytes(8036) + "WAVEfmt ".utf8 + bytes(16) + format
        return header + "data".utf8 + bytes(8000) + [UInt8](repeating: 0x80, count: 8000)
    }()

    @Test("twenty recipes and more, each of which ends well", arguments: pages)
    func recipes(page: String) throws {
        let commands = try Self.commands(of: page)
        expect(commands.count >= 20)
        let bench = try Workbench(walk: 1...12)
        try bench.add([1, 2, 3, 5, 6, 7, 8, 9], to: "gap")
        try bench.folder.write(bench.frames.png(1), to: "logo.png")
        try bench.folder.write(Self.silence, to: "steps.wav")
        let list = (1...3).map { "file walk/\(TestFrames.name($0))\nduration 0.2\n" }.joined()
        try bench.folder.write(Array("ffconcat version 1.0\n\(list)".utf8), to: "list.ffconcat")
        try expectEqual(bench.flipbook("export", "walk", "-o", "walk.gif", "-q").status, 0)
        let clip = ["export", "walk", "-o", "clip.mp4", "-q", "--frames", "1-10", "--repeat", "10", "--fps", "25"]
        try expectEqual(bench.flipbook(clip + ["--audio", "steps.wav"]).status, 0)
        for command in LongTests.cases(commands, every: 10) {
            var line = command.replacing("flipbook ", with: "\"$FLIPBOOK\" ", maxReplacements: 1)
            if command.hasPrefix("flipbook play") {
                // No window, and an end.
                if !command.contains("--sink") { line += " --sink fakesink" }
                if !command.contains("--repeat"), !command.contains("--loop") { line += " --repeat 1" }
            }
            if command.contains(" -o ") { line += " --overwrite" }
            let outcome = try Program("sh").run(
                ["-c", line],
                in: bench.folder.path,
                environment: ["FLIPBOOK": Program.flipbook.name]
            )
            expectEqual(outcome.status, 0, "\(command): \(outcome.errors)")
        }
    }
}
