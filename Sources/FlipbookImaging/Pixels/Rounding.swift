/// The way in which numbers of 16 bits become ones of fewer: the part of a step from which a value is rounded up.
package struct Rounding: Sendable {
    /// For each row of a pattern its thresholds in parts of 65536, one for a column.
    private let rows: [[UInt16]]

    package static let nearest = Rounding(rows: [[UInt16](repeating: 32_768, count: 8)])

    /// Ordered dithering by Bayer's pattern of 8 by 8 pixels, the same for every picture, so that what is still stays
    /// still.
    package static let ordered = Rounding(
        rows: (0..<8).map { y in
            (0..<8).map { x in
                // The bits of x ^ y and y, interleaved, the lowest first.
                let place = (0..<3).reduce(0) { sum, bit in sum << 2 | ((x ^ y) >> bit & 1) << 1 | (y >> bit & 1) }
                return UInt16(place * 1024 + 512)
            }
        }
    )

    /// The thresholds of row `y` of a picture, one for each of eight columns, which repeat.
    package func thresholds(ofRow y: Int) -> [UInt16] { rows[y % rows.count] }
}
