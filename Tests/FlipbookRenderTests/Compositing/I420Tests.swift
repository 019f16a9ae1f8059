import CImageKernels
import FlipbookTestSupport
import Testing

@Suite("RGBA to 4:2:0")
struct I420Tests {
    struct Planes: Equatable {
        var luma: [UInt8]
        var blueDifference: [UInt8]
        var redDifference: [UInt8]
    }

    /// Two rows through the kernel.
    static func convert(_ row0: [UInt8], _ row1: [UInt8], isBT601: Bool = false) -> Planes {
        let width = row0.count / 4
        var (luma0, luma1) = ([UInt8](repeating: 0, count: width), [UInt8](repeating: 0, count: width))
        var (u, v) = ([UInt8](repeating: 0, count: width / 2), [UInt8](repeating: 0, count: width / 2))
        flipbook_rgba_to_i420(&luma0, &luma1, &u, &v, row0, row1, width, isBT601 ? 1 : 0)
        return Planes(luma: luma0 + luma1, blueDifference: u, redDifference: v)
    }

    /// The definition in floating point: limited range, [1 2 1] around the left column, both rows.
    /// - Parameters:
    ///   - red: How much red weighs in luma.
    ///   - blue: How much blue does.
    static func reference(
        _ row0: [UInt8],
        _ row1: [UInt8],
        red: Double,
        blue: Double
    ) -> (luma: [Double], u: [Double], v: [Double]) {
        let width = row0.count / 4
        func rgb(_ row: [UInt8], _ x: Int) -> [Double] {
            let column = min(max(x, 0), width - 1)
            return (0..<3).map { Double(row[column * 4 + $0]) / 255 }
        }
        func luma(_ c: [Double]) -> Double { red * c[0] + (1 - red - blue) * c[1] + blue * c[2] }
        var y: [Double] = []
        for row in [row0, row1] { y += (0..<width).map { 16 + 219 * luma(rgb(row, $0)) } }
        var (u, v): ([Double], [Double]) = ([], [])
        for x in stride(from: 0, to: width, by: 2) {
            var mean = [0.0, 0, 0]
            for row in [row0, row1] {
                for (offset, weight) in [(-1, 0.125), (0, 0.25), (1, 0.125)] {
                    for (channel, value) in rgb(row, x + offset).enumerated() { mean[channel] += weight * value }
                }
            }
            u.append(128 + 224 * (mean[2] - luma(mean)) / (2 - 2 * blue))
            v.append(128 + 224 * (mean[0] - luma(mean)) / (2 - 2 * red))
        }
        return (y, u, v)
    }

    @Test("every sample is the definition's, rounded, at every even width up to 70", arguments: [false, true])
    func reference(isBT601: Bool) {
        var generator = SeededGenerator(seed: 420)
        // A sample may differ from rounding the exact value only where that lies on the edge between two levels.
        let tolerance = 0.5 + 0.02
        for width in stride(from: 2, through: 70, by: 2) {
            for _ in 0..<8 {
                let rows = (generator.bytes(width * 4), generator.bytes(width * 4))
                let result = Self.convert(rows.0, rows.1, isBT601: isBT601)
                let exact = Self.reference(
                    rows.0,
                    rows.1,
                    red: isBT601 ? 0.299 : 0.2126,
                    blue: isBT601 ? 0.114 : 0.0722
                )
                for (plane, values) in [
                    (result.luma, exact.luma), (result.blueDifference, exact.u), (result.redDifference, exact.v),
                ] {
                    expectEqual(plane.count, values.count)
                    let worst = zip(plane, values).map { abs(Double($0) - $1) }.max() ?? 0
                    expect(worst <= tolerance, "width \(width), seed 420")
                }
            }
        }
    }

    @Test("grays have the luma of the definition and no chroma, for all 256")
    func grays() {
        for value in 0...255 {
            let gray = UInt8(value)
            let row = [gray, gray, gray, 255, gray, gray, gray, 255]
            let level = UInt8((16 + 219 * Double(value) / 255).rounded())
            expectEqual(
                Self.convert(row, row),
                Planes(luma: [level, level, level, level], blueDifference: [128], redDifference: [128])
            )
        }
    }

    @Test(
        "the primaries have BT.709's levels",
        arguments: [
            ([255, 0, 0], 63, 102, 240),
            ([0, 255, 0], 173, 42, 26),
            ([0, 0, 255], 32, 240, 118),
            ([255, 255, 0], 219, 16, 138),
            ([0, 255, 255], 188, 154, 16),
            ([255, 0, 255], 78, 214, 230),
            ([255, 255, 255], 235, 128, 128),
            ([0, 0, 0], 16, 128, 128),
        ] as [([UInt8], UInt8, UInt8, UInt8)]
    )
    func primaries(rgb: [UInt8], y: UInt8, u: UInt8, v: UInt8) {
        let row = rgb + [255] + rgb + [255]
        expectEqual(Self.convert(row, row), Planes(luma: [y, y, y, y], blueDifference: [u], redDifference: [v]))
    }

    @Test("chroma sits on the left column: the right neighbor of a pair weighs as much as its left one")
    func siting() {
        // A red column at an even x colors its own sample by a half; one at an odd x colors both neighbors by a quarter.
        func row(redAt x: Int) -> [UInt8] {
            (0..<8).flatMap { $0 == x ? [255, 0, 0, 255] : [0, 0, 0, 255] as [UInt8] }
        }
        expectEqual(Self.convert(row(redAt: 4), row(redAt: 4)).redDifference, [128, 128, 184, 128])
        expectEqual(Self.convert(row(redAt: 3), row(redAt: 3)).redDifference, [128, 156, 156, 128])
    }

    @Test("alpha is not looked at")
    func alpha() {
        var generator = SeededGenerator(seed: 5)
        let row = generator.bytes(34 * 4)
        var other = row
        for i in stride(from: 3, to: other.count, by: 4) { other[i] = 0 }
        expectEqual(Self.convert(row, row), Self.convert(other, other))
    }
}
