import FlipbookCore
import FlipbookTestSupport
import Testing

/// Every short range in fileseq's forms, against what fileseq's manual says of each, computed as plainly as it is said.
@Suite("Ranges in fileseq's forms") struct RangeFormTests {
    /// The numbers from `first` to `last`, one by one, upwards or downwards.
    private static func all(_ first: Int, _ last: Int, by step: Int) -> [Int] {
        Array(stride(from: first, through: last, by: first <= last ? step : -step))
    }

    /// `1-10x3` takes every third; `y` leaves these out; `:` takes every third, then every second of all, then each.
    private static func numbers(_ first: Int, _ form: String, _ last: Int, _ step: Int) -> [Int] {
        let every = all(first, last, by: step)
        switch form {
        case "x": return every
        case "y": return all(first, last, by: 1).filter { !every.contains($0) }
        default:
            return (1...step).reversed().reduce(into: []) { found, step in
                found += all(first, last, by: step).filter { !found.contains($0) }
            }
        }
    }

    @Test("each range from -3 to 12 by 1 to 5 gives its numbers in its order", arguments: ["x", "y", ":"])
    func every(form: String) throws {
        for first in -3...12 {
            for last in -3...12 {
                for step in 1...5 {
                    let text = "\(first)-\(last)\(form)\(step)"
                    let expected = Self.numbers(first, form, last, step)
                    // Without its numbers a range is none: every number left out.
                    guard !expected.isEmpty else { continue }
                    let set = try FrameSet(parsing: text, dialect: .fileseq)
                    expectEqual(Array(set), expected, "\(text)")
                    try expectEqual(FrameSet(parsing: set.description, dialect: .fileseq), set, "\(text)")
                }
            }
        }
    }

    @Test("two ranges are one after the other, and a number that comes twice counts where it comes first")
    func pairs() throws {
        let parts = [("1-3", 1, 3, 1), ("5-1", 5, 1, 1), ("0-8x4", 0, 8, 4), ("-2-2", -2, 2, 1), ("7", 7, 7, 1)]
        for (text, first, last, step) in parts {
            for (other, otherFirst, otherLast, otherStep) in parts {
                let before = Self.all(first, last, by: step)
                let after = Self.all(otherFirst, otherLast, by: otherStep).filter { !before.contains($0) }
                try expectEqual(Array(FrameSet(parsing: "\(text),\(other)", dialect: .fileseq)), before + after)
            }
        }
    }
}
