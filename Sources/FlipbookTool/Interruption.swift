import Dispatch
import Glibc

/// Turns the signals that ask a process to stop into the cancellation of a task.
enum Interruption {
    /// Runs `operation`; SIGINT, SIGTERM or SIGHUP cancels it, so that it can clean up.
    ///
    /// A second signal ends the process at once. A hang-up that was to be ignored
    /// from the start, as `nohup` asks, is ignored.
    static func cancelling<Result: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        // A file that grows beyond its limit is an error to report, not a reason to die.
        signal(SIGXFSZ, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
        let task = Task(operation: operation)
        let sources = [SIGINT, SIGTERM, SIGHUP].compactMap { number -> (any DispatchSourceSignal)? in
            // The default action would end the process before the source hears of it.
            let former = signal(number, SIG_IGN)
            if number == SIGHUP, isIgnoring(former) { return nil }
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInitiated))
            source.setEventHandler {
                if task.isCancelled { Glibc._exit(ExitStatus.interrupted.rawValue) }
                task.cancel()
            }
            source.activate()
            return source
        }
        defer { for source in sources { source.cancel() } }
        return try await task.value
    }

    /// Whether `handler` is `SIG_IGN`, which is no function but a mark.
    private static func isIgnoring(_ handler: __sighandler_t?) -> Bool {
        unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
