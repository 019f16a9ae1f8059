import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

@Suite(
    "fileseq's own tables of ranges",
    .enabled(if: Samples.areAvailable, Samples.absence)
)
struct FileseqTableTests {
    /// A row of a table: range text, and the Python expression of its numbers.
    private struct Row {
        let text: String
        let numbers: [Int]
    }

    private let source: String

    init() throws {
        let file = Samples.directory.appendingPathComponent("behaviour/fileseq-tests/test/test_fuzz.py")
        source = try String(contentsOf: file, encoding: .utf8)
    }

    /// The lines of a table, from its name to the closing bracket.
    private func table(_ name: String) throws -> [Substring] {
        let start = try require(source.range(of: "\n\(name) = [\n"))
        let rest = source[start.upperBound...]
        let end = try require(rest.range(of: "\n\n"))
        return rest[..<end.lowerBound].split(separator: "\n")
    }

    /// The rows whose range is a text; the others test Python's conversions.
    private func rows(_ name: String) throws -> [Row] {
        let shape = #/^\s*\(['"]\w+['"], u?['"]([^'"]*)['"], (.*?)\)\]?,?\]?$/#
        return try table(name).compactMap { line in
            guard let match = line.firstMatch(of: shape) else { return nil }
            return Row(text: String(match.1), numbers: try numbers(String(match.2)))
        }
    }

    /// The value of `[1, 2]`, `list(range(1, 21, 5))`, `list(_yrange(…))` or `list(_srange(…))`.
    private func numbers(_ expression: String) throws -> [Int] {
        let values = expression.matches(of: #/-?\d+/#).compactMap { Int($0.0) }
        guard expression.hasPrefix("list(") else { return values }
        try require(values.count == 3)
        let unit = values[2] < 0 ? -1 : 1
        let all = Array(stride(from: values[0], to: values[1], by: unit))
        let every = Array(stride(from: values[0], to: values[1], by: values[2]))
        if expression.contains("_yrange") { return all.filter { !every.contains($0) } }
        if expression.contains("_srange") {
            return (1...abs(values[2])).reversed().reduce(into: []) { seen, step in
                for number in stride(from: values[0], to: values[1], by: step * unit) where !seen.contains(number) {
                    seen.append(number)
                }
            }
        }
        return every
    }

    /// Every range that fileseq reads: its tables, and each of its lower ranges with each of its higher ones.
    private func allRows() throws -> [Row] {
        let low = try rows("LO_RANGES")
        let high = try rows("HI_RANGES")
        var all = try rows("FRAME_SET_SHOULD_SUCCEED") + low
        for first in low {
            for second in high {
                let rest = second.numbers.filter { !first.numbers.contains($0) }
                all.append(Row(text: "\(first.text),\(second.text)", numbers: first.numbers + rest))
            }
        }
        expectEqual(low.count, 33)
        expectEqual(high.count, 32)
        expectEqual(all.count, 22 + 33 + 33 * 32)
        return all
    }

    @Test("every range that fileseq reads gives the same numbers in its dialect, the colon's staggered ones too")
    func dialect() throws {
        let all = try allRows()
        expect(all.count { $0.text.contains(":") } > 400)
        for row in all {
            let set = try FrameSet(parsing: row.text, dialect: .fileseq)
            expectEqual(Array(set), row.numbers, "\(row.text)")
            try expectEqual(FrameSet(parsing: set.description, dialect: .fileseq), set, "\(row.text)")
        }
    }

    @Test("without a dialect they give the same numbers, but for the colon, which is refused")
    func ranges() throws {
        let all = try allRows()
        var refused = 0
        for row in all {
            if row.text.contains(":") {
                let error = #expect(throws: FrameSetError.self, "\(row.text)") { try FrameSet(parsing: row.text) }
                expectEqual(error?.reason, .colon)
                refused += 1
            } else {
                let set = try FrameSet(parsing: row.text)
                expectEqual(Array(set), row.numbers, "\(row.text)")
                try expectEqual(FrameSet(parsing: set.description), set, "\(row.text)")
                expectEqual(FrameSet(row.numbers).description, set.description, "\(row.text)")
            }
        }
        expect(refused > 400)
    }

    @Test("every range that fileseq refuses is refused")
    func faults() throws {
        let texts = try table("FRAME_SET_SHOULD_FAIL").compactMap { $0.firstMatch(of: #/, "([^"]*)"\),/#)?.1 }
        expectEqual(texts.count, 20)
        for text in texts {
            #expect(throws: FrameSetError.self, "\(text)") { try FrameSet(parsing: String(text)) }
            #expect(throws: FrameSetError.self, "\(text)") { try FrameSet(parsing: String(text), dialect: .fileseq) }
        }
    }
}
