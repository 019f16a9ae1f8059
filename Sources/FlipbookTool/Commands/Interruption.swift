import Foundation
import Glibc
import Synchronization

/// Turns the signals that ask a process to stop into the cancellation of a task.
enum Interruption {
    /// Runs `operation`; SIGINT, SIGTERM or SIGHUP cancels it, so that it can clean up.
    ///
    /// Whoever asks again ends the process at once. A hang-up that was to be ignored
    /// from the start, as `nohup` asks, is ignored.
    static func cancelling<Result: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        begin()
        let task = Task(operation: operation)
        // A signal that came between two operations stops the next one.
        let isInterrupted = state.withLock { state in
            state.cancel = { task.cancel() }
            return state.signal != nil
        }
        if isInterrupted { task.cancel() }
        defer { state.withLock { $0.cancel = nil } }
        return try await task.value
    }

    /// The signal that asked to stop; `nil` while none has.
    static var received: Int32? { state.withLock { $0.signal } }

    /// Keeps signals from ending the process from now on: one that comes before an operation stops that as it begins.
    static func begin() {
        // A file that grows beyond its limit is an error to report, not a reason to die.
        signal(SIGXFSZ, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
        // Before the work begins: a signal that comes from now on waits in the pipe.
        if signalPipe.input >= 0 {
            for number in [SIGINT, SIGTERM, SIGHUP] { watch(number) }
        }
        _ = watcher
    }

    /// What a signal has to do with the operation that runs now.
    private struct State: Sendable {
        var cancel: (@Sendable () -> Void)?
        /// The first signal, and when it came.
        var signal: Int32?
        var time = ContinuousClock.now

        /// Takes note of a signal. Returns whether the process is to end at once: someone asks a second time.
        ///
        /// The end of a terminal is told by the system and by the shell, and `timeout` tells a process and then its
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

    /// Cancels what runs when a signal comes: one thread for all operations of the process, or the thread of one that
    /// has ended would take the signal meant for the next. No pool's thread: these may all be busy with frames.
    private static let watcher: Void = Thread.detachNewThread {
        while let numbers = signalPipe.wait() {
            let cancel = state.withLock { state in
                if numbers.map({ state.take($0) }).contains(true) {
                    TerminalKeys.giveBack()
                    Glibc._exit(128 + (state.signal ?? SIGINT))
                }
                return state.cancel
            }
            cancel?()
        }
    }

    /// Has each signal `number` written into the pipe.
    ///
    /// Dispatch's signal sources are not used: they want the signal ignored from before they
    /// are active, and one that comes in between is lost.
    private static func watch(_ number: Int32) {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return }
        if number == SIGHUP, isIgnoring(action.__sigaction_handler.sa_handler) { return }
        action = sigaction()
        action.sa_flags = SA_RESTART
        action.__sigaction_handler.sa_handler = { number in
            // Only what is safe in a signal handler: one write, and errno as it was.
            let former = errno
            var byte = UInt8(truncatingIfNeeded: number)
            _ = write(signalPipe.input, &byte, 1)
            errno = former
        }
        sigaction(number, &action, nil)
    }

    /// Whether `handler` is `SIG_IGN`, which is no function but a mark.
    private static func isIgnoring(_ handler: __sighandler_t?) -> Bool {
        unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

/// What carries signals from the handler, which may do next to nothing, to a thread that may do anything.
private struct SignalPipe {
    let output: Int32
    let input: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        // Without a pipe both stay -1, and the signals keep their own effect.
        if pipe(&ends) == 0 { for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) } }
        (output, input) = (ends[0], ends[1])
    }

    /// Waits for signals and returns their numbers; `nil` where there is no pipe.
    func wait() -> [Int32]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        while true {
            let count = read(output, &bytes, bytes.count)
            if count > 0 { return bytes[..<count].map { Int32($0) } }
            guard count < 0, errno == EINTR else { return nil }
        }
    }
}

/// Made before the first handler is set, since a handler must not be the one to make it.
private let signalPipe = SignalPipe()
