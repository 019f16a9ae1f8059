internal import Synchronization

/// The latest values for a few keys. Most frames in a sequence share a few sizes and crops.
package final class RecentValues<Key: Equatable & Sendable, Value: Sendable>: Sendable {
    private let entries = Mutex<[(key: Key, value: Value)]>([])
    private let count: Int

    package init(_ count: Int = 4) { self.count = count }

    package func value(for key: Key, make: () -> Value) -> Value {
        if let known = entries.withLock({ entries in entries.first { $0.key == key } }) { return known.value }
        let value = make()
        return entries.withLock { entries in
            // Another thread might have created the value in the meantime.
            if let known = entries.first(where: { $0.key == key }) { return known.value }
            if entries.count == count { entries.removeFirst() }
            entries.append((key, value))
            return value
        }
    }
}
