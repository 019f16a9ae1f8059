internal import CImageKernels
internal import FlipbookCore

extension SixteenBits {
    /// A straight picture of 16 bits a channel in a format of red, green and blue that has fewer, or has grey alone.
    static func narrowing(
        _ picture: Picture,
        to format: PixelFormat,
        rounding: Rounding
    ) throws(MachineShortage) -> Picture {
        try picture.withUnsafeBytes { (source) throws(MachineShortage) in
            try Picture(size: picture.size, format: format) { target in
                guard let pixels = source.baseAddress?.assumingMemoryBound(to: UInt16.self) else { return }
                for y in 0..<picture.size.height {
                    let row = pixels + y * picture.size.width * 4
                    narrow(row, row: y, of: picture.size, to: format, rounding: rounding, in: target)
                }
            }
        }
    }

    /// Writes straight pixels as row `y` of a picture of red, green and blue with fewer bits, whose whole memory is at `target`.
    static func narrow(
        _ pixels: UnsafePointer<UInt16>,
        row y: Int,
        of size: PixelSize,
        to format: PixelFormat,
        rounding: Rounding,
        in target: UnsafeMutableRawBufferPointer
    ) {
        guard let base = target.baseAddress else { return }
        let thresholds = rounding.thresholds(ofRow: y)
        if format == .gbra12 {
            let green = base.assumingMemoryBound(to: UInt16.self) + y * size.width
            let (blue, red, alpha) = (green + size.area, green + size.area * 2, green + size.area * 3)
            flipbook_rgba64_to_planes12(green, blue, red, alpha, pixels, size.width, thresholds)
        } else if format == .gray16 {
            let row = base.assumingMemoryBound(to: UInt16.self) + y * size.width
            for x in 0..<size.width { row[x] = pixels[x &* 4] }
        } else {
            let row = base.assumingMemoryBound(to: UInt8.self) + y * size.width * 4
            flipbook_rgba64_dither(row, pixels, size.width, thresholds)
            EightBits.finish(row, size.width, as: format)
        }
    }
}
