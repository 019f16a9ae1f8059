internal import CImageKernels

/// Pixels as cairo has them: numbers of 32 bits, alpha in the highest, colours multiplied by it.
package enum PremultipliedWords {
    /// Makes them straight, with their channels where they are.
    package static func divideByAlpha(_ pixels: inout [UInt8]) {
        pixels.withUnsafeMutableBufferPointer { pixels in
            guard let start = pixels.baseAddress else { return }
            flipbook_unpremultiply(start, start, pixels.count / 4)
        }
    }

    /// Makes them straight R, G, B, A in their place.
    package static func makeStraight(_ pixels: UnsafeMutableRawBufferPointer) {
        guard let start = pixels.bindMemory(to: UInt8.self).baseAddress else { return }
        flipbook_unpremultiply(start, start, pixels.count / 4)
        flipbook_swap_red_blue(start, start, pixels.count / 4)
    }
}
