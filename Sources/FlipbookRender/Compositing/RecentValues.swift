internal import Synchronization

/// The last values of a few keys: frames of a sequence mostly have one size and one way to be cut, or a few.
final class RecentValues<Key: Equatable & Sendable, Value: Sendable>: Sendable {
    private let entries = Mutex<[(key: Key, value: Value)]>([])

    private static var count: Int { 4 }

    /// The value of `key`: the kept one, or one that is made now.
    func value(for key: Key, make: () -> Value) -> Value {
        if let known = entries.withLock({ entries in entries.first { $0.key == key } }) { return known.value }
        let value = make()
        entries.withLock { entries in
            if entries.count == Self.count { entries.removeFirst() }
            entries.append((key, value))
        }
        return value
    }
}
