package import CImageKernels

/// A conversion from RGB to luma and chroma (ITU-T H.273, 8.3).
package struct LumaCoding: Hashable, Sendable {
    /// The weights of red and blue in luma. Green has the remaining weight.
    package let red, blue: Double
    /// A Boolean value that indicates whether values use the full range. If not, 8-bit luma ranges from 16 to 235, and 8-bit
    /// chroma from 16 to 240.
    package let isFullRange: Bool

    package init(red: Double, blue: Double, isFullRange: Bool = false) {
        (self.red, self.blue, self.isFullRange) = (red, blue, isFullRange)
    }

    package static let bt709 = LumaCoding(red: 0.2126, blue: 0.0722)
    package static let bt601 = LumaCoding(red: 0.299, blue: 0.114)

    /// Creates the coding for a matrix in ITU-T H.273, table 4. An unspecified matrix is treated as BT.601.
    init?(matrix: Int, isFullRange: Bool = false) {
        let weights = [
            1: (0.2126, 0.0722), 2: (0.299, 0.114), 5: (0.299, 0.114), 6: (0.299, 0.114), 4: (0.30, 0.11),
            7: (0.212, 0.087), 9: (0.2627, 0.0593),
        ]
        guard let (red, blue) = weights[matrix] else { return nil }
        self.init(red: red, blue: blue, isFullRange: isFullRange)
    }

    package var shares: flipbook_luma_coding {
        func share(_ part: Double) -> Int32 { Int32((part * Double(1 << 20)).rounded()) }
        return flipbook_luma_coding(red_share: share(red), blue_share: share(blue), is_full: isFullRange ? 1 : 0)
    }
}
