package import CImageKernels

/// How red, green and blue become luma and chroma (ITU-T H.273, 8.3).
package struct LumaCoding: Hashable, Sendable {
    /// The weights of red and blue in luma; the rest is green's.
    package let red, blue: Double
    /// Whether all numbers of the bits are used, and not only those from 16 to 235 of 8 bits, or to 240 of chroma.
    package let isFullRange: Bool

    /// A way to weigh colours.
    package init(red: Double, blue: Double, isFullRange: Bool = false) {
        (self.red, self.blue, self.isFullRange) = (red, blue, isFullRange)
    }

    /// BT.709's, in limited range.
    package static let bt709 = LumaCoding(red: 0.2126, blue: 0.0722)
    /// BT.601's, in limited range.
    package static let bt601 = LumaCoding(red: 0.299, blue: 0.114)

    /// The numbers that the kernels of 16 bits take.
    package var shares: flipbook_luma_coding {
        let one = Double(1 << 20)
        return flipbook_luma_coding(
            red_share: Int32((red * one).rounded()),
            blue_share: Int32((blue * one).rounded()),
            is_full: isFullRange ? 1 : 0
        )
    }
}
