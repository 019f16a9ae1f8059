import Synchronization

/// A small cache for values that are expensive to compute.
final class Remembered<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let values = Mutex<[Key: Value]>([:])
    private let limit: Int

    /// Creates a cache of at most `limit` values. If the cache is full, the next value replaces all others.
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
