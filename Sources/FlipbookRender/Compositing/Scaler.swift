internal import FlipbookCore

/// Scales pictures from one size to another, whole or in slices. ``ScaledRows`` produces one row at a time.
struct Scaler: Sendable {
    /// A run of columns, with weights in the layout that the kernel requires.
    struct Columns: Sendable {
        let run: ScalingAxis.Run
        let weights: [Int16]
        let tapCount: Int

        init(_ run: ScalingAxis.Run) {
            self.run = run
            weights = run.weights.paired(results: run.target.count, taps: run.tapCount)
            tapCount = run.tapCount + run.tapCount % 2
        }
    }

    let sourceWidth: Int
    let vertical: ScalingAxis
    let columns: [Columns]
    let sourceColumns: Range<Int>
    let width: Int
    /// For each row of the result, a Boolean value that indicates whether the row equals the previous one.
    let isRepeated: [Bool]

    init(_ placement: Placement, filter: ScalingFilter) {
        let (edges, visible) = (placement.edges, placement.visible)
        func axis(_ source: Int, _ left: Double, _ right: Double, _ visible: Range<Int>) -> ScalingAxis {
            let axis = ResamplingAxis(from: source, left: left, right: right, visible: visible, filter: filter)
            return ScalingAxis(axis, of: 0..<source)
        }
        self.init(
            axis(placement.source.width, edges.minX, edges.maxX, visible.columns),
            axis(placement.source.height, edges.minY, edges.maxY, visible.rows),
            sourceWidth: placement.source.width,
            width: visible.columns.count
        )
    }

    /// Creates a scaler for sliced pictures with `sourceWidth` columns.
    /// - Parameter visible: The visible part of the scaled picture.
    init(_ layout: ResizableLayout, sourceWidth: Int, visible: PixelRect, filter: ScalingFilter) {
        self.init(
            ScalingAxis(layout.horizontal, visible: visible.columns, filter: filter),
            ScalingAxis(layout.vertical, visible: visible.rows, filter: filter),
            sourceWidth: sourceWidth,
            width: visible.columns.count
        )
    }

    private init(_ horizontal: ScalingAxis, _ vertical: ScalingAxis, sourceWidth: Int, width: Int) {
        (self.vertical, self.sourceWidth, self.width) = (vertical, sourceWidth, width)
        columns = horizontal.runs.map(Columns.init)
        sourceColumns = horizontal.sourceRange
        isRepeated = vertical.runs.flatMap { run in
            run.target.indices.map { $0 > run.target.lowerBound && run.isSame($0, $0 - 1) }
        }
    }
}

extension ScalingAxis.Run {
    fileprivate func isSame(_ one: Int, _ other: Int) -> Bool {
        let (one, other) = (one - target.lowerBound, other - target.lowerBound)
        return starts[one] == starts[other]
            && (0..<tapCount).allSatisfy { weights[one * tapCount + $0] == weights[other * tapCount + $0] }
    }
}
