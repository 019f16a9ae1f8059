import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// Pictures in kitty's protocol, read back by its rules.
@Suite struct KittyGraphicsTests {
    /// One command: its keys and its data.
    private struct Command {
        var keys: [String: String]
        var payload: String
    }

    private func commands(_ bytes: [UInt8]) throws -> [Command] {
        var rest = String(decoding: bytes, as: UTF8.self)[...]
        var commands: [Command] = []
        while !rest.isEmpty {
            try require(rest.hasPrefix("\u{1B}_G"))
            let end = try require(rest.firstRange(of: "\u{1B}\\"))
            let parts = rest[rest.index(rest.startIndex, offsetBy: 3)..<end.lowerBound]
                .split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
            var keys: [String: String] = [:]
            for pair in parts[0].split(separator: ",") {
                let sides = pair.split(separator: "=")
                keys[String(sides[0])] = String(sides[1])
            }
            commands.append(Command(keys: keys, payload: parts.count > 1 ? String(parts[1]) : ""))
            rest = rest[end.upperBound...]
        }
        return commands
    }

    @Test(
        "every pixel of a picture comes back",
        arguments: [(1, 1), (2, 1), (31, 33), (32, 32), (100, 67)],
        [false, true]
    )
    func pixels(size: (Int, Int), hasAlpha: Bool) throws {
        let frames = TestFrames(width: size.0, height: size.1, hasAlpha: hasAlpha)
        let picture = frames.picture(3)
        let commands = try commands(KittyGraphics.bytes(showing: picture, number: 7, columns: 10, rows: 4))
        let first = try require(commands.first)
        expect(first.keys["a"] == "T" && first.keys["i"] == "7" && first.keys["q"] == "2" && first.keys["C"] == "1")
        expect(first.keys["s"] == "\(size.0)" && first.keys["v"] == "\(size.1)")
        expect(first.keys["c"] == "10" && first.keys["r"] == "4")
        expectEqual(commands.map { $0.keys["m"] }, Array(repeating: "1", count: commands.count - 1) + ["0"])
        expect(commands.allSatisfy { $0.payload.utf8.count <= 4096 && $0.keys["q"] == "2" })
        expect(commands.dropLast().allSatisfy { $0.payload.utf8.count % 4 == 0 })
        let data = try require(Data(base64Encoded: commands.map(\.payload).joined()))
        let isPacked = first.keys["o"] == "z"
        // A picture of some size has something to save.
        expect(isPacked || size.0 * size.1 <= 2)
        let channels = try require(first.keys["f"].flatMap { Int($0) }) / 8
        let pixels = frames.pixels(3)
        let isOpaque = stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
        expectEqual(channels, isOpaque ? 3 : 4)
        let bytes = isPacked ? try inflated([UInt8](data)) : [UInt8](data)
        expectEqual(bytes, pixels.enumerated().filter { $0.offset % 4 < channels }.map(\.element))
    }

    /// The bytes of a zlib stream, by Python's reader.
    private func inflated(_ stream: [UInt8]) throws -> [UInt8] {
        let folder = try TemporaryDirectory()
        try folder.write(stream, to: "stream")
        let script = "import sys,zlib; open(sys.argv[2],'wb').write(zlib.decompress(open(sys.argv[1],'rb').read()))"
        let (input, output) = (folder.file("stream").string, folder.file("bytes").string)
        try expectEqual(Program.python.run(["-c", script, input, output]).status, 0)
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: output)))
    }

    @Test("a picture is removed with its memory, and the terminal does not reply")
    func removal() throws {
        let command = try require(try commands(KittyGraphics.bytes(removing: 7)).first)
        expectEqual(command.keys, ["a": "d", "d": "I", "i": "7", "q": "2"])
    }
}
