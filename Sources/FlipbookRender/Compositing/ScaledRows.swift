/// The rows of one resizable picture at its new size, made on demand.
///
/// What is copied is copied; what is scaled goes through the kernels of
/// ``ScaledRows``. All memory that it works in is lent.
struct SlicedRows<Depth: ChannelDepth> {
    private typealias Row = UnsafePointer<Depth.Channel>?

    private let scaler: SliceScaler
    /// Straight.
    private let picture: UnsafePointer<Depth.Channel>
    /// The latest row, where rows come twice.
    private let kept: UnsafeMutablePointer<Depth.Channel>
    /// The row between the two steps.
    private let middle: UnsafeMutablePointer<Depth.Middle>
    /// The source row in each slot; -1 for none.
    private let rows: UnsafeMutablePointer<Int>
    /// Where the row of each slot lies: in the ring, or in the picture itself when it is opaque.
    private let places: UnsafeMutablePointer<Row>
    /// The rows that the kernel weighs.
    private let operands: UnsafeMutablePointer<Row>
    /// Premultiplied source rows, one a slot.
    private let ring: UnsafeMutablePointer<Depth.Channel>
    /// The number of slots: as many as a row is made of.
    private let slotCount: Int
    /// The row in `kept`.
    private var latest = -1

    /// The channels of a premultiplied source row, rounded up so that rows stay aligned.
    private static func stride(_ scaler: SliceScaler) -> Int { aligned(scaler.sourceColumns.count * 4) }

    /// The bytes of a row of the result that is kept for the next.
    private static func keptByteCount(_ scaler: SliceScaler) -> Int {
        scaler.hasRepeats ? aligned(scaler.width * Depth.bytesPerPixel) : 0
    }

    /// The channels of the row between the two steps.
    private static func middleCount(_ scaler: SliceScaler) -> Int { aligned(scaler.extent * 4) }

    /// The bytes of what is known of each tap's row: its number, where it lies, and its place among the operands.
    private static func tapsByteCount(_ scaler: SliceScaler) -> Int {
        aligned(scaler.vertical.tapCount * 3 * MemoryLayout<Int>.stride)
    }

    private static func aligned(_ count: Int) -> Int { (count + 63) & ~63 }

    /// The bytes of memory that the rows of `scaler` are made in.
    static func scratchByteCount(for scaler: SliceScaler) -> Int {
        keptByteCount(scaler) + middleCount(scaler) * MemoryLayout<Depth.Middle>.stride + tapsByteCount(scaler)
            + scaler.vertical.tapCount * stride(scaler) * MemoryLayout<Depth.Channel>.stride
    }

    /// The rows of `picture`, working in `scratch`, which has ``scratchByteCount(for:)`` bytes.
    init(_ scaler: SliceScaler, of picture: UnsafePointer<Depth.Channel>, scratch: UnsafeMutableRawPointer) {
        (self.scaler, self.picture) = (scaler, picture)
        slotCount = scaler.vertical.tapCount
        var place = scratch
        kept = place.assumingMemoryBound(to: Depth.Channel.self)
        place += Self.keptByteCount(scaler)
        middle = place.initializeMemory(as: Depth.Middle.self, repeating: 0, count: Self.middleCount(scaler))
        place += Self.middleCount(scaler) * MemoryLayout<Depth.Middle>.stride
        rows = place.initializeMemory(as: Int.self, repeating: -1, count: slotCount)
        places = UnsafeMutableRawPointer(rows + slotCount)
            .initializeMemory(as: Row.self, repeating: nil, count: slotCount)
        operands = UnsafeMutableRawPointer(places + slotCount)
            .initializeMemory(as: Row.self, repeating: nil, count: slotCount)
        place += Self.tapsByteCount(scaler)
        ring = place.assumingMemoryBound(to: Depth.Channel.self)
    }

    /// Writes visible row `index` of the result, premultiplied, to `target`.
    ///
    /// Rows may be asked for in any order; from top to bottom no source row is premultiplied twice but those
    /// of tiles.
    mutating func write(_ index: Int, to target: UnsafeMutablePointer<Depth.Channel>) {
        guard scaler.hasRepeats else { return make(index, to: target) }
        if latest != index, !(scaler.isRepeated[index] && latest == index - 1) { make(index, to: kept) }
        latest = index
        target.update(from: kept, count: scaler.width * 4)
    }

    private func make(_ index: Int, to target: UnsafeMutablePointer<Depth.Channel>) {
        guard let number = scaler.vertical.part(index) else { return }
        let part = scaler.vertical.parts[number]
        let result = index - part.target.lowerBound
        let start = Int(part.starts[result])
        for tap in 0..<part.tapCount {
            let slot = (start + tap) % slotCount
            load(part.source(start + tap), in: slot)
            operands[tap] = places[slot]
        }
        part.weights.withUnsafeBufferPointer { all in
            guard let base = all.baseAddress, let row = operands[0] else { return }
            let weights = base + result * part.tapCount
            // Taps behind one that weighs everything weigh nothing.
            let tapCount = weights[0] == Int16(ResamplingAxis.one) ? 1 : part.tapCount
            for columns in scaler.columns {
                if tapCount == 1, columns.part.isCopied {
                    copy(columns.part, from: row, to: target)
                } else {
                    weigh(columns, weights: weights, tapCount: tapCount, to: target)
                }
            }
        }
    }

    /// Makes sure that a source row lies in a slot, premultiplied.
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

    /// Copies source pixels of `row`, again from the beginning where they end.
    private func copy(
        _ part: SliceAxis.Part,
        from row: UnsafePointer<Depth.Channel>,
        to target: UnsafeMutablePointer<Depth.Channel>
    ) {
        let source = row + (part.base - scaler.sourceColumns.lowerBound) * 4
        var place = Int(part.starts[0])
        var column = part.target.lowerBound
        while column < part.target.upperBound {
            let count = min(part.period - place, part.target.upperBound - column)
            (target + column * 4).update(from: source + place * 4, count: count * 4)
            column += count
            place = 0
        }
    }

    /// Weighs rows and then columns of one run.
    private func weigh(
        _ columns: SliceScaler.Columns,
        weights: UnsafePointer<Int16>,
        tapCount: Int,
        to target: UnsafeMutablePointer<Depth.Channel>
    ) {
        let part = columns.part
        let offset = (part.base - scaler.sourceColumns.lowerBound) * 4
        for tap in 0..<tapCount { operands[tap] = operands[tap].map { $0 + offset } }
        var place = 0
        // What lies behind the end of a tile is its beginning.
        while place < columns.extent {
            let count = min(part.period, columns.extent - place)
            Depth.resampleRows(
                middle + place * 4,
                operands,
                weights,
                tapCount,
                count * 4
            )
            place += count
        }
        for tap in 0..<tapCount { operands[tap] = operands[tap].map { $0 - offset } }
        Depth.resampleColumns(
            target + part.target.lowerBound * 4,
            middle,
            part.starts,
            columns.weights,
            columns.tapCount,
            part.target.count
        )
    }
}
