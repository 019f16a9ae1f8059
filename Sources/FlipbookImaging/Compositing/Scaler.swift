internal import CImageKernels
internal import FlipbookCore

/// Draws pictures of one size at another: the weights, computed once.
///
/// Rows of the result are made one at a time, from top to bottom, by
/// ``ScaledRows``; there is never a whole scaled picture beside the one that is
/// wanted.
struct Scaler: Sendable {
    /// The size of the pictures that it takes.
    let source: PixelSize
    /// Weights from row to row.
    let vertical: ResamplingAxis
    /// Weights along a row.
    let horizontal: ResamplingAxis
    /// The source columns that are visible.
    let columns: Range<Int>
    /// As the kernel wants them: the first tap, counted from the first visible column.
    let columnStarts: [Int32]
    /// As the kernel wants them: an even number of taps, and for each two of them their weights in pairs, once a channel.
    let columnWeights: [Int16]
    /// The even number of taps in `columnWeights`.
    let columnTapCount: Int

    /// A scaler that draws the visible part of a picture where `placement` says.
    init(_ placement: Placement, filter: ScalingFilter) {
        let (edges, visible) = (placement.edges, placement.visible)
        self.init(
            from: placement.source,
            vertical: ResamplingAxis(
                from: placement.source.height,
                left: edges.minY,
                right: edges.maxY,
                visible: visible.rows,
                filter: filter
            ),
            horizontal: ResamplingAxis(
                from: placement.source.width,
                left: edges.minX,
                right: edges.maxX,
                visible: visible.columns,
                filter: filter
            )
        )
    }

    /// A scaler that draws pictures of `source` on `target` pixels, of which those in `visible` are wanted.
    init(from source: PixelSize, to target: PixelSize, visible: PixelRect, filter: ScalingFilter) {
        self.init(
            from: source,
            vertical: ResamplingAxis(from: source.height, to: target.height, visible: visible.rows, filter: filter),
            horizontal: ResamplingAxis(from: source.width, to: target.width, visible: visible.columns, filter: filter)
        )
    }

    private init(from source: PixelSize, vertical: ResamplingAxis, horizontal axis: ResamplingAxis) {
        self.source = source
        self.vertical = vertical
        horizontal = axis
        let columns = axis.sourceRange
        let tapCount = axis.tapCount + axis.tapCount % 2
        self.columns = columns
        columnTapCount = tapCount
        columnStarts = axis.starts.map { $0 - Int32(columns.lowerBound) }
        var weights = [Int16](repeating: 0, count: axis.count * tapCount * 4)
        for index in 0..<axis.count {
            for tap in 0..<axis.tapCount {
                let weight = axis.weights[index * axis.tapCount + tap]
                let pair = (index * tapCount + tap - tap % 2) * 4 + tap % 2
                for channel in 0..<4 { weights[pair + channel * 2] = weight }
            }
        }
        columnWeights = weights
    }

    /// The bytes of one premultiplied source row, rounded up so that rows stay aligned.
    private var rowStride: Int { (columns.count * 4 + 63) & ~63 }

    /// The bytes of the row between the two steps; taps of weight 0 reach past the last column.
    private var middleBytes: Int { ((columns.count + columnTapCount) * 4 * 2 + 63) & ~63 }

    /// The bytes of memory that ``ScaledRows`` works in.
    var scratchByteCount: Int { middleBytes + vertical.tapCount * rowStride }

    /// The rows of `picture` scaled, working in `scratch`.
    func rows(of picture: UnsafeRawPointer, scratch: UnsafeMutableRawPointer) -> ScaledRows {
        let middle = scratch.initializeMemory(as: Int16.self, repeating: 0, count: middleBytes / 2)
        return ScaledRows(
            scaler: self,
            picture: picture.assumingMemoryBound(to: UInt8.self),
            middle: middle,
            ring: (scratch + middleBytes).assumingMemoryBound(to: UInt8.self),
            ringStride: rowStride
        )
    }
}

/// The rows of one scaled picture, made on demand from top to bottom.
struct ScaledRows {
    fileprivate let scaler: Scaler
    /// Straight RGBA, `scaler.source` pixels.
    fileprivate let picture: UnsafePointer<UInt8>
    fileprivate let middle: UnsafeMutablePointer<Int16>
    /// The latest premultiplied source rows: as many as one result is made of.
    fileprivate let ring: UnsafeMutablePointer<UInt8>
    fileprivate let ringStride: Int
    /// Where each row in the ring lies: there, or in the picture itself when it is opaque.
    private var places: [UnsafePointer<UInt8>?]
    private var operands: [UnsafePointer<UInt8>?]
    /// The first source row that has not been premultiplied.
    private var next = 0

    fileprivate init(
        scaler: Scaler,
        picture: UnsafePointer<UInt8>,
        middle: UnsafeMutablePointer<Int16>,
        ring: UnsafeMutablePointer<UInt8>,
        ringStride: Int
    ) {
        self.scaler = scaler
        self.picture = picture
        self.middle = middle
        self.ring = ring
        self.ringStride = ringStride
        places = Array(repeating: nil, count: scaler.vertical.tapCount)
        operands = places
    }

    /// Writes visible row `index` of the result, premultiplied, to `target`.
    ///
    /// Indices must not fall from call to call.
    mutating func write(_ index: Int, to target: UnsafeMutablePointer<UInt8>) {
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
            operands[tap] = places[min(start + tap, last) % places.count]
        }
        axis.weights.withUnsafeBufferPointer { weights in
            guard let base = weights.baseAddress else { return }
            flipbook_resample_rows(
                middle,
                operands,
                base + index * axis.tapCount,
                axis.tapCount,
                scaler.columns.count * 4
            )
        }
        flipbook_resample_columns(
            target,
            middle,
            scaler.columnStarts,
            scaler.columnWeights,
            scaler.columnTapCount,
            scaler.horizontal.count
        )
    }

    private mutating func load(_ row: Int) {
        let source = picture + (row * scaler.source.width + scaler.columns.lowerBound) * 4
        let slot = row % places.count
        if flipbook_is_opaque(source, scaler.columns.count) != 0 {
            places[slot] = source
        } else {
            let copy = ring + slot * ringStride
            flipbook_premultiply(copy, source, scaler.columns.count)
            places[slot] = UnsafePointer(copy)
        }
    }
}
