import Dispatch
import FlipbookCore
import FlipbookMedia
import FlipbookRender
import Synchronization

/// A sequence that an element has opened. It delivers one picture at a time to a thread that waits for it.
final class OpenSequence: Sendable {
    enum Outcome {
        case picture(TimedPicture)
        case end
        case failure(SequenceError)
        case interruption
    }

    private struct State {
        var made: Outcome?
        var (isMaking, isInterrupted) = (false, false)
        var seeks = 0
        var (time, place) = (RationalTime.zero, 0)
    }

    let pictures: SequencePictures
    private let state = Mutex(State())
    private let changed = DispatchSemaphore(value: 0)

    init(_ pictures: SequencePictures) { self.pictures = pictures }

    deinit { pictures.cancel() }

    func next() -> Outcome {
        while true {
            let outcome: Outcome? = state.withLock { state in
                if state.isInterrupted { return .interruption }
                if let made = state.made.take() { return made }
                if !state.isMaking {
                    state.isMaking = true
                    make(after: state.seeks)
                }
                return nil
            }
            if let outcome { return outcome }
            changed.wait()
        }
    }

    private func make(after seeks: Int) {
        Task { [self] in
            let outcome: Outcome
            do throws(SequenceError) {
                outcome = try await pictures.next().map(Outcome.picture) ?? .end
            } catch {
                outcome = .failure(error)
            }
            state.withLock { state in
                state.isMaking = false
                // A picture begun before the seek may happen to be the requested one.
                var isWanted = state.seeks == seeks
                if case .picture(let shown) = outcome, shown.index == state.place { isWanted = true }
                if isWanted {
                    state.made = outcome
                } else if case .failure = outcome {
                    // The failed frame may be the requested one. Without another seek, the next call would skip it.
                    pictures.seek(to: state.time)
                }
            }
            changed.signal()
        }
    }

    func seek(to time: RationalTime) {
        state.withLock { state in
            state.seeks += 1
            state.made = nil
            (state.time, state.place) = (time, pictures.seek(to: time))
        }
    }

    /// Ends a pending wait, and refuses further waits until called with `false`.
    func interrupt(_ isInterrupted: Bool) {
        state.withLock { $0.isInterrupted = isInterrupted }
        changed.signal()
    }
}
