import Synchronization

/// The notes on what is played, each once, and no more of them than anyone reads.
package final class PlayNotes: Sendable {
    private let limit: Int
    private let state = Mutex<(first: [String], all: Set<String>)>(([], []))

    package init(atMost limit: Int) { self.limit = limit }

    /// Returns `true` for a sentence that is new, and among the first ones.
    @discardableResult
    package func add(_ sentence: String) -> Bool {
        state.withLock { state in
            guard state.all.insert(sentence).inserted, state.first.count < limit else { return false }
            state.first.append(sentence)
            return true
        }
    }

    package var first: [String] { state.withLock { $0.first } }

    /// The note on the others, where there are so many of the kind or more, or `nil` if there are none.
    package func rest(of count: Int = 0) -> String? {
        let rest = max(count, state.withLock { $0.all.count }) - limit
        return rest > 0 ? "and \(rest) more of the kind" : nil
    }
}
