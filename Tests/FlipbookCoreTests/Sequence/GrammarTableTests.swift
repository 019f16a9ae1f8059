import FlipbookCore
import Foundation
import FlipbookTestSupport
import Testing

@Suite("The tables of the documentation")
struct GrammarTableTests {
    private static let catalog = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Sources/FlipbookCore/FlipbookCore.docc")

    private static func article(_ name: String) -> URL { catalog.appendingPathComponent(name) }

    /// The cells of each row, under the table's first row.
    private func tables(_ name: String) throws -> [String: [[String]]] {
        let text = try String(contentsOf: Self.article(name), encoding: .utf8)
        var tables: [String: [[String]]] = [:]
        var head: String?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("|") else {
                head = nil
                continue
            }
            if line.hasPrefix("|---") { continue }
            guard let current = head else {
                head = String(line)
                continue
            }
            let cells = line.dropFirst().dropLast().split(separator: "|")
            tables[current, default: []].append(cells.map { $0.trimmingCharacters(in: .whitespaces) })
        }
        return tables
    }

    /// What stands in backticks.
    private func codes(_ cell: String) -> [String] {
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }

    private func code(_ cell: String) throws -> String { try require(codes(cell).first) }

    private func dialect(_ cell: String) throws -> Dialect? {
        guard cell != "none" else { return nil }
        let dialect: Dialect = try require(Dialect(rawValue: cell), "\(cell)")
        return dialect
    }

    private func numbers(_ cell: String) throws -> [Int]? {
        guard cell != "error" else { return nil }
        return try cell.split(separator: ",").map {
            try require(Int($0.trimmingCharacters(in: .whitespaces)), "\(cell)")
        }
    }

    private func pattern(_ text: String, _ dialect: Dialect?) -> FramePattern? {
        if case .success(let pattern) = Result(catching: { try FramePattern(parsing: text, dialect: dialect) }) {
            return pattern
        }
        return nil
    }

    @Test("every range in the table of dialects has the numbers that stand beside it")
    func ranges() throws {
        let rows = try require(try tables("Dialects.md")["| range | dialect | numbers |"])
        expect(rows.count >= 20)
        for row in rows {
            let (text, dialect) = (try code(row[0]), try dialect(row[1]))
            let read = Result { Array(try FrameSet(parsing: text, dialect: dialect)) }
            if case .success(let read) = read {
                try expectEqual(numbers(row[2]), read, "\(row)")
            } else {
                expectEqual(row[2], "error", "\(row)")
            }
        }
    }

    @Test("every pattern in the table of dialects writes the names that stand beside it")
    func names() throws {
        let rows = try require(try tables("Dialects.md")["| pattern | dialect | frame -1 | frame 7 |"])
        expect(rows.count >= 19)
        for row in rows {
            let pattern = pattern(try code(row[0]), try dialect(row[1]))
            expectEqual(pattern?.name(of: -1), codes(row[2]).first, "\(row)")
            expectEqual(pattern?.name(of: 7), codes(row[3]).first, "\(row)")
        }
    }

    @Test("every range stands where the table of dialects has it")
    func places() throws {
        let rows = try require(try tables("Dialects.md")["| pattern | dialect | frames | first file |"])
        expect(rows.count >= 6)
        for row in rows {
            let pattern = pattern(try code(row[0]), try dialect(row[1]))
            expectEqual(pattern?.frames.map { Array($0) }, (try numbers(row[2])), "\(row)")
            expectEqual(pattern.map { $0.name(of: $0.frames?.first ?? 0) }, codes(row[3]).first, "\(row)")
        }
    }

    @Test("the differences from fileseq are those that are listed, with and without its dialect")
    func differences() throws {
        let rows = try require(try tables("Dialects.md")["| range | fileseq | none | with fileseq |"])
        expect(rows.count >= 5)
        for row in rows {
            let text = try code(row[0])
            for (cell, dialect) in [(row[2], nil), (row[3], Dialect.fileseq)] {
                let stated = try numbers(cell)
                switch Result(catching: { Array(try FrameSet(parsing: text, dialect: dialect)) }) {
                case .success(let read): expectEqual(read, stated, "\(row)")
                case .failure: expect(stated == nil, "\(row)")
                }
            }
            expect(row[1] != row[2], "\(row)")
        }
    }

    @Test("the tables of patterns and ranges say what the parser does")
    func patternsAndRanges() throws {
        let tables = try tables("PatternsAndRanges.md")
        let paddings = try require(tables["| written | characters | as in |"])
        var checked = 0
        for row in paddings {
            let widths = row[1].split(separator: ",").map { Int($0.trimmingCharacters(in: .whitespaces)) }
            for (index, text) in codes(row[0]).enumerated() {
                let stated = row[1] == "one each" ? text.count : widths.count == 1 ? widths[0] : widths[index]
                // The dots behind several spellings are none.
                if text == "..." { continue }
                expectEqual(pattern("a.\(text).png", nil)?.padding.width, (try require(stated, "\(row)")), "\(text)")
                checked += 1
            }
        }
        expect(checked >= 14)
        let ranges = try require(tables["| written | numbers |"])
        for row in ranges {
            let text = try code(row[0])
            let list = row[1].split(separator: ":").last.map(String.init) ?? row[1]
            let ends = list.replacing(" down to ", with: " to ").split(separator: " to ").compactMap { Int($0) }
            let stated =
                ends.count == 2
                ? Array(FrameRange(ends[0], through: ends[1]))
                : list.split(separator: ",").compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
            expectEqual(Array(try FrameSet(parsing: text)), stated, "\(row)")
        }
        expect(ranges.count >= 7)
    }
}
