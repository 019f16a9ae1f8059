internal import CImageKernels
internal import FlipbookCore

/// Draws frames at 16 bits a channel: what ``RowCompositor`` does, with nothing rounded to 8 bits on the way.
///
/// For outputs that carry more than 8 bits. Frames of 8 bits are widened first.
struct DeepCompositor {
    /// The size of the canvas.
    let size: PixelSize
    /// Pixels per point, for the checkerboard.
    let scale: Double
    /// What lies beneath.
    let background: Background

    /// The background alone.
    func backgroundPicture() -> Picture {
        Picture(size: size, format: .rgba64) { target in
            eachRow(of: target) { y, row in writeBackground(y, to: row) }
        }
    }

    /// `picture` over the background where `placement` says; `scaler` gives the weights where it is scaled.
    func draw(_ picture: Picture, placement: Placement, scaler: (Placement) -> Scaler) -> Picture {
        guard !placement.visible.isEmpty else { return backgroundPicture() }
        let picture = picture.format == .rgba64 ? picture : picture.widened
        if placement.isUnscaled {
            // Untouched, with the colours under transparent pixels.
            if background == .clear, placement.target == PixelRect(size) { return picture }
            return picture.withUnsafeBytes { pixels in
                compose(placement) { y, target in
                    guard let pixels = pixels.bindMemory(to: UInt16.self).baseAddress else { return }
                    let row = y - placement.target.y
                    let first = row * placement.source.width + placement.visible.x - placement.target.x
                    flipbook_rgba64_premultiply(target, pixels + first * 4, placement.visible.size.width)
                }
            }
        }
        let scaler = scaler(placement)
        return picture.withUnsafeBytes { pixels in
            PictureMemory.shared.withScratch(DeepScaledRows.scratchByteCount(for: scaler)) { scratch in
                guard let pixels = pixels.bindMemory(to: UInt16.self).baseAddress else { return backgroundPicture() }
                var rows = DeepScaledRows(scaler: scaler, picture: pixels, scratch: scratch)
                return compose(placement) { y, target in rows.write(y - placement.visible.y, to: target) }
            }
        }
    }

    /// The canvas with the visible rows that `write` makes, premultiplied, over the background.
    private func compose(
        _ placement: Placement,
        write: (_ y: Int, _ target: UnsafeMutablePointer<UInt16>) -> Void
    ) -> Picture {
        let visible = placement.visible
        return PictureMemory.shared.withScratch(visible.size.width * 8) { scratch in
            let frame = scratch.bindMemory(to: UInt16.self, capacity: visible.size.width * 4)
            return Picture(size: size, format: .rgba64) { target in
                eachRow(of: target) { y, row in
                    writeBackground(y, to: row)
                    guard visible.rows.contains(y) else { return }
                    write(y, frame)
                    flipbook_rgba64_over(row + visible.x * 4, frame, visible.size.width)
                }
            }
        }
    }

    /// Lets `body` write each row, premultiplied, and makes the alpha straight.
    private func eachRow(
        of target: UnsafeMutableRawBufferPointer,
        _ body: (_ y: Int, _ row: UnsafeMutablePointer<UInt16>) -> Void
    ) {
        guard let pixels = target.bindMemory(to: UInt16.self).baseAddress else { return }
        for y in 0..<size.height {
            let row = pixels + y * size.width * 4
            body(y, row)
            flipbook_rgba64_unpremultiply(row, row, size.width)
        }
    }

    private func writeBackground(_ y: Int, to row: UnsafeMutablePointer<UInt16>) {
        switch background {
        case .color(let color):
            var pixel = [color.red, color.green, color.blue, color.alpha].map { UInt16($0) * 257 }
            flipbook_rgba64_premultiply(&pixel, pixel, 1)
            for i in 0..<(size.width * 4) { row[i] = pixel[i & 3] }
        case .checkerboard:
            let backdrop = Backdrop(background, isFlattened: false, width: size.width, scale: scale)
            PictureMemory.shared.withScratch(size.width * 4) { scratch in
                let bytes = scratch.bindMemory(to: UInt8.self, capacity: size.width * 4)
                backdrop.write(row: y, columns: 0..<size.width, to: bytes)
                flipbook_rgba64_widen(row, bytes, size.width)
            }
        }
    }
}

/// The rows of one scaled picture of 16 bits a channel, made on demand from top to bottom.
private struct DeepScaledRows {
    let scaler: Scaler
    /// Straight RGBA, `scaler.source` pixels.
    let picture: UnsafePointer<UInt16>
    let middle: UnsafeMutablePointer<Int32>
    /// The latest premultiplied source rows: as many as one result is made of.
    let ring: UnsafeMutablePointer<UInt16>
    private var operands: [UnsafePointer<UInt16>?]
    private var next = 0

    private static func middleBytes(for scaler: Scaler) -> Int {
        (scaler.columns.count + scaler.horizontal.tapCount) * 16
    }

    static func scratchByteCount(for scaler: Scaler) -> Int {
        middleBytes(for: scaler) + scaler.vertical.tapCount * scaler.columns.count * 8
    }

    init(scaler: Scaler, picture: UnsafePointer<UInt16>, scratch: UnsafeMutableRawPointer) {
        self.scaler = scaler
        self.picture = picture
        let middleBytes = Self.middleBytes(for: scaler)
        middle = scratch.initializeMemory(as: Int32.self, repeating: 0, count: middleBytes / 4)
        ring = (scratch + middleBytes).bindMemory(
            to: UInt16.self,
            capacity: scaler.vertical.tapCount * scaler.columns.count * 4
        )
        operands = Array(repeating: nil, count: scaler.vertical.tapCount)
    }

    /// Writes visible row `index` of the result, premultiplied; indices must not fall from call to call.
    mutating func write(_ index: Int, to target: UnsafeMutablePointer<UInt16>) {
        let axis = scaler.vertical
        let (start, width) = (Int(axis.starts[index]), scaler.columns.count)
        let last = min(start + axis.tapCount, axis.source) - 1
        next = max(next, start)
        while next <= last {
            let source = picture + (next * scaler.source.width + scaler.columns.lowerBound) * 4
            flipbook_rgba64_premultiply(ring + next % axis.tapCount * width * 4, source, width)
            next += 1
        }
        for tap in 0..<axis.tapCount {
            // A tap past the last row has weight 0; any row will do.
            operands[tap] = UnsafePointer(ring + min(start + tap, last) % axis.tapCount * width * 4)
        }
        axis.weights.withUnsafeBufferPointer { weights in
            guard let base = weights.baseAddress else { return }
            flipbook_rgba64_resample_rows(
                middle,
                operands,
                base + index * axis.tapCount,
                axis.tapCount,
                width * 4
            )
        }
        flipbook_rgba64_resample_columns(
            target,
            middle,
            scaler.columnStarts,
            scaler.horizontal.weights,
            scaler.horizontal.tapCount,
            scaler.horizontal.count
        )
    }
}
