internal import CFiles
import Dispatch
import FlipbookFiles
import FlipbookMedia
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

    static var received: Int32? { state.withLock { $0.signal } }

    /// Seconds that nothing may move before the process ends; 0 for any time.
    static let stallLimit = Atomic(60)

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

    private struct State: Sendable {
        var operation: Operation?
        var signal: Int32?
        var time = ContinuousClock.now

        /// Takes note of a signal. Returns whether the process is to end at once: a signal came a second time.
        ///
        /// The end of a terminal is signaled by the system and by the shell, and `timeout` tells a process and then its
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

    private static func end() -> Never {
        TerminalMode.giveBackAll()
        Glibc._exit(128 + (received ?? SIGINT))
    }
}

/// A pipe for signals from the handler, which may do next to nothing, to a thread that may do anything.
package struct SignalPipe {
    /// The pipe of the process, made before the first handler is set, since a handler must not be the one to make it.
    static let shared = SignalPipe()

    private let output: Int32
    /// The end where a handler writes a signal's number; -1 without a pipe.
    let input: Int32

    private init() { (output, input) = Self.ends() }

    /// The two ends of a new pipe, which no other program inherits; -1 where there can be none, with `errno`.
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

    /// Has each signal `number` written into the pipe.
    ///
    /// Dispatch's signal sources are not used: they want the signal ignored from before they
    /// are active, and one that comes in between is lost.
    static func watch(_ number: Int32) {
        if number == SIGHUP, isIgnored(number) { return }
        var action = sigaction()
        action.sa_flags = SA_RESTART
        action.__sigaction_handler.sa_handler = { number in
            // Only what is safe in a signal handler: one write, and errno as it was.
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
        // `SIG_IGN` is no function but a mark.
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

/// Ends a process in which nothing moves, with a sentence that says where it stands.
struct Watchdog: ~Copyable {
    private let account = WorkAccount()
    private var meter = IdleMeter()
    /// Looks until now that do not count, since the operation was at rest.
    private var resting = 0

    /// Looks at what the process has done since the last second. Returns for how many seconds it has done nothing.
    mutating func look() -> Int {
        meter.look(at: account.work)
        return meter.idleLooks
    }

    mutating func rest() { resting = meter.idleLooks }

    /// Ends the process where nothing that should move has done so for `limit` seconds; 0 for any time.
    mutating func complain(limit: Int) {
        resting = min(resting, meter.idleLooks)
        let seconds = meter.idleLooks - resting
        guard limit > 0, seconds >= limit else { return }
        let place = LibraryMessages.obstacle.map { " in GStreamer's element '\($0)'" } ?? ""
        Terminal.complain(
            "Nothing has moved for \(seconds) s\(place), so this was given up. The machine may be short of memory or "
                + "threads, or a disk or a display may hang. To wait longer: --stall-limit \(limit * 10)."
        )
        TerminalMode.giveBackAll()
        Glibc._exit(ExitStatus.environment.code)
    }
}
