/// The rows of a scaled picture, computed on demand in borrowed memory.
struct ScaledRows<Depth: ChannelDepth> {
    private typealias Row = Depth.ReadPixels?

    private let scaler: Scaler
    private let picture: Depth.ReadPixels
    /// The last row, which is reused if the next row is equal.
    private let kept: Depth.Pixels
    /// The row between the two scaling steps. It has room beyond the last column for taps with a weight of 0.
    private let middle: UnsafeMutablePointer<Depth.Middle>
    private let rows: UnsafeMutablePointer<Int>
    /// The address of the row in each slot. An opaque row is in the picture itself, and other rows are in the ring.
    private let places: UnsafeMutablePointer<Row>
    private let operands: UnsafeMutablePointer<Row>
    private let ring: Depth.Pixels
    private var latest = -1

    private var slotCount: Int { scaler.vertical.tapCount }

    private static func aligned(_ count: Int) -> Int { (count + 63) & ~63 }

    private static func stride(_ scaler: Scaler) -> Int { aligned(scaler.sourceColumns.count * 4) }
    private static func keptByteCount(_ scaler: Scaler) -> Int { aligned(scaler.width * Depth.bytesPerPixel) }

    private static func middleCount(_ scaler: Scaler) -> Int {
        aligned((scaler.columns.map { $0.run.extent + $0.tapCount }.max() ?? 0) * 4)
    }

    private static func tapsByteCount(_ scaler: Scaler) -> Int {
        aligned(scaler.vertical.tapCount * 3 * MemoryLayout<Int>.stride)
    }

    static func scratchByteCount(for scaler: Scaler) -> Int {
        keptByteCount(scaler) + middleCount(scaler) * MemoryLayout<Depth.Middle>.stride + tapsByteCount(scaler)
            + scaler.vertical.tapCount * stride(scaler) * MemoryLayout<Depth.Channel>.stride
    }

    init(_ scaler: Scaler, of picture: Depth.ReadPixels, scratch: UnsafeMutableRawPointer) {
        (self.scaler, self.picture) = (scaler, picture)
        let slotCount = scaler.vertical.tapCount
        var place = scratch
        kept = place.assumingMemoryBound(to: Depth.Channel.self)
        place += Self.keptByteCount(scaler)
        middle = place.initializeMemory(as: Depth.Middle.self, repeating: 0, count: Self.middleCount(scaler))
        place += Self.middleCount(scaler) * MemoryLayout<Depth.Middle>.stride
        rows = place.initializeMemory(as: Int.self, repeating: -1, count: slotCount)
        places = UnsafeMutableRawPointer(rows + slotCount)
            .initializeMemory(as: Row.self, repeating: nil, count: 2 * slotCount)
        operands = places + slotCount
        ring = (place + Self.tapsByteCount(scaler)).assumingMemoryBound(to: Depth.Channel.self)
    }

    /// Writes visible row `index` of the premultiplied result to `target`. Rows can be written in any order, but top to bottom
    /// is fastest.
    mutating func write(_ index: Int, to target: Depth.Pixels) {
        if scaler.isRepeated[index], latest == index - 1 {
            target.update(from: kept, count: scaler.width * 4)
        } else {
            make(index, to: target)
            if index + 1 < scaler.isRepeated.count, scaler.isRepeated[index + 1] {
                kept.update(from: target, count: scaler.width * 4)
            }
        }
        latest = index
    }

    private func make(_ index: Int, to target: Depth.Pixels) {
        guard let run = scaler.vertical.runs.first(where: { $0.target.contains(index) }) else { return }
        let result = index - run.target.lowerBound
        let start = Int(run.starts[result])
        for tap in 0..<run.tapCount {
            let slot = (start + tap) % slotCount
            load(run.source(start + tap), in: slot)
            operands[tap] = places[slot]
        }
        run.weights.withUnsafeBufferPointer { all in
            guard let base = all.baseAddress, let row = operands[0] else { return }
            let weights = base + result * run.tapCount
            // The other taps have a weight of 0 if the first one has the full weight.
            let tapCount = weights[0] == Int16(ResamplingAxis.one) ? 1 : run.tapCount
            for columns in scaler.columns {
                if tapCount == 1, columns.run.isCopied {
                    copy(columns.run, from: row, to: target)
                } else {
                    weigh(columns, weights: weights, tapCount: tapCount, to: target)
                }
            }
        }
    }

    private func load(_ row: Int, in slot: Int) {
        guard rows[slot] != row else { return }
        rows[slot] = row
        let count = scaler.sourceColumns.count
        let source = picture + (row * scaler.sourceWidth + scaler.sourceColumns.lowerBound) * 4
        if Depth.isOpaque(source, count) {
            places[slot] = source
        } else {
            let copy = ring + slot * Self.stride(scaler)
            Depth.premultiply(copy, source, count)
            places[slot] = UnsafePointer(copy)
        }
    }

    private func copy(_ run: ScalingAxis.Run, from row: Depth.ReadPixels, to target: Depth.Pixels) {
        let source = row + (run.base - scaler.sourceColumns.lowerBound) * 4
        var place = Int(run.starts[0])
        var column = run.target.lowerBound
        while column < run.target.upperBound {
            let count = min(run.period - place, run.target.upperBound - column)
            (target + column * 4).update(from: source + place * 4, count: count * 4)
            column += count
            place = 0
        }
    }

    private func weigh(_ columns: Scaler.Columns, weights: UnsafePointer<Int16>, tapCount: Int, to target: Depth.Pixels)
    {
        let run = columns.run
        let offset = (run.base - scaler.sourceColumns.lowerBound) * 4
        for tap in 0..<tapCount { operands[tap] = operands[tap].map { $0 + offset } }
        // After the last pixel of a tile, its first pixels follow again.
        for place in Swift.stride(from: 0, to: run.extent, by: run.period) {
            let count = min(run.period, run.extent - place)
            Depth.resampleRows(middle + place * 4, operands, weights, tapCount, count * 4)
        }
        for tap in 0..<tapCount { operands[tap] = operands[tap].map { $0 - offset } }
        let place = target + run.target.lowerBound * 4
        Depth.resampleColumns(place, middle, run.starts, columns.weights, columns.tapCount, run.target.count)
    }
}
