internal import Synchronization

/// Whether the process waits for something that takes the time it takes: a disk that writes what it has, or a program that
/// reads from us and pauses. Then nothing that stands still is stuck.
package enum ExternalWait {
    private static let count = Atomic(0)
    private static let hasEnded = Atomic(false)

    /// Returns `true` if any thread waits so now, or has since this was asked last.
    package static func hasGoneOn() -> Bool {
        let hasEnded = hasEnded.exchange(false, ordering: .relaxed)
        return hasEnded || count.load(ordering: .relaxed) > 0
    }

    /// Runs a call that may wait so.
    package static func during<Result>(_ call: () -> Result) -> Result {
        count.add(1, ordering: .relaxed)
        defer {
            hasEnded.store(true, ordering: .relaxed)
            count.subtract(1, ordering: .relaxed)
        }
        return call()
    }
}
