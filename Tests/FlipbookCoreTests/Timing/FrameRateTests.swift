import FlipbookCore
import FlipbookTestSupport
import Testing

@Suite struct FrameRateTests {
    @Test(
        "a rate is read as people write it",
        arguments: [
            ("24", 24, 1), ("30", 30, 1), ("12.5", 25, 2), ("0.5", 1, 2), ("1000", 1000, 1),
            ("24000/1001", 24000, 1001), ("30000/1001", 30000, 1001), ("48/2", 24, 1),
            ("23.976", 24000, 1001), ("23.98", 24000, 1001), ("29.97", 30000, 1001), ("59.94", 60000, 1001),
            ("ntsc", 30000, 1001), ("NTSC", 30000, 1001), ("film", 24, 1), ("ntsc-film", 24000, 1001), ("pal", 25, 1),
            ("23.5", 47, 2), ("14.985", 2997, 200),
            ("23.9760239760239", 24000, 1001), ("23.976023976023976", 24000, 1001), ("59.94005994", 60000, 1001),
            ("23.976023976023976023976023", 24000, 1001), ("29.9700299700", 30000, 1001), ("29.970029", 30000, 1001),
            ("119.880119880119", 120_000, 1001), ("14.985014985", 15000, 1001), ("24.000000", 24, 1),
            ("23.976000", 24000, 1001), ("23.9761", 239_761, 10_000), ("29.970100", 299_701, 10_000),
            ("1000.000000", 1000, 1),
        ] as [(String, Int32, Int32)]
    )
    func parsing(text: String, numerator: Int32, denominator: Int32) throws {
        let rate = try FrameRate(parsing: text)
        expectEqual(rate.numerator, numerator)
        expectEqual(rate.denominator, denominator)
    }

    @Test(
        "what is no rate is refused with the text in the message",
        arguments: [
            "", "0", "0/1", "1/0", "-24", "+24", "24fps", "24/", "/24", "24/1/1", "nan", "inf", "1e3", "0x18", "1001",
            "24 ",
            "99999999999999999999", "99999999999/1", ".", "1.2.3", "24/1.001", "٢٤", "23.123456789", "0.0000000000001",
            "24.0000000000000000001",
        ]
    )
    func refusal(text: String) {
        let error = #expect(throws: ParsingError.self) { try FrameRate(parsing: text) }
        expectEqual(error?.description.hasPrefix("'\(text)' is not a frame rate. "), true)
    }

    @Test("a rate prints as the fraction it is")
    func description() throws {
        expectEqual(FrameRate(24).description, "24")
        try expectEqual(FrameRate(parsing: "23.976").description, "24000/1001")
    }

    @Test(
        "a count and a cycle give the rate",
        arguments: [
            (7, "1", 7, 1), (10, "0.5", 20, 1), (12, "7/30", 360, 7), (3, "250ms", 12, 1),
        ] as [(Int, String, Int32, Int32)]
    )
    func fromCycle(count: Int, duration: String, numerator: Int32, denominator: Int32) throws {
        let rate = try require(FrameRate(frameCount: count, cycleDuration: RationalTime(parsing: duration)))
        expectEqual(rate.numerator, numerator)
        expectEqual(rate.denominator, denominator)
    }

    @Test(
        "a duration that was rounded gives the nearest rate of small numbers, within a billionth of a second a frame",
        arguments: [
            (20, "0.6666666666666666", 30, 1), (20, "0.66666667", 30, 1), (20, "0.834166667", 24000, 1001),
            (20, "1.7142857142857142", 35, 3), (20, "66.6666666666", 3, 10), (5, "0.1666", 25_000, 833),
            (12, "7/30", 360, 7),
        ] as [(Int, String, Int32, Int32)]
    )
    func nearCycle(count: Int, duration: String, numerator: Int32, denominator: Int32) throws {
        let rate = try require(FrameRate(frameCount: count, near: RationalTime(parsing: duration)))
        expectEqual(rate, FrameRate(Int64(numerator), Int64(denominator)))
    }

    @Test("a rate beyond 32 bits has no value instead of a wrong one")
    func tooFine() {
        expect(FrameRate(4_294_967_311, 2) == nil)
        expect(FrameRate(frameCount: .max, cycleDuration: 1) == nil)
        expect(FrameRate(0, 1) == nil)
    }
}

@Suite struct RationalTimeTests {
    @Test(
        "a duration is read exactly",
        arguments: [
            ("2", 2, 1), ("0.1", 1, 10), ("1.5s", 3, 2), ("250ms", 1, 4), ("7/30", 7, 30), (".5", 1, 2), ("2.", 2, 1),
            ("0.000000001", 1, 1_000_000_000),
        ] as [(String, Int64, Int64)]
    )
    func parsing(text: String, numerator: Int64, denominator: Int64) throws {
        let time = try RationalTime(parsing: text)
        expectEqual(time.numerator, numerator)
        expectEqual(time.denominator, denominator)
    }

    @Test(
        "what is no duration is refused with the text in the message",
        arguments: [
            "", "0", "0.0", "-1", "s", "ms", ".", "1h", "1e3", "nan", "inf", "1/0", "1/2/3", "1000001", "1.2/3", "1 s",
            "1234567890123456789", "0.0000000000000000001",
        ]
    )
    func refusal(text: String) {
        let error = #expect(throws: ParsingError.self) { try RationalTime(parsing: text) }
        expectEqual(error?.description.hasPrefix("'\(text)' is not a duration. "), true)
    }

    @Test(
        "a Double becomes the fraction a person meant",
        arguments: [
            (0.1, 1, 10), (0.25, 1, 4), (1.0 / 3, 1, 3), (2, 2, 1), (0, 0, 1), (7.0 / 30, 7, 30), (-0.5, -1, 2),
        ] as [(Double, Int64, Int64)]
    )
    func fromDouble(seconds: Double, numerator: Int64, denominator: Int64) throws {
        let time = try require(RationalTime(seconds))
        expectEqual(time.numerator, numerator)
        expectEqual(time.denominator, denominator)
    }

    @Test("NaN and infinities are no time", arguments: [Double.nan, .infinity, -.infinity, 1e300])
    func notFinite(seconds: Double) {
        expect(RationalTime(seconds) == nil)
    }
}
