import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// The pictures of `Tests/Conformance`, and the table of what flipbook, ffmpeg and ImageMagick made of each:
/// `tools/compare-decoders` measured it.
@Suite("Drawn conformance images") struct DrawnConformanceTests {
    static func table() throws -> [ConformanceRow] {
        try ConformanceRow.table("expected.tsv", of: Samples.conformance)
    }

    @Test("the table has every picture of the folder, and nothing else")
    func complete() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Samples.conformance.path)
        let table = try Self.table()
        expectEqual(table.map(\.file).sorted(), names.filter { !$0.hasSuffix(".tsv") }.sorted())
        expect(table.count > 90)
    }

    @Test("each picture has the pixels that the table tells, at its own depth, or is refused", arguments: try table())
    func pixels(row: ConformanceRow) throws { try expectEqual(row.found(), row.ours) }

    @Test("a PNG comes out as libpng decodes it, or is refused as libpng refuses it")
    func sameAsLibPNG() throws {
        var fast = 0
        for row in try Self.table() where row.file.hasSuffix("png") {
            let file = Array(try Data(contentsOf: URL(fileURLWithPath: row.path.string)))
            let outcome = DecodingOutcome.both(file)
            expectEqual(outcome.ours, outcome.libpng, "\(row.file)")
            if DecodingOutcome.isFast(file) { fast += 1 }
        }
        expect(fast >= 9)
    }

    @Test("what ImageMagick reads and we read has the same pixels, but for the rounding of 5 bits and of ink")
    func agreement() throws {
        let table = try Self.table()
        expect(table.filter { $0.others[1].hasPrefix("differ") || $0.others[1] == "we read" }.isEmpty)
        expect(table.count { $0.others[1] == "agree 0" } > 65)
    }
}
