internal import FlipbookCore

/// The rows of one scaled picture, made on demand from top to bottom. All memory that it works in is lent.
struct ScaledRows<Depth: ChannelDepth> {
    private typealias Row = UnsafePointer<Depth.Channel>?

    private let scaler: Scaler
    /// Straight, `scaler.source` pixels.
    private let picture: UnsafePointer<Depth.Channel>
    /// The row between the two steps.
    private let middle: UnsafeMutablePointer<Depth.Middle>
    /// Where each row in the ring lies: there, or in the picture itself when it is opaque.
    private let places: UnsafeMutablePointer<Row>
    /// The rows that the kernel weighs.
    private let operands: UnsafeMutablePointer<Row>
    /// The latest premultiplied source rows: as many as one result is made of.
    private let ring: UnsafeMutablePointer<Depth.Channel>
    /// The number of rows in the ring.
    private let slotCount: Int
    /// The first source row that has not been premultiplied.
    private var next = 0

    /// The channels of a row in the ring, rounded up so that rows stay aligned.
    private static func stride(_ scaler: Scaler) -> Int { (scaler.columns.count * 4 + 63) & ~63 }

    /// The channels of the row between the two steps; taps of weight 0 reach past the last column.
    private static func middleCount(_ scaler: Scaler) -> Int {
        ((scaler.columns.count + scaler.columnTapCount) * 4 + 63) & ~63
    }

    /// The bytes that the places of the rows take, and the operands.
    private static func tapBytes(_ scaler: Scaler) -> Int {
        (2 * scaler.vertical.tapCount * MemoryLayout<Row>.stride + 63) & ~63
    }

    /// The bytes of memory that the rows of `scaler` are made in.
    static func scratchByteCount(for scaler: Scaler) -> Int {
        middleCount(scaler) * MemoryLayout<Depth.Middle>.stride + tapBytes(scaler)
            + scaler.vertical.tapCount * stride(scaler) * MemoryLayout<Depth.Channel>.stride
    }

    /// The rows of `picture` scaled, working in `scratch`, which has ``scratchByteCount(for:)`` bytes.
    init(_ scaler: Scaler, of picture: UnsafePointer<Depth.Channel>, scratch: UnsafeMutableRawPointer) {
        (self.scaler, self.picture) = (scaler, picture)
        slotCount = scaler.vertical.tapCount
        middle = scratch.initializeMemory(as: Depth.Middle.self, repeating: 0, count: Self.middleCount(scaler))
        let taps = scratch + Self.middleCount(scaler) * MemoryLayout<Depth.Middle>.stride
        places = taps.initializeMemory(as: Row.self, repeating: nil, count: slotCount)
        operands = UnsafeMutableRawPointer(places + slotCount)
            .initializeMemory(as: Row.self, repeating: nil, count: slotCount)
        ring = (taps + Self.tapBytes(scaler)).assumingMemoryBound(to: Depth.Channel.self)
    }

    /// Writes visible row `index` of the result, premultiplied, to `target`.
    ///
    /// Indices must not fall from call to call.
    mutating func write(_ index: Int, to target: UnsafeMutablePointer<Depth.Channel>) {
        let axis = scaler.vertical
        let start = Int(axis.starts[index])
        let last = min(start + axis.tapCount, axis.source) - 1
        next = max(next, start)
        while next <= last {
            load(next)
            next += 1
        }
        for tap in 0..<axis.tapCount {
            // A tap past the last row has weight 0; any row will do.
            operands[tap] = places[min(start + tap, last) % slotCount]
        }
        axis.weights.withUnsafeBufferPointer { weights in
            guard let base = weights.baseAddress else { return }
            Depth.resampleRows(
                middle,
                operands,
                base + index * axis.tapCount,
                axis.tapCount,
                scaler.columns.count * 4
            )
        }
        Depth.resampleColumns(
            target,
            middle,
            scaler.columnStarts,
            scaler.columnWeights,
            scaler.columnTapCount,
            scaler.horizontal.count
        )
    }

    private func load(_ row: Int) {
        let source = picture + (row * scaler.source.width + scaler.columns.lowerBound) * 4
        let slot = row % slotCount
        if Depth.isOpaque(source, scaler.columns.count) {
            places[slot] = source
        } else {
            let copy = ring + slot * Self.stride(scaler)
            Depth.premultiply(copy, source, scaler.columns.count)
            places[slot] = UnsafePointer(copy)
        }
    }
}
