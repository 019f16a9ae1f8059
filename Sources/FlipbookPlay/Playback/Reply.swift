/// A value passed from one task to another. Only the first answer is used.
final class Reply<Answer: Sendable>: Sendable {
    private let (answers, continuation) = AsyncStream.makeStream(of: Answer.self, bufferingPolicy: .bufferingOldest(1))

    func answer(_ answer: Answer) {
        continuation.yield(answer)
        continuation.finish()
    }

    /// Waits for the answer, or returns `nil` if the waiting task is canceled. The answer can be read only once.
    var answer: Answer? {
        get async {
            for await answer in answers { return answer }
            return nil
        }
    }
}
