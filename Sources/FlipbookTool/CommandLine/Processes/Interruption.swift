internal import CFiles
import Dispatch
import FlipbookFiles
import FlipbookMedia
import Glibc
import Synchronization

/// Turns the signals that stop a process into the cancellation of a task, and ends a stalled process.
package enum Interruption {
    /// Runs an operation. SIGINT, SIGTERM, and SIGHUP cancel the operation, so that it can clean up.
    ///
    /// A second signal ends the process at once. If the process inherited an ignored SIGHUP, as under `nohup`, the signal stays
    /// ignored.
    /// - Parameter mayRest: Called once a second. Returns `true` while the operation may be idle. If it returns `false`, the
    ///   process ends after ``stallLimit`` idle seconds. Waiting for a disk or for a paused reader is never treated as idle.
    package static func cancelling<Result: Sendable>(
        mayRest: @escaping @Sendable () -> Bool = { false },
        _ operation: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        begin()
        let task = Task(operation: operation)
        // A signal between two operations stops the next one.
        let isInterrupted = state.withLock { state in
            state.operation = Operation(cancel: { task.cancel() }, mayRest: mayRest)
            return state.signal != nil
        }
        if isInterrupted { task.cancel() }
        defer { state.withLock { $0.operation = nil } }
        return try await task.value
    }

    static var received: Int32? { state.withLock { $0.signal } }

    static let stallLimit = Atomic(60)

    private static var grace: Int { 5 }

    /// The time that an interrupted operation has to finish. It is long because a library that decodes or encodes a gigabyte
    /// cannot be interrupted. The next export to the same folder removes any hidden files left behind.
    private static var patience: Duration { .seconds(30) }

    /// Starts catching signals. If a signal arrives before an operation begins, the operation is canceled as soon as it starts.
    package static func begin() {
        // Exceeding the file size limit is an error to report, not a reason to end the process.
        signal(SIGXFSZ, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
        // From now on, signals are written to the pipe. If no thread reads the pipe, signals keep their default effect.
        if isListening { for number in [SIGINT, SIGTERM, SIGHUP] { SignalPipe.watch(number) } }
    }

    /// Cancels the operation because the terminal is gone. The system's own SIGHUP may arrive after playback has ended.
    /// - Returns: `false` if SIGHUP is ignored.
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

    private struct State: Sendable {
        var operation: Operation?
        var signal: Int32?
        var time = ContinuousClock.now

        /// Records a signal. Returns `true` if it is the second one, which ends the process at once.
        ///
        /// Two signals can belong to one request. When a terminal closes, the system and the shell each send one. `timeout`
        /// signals both a process and its group.
        mutating func take(_ number: Int32) -> Bool {
            guard signal != nil else {
                (signal, time) = (number, .now)
                return false
            }
            return number != SIGHUP && time.duration(to: .now) > .milliseconds(250)
        }
    }

    private static let state = Mutex(State())

    /// Starts two threads for all operations of the process. They are started in advance, because thread pools might later be
    /// busy, or the system might be out of threads. One thread listens and never waits for anything else. The other thread
    /// cancels, which can take as long as the operation.
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
                // If the process ends while files are being replaced, only some of them may have been replaced.
                if idle >= grace || !waits && time.duration(to: .now) >= patience { end() }
            } else if let operation, !operation.mayRest(), !waits, idle >= 1 {
                watchdog.complain(limit: stallLimit.load(ordering: .relaxed))
            } else {
                watchdog.rest()
            }
        }
    }

    private static func end() -> Never {
        TerminalMode.giveBackAll()
        Glibc._exit(128 + (received ?? SIGINT))
    }
}

/// A pipe that passes signals to a thread, since a handler is allowed to do very little.
package struct SignalPipe {
    /// The pipe of the process. It must exist before the first handler is installed.
    static let shared = SignalPipe()

    private let output: Int32
    /// The end to which a handler writes a signal number, or -1 if there is no pipe.
    let input: Int32

    private init() { (output, input) = Self.ends() }

    /// Makes a pipe that child processes do not inherit. On failure, both ends are -1, and `errno` is set.
    package static func ends() -> (output: Int32, input: Int32) {
        var ends: [Int32] = [-1, -1]
        _ = flipbook_pipe(&ends)
        return (ends[0], ends[1])
    }

    func wait(milliseconds: Int32) -> [Int32] {
        var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, milliseconds) > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = read(output, &bytes, bytes.count)
        return bytes[..<max(0, count)].map { Int32($0) }
    }

    /// Writes each signal with this number to the pipe from now on.
    ///
    /// Dispatch's signal sources are not used. They require a signal to be ignored before a source is active, and signals that
    /// arrive in between would be lost.
    static func watch(_ number: Int32) {
        if number == SIGHUP, isIgnored(number) { return }
        var action = sigaction()
        action.sa_flags = SA_RESTART
        action.__sigaction_handler.sa_handler = { number in
            // Only a write is safe in a signal handler, and errno must be restored.
            let former = errno
            var byte = UInt8(truncatingIfNeeded: number)
            _ = write(SignalPipe.shared.input, &byte, 1)
            errno = former
        }
        sigaction(number, &action, nil)
    }

    static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        // `SIG_IGN` is a constant, not a function.
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

struct Watchdog: ~Copyable {
    private let account = WorkAccount()
    private var meter = IdleMeter()
    /// The number of idle seconds that are ignored, since the operation was allowed to be idle.
    private var resting = 0

    mutating func look() -> Int {
        meter.look(at: account.work)
        return meter.idleLooks
    }

    mutating func rest() { resting = meter.idleLooks }

    mutating func complain(limit: Int) {
        resting = min(resting, meter.idleLooks)
        let seconds = meter.idleLooks - resting
        guard limit > 0, seconds >= limit else { return }
        let place = LibraryMessages.obstacle.map { " in the GStreamer element '\($0)'" } ?? ""
        Terminal.complain(
            "Gave up after \(seconds) s without progress\(place). The machine may be short of memory or threads, or a "
                + "disk or display may not be responding. To wait longer, add --stall-limit \(limit * 10)."
        )
        TerminalMode.giveBackAll()
        Glibc._exit(ExitStatus.environment.code)
    }
}
