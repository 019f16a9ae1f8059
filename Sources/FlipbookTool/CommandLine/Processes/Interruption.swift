import Dispatch
import FlipbookFiles
import Glibc
import Synchronization

/// Turns the signals that ask a process to stop into the cancellation of a task, and ends a process in which nothing moves.
package enum Interruption {
    /// Runs `operation`; SIGINT, SIGTERM or SIGHUP cancels it, so that it can clean up.
    ///
    /// A second signal ends the process at once. A hang-up that was to be ignored
    /// from the start, as `nohup` asks, is ignored.
    /// - Parameter mayRest: Whether it may stand still, asked once a second. An operation that may not, and in which nothing
    ///   moves for ``stallLimit`` seconds, ends the process. One that waits for a disk to write, or for a reader that pauses,
    ///   always may.
    package static func cancelling<Result: Sendable>(
        mayRest: @escaping @Sendable () -> Bool = { false },
        _ operation: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        begin()
        let task = Task(operation: operation)
        // A signal that came between two operations stops the next one.
        let isInterrupted = state.withLock { state in
            state.operation = Operation(cancel: { task.cancel() }, mayRest: mayRest)
            return state.signal != nil
        }
        if isInterrupted { task.cancel() }
        defer { state.withLock { $0.operation = nil } }
        return try await task.value
    }

    /// The signal that asked to stop; `nil` while none has.
    static var received: Int32? { state.withLock { $0.signal } }

    /// Seconds that nothing may move before the process ends; 0 for any time.
    static let stallLimit = Atomic(60)

    /// Seconds that an interrupted operation has for its end once nothing moves any more.
    private static var grace: Int { 5 }

    /// How long an interrupted operation may work for its end: a library that unpacks or packs a picture of a gigabyte hears of no
    /// signal. What it leaves under a hidden name, the next export there takes away.
    private static var patience: Duration { .seconds(30) }

    /// Keeps signals from ending the process from now on: one that comes before an operation stops that as it begins.
    package static func begin() {
        // A file that grows beyond its limit is an error to report, not a reason to die.
        signal(SIGXFSZ, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
        // Before the work begins: a signal that comes from now on waits in the pipe. Where it could not be read there,
        // signals keep their own effect.
        if isListening { for number in [SIGINT, SIGTERM, SIGHUP] { SignalPipe.watch(number) } }
    }

    /// Says that the terminal is gone. The system says so by SIGHUP, which may come after the playback has ended.
    /// - Returns: Whether that cancels the operation: not where a hang-up is to be ignored.
    package static func hangUp() -> Bool {
        guard !SignalPipe.isIgnored(SIGHUP) else { return false }
        state.withLock { _ = $0.take(SIGHUP) }
        cancellation.signal()
        return true
    }

    private struct Operation: Sendable {
        let cancel: @Sendable () -> Void
        let mayRest: @Sendable () -> Bool
    }

    /// What a signal has to do with the operation that runs now.
    private struct State: Sendable {
        var operation: Operation?
        /// The first signal, and when it came.
        var signal: Int32?
        var time = ContinuousClock.now

        /// Takes note of a signal. Returns whether the process is to end at once: a signal came a second time.
        ///
        /// The end of a terminal is signalled by the system and by the shell, and `timeout` tells a process and then its
        /// group: that is asking once.
        mutating func take(_ number: Int32) -> Bool {
            guard signal != nil else {
                (signal, time) = (number, .now)
                return false
            }
            return number != SIGHUP && time.duration(to: .now) > .milliseconds(250)
        }
    }

    private static let state = Mutex(State())

    /// Two threads for all operations of the process, started before there is any need: pools may be busy, or without
    /// threads. One listens and never waits for anything else; the other cancels, which may take as long as what
    /// is cancelled.
    private static let isListening: Bool = {
        guard SignalPipe.shared.input >= 0 else { return false }
        return SystemThread.start(cancelWhenAsked) == 0 && SystemThread.start(listen) == 0
    }()

    private static let cancellation = DispatchSemaphore(value: 0)

    @Sendable private static func cancelWhenAsked() {
        while true {
            cancellation.wait()
            state.withLock { $0.operation }?.cancel()
        }
    }

    @Sendable private static func listen() {
        var watchdog = Watchdog()
        while true {
            let numbers = SignalPipe.shared.wait(milliseconds: 1000)
            if !numbers.isEmpty {
                if state.withLock({ state in numbers.map { state.take($0) }.contains(true) }) { end() }
                cancellation.signal()
                continue
            }
            let (operation, signal, time) = state.withLock { ($0.operation, $0.signal, $0.time) }
            let (idle, waits) = (watchdog.look(), ExternalWait.hasGoneOn())
            if signal != nil {
                // While a disk writes, files are being replaced or put back.
                if idle >= grace || !waits && time.duration(to: .now) >= patience { end() }
            } else if let operation, !operation.mayRest(), !waits, idle >= 1 {
                watchdog.complain(limit: stallLimit.load(ordering: .relaxed))
            } else {
                watchdog.rest()
            }
        }
    }

    /// Ends the process as the first signal asked.
    private static func end() -> Never {
        TerminalMode.giveBackAll()
        Glibc._exit(128 + (received ?? SIGINT))
    }
}
