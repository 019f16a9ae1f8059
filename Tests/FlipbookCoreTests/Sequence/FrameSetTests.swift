import FlipbookCore
import FlipbookTestSupport
import Testing

@Suite("Frame sets")
struct FrameSetTests {
    @Test(
        "range text gives its numbers in its order",
        arguments: [
            ("", []), ("0", [0]), ("-0", [0]), ("1", [1]), ("-1", [-1]),
            ("1-10", Array(1...10)), ("10-1", Array((1...10).reversed())), ("-3-3", Array(-3...3)),
            ("-10--5", Array(-10 ... -5)), ("1--3", [1, 0, -1, -2, -3]), ("5-5", [5]),
            ("1-10x3", [1, 4, 7, 10]), ("10-1x3", [10, 7, 4, 1]), ("10-1x-3", [10, 7, 4, 1]),
            ("1-10y3", [2, 3, 5, 6, 8, 9]), ("1-15y4", [2, 3, 4, 6, 7, 8, 10, 11, 12, 14, 15]),
            ("1,3,5-7", [1, 3, 5, 6, 7]), ("1-5,3-8", Array(1...8)), ("-1,1,-1,1", [-1, 1]), ("1,,,2,", [1, 2]),
            ("17,-3,1", [17, -3, 1]), ("007-010", [7, 8, 9, 10]), (" 1 - 10 x 2 ", [1, 3, 5, 7, 9]),
            ("1001-1010x3,1020", [1001, 1004, 1007, 1010, 1020]), ("1 - -1", [1, 0, -1]),
            ("3-5,1-9", [3, 4, 5, 1, 2, 6, 7, 8, 9]), ("5-3,9-1", [5, 4, 3, 9, 8, 7, 6, 2, 1]),
            ("1-9x2,1-9x3", [1, 3, 5, 7, 9, 4]), ("1-4y1", []), ("1-4y9", [2, 3, 4]), ("4-1y2", [3, 1]),
            ("\t1\n,\r\n2", [1, 2]),
        ] as [(String, [Int])]
    )
    func parsing(text: String, expected: [Int]) throws {
        expectEqual(Array(try FrameSet(parsing: text)), expected)
    }

    @Test(
        "a faulty range is refused with the place of its fault",
        arguments: [
            ("1-", 2, .expectedNumber(found: nil)), ("-1-", 3, .expectedNumber(found: nil)),
            ("1x5", 1, .stepWithoutRange), ("1y5", 1, .stepWithoutRange), ("1:5", 1, .stepWithoutRange),
            ("1-20X5", 4, .unexpected("X")), ("1-20Y5", 4, .unexpected("Y")),
            ("1-20x:y5", 5, .expectedNumber(found: ":")), ("1-20x-5", 5, .negativeStep), ("1-10x-2", 5, .negativeStep),
            ("5-5x-1", 4, .negativeStep), ("1-20x0", 5, .zeroStep), ("1-20y0", 5, .zeroStep),
            ("a", 0, .expectedNumber(found: "a")), ("a-z", 0, .expectedNumber(found: "a")),
            ("1..10", 1, .unexpected(".")),
            ("bilbo", 0, .expectedNumber(found: "b")), ("1-10:3", 4, .colon), ("1-2x0.25", 5, .unexpected(".")),
            ("1-10 2", 5, .unexpected("2")), ("1 2", 2, .unexpected("2")), ("1,é", 2, .expectedNumber(found: "é")),
            ("1-9x2x2", 5, .unexpected("x")), ("1-2-3", 3, .unexpected("-")), ("-", 1, .expectedNumber(found: nil)),
            ("1-10000001", 0, .tooManyFrames), ("5,0-9999999", 2, .tooManyFrames),
            ("1000000000000000000", 0, .numberTooLarge), ("1-99999999999999999999999999", 2, .numberTooLarge),
            ("٣", 0, .expectedNumber(found: "٣")), ("1-9x", 4, .expectedNumber(found: nil)),
        ] as [(String, Int, FrameSetError.Reason)]
    )
    func faults(text: String, offset: Int, reason: FrameSetError.Reason) {
        #expect(throws: FrameSetError(text: text, offset: offset, reason: reason)) { try FrameSet(parsing: text) }
    }

    @Test("the message of a faulty range says where, what and what to do, on one line")
    func message() {
        let error = #expect(throws: FrameSetError.self) { try FrameSet(parsing: "1-10:3\n") }
        expectEqual(
            error?.description,
            """
            frame range "1-10:3\\n", character 5: ":" means a staggered range in fileseq, an interleaved one in \
            OpenCue and a step in OpenJD; write x for a step, as in 1-100x2, or choose one with dialect
            """
        )
    }

    @Test(
        "numbers are written back as fileseq writes them",
        arguments: [
            ([], ""), ([1, 2], "1-2"), ([-2, -1], "-2--1"), ([1, 3, 5, 7, 9], "1-9x2"),
            ([1, 3, 6, 9, 12, 20, 22, 24, 28, 32], "1,3-12x3,20-24x2,28,32"), ([7], "7"), ([1, 5], "1,5"),
            ([3, 2, 1], "3-1"), ([9, 6, 3, 4], "9-3x3,4"), ([1, 1, 1], "1"), ([1, 3, 5, 6, 7], "1-5x2,6-7"),
            ([10, 1, 2, 3], "10,1-3"), ([-10, -5, 0], "-10-0x5"),
        ] as [([Int], String)]
    )
    func canonicalText(numbers: [Int], expected: String) throws {
        expectEqual(FrameSet(numbers).description, expected)
    }

    @Test("every short list survives being written and read, and equals the set read from its ranges")
    func roundTrip() throws {
        // All lists of up to five numbers drawn from six, in every order.
        var lists: [[Int]] = [[]]
        var longest: [[Int]] = [[]]
        for _ in 0..<5 {
            longest = longest.flatMap { list in
                [-2, 0, 1, 2, 4, 7].compactMap { list.contains($0) ? nil : list + [$0] }
            }
            lists += longest
        }
        expectEqual(lists.count, 1 + 6 + 30 + 120 + 360 + 720)
        for list in lists {
            let set = FrameSet(list)
            expectEqual(Array(set), list)
            expectEqual(set.indices.map { set[$0] }, list)
            let read = try FrameSet(parsing: set.description)
            expectEqual(read, set)
            expectEqual(read.hashValue, set.hashValue)
            var numbers = FrameSet(list.sorted())
            expectEqual(set.ascending, numbers)
            numbers = try FrameSet(parsing: list.map(String.init).joined(separator: ","))
            expectEqual(numbers, set)
        }
    }

    @Test("a million numbers in a row are one range")
    func compact() throws {
        let set = try FrameSet(parsing: "1-1000000")
        expectEqual(set.ranges.count, 1)
        expectEqual(set.count, 1_000_000)
        expectEqual(set[999_999], 1_000_000)
        expect(set.contains(500_000))
        expect(!set.contains(0))
        try expectEqual(FrameSet(parsing: "1-500000,400000-1000000"), set)
    }

    @Test("a long range that lies between earlier ones and touches none costs as little as alone")
    func between() throws {
        let set = try FrameSet(parsing: "-1-99,9999999999999,9999-9999999")
        expectEqual(set.ranges.count, 3)
        expectEqual(set.count, 101 + 1 + 9_990_001)
    }

    @Test("ranges that overlap, at any steps and either way, give each number once, at its first place")
    func overlapping() throws {
        let seed: UInt64 = 13
        var random = SeededGenerator(seed: seed)
        for round in 0..<2000 {
            let ranges = (0..<Int.random(in: 2...6, using: &random)).map { _ in
                FrameRange(
                    .random(in: -40...40, using: &random),
                    through: .random(in: -40...40, using: &random),
                    by: .random(in: 1...9, using: &random)
                )
            }
            var seen: Set<Int> = []
            let numbers = ranges.joined().filter { seen.insert($0).inserted }
            let set = try FrameSet(parsing: ranges.map(\.description).joined(separator: ","))
            expectEqual(Array(set), numbers, "seed \(seed), round \(round): \(ranges)")
            expectEqual(set, FrameSet(numbers), "seed \(seed), round \(round): \(ranges)")
        }
    }

    @Test("a number behind thousands of ranges is there once, whether it lies among them, beside them or far away")
    func behindMany() throws {
        // Without 1, 9 and so on.
        let many = "1-80000y8"
        let all = try FrameSet(parsing: many)
        expect(all.ranges.count > 9000)
        let far = "900000000000000000"
        let more = try FrameSet(parsing: "\(many),88,-5,\(far),80001,\(far),-5,-4--6,9,80001")
        expectEqual(Array(more).dropLast(6), Array(all)[...])
        expectEqual(Array(more).suffix(6), [-5, 900_000_000_000_000_000, 80001, -4, -6, 9])
    }

    @Test("a long range around a few earlier numbers costs as little as its pieces")
    func around() throws {
        let seconds = try processorSeconds {
            for first in 5..<105 {
                let set = try FrameSet(parsing: "\(first + 2),\(first),9999900-1,7,9-1")
                expectEqual(set.ranges.count, 5)
                expectEqual(set.count, 9_999_900)
            }
        }
        // A look at each number takes more than a second for each set.
        expect(seconds < 10)
        // Also where the distances have no common measure, and where a number is as large as it can be.
        expectEqual(FrameSet([.max, .min, .max - 1, .min + 1, 0]).count, 5)
        try expectEqual(FrameSet(parsing: "1-9000000x3,1-9000000x9999,2-9000000x9998").count, 3_000_601)
    }
}
