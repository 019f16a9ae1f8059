import FlipbookCore
import FlipbookManifest
import FlipbookScene
import FlipbookTestSupport
import Testing

@Suite("Mutated manifests")
struct ManifestFuzzTests {
    private static let seeds = [
        "title: a\nanimationImages:\n  - a.png\n  - {image: b.png, hold: 2}\n  - image: c.png\n    duration: 1/3\nscale: 4/3\n"
            + "contentStretch: [0, 0.5, 1, 0.5]\norientation: 6\npixelPolicy: exact\n",
        "{\"animationImages\": \"walk.####.png\", \"frameRate\": 23.976, \"size\": \"640x480\", \"capInsets\": [1, 2, 3, 4]}",
        "image: 'a.png'\ncapInsets: {top: 1e1, left: 2}\nalpha: 0.5\ndescription: |\n  text\nmissing: hold\n",
        "ffconcat version 1.0\nfile 'a b.png'\nduration 0.5\nfile c\\ d.png\nduration 00:00:01.25\n",
    ]
    private static let words = [
        "&a", "*a", "!!x", "---", "...", "{", "[", "]", "}", ":", "- ", "\"", "'", "\\ud800", "1e999", ".nan", "-1",
        "999999999999999999999",
        "#", "|", ">", "? ", "\t", "\u{FEFF}", "<<: ", "%YAML 1.2\n", "duration ", "file ", "hold: ", "image: ", "0/0",
        "\u{0}",
    ]

    /// How many; `tools/test --all` has them all.
    private static let count = LongTests.areWanted ? 100_000 : 2_000

    @Test("each ends in a manifest that is read back the same, or in an error with a place")
    func mutants() throws {
        var random = RandomBytes(seed: 0x5E9)
        let file = FilePath("fuzz")
        var counts = (values: 0, errors: 0)
        for round in 0..<Self.count {
            let isConcat = round % 4 == 3
            let bytes = Self.mutated(Array(Self.seeds[round % 4].utf8), with: &random)
            do throws(ManifestError) {
                let found = try ManifestFile(bytes, of: file, as: isConcat ? .ffconcat : .yaml).manifest
                counts.values += 1
                let again = try ManifestFile(
                    Array((round % 2 == 0 ? found.yaml() : found.json).utf8),
                    of: file,
                    as: .yaml
                )
                expectEqual(again.manifest, found, "seed 0x5E9, round \(round)")
            } catch {
                counts.errors += 1
                let isPlaced =
                    !error.faults.isEmpty && error.faults.allSatisfy { $0.position.line > 0 && $0.position.column > 0 }
                expect(isPlaced && !error.description.utf8.contains { $0 < 0x20 && $0 != 0x0A }, "round \(round)")
            }
        }
        // Both really occur, so neither half of the claim is empty.
        expect(counts.values > Self.count / 20 && counts.errors > Self.count / 20, "\(counts)")
    }

    private static func mutated(_ seed: [UInt8], with random: inout RandomBytes) -> [UInt8] {
        var bytes = seed
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1 where place < bytes.count: bytes.remove(at: place)
            case 2 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<7, using: &random)
            case 3: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 0...8, using: &random)))
            case 4:
                let end = min(bytes.count, place + Int.random(in: 0...20, using: &random))
                bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
            default: bytes.insert(contentsOf: Array((words.randomElement(using: &random) ?? "").utf8), at: place)
            }
        }
        return bytes
    }
}
