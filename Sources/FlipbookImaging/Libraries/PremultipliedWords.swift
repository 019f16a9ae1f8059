internal import CImageKernels

/// cairo's pixels: premultiplied 32-bit words with alpha in the high byte.
package enum PremultipliedWords {
    package static func makeStraight(_ pixels: UnsafeMutableRawBufferPointer) {
        guard let start = pixels.address else { return }
        flipbook_unpremultiply(start, start, pixels.count / 4)
        flipbook_swap_red_blue(start, start, pixels.count / 4)
    }
}

extension Picture {
    /// The bytes with red and blue exchanged. cairo and screens use this order.
    package var blueFirstBytes: [UInt8] {
        precondition(format == .rgba || format == .rgbaPremultiplied, "the pixels must have four bytes, red first")
        return withUnsafeBytes { pixels in
            [UInt8](unsafeUninitializedCapacity: pixels.count) { words, count in
                guard let source = pixels.address, let target = words.baseAddress else { return }
                flipbook_swap_red_blue(target, source, pixels.count / 4)
                count = pixels.count
            }
        }
    }
}
