internal import CImageKernels
internal import FlipbookCore

/// Writes composited rows as a picture whose channels lie in planes of their own.
struct PlanarWriter {
    /// The size of the canvas, before any padding.
    let size: PixelSize

    /// Writes a ``PixelFormat/gbra12`` picture, whose whole memory is at `target`.
    func writeTwelveBits(
        _ compositor: inout RowCompositor<SixteenBits>,
        to target: UnsafeMutableRawBufferPointer
    ) throws(MachineShortage) {
        guard let base = target.baseAddress?.assumingMemoryBound(to: UInt16.self) else { return }
        try SixteenBits.withScratch(pixels: size.width) { row in
            for y in 0..<size.height {
                compositor.write(row: y, to: row)
                if !compositor.isOpaque { SixteenBits.unpremultiply(row, row, size.width) }
                write(row, row: y, to: base)
            }
        }
    }

    /// Writes a picture of luma and chroma in 10 bits, whose whole memory is at `target`.
    ///
    /// Two rows at a time; where chroma has half the height, a canvas of odd sides repeats its last column and row.
    func writeTenBits(
        _ compositor: inout RowCompositor<SixteenBits>,
        as format: PixelFormat,
        to target: UnsafeMutableRawBufferPointer
    ) throws(MachineShortage) {
        guard let base = target.baseAddress else { return }
        let padded = format.needsEvenSides ? size.roundedUpToEven : size
        let planes = Picture.planes(of: padded, format: format)
        func row(_ plane: Int, _ y: Int) -> UnsafeMutablePointer<UInt16> {
            (base + planes[plane].offset + y * planes[plane].bytesPerRow).assumingMemoryBound(to: UInt16.self)
        }
        let step = format.needsEvenSides ? 2 : 1
        try SixteenBits.withScratch(pixels: padded.width * 2) { memory in
            let rows = [memory, memory + padded.width * 4]
            for y in stride(from: 0, to: padded.height, by: step) {
                for line in 0..<step {
                    if y + line < size.height {
                        write(y + line, of: &compositor, to: rows[line], width: padded.width)
                    } else {
                        rows[line].update(from: rows[0], count: padded.width * 4)
                    }
                    flipbook_rgba64_to_luma10(row(0, y + line), rows[line], padded.width)
                }
                let (blue, red) = (row(1, y / step), row(2, y / step))
                let isHalved: Int32 = format == .yuva444p10 ? 0 : 1
                flipbook_rgba64_to_chroma10(blue, red, rows[0], rows[step - 1], padded.width, isHalved)
                if format == .yuva444p10 { flipbook_rgba64_to_alpha10(row(3, y), rows[0], padded.width) }
            }
        }
    }

    /// Writes straight pixels of canvas row `y`, its last one repeated up to `width`.
    private func write(
        _ y: Int,
        of compositor: inout RowCompositor<SixteenBits>,
        to row: UnsafeMutablePointer<UInt16>,
        width: Int
    ) {
        compositor.write(row: y, to: row)
        if !compositor.isOpaque { SixteenBits.unpremultiply(row, row, size.width) }
        if width > size.width { (row + size.width * 4).update(from: row + (size.width - 1) * 4, count: 4) }
    }

    /// A straight picture of 16 bits a channel as a ``PixelFormat/gbra12`` one.
    func twelveBits(of picture: Picture) throws(MachineShortage) -> Picture {
        try picture.withUnsafeBytes { (source) throws(MachineShortage) in
            try Picture(size: size, format: .gbra12) { target in
                guard let pixels = source.baseAddress?.assumingMemoryBound(to: UInt16.self),
                    let base = target.baseAddress?.assumingMemoryBound(to: UInt16.self)
                else { return }
                for y in 0..<size.height { write(pixels + y * size.width * 4, row: y, to: base) }
            }
        }
    }

    private func write(_ pixels: UnsafePointer<UInt16>, row y: Int, to base: UnsafeMutablePointer<UInt16>) {
        let green = base + y * size.width
        flipbook_rgba64_to_planes12(
            green,
            green + size.area,
            green + size.area * 2,
            green + size.area * 3,
            pixels,
            size.width
        )
    }

    /// Writes a ``PixelFormat/i420`` picture, whose whole memory is at `target`.
    ///
    /// Two rows at a time; a canvas of odd sides repeats its last column and row.
    func writeI420(
        _ compositor: inout RowCompositor<EightBits>,
        to target: UnsafeMutableRawBufferPointer
    ) throws(MachineShortage) {
        guard let base = target.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        let padded = size.roundedUpToEven
        let rowBytes = padded.width * 4
        let chromaBytes = padded.area / 4
        try EightBits.withScratch(pixels: padded.width * 2) { upper in
            let lower = upper + rowBytes
            for y in stride(from: 0, to: padded.height, by: 2) {
                let row0 = row(y, of: &compositor, in: upper)
                let row1 = y + 1 < size.height ? row(y + 1, of: &compositor, in: lower) : row0
                let luma = base + y * padded.width
                let chroma = base + padded.area + y / 2 * (padded.width / 2)
                flipbook_rgba_to_i420(
                    luma,
                    luma + padded.width,
                    chroma,
                    chroma + chromaBytes,
                    row0,
                    row1,
                    padded.width
                )
            }
        }
    }

    /// The pixels of canvas row `y`: the frame's own where these are opaque, else composited in `memory`.
    private func row(
        _ y: Int,
        of compositor: inout RowCompositor<EightBits>,
        in memory: UnsafeMutablePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        if size.width % 2 == 0, let row = compositor.opaqueRow(y) { return row }
        compositor.write(row: y, to: memory)
        if size.width % 2 != 0 {
            (memory + size.width * 4).update(from: memory + (size.width - 1) * 4, count: 4)
        }
        return UnsafePointer(memory)
    }
}
