import FlipbookImaging
import FlipbookRender
import FlipbookTestSupport
import Testing

/// What means nothing is refused, however it is decoded. The one difference that is known between zlib, and with it
/// libpng, and ISA-L has a test of its own.
@Suite("Huffman codes")
struct HuffmanCodeTests {
    private typealias Symbol = PNGDeflateWriter.Symbol

    /// A picture whose scanlines have zeros and ones only: 4 pixels by 3.
    private static let scanlines: [UInt8] = (0..<51).map { index -> UInt8 in
        index % 17 != 0 && index % 3 == 0 ? 1 : 0
    }

    private static let pixels: [UInt8] = (0..<3).flatMap { row -> ArraySlice<UInt8> in
        let start = row * 17 + 1
        return scanlines[start..<start + 16]
    }

    private static func file(_ writer: PNGDeflateWriter) -> [UInt8] {
        let stream = writer.zlib(content: scanlines)
        return PNGWriter.file([PNGWriter(width: 4, height: 3).header, .init("IDAT", stream), .init("IEND")])
    }

    private static let literals = scanlines.map { Symbol.literal(Int($0)) } + [.literal(256)]

    /// Code lengths by symbol, 0 for those not named.
    private static func lengths(_ named: [Int: Int], count: Int = 257) -> [Int] {
        (0..<count).map { named[$0] ?? 0 }
    }

    /// A file whose only block has these codes.
    private static func dynamic(
        _ literalLengths: [Int],
        _ distanceLengths: [Int] = [0],
        symbols: [Symbol] = literals
    ) -> [UInt8] {
        var writer = PNGDeflateWriter()
        writer.dynamicBlock(symbols, literalLengths: literalLengths, distanceLengths: distanceLengths)
        return file(writer)
    }

    @Test("complete codes are read the fast way, also with one distance or none, and in a fixed block")
    func completeCodes() throws {
        let complete = Self.lengths([0: 1, 1: 2, 256: 2])
        var fixed = PNGDeflateWriter()
        fixed.fixedBlock(Self.literals)
        let deep = Self.lengths(
            [0: 1, 1: 2, 256: 15, 255: 15].merging((3...14).map { ($0 + 50, $0) }) { old, _ in old }
        )
        for (name, file) in [
            ("no distances", Self.dynamic(complete)),
            ("one distance of one bit", Self.dynamic(complete, [1])),
            ("two distances", Self.dynamic(complete, [1, 1])),
            ("codes of 15 bits", Self.dynamic(deep)),
            ("thirty distances", Self.dynamic(complete, [Int](repeating: 5, count: 28) + [4, 4])),
            ("the fixed codes", Self.file(fixed)),
        ] {
            expectEqual(DecodingOutcome.both(file).libpng.bytes, Self.pixels, "\(name)")
            expect(DecodingOutcome.isFast(file), "\(name)")
            expectEqual(DecodingOutcome.both(file).ours.bytes, Self.pixels, "\(name)")
        }
    }

    @Test("codes that zlib refuses are refused, though every checksum is right")
    func refusedCodes() throws {
        let complete = Self.lengths([0: 1, 1: 2, 256: 2])
        var reservedLength = PNGDeflateWriter()
        reservedLength.fixedBlock([.match(length: 286, distance: 0)] + Self.literals)
        var reservedDistance = PNGDeflateWriter()
        reservedDistance.fixedBlock([.literal(0), .match(length: 257, distance: 30)] + Self.literals)
        var tooFar = PNGDeflateWriter()
        tooFar.fixedBlock([.literal(0), .match(length: 257, distance: 3)] + Self.literals)
        for (name, file) in [
            ("too many literals", Self.dynamic(Self.lengths([0: 1, 1: 1, 256: 2]))),
            ("no end of block", Self.dynamic(Self.lengths([0: 1, 1: 1]), symbols: Self.literals.dropLast())),
            ("287 literals", Self.dynamic(Self.lengths([0: 1, 1: 2, 256: 2], count: 287))),
            ("too many distances", Self.dynamic(complete, [1, 1, 1])),
            ("31 distances", Self.dynamic(complete, [Int](repeating: 5, count: 30) + [4])),
            ("a reserved length", Self.file(reservedLength)),
            ("a reserved distance", Self.file(reservedDistance)),
            ("a distance before the beginning", Self.file(tooFar)),
        ] {
            expectEqual(DecodingOutcome.both(file).libpng, .refused, "\(name)")
            expect(!DecodingOutcome.isFast(file), "\(name)")
            expectEqual(DecodingOutcome.both(file).ours, .refused, "\(name)")
        }
    }

    @Test("crafted codes with a gap are read though zlib refuses them: the checksums are right, the gap is not used")
    func knownDifference() throws {
        let complete = Self.lengths([0: 1, 1: 2, 256: 2])
        let almostDeep = Self.lengths([0: 1, 1: 2, 256: 15].merging((3...14).map { ($0 + 50, $0) }) { old, _ in old })
        var writer = PNGDeflateWriter()
        var metaLengths = [Int](repeating: 4, count: 13) + [Int](repeating: 5, count: 6)
        metaLengths[18] = 0
        writer.dynamicBlock(
            Self.literals,
            literalLengths: complete,
            distanceLengths: [0],
            metaLengths: metaLengths
        )
        for (name, file) in [
            ("literals with a gap", Self.dynamic(Self.lengths([0: 2, 1: 2, 256: 2]))),
            ("literals with a gap of 15 bits", Self.dynamic(almostDeep)),
            ("one distance of two bits", Self.dynamic(complete, [2])),
            ("distances with a gap", Self.dynamic(complete, [1, 2])),
            ("distances with a gap of 15 bits", Self.dynamic(complete, Array(1...15))),
            ("a gap in the code that transmits the codes", Self.file(writer)),
        ] {
            let outcome = DecodingOutcome.both(file)
            expectEqual(outcome.libpng, .refused, "\(name)")
            // Should this fail, rejoice and delete the sentence about it at FastPNGDecoder.
            expectEqual(outcome.ours.bytes, Self.pixels, "\(name)")
        }
    }
}
