internal import CImageKernels
package import FlipbookCore
package import FlipbookImaging

package struct IndexedPicture: Sendable {
    package let size: PixelSize
    package private(set) var indices: [UInt8]
    package let transparent: UInt8

    package init(_ picture: Picture, palette: ColorPalette, transparent: UInt8, dither: Dither) {
        (size, self.transparent) = (picture.size, transparent)
        indices = palette.indices(of: picture, transparent: transparent, dither: dither)
    }

    package mutating func dropPixels(unchangedFrom before: Picture, to after: Picture) {
        before.withPixels { before in
            after.withPixels { flipbook_drop_unchanged(&indices, before, $0, size.area, transparent) }
        }
    }

    package var visibleRect: PixelRect? {
        let nothing = [UInt8](repeating: transparent, count: indices.count)
        return nothing.withUnsafeBytes { before in
            indices.withUnsafeBytes { after in PixelRect(changesFrom: before, to: after, size: size, bytesPerPixel: 1) }
        }
    }

    /// Returns the pixels in `rect`, compressed with GIF's LZW. The first codes have one more bit than `bits`, which is 2 to 8.
    package func compressed(_ rect: PixelRect, bits: Int) -> [UInt8] {
        let capacity = flipbook_lzw_capacity(rect.size.area)
        return indices.withUnsafeBufferPointer { indices in
            [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
                guard let start = indices.baseAddress, let target = target.baseAddress else { return }
                var codes = [UInt32](repeating: 0, count: Int(FLIPBOOK_LZW_CODES))
                let corner = start + rect.y * size.width + rect.x
                let (width, height) = (rect.size.width, rect.size.height)
                count = flipbook_lzw(target, corner, size.width, width, height, Int32(bits), &codes)
            }
        }
    }
}
