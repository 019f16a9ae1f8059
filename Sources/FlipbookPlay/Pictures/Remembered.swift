import Synchronization

/// Values that take a while to make, kept for keys that come again and again.
final class Remembered<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let values = Mutex<[Key: Value]>([:])
    private let limit: Int

    /// A memory of at most `limit` values; the next one replaces them.
    init(atMost limit: Int) { self.limit = limit }

    func value<Failure: Error>(for key: Key, _ make: () throws(Failure) -> Value) throws(Failure) -> Value {
        if let known = values.withLock({ $0[key] }) { return known }
        let made = try make()
        values.withLock { values in
            if values.count >= limit { values = [:] }
            values[key] = made
        }
        return made
    }
}
