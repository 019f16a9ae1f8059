import FlipbookCore
package import FlipbookFiles

extension Picture {
    package var withoutAlpha: [UInt8] {
        let step = format.isDeep ? 8 : 4
        let kept = step / 4 * 3
        return withUnsafeBytes { pixels in
            [UInt8](unsafeUninitializedCapacity: size.area * kept) { target, count in
                count = size.area * kept
                for index in 0..<size.area {
                    for byte in 0..<kept { target[index &* kept &+ byte] = pixels[index &* step &+ byte] }
                }
            }
        }
    }

    /// The alpha of ``PixelFormat/rgba``, as full-range luma of a colorless 4:2:0 picture.
    package var alphaAsLuma: [UInt8] {
        let chroma = (size.width + 1) / 2 * ((size.height + 1) / 2)
        return withUnsafeBytes { bytes in
            [UInt8](unsafeUninitializedCapacity: size.area + 2 * chroma) { target, count in
                for index in 0..<size.area { target[index] = bytes[index * 4 + 3] }
                for index in size.area..<size.area + 2 * chroma { target[index] = 128 }
                count = size.area + 2 * chroma
            }
        }
    }

    /// Fills clear pixels of ``PixelFormat/rgba`` with their neighbors' colors. Otherwise, black would bleed into chroma and
    /// blocks at the edges.
    package func fillingGaps() throws(MachineShortage) -> Picture {
        precondition(format == .rgba, "the picture must be straight RGBA")
        return try withUnsafeBytes { (source) throws(MachineShortage) in
            try Picture(size: size, format: .rgba) { target in
                target.copyMemory(from: source)
                let pixels = target.bindMemory(to: UInt32.self)
                let alpha = UInt32(0xFF00_0000).littleEndian
                // Colors spread along each row in both directions. Then they spread down and up, row by row.
                func spread(from start: Int, by step: Int, count: Int) {
                    var color = pixels[start]
                    for place in 0..<count {
                        let index = start + place * step
                        if pixels[index] != 0 { color = pixels[index] } else { pixels[index] = color & ~alpha }
                    }
                }
                for y in 0..<size.height {
                    spread(from: y * size.width, by: 1, count: size.width)
                    spread(from: (y + 1) * size.width - 1, by: -1, count: size.width)
                }
                for y in 1..<max(1, size.height) { copyRow(of: pixels, from: y - 1, to: y) }
                for y in (0..<size.height - 1).reversed() { copyRow(of: pixels, from: y + 1, to: y) }
            }
        }
    }

    private func copyRow(of pixels: UnsafeMutableBufferPointer<UInt32>, from source: Int, to target: Int) {
        guard pixels[target * size.width] == 0, pixels[(target + 1) * size.width - 1] == 0 else { return }
        let color = UInt32(0x00FF_FFFF).littleEndian
        for x in 0..<size.width where pixels[target * size.width + x] == 0 {
            pixels[target * size.width + x] = pixels[source * size.width + x] & color
        }
    }
}
