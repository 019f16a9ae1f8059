/// A value that one task waits for and another one gives. The first value counts.
final class Reply<Answer: Sendable>: Sendable {
    private let (answers, continuation) = AsyncStream.makeStream(of: Answer.self, bufferingPolicy: .bufferingOldest(1))

    func answer(_ answer: Answer) {
        continuation.yield(answer)
        continuation.finish()
    }

    /// Waits for the answer; it is `nil` if the waiting task is cancelled first. Can be asked for once.
    var answer: Answer? {
        get async {
            for await answer in answers { return answer }
            return nil
        }
    }
}
