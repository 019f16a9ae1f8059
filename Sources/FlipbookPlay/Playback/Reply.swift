import Synchronization

/// The answer that a program waits for after it asked a player for something. The first answer counts.
final class Reply: Sendable {
    /// Done and to be seen, or why not.
    typealias Answer = Result<Void, PlaybackError>

    private enum State {
        case open(CheckedContinuation<Answer, Never>?)
        case answered(Answer)
    }

    private let state = Mutex(State.open(nil))

    /// Gives the answer, if none was given yet.
    func answer(_ answer: Answer) {
        let waiting = state.withLock { state -> CheckedContinuation<Answer, Never>? in
            guard case .open(let continuation) = state else { return nil }
            state = .answered(answer)
            return continuation
        }
        waiting?.resume(returning: answer)
    }

    /// Waits for the answer; where the task is cancelled first, that is the answer. Can be asked for once.
    var answer: Answer {
        get async {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let given = state.withLock { state -> Answer? in
                        guard case .answered(let answer) = state else {
                            state = .open(continuation)
                            return nil
                        }
                        return answer
                    }
                    if let given { continuation.resume(returning: given) }
                }
            } onCancel: {
                answer(.failure(.cancelled))
            }
        }
    }
}
