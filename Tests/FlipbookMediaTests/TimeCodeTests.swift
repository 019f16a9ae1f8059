import FlipbookCore
import FlipbookMedia
import FlipbookTestSupport
import Testing

@Suite struct TimeCodeTests {
    @Test(
        "the time code of a later frame, with numbers that are dropped",
        arguments: [
            ("00:00:00:23", 1, 24, "00:00:01:00"), ("01:59:59:29", 1, 30, "02:00:00:00"),
            ("23:59:59:24", 1, 25, "00:00:00:00"), ("00:00:59;29", 1, 30, "00:01:00;02"),
            ("00:09:59;29", 1, 30, "00:10:00;00"), ("00:00:00;00", 17_982, 30, "00:10:00;00"),
            ("00:00:59;59", 1, 60, "00:01:00;04"), ("23:59:59;29", 1, 30, "00:00:00;00"),
            ("01:01:00;02", -1, 30, "01:00:59;29"), ("00:00:00:00", 0, 12, "00:00:00:00"),
        ]
    )
    func advanced(first: String, count: Int, rate: Int, later: String) throws {
        let code = try require(TimeCode(first))
        expectEqual(code.advanced(by: count, framesPerSecond: rate).description, later)
    }

    @Test(
        "without a rate, time codes run on at the least one that they have, and what should follow is counted at 24 or more",
        arguments: [
            (["01:00:00:10", "01:00:00:11", "01:00:01:00"], nil), (["01:00:00:28", "01:00:00:29", "01:00:01:00"], nil),
            (["01:00:00:00", "01:00:00:00"], "01:00:00:01"), (["01:00:00:05", "01:00:00:09"], "01:00:00:06"),
        ] as [([String], String?)]
    )
    func breaks(codes: [String], next: String?) {
        let coded = codes.compactMap(TimeCode.init).enumerated().map { (number: $0 + 1, code: $1) }
        expectEqual(TimeCode.breaks(in: coded, at: nil).first?.next.description, next)
    }

    @Test("of a day of drop-frame time every frame has a number that the one before it leads to")
    func wholeDay() throws {
        var code = TimeCode.zero
        var first = try require(TimeCode("00:00:00;00"))
        for frame in stride(from: 0, to: 2_589_408, by: 997) {
            code = first.advanced(by: frame, framesPerSecond: 30)
            expect(!(code.seconds == 0 && code.frames < 2 && code.minutes % 10 != 0))
        }
        first = first.advanced(by: 2_589_408, framesPerSecond: 30)
        expectEqual(first.description, "00:00:00;00")
    }
}
