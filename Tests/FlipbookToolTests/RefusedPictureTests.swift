import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// The conformance images as a user of the command meets them: the tables that `tools/compare-decoders` measured.
@Suite("Refused conformance images") struct RefusedPictureTests {
    @Test("of the drawn pictures the command refuses what the table says, in its words")
    func drawn() throws {
        let refused = try ConformanceRow.table("expected.tsv", of: Samples.conformance).filter(\.isRefused)
        expectEqual(refused.count, 18)
        for row in refused { try expectEqual(refusal(of: row), row.result, "\(row.file)") }
    }

    @Test(
        "of the samples' images the command refuses what the table says, in its words",
        .enabled(if: Samples.areAvailable, Samples.absence),
        .enabled(if: LongTests.areWanted, LongTests.absence)
    )
    func samples() throws {
        let folder = Samples.directory.appendingPathComponent("conformance")
        let refused = try ConformanceRow.table("samples.tsv", of: folder).filter(\.isRefused)
        expect(refused.count > 20)
        for row in refused { try expectEqual(refusal(of: row), row.result, "\(row.file)") }
    }

    @Test(
        "the tool that made the table makes it again",
        .enabled(if: LongTests.areWanted && XServer.isInstalled("convert"), LongTests.absence)
    )
    func tool() throws {
        let tool = Program(Samples.checkout.appendingPathComponent("tools/compare-decoders").path)
        let outcome = try tool.run(["--flipbook", Program.flipbook.name])
        let expected = try String(
            contentsOf: Samples.conformance.appendingPathComponent("expected.tsv"),
            encoding: .utf8
        )
        expectEqual(outcome.text, expected)
        expectEqual(outcome.status, 0)
    }

    /// What the command says of a picture, in the table's words, which `tools/compare-decoders` asks in the same way.
    private func refusal(of row: ConformanceRow) throws -> String {
        let output = try TemporaryDirectory()
        let outcome = try Program.flipbook.run([
            "render", row.path.string, "--background", "clear", "-o", output.file("ours.png").string,
        ])
        let line = outcome.errors.split(separator: "\n").first.map(String.init) ?? "it is drawn"
        let name = URL(fileURLWithPath: row.path.string).lastPathComponent
        let words = line.replacing("\(row.path.string): ", with: "").replacing(row.path.string, with: name)
        return words.hasPrefix("error: ") ? String(words.dropFirst(7)) : words
    }
}
