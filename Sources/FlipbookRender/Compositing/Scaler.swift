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
}
