internal import CImageKernels
internal import FlipbookCore

/// Writes composited rows as a picture of one of the formats.
struct PictureWriter {
    /// The size of the canvas, before any padding.
    let size: PixelSize
    /// The format of the picture.
    let format: PixelFormat

    /// Writes all rows of `compositor` to `target`, a picture's whole memory.
    func write(_ compositor: inout RowCompositor, to target: UnsafeMutableRawBufferPointer) {
        guard let base = target.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        switch format {
        case .i420:
            writeI420(&compositor, to: base)
        case .rgba64:
            preconditionFailure("16 bits a channel are the DeepCompositor's")
        case .rgba, .bgra, .rgbaPremultiplied:
            for y in 0..<size.height {
                let row = base + y * size.width * 4
                compositor.write(row: y, to: row)
                guard format != .rgbaPremultiplied else { continue }
                if !compositor.isOpaque { flipbook_unpremultiply(row, row, size.width) }
                if format == .bgra { flipbook_swap_red_blue(row, row, size.width) }
            }
        }
    }

    /// Copies the straight pixels of an unscaled picture to their places in `target`, and zeros elsewhere;
    /// composites the overlays over them where they are.
    func copy(
        _ picture: UnsafeRawBufferPointer,
        placement: Placement,
        under overlays: [OverlayLayer],
        to target: UnsafeMutableRawBufferPointer
    ) {
        guard let base = target.baseAddress?.assumingMemoryBound(to: UInt8.self),
            let pixels = picture.baseAddress?.assumingMemoryBound(to: UInt8.self)
        else { return }
        let visible = placement.visible
        if visible.size != size { base.update(repeating: 0, count: target.count) }
        for y in visible.rows {
            let place = base + (y * size.width + visible.x) * 4
            let row = RowCompositor.pixels(of: pixels, row: y, placement: placement)
            // What an overlay covers is swapped when it is done.
            if format == .bgra, !overlays.contains(where: { $0.area.rows.contains(y) }) {
                flipbook_swap_red_blue(place, row, visible.size.width)
            } else {
                place.update(from: row, count: visible.size.width * 4)
            }
        }
        guard !overlays.isEmpty else { return }
        PictureMemory.shared.withScratch(size.width * 4) { scratch in
            let scratch = scratch.assumingMemoryBound(to: UInt8.self)
            for y in 0..<size.height where overlays.contains(where: { $0.area.rows.contains(y) }) {
                let row = base + y * size.width * 4
                for overlay in overlays { overlay.cover(row: y, ofStraight: row, scratch: scratch) }
                if format == .bgra { flipbook_swap_red_blue(row, row, size.width) }
            }
        }
    }

    /// Two rows at a time; a canvas of odd sides repeats its last column and row.
    private func writeI420(_ compositor: inout RowCompositor, to base: UnsafeMutablePointer<UInt8>) {
        let padded = size.roundedUpToEven
        let rowBytes = padded.width * 4
        let chromaBytes = padded.area / 4
        PictureMemory.shared.withScratch(rowBytes * 2) { scratch in
            let upper = scratch.assumingMemoryBound(to: UInt8.self)
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
        of compositor: inout RowCompositor,
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
