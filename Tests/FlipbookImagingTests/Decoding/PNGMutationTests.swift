import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

@Suite("Damaged PNGs")
struct PNGMutationTests {
    /// Small files that the fast decoder takes.
    private static let originals: [[UInt8]] = {
        var random = RandomBytes(seed: 1)
        return compressed(with: &random)
            + [UInt8(2), 6].flatMap { colorType in
                [(5, 4, 9), (16, 9, 64), (3, 40, 8192)].map { width, height, chunk in
                    var writer = PNGWriter(width: width, height: height, colorType: colorType)
                    writer.filters = [4, 3, 2, 1, 0, 4, 4]
                    writer.dataChunkLength = chunk
                    writer.chunksBeforeData = [.init("gAMA", bigEndian(45_455)), .init("tEXt", Array("a\0b".utf8))]
                    writer.chunksAfterData = [.init("tIME", [7, 0xEA, 11, 21, 1, 2, 3])]
                    return writer.file(rows: random.bytes(writer.rowLength * height))
                }
            }
    }()

    /// Files whose stream is really compressed, so that Huffman codes and distances are hit too.
    private static func compressed(with random: inout RandomBytes) -> [[UInt8]] {
        [(20, 12), (64, 64)].compactMap { width, height in
            let pixels = (0..<width * height * 4).map { UInt8(truncatingIfNeeded: $0 / 9 + Int(random.next() % 3)) }
            let size = PixelSize(width: width, height: height)
            let picture = Picture(making: size, format: .rgba) { $0.copyBytes(from: pixels) }
            do throws(PNGEncodingError) {
                return try PNGEncoder.encode(picture, level: 6)
            } catch {
                Issue.record(error)
                return nil
            }
        }
    }

    @Test(
        "changed at random thousands of times, a file is accepted or refused as libpng does, with the same pixels",
        arguments: LongTests.cases([UInt64(11), 12, 13], every: 3)
    )
    func randomMutations(seed: UInt64) throws {
        var random = RandomBytes(seed: seed)
        var (accepted, refused) = (0, 0)
        let count = LongTests.areWanted ? 10_000 : 3_000
        for round in 0..<count {
            let original = Self.originals[round % Self.originals.count]
            let file = PNGMutation.mutate(original, with: &random)
            let outcome = DecodingOutcome.both(file)
            if outcome.ours.bytes == nil { refused += 1 } else { accepted += 1 }
            guard outcome.ours == outcome.libpng else {
                Issue.record("seed \(seed), round \(round): ours and libpng's differ on \(file)")
                return
            }
        }
        // Both kinds must occur, or the mutations prove nothing.
        expect(accepted > count / 20, "seed \(seed)")
        expect(refused > count / 5, "seed \(seed)")
    }

    @Test("every bit of a small file, flipped alone, with and without its CRC repaired")
    func everyBit() throws {
        let original = try require(Self.originals.min { $0.count < $1.count })
        for bit in 0..<original.count * 8 {
            var file = original
            file[bit / 8] ^= 1 << (bit % 8)
            for candidate in [file, PNGMutation.repairCRCs(file)] {
                let outcome = DecodingOutcome.both(candidate)
                expectEqual(outcome.ours, outcome.libpng, "bit \(bit)")
            }
        }
    }
}
