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
        for index in 0..<pixels.count / 4 {
            let value = pixels.load(fromByteOffset: index &* 4, as: UInt32.self)
            let alpha = value >> 24
            func straight(_ shift: UInt32) -> UInt32 {
                let channel = value >> shift & 255
                return alpha == 0 || alpha == 255 ? channel : min(255, (channel &* 255 &+ alpha / 2) / alpha)
            }
            let pixel = straight(16) | straight(8) << 8 | straight(0) << 16 | alpha << 24
            pixels.storeBytes(of: pixel.littleEndian, toByteOffset: index &* 4, as: UInt32.self)
        }
    }
}
