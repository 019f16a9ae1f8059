internal import CImageKernels
package import FlipbookCore

extension Picture {
    /// The smallest rectangle that holds all differences from another picture of the same size and format; `nil` where they
    /// are equal.
    /// - Precondition: Pixels lie in rows.
    package func changes(from other: Picture) -> PixelRect? {
        precondition(size == other.size && format == other.format, "pictures of one kind are compared")
        return other.withUnsafeBytes { before in
            withUnsafeBytes { after in
                PixelRect(changesFrom: before, to: after, size: size, bytesPerPixel: byteCount / size.area)
            }
        }
    }

    /// Whether a pixel is seen in `other`, whose alpha is half at least, and not in this picture. Both are straight RGBA.
    package func hides(pixelsOf other: Picture) -> Bool {
        precondition(size == other.size && format == .rgba && other.format == .rgba, "RGBA is compared")
        return other.withUnsafeBytes { before in
            withUnsafeBytes { after in
                guard let before = before.bindMemory(to: UInt8.self).baseAddress,
                    let after = after.bindMemory(to: UInt8.self).baseAddress
                else { return false }
                return flipbook_hides_pixels(before, after, size.area) != 0
            }
        }
    }
}

extension PixelRect {
    /// The smallest rectangle that holds all differences between the bytes of two pictures; `nil` where there are none.
    init?(
        changesFrom before: UnsafeRawBufferPointer,
        to after: UnsafeRawBufferPointer,
        size: PixelSize,
        bytesPerPixel: Int
    ) {
        var rectangle = [0, 0, 0, 0]
        guard let before = before.bindMemory(to: UInt8.self).baseAddress,
            let after = after.bindMemory(to: UInt8.self).baseAddress,
            flipbook_find_changes(&rectangle, before, after, size.width, size.height, bytesPerPixel) != 0
        else { return nil }
        self.init(x: rectangle[0], y: rectangle[1], width: rectangle[2], height: rectangle[3])
    }
}
