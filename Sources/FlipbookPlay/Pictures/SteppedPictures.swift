import FlipbookFiles
import FlipbookRender

/// The pictures that steps in one direction lead to, drawn ahead on all processors as those of a running clock are.
///
/// They wait here for their step. The cache keeps the first frames that fit, and of all others the newest alone: what is drawn
/// ahead would be gone before it is shown.
struct SteppedPictures: Sendable {
    /// A picture in the making, and its memory.
    struct Drawing: Sendable {
        fileprivate let task: Task<PictureSource.Drawn, any Error>
        fileprivate let lease: MemoryBudget.Lease?

        /// The picture, or why there is none, or `nil` once the task that waits for it is cancelled. Where no more of them are
        /// drawn, nobody waits for those that are in the making.
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
    /// The position that the latest step led to.
    private var position: Int
    private var drawings: [Int: Drawing] = [:]

    /// Begins with the frame at a position; after an end of the range comes the other one.
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

    /// Returns whether a frame of these pictures is the one that is shown, or a few steps lead to it.
    func leads(to position: Int, of source: PairedPictures, in range: ClosedRange<Int>) -> Bool {
        guard source.isSame(as: self.source), range == self.range, range.contains(position) else { return false }
        // Of two frames, each is one step from the other, either way; of more, less than half of a way around.
        let distance = isReverse ? self.position - position : position - self.position
        let reach = max(1, min(window.count - 1, 4, (range.count - 1) / 2))
        return (distance % range.count + range.count) % range.count <= reach
    }

    /// Draws the frame at a position and those after it, and no others any more.
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

    func cancel() {
        for drawing in drawings.values { drawing.task.cancel() }
    }

    /// Draws no more of them, and waits until none is in the making.
    func stop() async {
        cancel()
        for drawing in drawings.values { _ = await drawing.task.result }
    }
}
