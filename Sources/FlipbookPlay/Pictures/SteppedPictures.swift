import FlipbookMedia
import FlipbookRender
import Synchronization

/// The pictures that steps in one direction come to, made ahead on all processors as those of a running clock are, and handed
/// out in their turn.
///
/// They wait here for their step. The cache keeps the first frames that fit, and of all others the newest alone: what is made
/// ahead would be gone before it is shown.
final class SteppedPictures: Sendable {
    private struct State {
        /// How many steps after the first frame the one is that is shown.
        var step = 0
        /// The step that is handed out next.
        var next = 0
        /// What was handed out last: it is shown again whenever something over it changes.
        var latest: PictureSource.Drawn?
        /// A Boolean value that indicates whether no more of them are made.
        var isCancelled = false
        /// The task that waits for the next one.
        var waiting: CheckedContinuation<Taken, Never>?
    }

    /// What became of a step's picture.
    private enum Taken {
        case made(PictureSource.Drawn)
        case failed
        /// No more of them are made.
        case cancelled
    }

    private let source: PairedPictures
    private let range: ClosedRange<Int>
    private let first: Int
    private let isReverse: Bool
    /// How many steps at once it follows, for which it makes all pictures up to the one that is shown: few, and less than half of
    /// a way around.
    private let reach: Int
    private let line: ProductionLine<Int, PictureSource.Drawn, FrameRenderError>
    private let state = Mutex(State())

    /// The pictures from a frame on; after an end of the range comes the other one.
    /// - Parameter window: How many are made or wait at most.
    init(
        _ source: PairedPictures,
        from first: Int,
        isReverse: Bool,
        in range: ClosedRange<Int>,
        window: ProductionWindow
    ) {
        (self.source, self.range, self.first, self.isReverse) = (source, range, first, isReverse)
        var window = window
        window.count = min(window.count, range.count)
        // Of two frames, each is one step from the other, either way.
        reach = max(1, min(window.count - 1, 4, (range.count - 1) / 2))
        let place = { @Sendable (step: Int) in
            let offset = (isReverse ? first - step : first + step) - range.lowerBound
            return range.lowerBound + (offset % range.count + range.count) % range.count
        }
        line = ProductionLine(
            .init(
                count: nil,
                ready: { source.keptPicture(at: place($0)) },
                make: { step throws(FrameRenderError) in try await source.ownPicture(at: place(step)) }
            ),
            window: window
        )
    }

    /// Whether the frame at `position` of these pictures is the one that is shown, or the next steps lead to it.
    func leads(to position: Int, of source: PairedPictures, in range: ClosedRange<Int>) -> Bool {
        guard source.isSame(as: self.source), range == self.range, range.contains(position) else { return false }
        return distance(to: position, from: state.withLock { $0.step }) <= reach
    }

    /// How many steps it is to a position from another step.
    private func distance(to position: Int, from step: Int) -> Int {
        let (there, here) = isReverse ? (first - position, step) : (position - first, step)
        return ((there - here) % range.count + range.count) % range.count
    }

    /// The picture of the frame at a position that the steps lead to; `nil` once no more of them are made. One task at a time asks
    /// for it.
    func picture(at position: Int) async throws(FrameRenderError) -> PictureSource.Drawn? {
        let (step, next, latest) = state.withLock { state in
            state.step += distance(to: position, from: state.step)
            return (state.step, state.next, state.latest)
        }
        var drawn = latest
        for step in next..<max(next, step + 1) {
            switch await take() {
            case .made(let made): drawn = made
            case .failed: drawn = nil
            case .cancelled: return nil
            }
            state.withLock { [drawn] in ($0.next, $0.latest) = (step + 1, drawn) }
        }
        // What cannot be made is tried again each time that it is shown, and something stands in for it.
        return if let drawn { drawn } else { try await source.picture(at: position) }
    }

    /// The picture of the next step.
    ///
    /// In a task of its own: a step that follows at once cancels what waits for this one, and the line goes on. Where no more of
    /// them are made, nobody waits for those that are in the making.
    private func take() async -> Taken {
        await withCheckedContinuation { continuation in
            let isCancelled = state.withLock { state in
                if !state.isCancelled { state.waiting = continuation }
                return state.isCancelled
            }
            if isCancelled { return continuation.resume(returning: .cancelled) }
            Task {
                let product = await Result { () async throws(ProductionError<FrameRenderError>) in
                    try await line.next()?.product
                }
                if case .success(let made?) = product { answer(.made(made)) } else { answer(.failed) }
            }
        }
    }

    private func answer(_ taken: Taken) {
        state.withLock { $0.waiting.take() }?.resume(returning: taken)
    }

    /// Makes no more of them: what waits for one gets none.
    func cancel() {
        state.withLock { $0.isCancelled = true }
        line.cancel()
        answer(.cancelled)
    }

    /// Makes no more of them, and waits until none is in the making.
    func stop() async {
        cancel()
        await line.stop()
    }
}
