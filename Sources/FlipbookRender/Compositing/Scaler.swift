internal import FlipbookCore

/// Draws resizable pictures of one size at another: what each row and column is made of, computed once.
///
/// Rows of the result are made one at a time by ``SlicedRows``.
struct SliceScaler: Sendable {
    /// A run of columns, and how the kernel wants its weights.
    struct Columns: Sendable {
        let part: SliceAxis.Part
        /// An even number of taps, and for each two of them their weights in pairs, once a channel.
        let weights: [Int16]
        let tapCount: Int
        /// The places that the kernel reads: those of weight 0 reach past the last.
        let extent: Int
    }

    /// The width of the pictures that it takes, in pixels.
    let sourceWidth: Int
    /// What each row is made of.
    let vertical: SliceAxis
    /// The runs of columns.
    let columns: [Columns]
    /// The source columns from the first to the last that is used.
    let sourceColumns: Range<Int>
    /// The pixels of a row of the result.
    let width: Int
    /// For each row of the result, whether it is the same as the one before.
    let isRepeated: [Bool]
    /// A Boolean value that tells whether any row is.
    let hasRepeats: Bool
    /// The most places that the kernel reads for a run of columns.
    let extent: Int

    /// A scaler for pictures of `sourceWidth` columns, laid out as `layout` says.
    /// - Parameter visible: The pixels that are wanted of those that the whole picture fills.
    init(_ layout: ResizableLayout, sourceWidth: Int, visible: PixelRect, filter: ScalingFilter) {
        let horizontal = SliceAxis(layout.horizontal, visible: visible.columns, filter: filter)
        self.sourceWidth = sourceWidth
        vertical = SliceAxis(layout.vertical, visible: visible.rows, filter: filter)
        columns = horizontal.parts.map(Columns.init)
        extent = columns.map(\.extent).max() ?? 0
        sourceColumns = horizontal.sourceRange
        width = visible.columns.count
        isRepeated = vertical.parts.flatMap { part in
            (0..<part.target.count).map { $0 > 0 && part.isSame($0, $0 - 1) }
        }
        hasRepeats = isRepeated.contains(true)
    }
}

extension SliceScaler.Columns {
    fileprivate init(_ part: SliceAxis.Part) {
        let tapCount = part.tapCount + part.tapCount % 2
        self.part = part
        weights = part.weights.paired(results: part.target.count, taps: part.tapCount)
        self.tapCount = tapCount
        extent = part.extent + tapCount - part.tapCount
    }
}

extension SliceAxis.Part {
    /// Returns whether two of the results are made of the same.
    fileprivate func isSame(_ one: Int, _ other: Int) -> Bool {
        starts[one] == starts[other]
            && (0..<tapCount).allSatisfy { weights[one * tapCount + $0] == weights[other * tapCount + $0] }
    }
}
