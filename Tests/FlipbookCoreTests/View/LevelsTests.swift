import FlipbookCore
import FlipbookTestSupport
import Testing

/// The values that `--levels` and a manifest's key accept.
@Suite("Levels")
struct LevelsTests {
    @Test(
        "two numbers with two dots between them are a range, written again as they were",
        arguments: [
            ("0..4095", 0.0, 4_095.0), ("-32768..32767", -32_768, 32_767), ("0.25..1.5", 0.25, 1.5),
            ("4095..0", 4_095, 0),
            ("-2.5..-1", -2.5, -1),
        ]
    )
    func ranges(text: String, black: Double, white: Double) throws {
        let levels = try Levels(parsing: text)
        expectEqual(levels, .range(ValueRange(black: black, white: white)))
        expectEqual(levels.description, text)
    }

    @Test("auto is a word in any case")
    func automatic() throws {
        try expectEqual(Levels(parsing: "Auto"), .automatic)
        expectEqual(Levels.automatic.description, "auto")
    }

    @Test(
        "other texts are refused with what to write",
        arguments: [
            "", "4095", "0-4095", "0...4095", "0..", "..4095", "7..7", "0..nan", "0..inf", "0..1e999", "0x0..0xFFF",
            "0..4095..5",
        ]
    )
    func refusals(text: String) {
        let error = #expect(throws: ParsingError.self) { try Levels(parsing: text) }
        expectEqual(error?.code, "levels.range")
        expectEqual(
            error?.explanation.description,
            "'\(text)' is not a range of values. Use black..white, such as 0..4095, or auto."
        )
    }
}
