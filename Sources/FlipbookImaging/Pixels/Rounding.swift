/// A method of rounding 16-bit values to fewer bits. It compares the remainder with a threshold.
package struct Rounding: Sendable {
    /// The thresholds for each row and column of a pattern. A step between two rounded values has 65,536 units.
    private let rows: [[UInt16]]

    package static let nearest = Rounding(rows: [[UInt16](repeating: 32_768, count: 8)])

    /// Ordered dithering with Bayer's 8x8 pattern. The pattern is the same for all pictures, so that still areas do not
    /// flicker.
    package static let ordered = Rounding(
        rows: (0..<8).map { y in
            (0..<8).map { x in
                // The interleaved bits of x ^ y and y, low bits first.
                let place = (0..<3).reduce(0) { sum, bit in sum << 2 | ((x ^ y) >> bit & 1) << 1 | (y >> bit & 1) }
                return UInt16(place * 1024 + 512)
            }
        }
    )

    package func thresholds(ofRow y: Int) -> [UInt16] { rows[y % rows.count] }
}
