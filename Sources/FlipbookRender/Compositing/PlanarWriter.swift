internal import CImageKernels
internal import FlipbookCore
import FlipbookFiles
import FlipbookImaging

/// Writes composited rows as a picture with separate luma and chroma planes.
struct PlanarWriter {
    let size: PixelSize
    let coding: LumaCoding

    /// A Boolean value that indicates whether ``writeI420(_:to:)`` supports the coding.
    var isQuick: Bool { coding == .bt709 || coding == .bt601 }

    /// Writes a planar picture. If chroma has half the height, a picture with odd sides repeats its last column or row.
    func write<Depth: ChannelDepth>(
        _ compositor: inout RowCompositor<Depth>,
        as planes: LumaPlanes,
        rounding: Rounding,
        to target: UnsafeMutableRawBufferPointer
    ) throws(MachineShortage) {
        guard let base = target.baseAddress else { return }
        let padded = planes.hasHalfRows ? size.roundedUpToEven : size
        let places = planes.places(in: padded)
        func row(_ plane: Int, _ y: Int) -> UnsafeMutableRawPointer {
            base + places[plane].offset + y * places[plane].bytesPerRow
        }
        let (step, bits) = (planes.hasHalfRows ? 2 : 1, Int32(planes.bits))
        var shares = coding.shares
        try SixteenBits.withScratch(pixels: padded.width * 2) { (memory) throws(MachineShortage) in
            try Depth.withScratch(pixels: size.width) { composited in
                let rows = [memory, memory + padded.width * 4]
                for y in starts(of: compositor.rows, by: step) {
                    for line in 0..<step {
                        if y + line < size.height {
                            compositor.writeStraight(row: y + line, to: composited)
                            Depth.widen(rows[line], composited, size.width)
                            repeatLast(of: rows[line], upTo: padded.width)
                        } else {
                            rows[line].update(from: rows[0], count: padded.width * 4)
                        }
                        let thresholds = rounding.thresholds(ofRow: y + line)
                        flipbook_rgba64_to_luma(row(0, y + line), rows[line], padded.width, bits, &shares, thresholds)
                    }
                    let thresholds = rounding.thresholds(ofRow: y / step)
                    let (blue, red) = (row(1, y / step), row(2, y / step))
                    let halves: Int32 = planes.hasHalfColumns ? 1 : 0
                    let (width, lower) = (padded.width, rows[step - 1])
                    flipbook_rgba64_to_chroma(blue, red, rows[0], lower, width, halves, bits, &shares, thresholds)
                    if planes.hasAlpha {
                        let alpha = row(3, y).assumingMemoryBound(to: UInt16.self)
                        flipbook_rgba64_to_alpha10(alpha, rows[0], padded.width, thresholds)
                    }
                }
            }
        }
    }

    private func starts(of rows: RangeSet<Int>, by step: Int) -> [Int] {
        rows.ranges.flatMap { stride(from: $0.lowerBound, to: $0.upperBound, by: step) }
    }

    private func repeatLast<Channel>(of row: UnsafeMutablePointer<Channel>, upTo width: Int) {
        guard width > size.width else { return }
        (row + size.width * 4).update(from: row + (size.width - 1) * 4, count: 4)
    }

    /// Writes a `PixelFormat.i420` picture, two rows at a time. A canvas with odd sides repeats its last column and row.
    /// - Precondition: ``isQuick``.
    func writeI420(_ compositor: inout RowCompositor<EightBits>, to target: UnsafeMutableRawBufferPointer)
        throws(MachineShortage)
    {
        guard let base = target.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        let padded = size.roundedUpToEven
        let (rowBytes, chromaBytes) = (padded.width * 4, padded.area / 4)
        try EightBits.withScratch(pixels: padded.width * 2) { upper in
            let lower = upper + rowBytes
            for y in starts(of: compositor.rows, by: 2) {
                let row0 = row(y, of: &compositor, in: upper)
                let row1 = y + 1 < size.height ? row(y + 1, of: &compositor, in: lower) : row0
                let luma = base + y * padded.width
                let chroma = base + padded.area + y / 2 * (padded.width / 2)
                let (red, below, width) = (chroma + chromaBytes, luma + padded.width, padded.width)
                flipbook_rgba_to_i420(luma, below, chroma, red, row0, row1, width, coding == .bt601 ? 1 : 0)
            }
        }
    }

    private func row(_ y: Int, of compositor: inout RowCompositor<EightBits>, in memory: UnsafeMutablePointer<UInt8>)
        -> UnsafePointer<UInt8>
    {
        if size.width % 2 == 0, let row = compositor.opaqueRow(y) { return row }
        compositor.write(row: y, to: memory)
        repeatLast(of: memory, upTo: size.roundedUpToEven.width)
        return UnsafePointer(memory)
    }
}
