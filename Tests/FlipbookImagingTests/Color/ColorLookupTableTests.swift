import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

@Suite("Lookup tables of the .cube format")
struct ColorLookupTableTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func table(_ text: String) throws -> ColorLookupTable {
        try ColorLookupTable(contentsOf: folder.write(Array(text.utf8), to: "a.cube"))
    }

    /// The lines of a cube, red fastest.
    private func lines(edge: Int, _ color: (Double, Double, Double) -> [Double]) -> String {
        let steps = (0..<edge).map { Double($0) / Double(edge - 1) }
        return steps.flatMap { blue in
            steps.flatMap { green in
                steps.map { red in color(red, green, blue).map { "\($0)" }.joined(separator: " ") + "\n" }
            }
        }.joined()
    }

    private func check(
        _ table: ColorLookupTable,
        _ color: [Float],
        gives expected: [Double],
        within tolerance: Double = 1e-5
    ) {
        let found = table.color(SIMD4(color[0], color[1], color[2], 0))
        for channel in 0..<3 {
            expect(abs(Double(found[channel]) - expected[channel]) <= tolerance, "\(color): \(found), not \(expected)")
        }
    }

    @Test("a table that is a plane is exact everywhere in its domain, and its ends hold outside")
    func domain() throws {
        let text =
            "TITLE \"plane\"\n# a comment\n\nDOMAIN_MIN -1 0 2\nDOMAIN_MAX 3 8 4\nLUT_3D_SIZE 4\n"
            + lines(edge: 4) { [$0, 0.5 * $0 + 0.25 * $1, 1 - $2] }
        for ending in ["\n", "\r\n", "\r"] {
            let table = try table(text.replacing("\n", with: ending))
            var random = SeededGenerator(seed: 3)
            for _ in 0..<500 {
                let color = (
                    Double.random(in: -2...4, using: &random), Double.random(in: -2...10, using: &random),
                    Double.random(in: 1...5, using: &random)
                )
                let red = min(1, max(0, (color.0 + 1) / 4))
                let green = min(1, max(0, color.1 / 8))
                let blue = min(1, max(0, (color.2 - 2) / 2))
                check(
                    table,
                    [Float(color.0), Float(color.1), Float(color.2)],
                    gives: [red, 0.5 * red + 0.25 * green, 1 - blue]
                )
            }
        }
    }

    @Test("between entries a color is the mean of a tetrahedron's corners, weighted by how near they are")
    func tetrahedra() throws {
        var random = SeededGenerator(seed: 7)
        let edge = 3
        let entries = (0..<27).map { _ in (0..<3).map { _ in Double.random(in: -0.5...1.5, using: &random) } }
        let text = "LUT_3D_SIZE 3\n" + entries.map { "\($0[0]) \($0[1]) \($0[2])\n" }.joined()
        let table = try table(text)
        for _ in 0..<2000 {
            let color = (0..<3).map { _ in Double(Float.random(in: 0...1, using: &random)) }
            let place = color.map { $0 * Double(edge - 1) }
            var corner = place.map { min(edge - 2, Int($0)) }
            let rest = zip(place, corner).map { $0 - Double($1) }
            func entry() -> [Double] { entries[corner[0] + edge * (corner[1] + edge * corner[2])] }
            // From the nearest corner to the farthest, one axis after the other, the longest step first.
            var result = entry()
            for axis in (0..<3).sorted(by: { rest[$0] > rest[$1] }) {
                let before = entry()
                corner[axis] += 1
                let step = zip(entry(), before).map { $0 - $1 }
                for channel in 0..<3 { result[channel] += rest[axis] * step[channel] }
            }
            check(table, color.map(Float.init), gives: result, within: 1e-4)
        }
    }

    @Test("curves come before a cube, each with the range that Resolve gives it")
    func curvesAndCube() throws {
        // The curves halve 0...4 twice as fast in the lower half; the cube inverts 0...2.
        let text =
            "LUT_1D_SIZE 3\nLUT_1D_INPUT_RANGE 0 4\nLUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE 0 2\n"
            + "0 0 0\n1.5 1.5 1.5\n2 2 2\n" + lines(edge: 2) { [1 - $0, 1 - $1, 1 - $2] }
        let table = try table(text)
        check(table, [0, 2, 4], gives: [1, 0.25, 0])
        check(table, [1, 3, 9], gives: [1 - 0.375, 1 - 0.875, 0])
    }

    @Test("equal files are equal tables, and others are not")
    func equality() throws {
        let text = "LUT_1D_SIZE 2\n0 0 0\n1 1 1\n"
        try expectEqual(table(text), table("# the same\n" + text))
        try expect(table(text) != table(text.replacing("1 1 1", with: "1 1 0.9")))
    }

    @Test(
        "a bad line is named by its number",
        arguments: [
            ("LUT_3D_SIZE 2\n0 0 0\n", 2, "it has 1 of 8 lines of numbers"),
            ("LUT_1D_SIZE 2\n0 0 0\n1 1 1\n1 1 1\n", 4, "more lines of numbers than the 2 declared"),
            ("LUT_1D_SIZE 2\n0 0 0\n1 x 1\n", 3, "'x' is not a number"),
            ("LUT_1D_SIZE 2\n0 0 0\n1 nan 1\n", 3, "'nan' is not a number"),
            ("LUT_1D_SIZE 2\n0 0\n1 1 1\n", 2, "2 numbers; a color has 3"),
            ("LUT_3D_SIZE 1\n", 1, "from 2 to 129"),
            ("LUT_3D_SIZE 999999999999\n", 1, "the limit is 129"),
            ("LUT_1D_SIZE 65537\n", 1, "the limit is 65536"),
            ("LUT_3D_SIZE 2\nLUT_3D_SIZE 2\n", 2, "is repeated or comes too late"),
            ("0 0 0\n", 1, "numbers precede LUT_1D_SIZE"),
            ("LUT_1D_SIZE 2\nDOMAIN_MIN 1 1 1\n0 0 0\n1 1 1\n", 4, "its domain is 1.0 to 1.0"),
            ("<LUT>\n", 1, "numbers precede LUT_1D_SIZE"),
            ("\nGAMMA 2\n", 2, "'GAMMA' is not a .cube keyword"),
            ("# nothing\n", 1, "LUT_1D_SIZE and LUT_3D_SIZE are missing"),
        ]
    )
    func faults(text: String, line: Int, words: String) throws {
        let error = try #require(throws: ColorLookupTableError.self) { try table(text) }
        guard case .line(_, let found, let reason) = error else {
            Issue.record("\(error)")
            return
        }
        expectEqual(found, line)
        expect(reason.contains(words), "\(reason)")
    }

    @Test("whatever bytes a file has, it is a table or an error")
    func mutations() throws {
        let text = Array("TITLE \"t\"\nDOMAIN_MAX 2 2 2\nLUT_3D_SIZE 2\n\(lines(edge: 2) { [$0, $1, $2] })".utf8)
        var random = SeededGenerator(seed: 11)
        var (tables, errors) = (0, 0)
        for _ in 0..<1000 {
            var bytes = text
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(bytes[Int.random(in: bytes.indices, using: &random)], at: place)
                }
            }
            let file = try folder.write(bytes, to: "b.cube")
            let result = Result { () throws(ColorLookupTableError) in try ColorLookupTable(contentsOf: file) }
            if case .success = result { tables += 1 } else { errors += 1 }
        }
        expect(tables > 0 && errors > 0)
    }
}
