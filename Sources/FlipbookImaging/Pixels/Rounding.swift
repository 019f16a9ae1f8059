/// A rounding of 16-bit numbers to fewer bits, with thresholds within a step.
package struct Rounding: Sendable {
    /// The thresholds of each row and column of a pattern, in parts of 65536.
    private let rows: [[UInt16]]

    package static let nearest = Rounding(rows: [[UInt16](repeating: 32_768, count: 8)])

    /// Ordered dithering with Bayer's 8x8 pattern, the same for all pictures, so that still areas stay still.
    package static let ordered = Rounding(
        rows: (0..<8).map { y in
            (0..<8).map { x in
                // The interleaved bits of x ^ y and y, low bits first.
                let place = (0..<3).reduce(0) { sum, bit in sum << 2 | ((x ^ y) >> bit & 1) << 1 | (y >> bit & 1) }
                return UInt16(place * 1024 + 512)
            }
        }
    )

    /// Returns the thresholds of row `y`, for eight columns that repeat.
    package func thresholds(ofRow y: Int) -> [UInt16] { rows[y % rows.count] }
}
