import FlipbookFiles
import FlipbookRender

/// Draws pictures ahead in the direction of the viewer's steps, on all processors. These pictures are not cached.
struct SteppedPictures: Sendable {
    struct Drawing: Sendable {
        fileprivate let task: Task<PictureSource.Drawn, any Error>
        fileprivate let lease: MemoryBudget.Lease?

        /// The picture or its error, or `nil` if the waiting task is canceled.
        var outcome: Result<PictureSource.Drawn, any Error>? {
            get async {
                let reply = Reply<Result<PictureSource.Drawn, any Error>>()
                Task { reply.answer(await task.result) }
                return await reply.answer
            }
        }
    }

    private let source: PairedPictures
    private let range: ClosedRange<Int>
    private let isReverse: Bool
    private let window: ProductionWindow
    private var position: Int
    private var drawings: [Int: Drawing] = [:]

    /// Begins at a position in a circular range.
    init(
        _ source: PairedPictures,
        from position: Int,
        isReverse: Bool,
        in range: ClosedRange<Int>,
        window: ProductionWindow
    ) {
        (self.source, self.position, self.isReverse, self.range) = (source, position, isReverse, range)
        self.window = window
    }

    /// Returns whether a position is the current one or a few steps ahead.
    func leads(to position: Int, of source: PairedPictures, in range: ClosedRange<Int>) -> Bool {
        guard source.isSame(as: self.source), range == self.range, range.contains(position) else { return false }
        // With two frames, both directions lead to the other one. With more frames, less than half of the range is ahead.
        let distance = isReverse ? self.position - position : position - self.position
        let reach = max(1, min(window.count - 1, 4, (range.count - 1) / 2))
        return (distance % range.count + range.count) % range.count <= reach
    }

    /// Draws the pictures ahead of a position, and cancels all other drawings.
    mutating func step(to position: Int) -> Drawing? {
        self.position = position
        let places = (0..<min(window.count, range.count)).map { step in
            let offset = position + (isReverse ? -step : step) - range.lowerBound
            return range.lowerBound + (offset % range.count + range.count) % range.count
        }
        for place in drawings.keys where !places.contains(place) { drawings.removeValue(forKey: place)?.task.cancel() }
        for place in places where drawings[place] == nil {
            let lease = window.memory?.lease(window.byteCount, inAnyCase: place == position)
            if lease == nil, window.memory != nil { break }
            let executor: WorkExecutor? = WorkExecutor.shared.threadCount > 0 ? .shared : nil
            let task = Task(executorPreference: executor) { [source] in
                try Task.checkCancellation()
                return try await source.ownPicture(at: place)
            }
            drawings[place] = Drawing(task: task, lease: lease)
        }
        return drawings[position]
    }

    func cancel() { for drawing in drawings.values { drawing.task.cancel() } }

    /// Stops drawing, and waits until no drawing is in progress.
    func stop() async {
        cancel()
        for drawing in drawings.values { _ = await drawing.task.result }
    }
}
