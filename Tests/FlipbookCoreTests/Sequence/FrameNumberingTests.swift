import FlipbookCore
import FlipbookTestSupport
import Testing

@Suite("What the numbers of files are, and what is missing by that")
struct FrameNumberingTests {
    private func numbering(_ numbers: [Int], width: Int, prefix: String = "a_") -> FrameNumbering {
        FrameNumbering(of: FrameSet(numbers), width: width, prefix: prefix)
    }

    @Test(
        "numbers keep a step that most of them keep, and what it leaves out is missing",
        arguments: [
            ("0-75x15,100", 15, "90", "0-90x15,100"), ("0,15,45-90x15,100", 15, "30", "0-90x15,100"),
            ("1,15-75x15", 15, "", "1,15-75x15"), ("1,30-105x15", 15, "15", "1,15-105x15"),
            ("0-90x15,100", 15, "", "0-90x15,100"), ("60-100x5", 5, "", "60-100x5"),
            ("1-9x2,13-15x2", 2, "11", "1-15x2"),
            ("1-3,5", 1, "4", "1-5"), ("1,9", 1, "2-8", "1-9"), ("1-7x2,8-14x2", 1, "2-6x2,9-13x2", "1-14"),
        ]
    )
    func steps(text: String, step: Int, missing: String, expected: String) throws {
        let found = numbering(Array(try FrameSet(parsing: text)), width: 1)
        expectEqual(found.step, step)
        expectEqual(found.missing.description, missing)
        expectEqual(found.expected.description, expected)
    }

    /// One in each row: the numbers, their digits, what stands before them, and what is missing.
    private static let dates: [(numbers: [Int], width: Int, prefix: String, missing: [Int])] = [
        // Days across the end of a month, a leap year and a year.
        (Array(20_260_129...20_260_131) + [20_260_201], 8, "sst_", []),
        ([20_240_227, 20_240_228, 20_240_229, 20_240_301, 20_240_302], 8, "sst_", []),
        ([20_251_229, 20_251_230, 20_260_101, 20_260_102], 8, "sst_", [20_251_231]),
        // Every eight days, and on the same day of each month.
        ([20_260_101, 20_260_109, 20_260_125, 20_260_202], 8, "sst_", [20_260_117]),
        ([20_251_015, 20_251_115, 20_260_115, 20_260_215], 8, "", [20_251_215]),
        // Weekdays.
        (Array(20_260_302...20_260_306) + Array(20_260_309...20_260_312) + [20_260_316], 8, "close_", [20_260_313]),
        // Months.
        ([202_010, 202_011, 202_012, 202_101, 202_103], 6, "ndvi_", [202_102]),
        // Times: by the minute, by the hour, with seconds behind a date.
        ([1050, 1052, 1054, 1056, 1058, 1100, 1104], 4, "radar_", [1102]),
        (Array(958...959) + Array(1000...1059) + [1100, 1101], 4, "radar_", []),
        ([101_200, 101_300, 101_500, 101_600], 6, "cam_20260101_", [101_400]),
        ([2_026_010_122, 2_026_010_123, 2_026_010_200, 2_026_010_202], 10, "", [2_026_010_201]),
        ([202_601_012_350, 202_601_020_000, 202_601_020_010, 202_601_020_030], 12, "", [202_601_020_020]),
        // Frames are frames: within one hour, and beyond the 59th minute.
        (Array(1001...1059).filter { $0 != 1030 }, 4, "sh010.", [1030]),
        (Array(1001...1100).filter { $0 != 1077 }, 4, "sh010.", [1077]),
        ([101_200, 101_201, 101_203, 101_204], 6, "a_", [101_202]),
        // So many frames that a farm lost, up to a number that is an hour.
        (Array(1058...1059) + [1100, 1101], 4, "f_", Array(1060...1099)),
        // Days of a year, across its end and that of a leap year; with times behind them.
        ([2_026_363, 2_026_365, 2_027_001, 2_027_002], 7, "sat_", [2_026_364]),
        ([2_024_364, 2_024_365, 2_024_366, 2_025_001], 7, "sat_", []),
        ([20_263_652_340, 20_263_652_350, 20_270_010_000, 20_270_010_020], 11, "s", [20_270_010_010]),
        (Array(2_000_001...2_000_004) + [2_000_006], 7, "", [2_000_005]),
    ]

    @Test("dates and times are counted by the calendar", arguments: dates.indices)
    func calendar(row: Int) {
        let (numbers, width, prefix, missing) = Self.dates[row]
        let found = numbering(numbers, width: width, prefix: prefix)
        expectEqual(Array(found.missing), missing)
        expectEqual(Array(found.expected), (numbers + missing).sorted())
    }

    @Test("every day of two centuries is written as it was read, and follows the day before")
    func everyDay() throws {
        let days = CalendarForm.days
        var previous = try require(days.ordinal(of: 19_000_101)) - 1
        for year in 1900..<2100 {
            for month in 1...12 {
                for day in 1...31 {
                    let number = year * 10_000 + month * 100 + day
                    guard let ordinal = days.ordinal(of: number) else {
                        expect(day > 28)
                        continue
                    }
                    expectEqual(ordinal, previous + 1)
                    expectEqual(days.number(of: ordinal), number)
                    previous = ordinal
                }
            }
        }
        expectEqual(days.text(of: 20_260_131), "2026-01-31")
    }

    @Test("numbers that are frames, and would be minutes without a gap, may be times")
    func doubtfulTimes() {
        expect(numbering([1058, 1059, 1100, 1101], width: 4).mayBeTimes)
        expect(!numbering(Array(1001...1100).filter { $0 != 1077 }, width: 4).mayBeTimes)
        expect(!numbering([1056, 1058, 1100, 1102], width: 4).mayBeTimes)
    }

    @Test("times that are about equally far apart have no missing numbers, and a hole where one more would fit")
    func jitter() {
        let even = [0, 61, 119, 180, 242, 300].map { 1_767_225_600 + $0 }
        expect(numbering(even, width: 10).holes.isEmpty)
        expect(numbering(even, width: 10).missing.isEmpty)
        let torn = [0, 61, 119, 180, 420, 481, 540, 600].map { 1_767_225_600 + $0 }
        let hole = numbering(torn, width: 10).holes.first
        expectEqual(hole?.after, 1_767_225_780)
        expectEqual(hole?.before, 1_767_226_020)
        expectEqual(hole?.count, 3)
        let camera = [101_201, 101_302, 101_400, 101_501, 101_602, 101_901, 102_001, 102_100]
        let found = numbering(camera, width: 6, prefix: "cam_2026-01-01_")
        expectEqual(found.holes.map(\.after), [101_602])
        expect(found.missing.isEmpty)
    }

    @Test("pictures taken at the press of a button leave nothing out")
    func snapshots() {
        let found = numbering([101_215, 101_217, 134_501, 180_000], width: 6, prefix: "Screenshot_20260101_")
        expect(found.missing.isEmpty && found.holes.isEmpty)
    }

    @Test("a counter that rolled over has no gap but those of its own")
    func rollover() {
        let camera = numbering([9997, 9998, 9999, 1, 2, 4].sorted(), width: 4, prefix: "DSC_")
        expectEqual(camera.kind, .wrapping(from: 9997))
        expectEqual(Array(camera.missing), [3])
        expectEqual(Array(camera.expected), [9997, 9998, 9999, 1, 2, 3, 4])
        let plain = numbering([1, 2, 3, 900, 901], width: 4)
        expectEqual(plain.kind, .counted)
        expectEqual(plain.missing.count, 896)
    }

    @Test(
        "a counter starts again where its numbers end near its last one, begin near its first, and leave out most between",
        arguments: [
            ("2-3,9995", 4, "9995-9999", "1-3"), ("1,50,9998-9999", 4, "9998-9999", "1-50"),
            ("0-2,997-999", 3, "997-999", "0-2"), ("5,9901,9950", 4, "9901-9999", "1-5"),
            ("1-4000,9990-9999", 4, "9990-9999", "1-4000"), ("3,99998", 5, "99998-99999", "1-3"),
            ("0-3,97-99", 2, "97-99", "0-3"), ("1-2,98-99", 2, "98-99", "1-2"), ("1-4,99", 2, nil, nil),
            ("1-3,98", 2, nil, nil), ("2,98-99", 2, nil, nil), ("2,99", 2, nil, nil),
            ("4,97-99", 2, nil, nil), ("1-30,97-99", 2, nil, nil), ("1-3,96", 2, nil, nil),
            ("1-9999", 4, nil, nil), ("1-10,90-100", 4, nil, nil), ("98-101", 2, nil, nil),
            ("1-40,940-950", 3, nil, nil), ("1-5000,9990-9999", 4, nil, nil), ("1-3,9998-10001", 4, nil, nil),
            ("200-210,9998", 4, nil, nil), ("1-3,9890", 4, nil, nil), ("1,500000000,999999998", 9, nil, nil),
        ] as [(String, Int, String?, String?)]
    )
    func counter(text: String, width: Int, before: String?, after: String?) throws {
        let rollover = numbering(Array(try FrameSet(parsing: text)), width: width).rollover
        expect(rollover?.before.description == before && rollover?.after.description == after)
    }

    @Test("powers of two are sizes")
    func doubling() {
        expect(numbering([16, 32, 64, 256], width: 2).missing.isEmpty)
        expectEqual(Array(numbering([1, 2, 4], width: 1).missing), [3])
        expectEqual(numbering([8, 16, 64, 128, 256], width: 1).holes.map(\.after), [16])
        expect(numbering([16, 64, 256], width: 2).holes.isEmpty)
    }

    @Test("a folder named by the day resolves without a gap, and names the day that is missing")
    func resolution() throws {
        let days = [20_260_130, 20_260_131, 20_260_201].map { "sst_\($0).png" }
        try expect(Resolution.directory("", names: days).missing.isEmpty)
        let torn = [20_260_129, 20_260_130, 20_260_131, 20_260_202, 20_260_203].map { "sst_\($0).png" }
        try expectEqual(Resolution.directory("", names: torn).missing, FrameSet([20_260_201]))
        let held = try Resolution.directory("", names: torn).substituting(.hold)
        expectEqual(held.frames.compactMap(\.number).count, 6)
    }
}
