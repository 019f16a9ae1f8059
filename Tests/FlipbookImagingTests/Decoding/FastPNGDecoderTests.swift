import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Testing

@Suite("Fast PNG decoder")
struct FastPNGDecoderTests {
    /// RGBA of `rows`, the bytes of RGB or RGBA rows.
    private func expanded(_ rows: [UInt8], colorType: UInt8) -> [UInt8] {
        guard colorType == 2 else { return rows }
        return stride(from: 0, to: rows.count, by: 3).flatMap { rows[$0..<$0 + 3] + [255] }
    }

    @Test(
        "every filter gives back the pixels, at widths 1 to 70 (a tenth of them every day), with 3 and 4 bytes a pixel",
        arguments: [UInt8(2), 6]
    )
    func everyFilter(colorType: UInt8) throws {
        var random = RandomBytes(seed: 20_261_121)
        // Each filter alone, each pair in turn (rows are done two at a time), and a mixture.
        var filterLists: [[UInt8]] = []
        for first in UInt8(0)...4 { for second in UInt8(0)...4 { filterLists.append([first, second]) } }
        filterLists.append([4, 4, 4, 3, 3, 3, 0, 1, 2, 4])
        for width in LongTests.cases(Array(1...70), every: 11) {
            for filters in filterLists {
                var writer = PNGWriter(width: width, height: 7, colorType: colorType)
                writer.filters = filters
                let rows = random.bytes(writer.rowLength * 7)
                let file = writer.file(rows: rows)
                let context: Comment = "width \(width), filters \(filters)"
                expect(DecodingOutcome.isFast(file), context)
                let outcome = DecodingOutcome.both(file)
                let expected = expanded(rows, colorType: colorType)
                expectEqual(outcome.ours.bytes, expected, context)
                expectEqual(outcome.libpng.bytes, expected, context)
            }
        }
    }

    @Test("all filters in random order over many rows and blocks", arguments: [UInt8(2), 6])
    func manyRows(colorType: UInt8) throws {
        var random = RandomBytes(seed: 7)
        for (width, height) in [(1, 1000), (33, 500), (700, 120), (40_000, 3)] {
            var writer = PNGWriter(width: width, height: height, colorType: colorType)
            writer.filters = random.bytes(height).map { $0 % 5 }
            let rows = random.bytes(writer.rowLength * height)
            let file = writer.file(rows: rows)
            var limits = DecodingLimits()
            limits.maximumSide = 50_000
            let outcome = DecodingOutcome.both(file, limits: limits)
            expectEqual(outcome.ours.bytes, expanded(rows, colorType: colorType), "\(width)x\(height)")
            expectEqual(outcome.ours, outcome.libpng, "\(width)x\(height)")
        }
    }

    @Test("IDAT chunks of any length are read, also of none")
    func chunkLengths() throws {
        var random = RandomBytes(seed: 3)
        var writer = PNGWriter(width: 150, height: 150)
        let rows = random.bytes(writer.rowLength * 150)
        for length in [1, 2, 3, 7, 4096, 65_535, 65_536, 100_000] {
            writer.dataChunkLength = length
            let file = writer.file(rows: rows)
            expect(DecodingOutcome.isFast(file), "chunks of \(length)")
            expectEqual(DecodingOutcome.both(file).ours.bytes, rows, "chunks of \(length)")
        }
        let stream = PNGWriter.zlibStored(writer.scanlines(rows))
        for emptyAt in [0, 1, 2] {
            var parts = [Array(stream[..<1000]), Array(stream[1000...])]
            parts.insert([], at: emptyAt)
            let file = PNGWriter.file([writer.header] + parts.map { .init("IDAT", $0) } + [.init("IEND")])
            let outcome = DecodingOutcome.both(file)
            expectEqual(outcome.ours.bytes, rows, "an empty chunk at \(emptyAt)")
            expectEqual(outcome.ours, outcome.libpng, "an empty chunk at \(emptyAt)")
        }
    }

    @Test("ordinary chunks do not send a file to libpng; those that touch the pixels do")
    func chunksBeforePixels() throws {
        func isFast(_ chunk: PNGWriter.Chunk) -> Bool {
            var writer = PNGWriter(width: 3, height: 2, colorType: 2)
            writer.chunksBeforeData = [chunk]
            return DecodingOutcome.isFast(writer.file(rows: Array(0..<18)))
        }
        for chunk in [
            PNGWriter.Chunk("sRGB", [0]), .init("gAMA", bigEndian(45_455)), .init("pHYs", [0, 0, 1, 0, 0, 0, 1, 0, 1]),
            .init("tEXt", Array("Title\0walk".utf8)), .init("caNv", [UInt8](repeating: 0, count: 16)),
        ] {
            expect(isFast(chunk), "\(chunk.type)")
        }
        for chunk in [
            PNGWriter.Chunk("tRNS", [0, 1, 0, 2, 0, 3]), .init("gAMA", bigEndian(100_000)), .init("PLTE", [1, 2, 3]),
            .init("tEXt", Array("Title\0walk".utf8), damage: 1), .init("ABCD"),
        ] {
            expect(!isFast(chunk), "\(chunk.type)")
        }
    }

    @Test("what a strict reader doubts goes to libpng, and libpng's answer counts")
    func doubtfulFiles() throws {
        let writer = PNGWriter(width: 4, height: 3)
        let rows = (0..<48).map { UInt8($0) }
        let stream = PNGWriter.zlibStored(writer.scanlines(rows))
        typealias Chunk = PNGWriter.Chunk
        func file(_ chunks: [Chunk]) -> [UInt8] { PNGWriter.file(chunks) }
        let (header, data, end) = (writer.header, Chunk("IDAT", stream), Chunk("IEND"))
        let longer = PNGWriter.zlibStored(writer.scanlines(rows) + [0])
        let shorter = PNGWriter.zlibStored(writer.scanlines(rows).dropLast())
        var wrongSum = stream
        wrongSum[wrongSum.count - 1] ^= 1
        var wrongFilter = writer.scanlines(rows)
        wrongFilter[17] = 5
        let cases: [(String, [UInt8])] = [
            ("bytes after the stream", file([header, .init("IDAT", stream + [0]), end])),
            ("nine bytes after the stream", file([header, .init("IDAT", stream + [UInt8](0..<9)), end])),
            ("a chunk after the stream", file([header, data, .init("IDAT", [1, 2, 3]), end])),
            ("a row too many", file([header, .init("IDAT", longer), end])),
            ("a byte too few", file([header, .init("IDAT", shorter), end])),
            ("a wrong Adler checksum", file([header, .init("IDAT", wrongSum), end])),
            ("a filter that is none", file([header, .init("IDAT", PNGWriter.zlibStored(wrongFilter)), end])),
            ("no pixels", file([header, end])),
            ("two headers", file([header, header, data, end])),
            (
                "pixels in two places",
                file([
                    header, .init("IDAT", Array(stream[..<20])), .init("tEXt", [65, 0, 66]),
                    .init("IDAT", Array(stream[20...])), end,
                ])
            ),
            ("a palette after the pixels", file([header, data, .init("PLTE", [1, 2, 3]), end])),
            ("an unknown critical chunk after the pixels", file([header, data, .init("ABCD"), end])),
            ("an end with a payload", file([header, data, .init("IEND", [0])])),
            ("a damaged end", file([header, data, .init("IEND", damage: 1)])),
            ("a damaged chunk after the pixels", file([header, data, .init("tEXt", [65, 0], damage: 1), end])),
            ("a preset dictionary", file([header, .init("IDAT", [0x78, 0x20] + stream[2...]), end])),
            ("a window too large", file([header, .init("IDAT", [0x88, 0x1C] + stream[2...]), end])),
            ("a wrong check of the zlib header", file([header, .init("IDAT", [0x78, 0x02] + stream[2...]), end])),
            ("a method that is not deflate", file([header, .init("IDAT", [0x77, 0x03] + stream[2...]), end])),
        ]
        for (name, file) in cases {
            expect(!DecodingOutcome.isFast(file), "\(name)")
            let outcome = DecodingOutcome.both(file)
            expectEqual(outcome.ours, outcome.libpng, "\(name)")
        }
        expect(DecodingOutcome.isFast(file([header, data, end])))
        expect(
            DecodingOutcome.isFast(file([header, data, end]) + [1, 2, 3]),
            "bytes after IEND change nothing"
        )
    }
}
