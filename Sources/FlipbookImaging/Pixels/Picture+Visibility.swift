internal import CImageKernels
package import FlipbookCore

/// What is seen of a picture whose alpha is straight and last, and what shows through it.
extension Picture {
    /// Whether nothing shows through any pixel.
    package var isOpaque: Bool {
        withUnsafeBytes { bytes in
            format == .rgba64
                ? bytes.bindMemory(to: UInt16.self).baseAddress.map { flipbook_rgba64_is_opaque($0, size.area) } != 0
                : bytes.bindMemory(to: UInt8.self).baseAddress.map { flipbook_is_opaque($0, size.area) } != 0
        }
    }

    /// Whether a pixel is neither opaque nor clear.
    package var isTranslucent: Bool { hasPixel { alpha, most in alpha != 0 && alpha != most } }

    /// Whether some pixels are clear, and others are not.
    package var isPartlyClear: Bool { hasPixel { alpha, _ in alpha == 0 } && hasPixel { alpha, _ in alpha != 0 } }

    private func hasPixel(_ isMeant: (_ alpha: UInt16, _ most: UInt16) -> Bool) -> Bool {
        withUnsafeBytes { bytes in
            if format == .rgba64 {
                let channels = bytes.bindMemory(to: UInt16.self)
                return stride(from: 3, to: channels.count, by: 4).contains { isMeant(channels[$0], .max) }
            }
            return stride(from: 3, to: bytes.count, by: 4).contains { isMeant(UInt16(bytes[$0]), 255) }
        }
    }

    /// Whether red, green and blue are below 16 everywhere, in 8 bits a channel.
    package var isDark: Bool {
        withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count - 3, by: 4).allSatisfy { place in
                (bytes[place] | bytes[place + 1] | bytes[place + 2]) < 16
            }
        }
    }

    /// The rectangle outside of which nothing is seen; `nil` where nothing is.
    package var visibleRect: PixelRect? {
        let pixel = byteCount / size.area
        let alpha = pixel / 4
        return withUnsafeBytes { bytes in
            var (left, right, top, bottom) = (size.width, -1, size.height, -1)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let end = (y * size.width + x + 1) * pixel
                    guard bytes[end - 1] != 0 || alpha == 2 && bytes[end - 2] != 0 else { continue }
                    (left, right) = (min(left, x), max(right, x))
                    (top, bottom) = (min(top, y), y)
                }
            }
            return right < 0 ? nil : PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
        }
    }
}
