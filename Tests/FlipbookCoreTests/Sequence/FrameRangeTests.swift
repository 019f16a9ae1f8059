import FlipbookCore
import FlipbookTestSupport
import Testing

@Suite("Frame ranges")
struct FrameRangeTests {
    @Test(
        "a range ends with the last number that it reaches",
        arguments: [
            (1, 10, 3, [1, 4, 7, 10]), (1, 10, 4, [1, 5, 9]), (10, 1, 3, [10, 7, 4, 1]), (10, 1, -4, [10, 6, 2]),
            (-3, 3, 2, [-3, -1, 1, 3]), (3, -3, 1, [3, 2, 1, 0, -1, -2, -3]), (5, 5, 7, [5]), (1, 2, 5, [1]),
        ]
    )
    func numbers(first: Int, last: Int, stride: Int, expected: [Int]) {
        let range = FrameRange(first, through: last, by: stride)
        expectEqual(Array(range), expected)
        expectEqual(range.last, expected.last)
        expectEqual(range.count, expected.count)
    }

    @Test("a number belongs to a range exactly when walking the range meets it")
    func contains() {
        for first in -4...4 {
            for last in -4...4 {
                for stride in 1...4 {
                    let range = FrameRange(first, through: last, by: stride)
                    let numbers = Set(Array(range))
                    for number in -6...6 {
                        expectEqual(range.contains(number), numbers.contains(number), "\(number) in \(range)")
                    }
                }
            }
        }
    }

    @Test("a range contains another exactly when it contains each of its numbers")
    func containsRange() {
        let all = (0...5).flatMap { first in
            (0...5).flatMap { last in (1...3).map { FrameRange(first, through: last, by: $0) } }
        }
        for outer in all {
            for inner in all {
                expectEqual(outer.contains(inner), inner.allSatisfy(outer.contains), "\(inner) in \(outer)")
            }
        }
    }

    @Test("the widest range there is neither traps nor wraps")
    func extremes() {
        let widest = FrameRange(.min, through: .max)
        expectEqual(widest.count, Int.max)
        expect(widest.contains(0))
        expectEqual(FrameRange(.max, through: .min, by: .min).last, -1)
        expectEqual(Array(FrameRange(.max, through: .max)), [.max])
    }
}
