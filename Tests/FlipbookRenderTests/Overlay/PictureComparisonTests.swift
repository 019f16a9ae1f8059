import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Testing

/// Two pictures shown as one.
@Suite struct PictureComparisonTests {
    private let size = PixelSize(width: 6, height: 4)
    private let first: Picture
    private let second: Picture

    init() {
        func picture(_ value: @escaping (Int) -> Int) -> Picture {
            Picture(making: PixelSize(width: 6, height: 4), format: .bgra) { bytes in
                for place in bytes.indices { bytes[place] = UInt8(truncatingIfNeeded: value(place)) }
            }
        }
        first = picture { $0 * 37 }
        second = picture { $0 * 91 + 5 }
    }

    private func sample(_ picture: Picture?, _ x: Int, _ y: Int, _ channel: Int) -> Int {
        picture?.withUnsafeBytes { Int($0[4 * (y * picture!.size.width + x) + channel]) } ?? 0
    }

    /// Compares every sample of what is shown with what `expected` says.
    private func check(
        _ comparison: PictureComparison,
        with second: Picture?,
        _ expected: (_ x: Int, _ y: Int, _ channel: Int) -> Int
    ) throws {
        let drawn = try comparison.drawn(first, second)
        expectEqual(drawn.size, comparison.size(of: size))
        for y in 0..<drawn.size.height {
            for x in 0..<drawn.size.width {
                for channel in 0..<4 {
                    expectEqual(sample(drawn, x, y, channel), expected(x, y, channel), "\(comparison) at \(x),\(y)")
                }
            }
        }
    }

    @Test(
        "each way shows the samples that it says, and black where there is no second picture",
        arguments: [true, false]
    )
    func ways(hasSecond: Bool) throws {
        let second = hasSecond ? second : nil
        try check(.first, with: second) { sample(first, $0, $1, $2) }
        try check(.second, with: second) { sample(second, $0, $1, $2) }
        try check(.sideBySide, with: second) { x, y, channel in
            x < 6 ? sample(first, x, y, channel) : sample(second, x - 6, y, channel)
        }
        for (fraction, line) in [(0.0, 0), (0.5, 3), (0.3, 2), (1, 6), (-4, 0), (9, 6)] {
            try check(.wipe(at: fraction), with: second) { x, y, channel in
                sample(x < line ? first : second, x, y, channel)
            }
        }
        for amplification in [1, 2, 128] {
            try check(.difference(amplification: amplification), with: second) { x, y, channel in
                // Of one picture alone there is no difference.
                guard hasSecond else { return 0 }
                return min(255, abs(sample(first, x, y, channel) - sample(second, x, y, channel)) * amplification)
            }
        }
    }
}
