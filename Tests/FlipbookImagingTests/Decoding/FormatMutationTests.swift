import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

/// Files with bytes changed at random: pixels or an error, and never a crash, a hang or a picture beyond the limits.
@Suite("Mutated files of other formats than PNG", .hangLimit)
struct FormatMutationTests {
    /// How many files each seed makes; fifty thousand were run by hand.
    private static let rounds = 1500

    private static func originals() throws -> [[UInt8]] {
        let folder = try TemporaryDirectory()
        let frames = TestFrames(width: 20, height: 12, hasAlpha: true)
        let kinds: [(String, String, [String])] = [
            ("bgra", "a.bmp", []), ("rgb8", "b.bmp", []), ("rgb565le", "c.bmp", []), ("yuvj420p", "a.jpg", []),
            ("rgba", "a.tiff", ["-compression_algo", "lzw"]), ("rgb48le", "b.tiff", ["-compression_algo", "deflate"]),
            ("pal8", "c.tiff", ["-compression_algo", "packbits"]), ("yuv420p", "d.tiff", ["-compression_algo", "raw"]),
        ]
        return try EncodedSample.allCases.map(\.file)
            + kinds.map { format, name, options in
                try StillFile(
                    writing: frames.pixels(1),
                    frames.size,
                    as: format,
                    options: options,
                    to: name,
                    in: folder
                ).bytes()
            }
    }

    @Test(
        "a changed file becomes a picture of the size its header says, or an error with words",
        arguments: [UInt64(1), 2]
    )
    func randomMutations(seed: UInt64) throws {
        var random = RandomBytes(seed: seed)
        let originals = try Self.originals()
        let decoder = ImageDecoder(limits: DecodingLimits(maximumBytes: 4 << 20), keepsSixteenBits: seed % 2 == 0)
        var (accepted, refused) = (0, 0)
        for round in 0..<Self.rounds {
            var file = originals[round % originals.count]
            for _ in 0...Int.random(in: 0...3, using: &random) { FileMutation.change(&file, with: &random) }
            let outcome = file.withUnsafeBytes { bytes in
                Result { () throws(ImageError) in try decoder.decode(bytes) }
            }
            switch outcome {
            case .success(let picture):
                accepted += 1
                #expect(picture.byteCount <= 4 << 20, "seed \(seed), round \(round)")
            case .failure(let error):
                refused += 1
                #expect(!error.description.isEmpty, "seed \(seed), round \(round)")
            }
        }
        #expect(accepted > Self.rounds / 20, "seed \(seed)")
        #expect(refused > Self.rounds / 4, "seed \(seed)")
    }
}
