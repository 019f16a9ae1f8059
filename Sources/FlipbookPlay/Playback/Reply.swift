/// The answer that a program waits for after it asked a player for something. The first answer counts.
final class Reply: Sendable {
    /// Done and to be seen, or why not.
    typealias Answer = Result<Void, PlaybackError>

    private let (answers, continuation) = AsyncStream.makeStream(of: Answer.self, bufferingPolicy: .bufferingOldest(1))

    func answer(_ answer: Answer) {
        continuation.yield(answer)
        continuation.finish()
    }

    /// Waits for the answer; where the task is cancelled first, that is the answer. Can be asked for once.
    var answer: Answer {
        get async {
            for await answer in answers { return answer }
            return .failure(.cancelled)
        }
    }
}
