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
        source = placement.source
        vertical = ResamplingAxis(
            from: source.height,
            left: edges.minY,
            right: edges.maxY,
            visible: visible.rows,
            filter: filter
        )
        horizontal = ResamplingAxis(
            from: source.width,
            left: edges.minX,
            right: edges.maxX,
            visible: visible.columns,
            filter: filter
        )
        columns = horizontal.sourceRange
        columnTapCount = horizontal.tapCount + horizontal.tapCount % 2
        columnStarts = horizontal.starts.map { [columns] in $0 - Int32(columns.lowerBound) }
        columnWeights = horizontal.weights.paired(results: horizontal.count, taps: horizontal.tapCount)
    }
}
