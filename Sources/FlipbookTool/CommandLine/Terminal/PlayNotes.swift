import Synchronization

package final class PlayNotes: Sendable {
    private let limit: Int
    private let state = Mutex<(first: [String], all: Set<String>)>(([], []))

    package init(atMost limit: Int) { self.limit = limit }

    @discardableResult
    package func add(_ sentence: String) -> Bool {
        state.withLock { state in
            guard state.all.insert(sentence).inserted, state.first.count < limit else { return false }
            state.first.append(sentence)
            return true
        }
    }

    package var first: [String] { state.withLock { $0.first } }

    /// Returns a note about the sentences beyond the limit, or `nil` if there are none. If `count` is greater than the number
    /// of known sentences, `count` is used instead.
    package func rest(of count: Int = 0) -> String? {
        let rest = max(count, state.withLock { $0.all.count }) - limit
        return rest > 0 ? "and \(rest) more like these" : nil
    }
}
