internal import Synchronization

/// The values that were made last for a few keys: frames of a sequence mostly have one size and one way to be cut, or a few.
package final class RecentValues<Key: Equatable & Sendable, Value: Sendable>: Sendable {
    private let entries = Mutex<[(key: Key, value: Value)]>([])
    private let count: Int

    /// An empty list that keeps this many values.
    package init(_ count: Int = 4) { self.count = count }

    /// The value of `key`: the kept one, or one that is made now.
    package func value(for key: Key, make: () -> Value) -> Value {
        if let known = entries.withLock({ entries in entries.first { $0.key == key } }) { return known.value }
        let value = make()
        return entries.withLock { entries in
            // Another thread may have made it meanwhile.
            if let known = entries.first(where: { $0.key == key }) { return known.value }
            if entries.count == count { entries.removeFirst() }
            entries.append((key, value))
            return value
        }
    }
}
