import Dispatch

/// What a thread waits for until another one signals.
final class Semaphore: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func wait() { semaphore.wait() }
    func signal() { semaphore.signal() }
}
