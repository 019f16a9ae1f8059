import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// The conformance images of the samples, and the table of what flipbook, ffmpeg and ImageMagick made of each:
/// `tools/compare-decoders $FLIPBOOK_SAMPLES/conformance --record Tests/Conformance/samples.tsv` measured it.
@Suite("The table of the samples' images", .enabled(if: Samples.areAvailable, Samples.absence))
struct SampleTableTests {
    private let table: [ConformanceRow]

    init() throws {
        table = try ConformanceRow.table("samples.tsv", of: Samples.directory.appendingPathComponent("conformance"))
    }

    @Test("each has the pixels that the table says, at its own depth, or is refused")
    func pixels() throws {
        expectEqual(table.count, 505)
        for row in LongTests.cases(table, every: 3) { try expectEqual(row.found(), row.ours, "\(row.file)") }
    }

    @Test("where ImageMagick differs, the file has a gamma that it does not heed; what only one of them reads is known")
    func agreement() throws {
        // GIF files are compared picture by picture in GIFTests: here stands what lies beneath their clear pixels, too.
        let table = table.filter { !$0.file.hasSuffix(".gif") }
        let differing = table.filter { $0.others[1].hasPrefix("differ") }
        for row in differing {
            guard case .gamma(let gamma) = try ImageHeader.read(contentsOf: row.path).colorTag, gamma != 100_000 else {
                Issue.record("\(row.file) has no such gamma")
                continue
            }
        }
        expectEqual(differing.count, 12)
        expectEqual(table.count { $0.others[1].hasPrefix("agree") }, 434)
        // An index beyond the palette, which libpng takes for black.
        expectEqual(table.filter { $0.others[1] == "we read" }.map(\.file), ["go-image-testdata/invalid-palette.png"])
        expect(!table.contains { $0.others[1] == "we refuse" })
    }
}
