internal import CGStreamer
internal import Glibc
internal import Synchronization

/// The messages of GStreamer, its plugins and GLib on standard error.
package enum LibraryLog {
    /// Writes each message once in this process, or none: some plugins repeat theirs in every turn of a loop, thousands of
    /// times a second, when their window system is gone. A message that ends the process is always written. Holds for the
    /// whole process, so it is for programs, not for libraries.
    package static func limit(toNone isSilent: Bool) {
        silent.withLock { $0 = isSilent }
        g_log_set_default_handler(
            { domain, level, message, _ in
                let isFatal = level.rawValue & G_LOG_FLAG_FATAL.rawValue != 0
                guard isFatal || LibraryLog.isWanted(message.map { String(cString: $0) } ?? "") else { return }
                g_log_default_handler(domain, level, message, nil)
            },
            nil
        )
    }

    /// Runs `start`, which starts GStreamer. It tries new plugins in a process that it forks, which has this one's standard error
    /// and tells there of each that cannot be loaded. Where no message is wanted, that process has none; this one keeps its own.
    static func start<Outcome>(_ start: () -> Outcome) -> Outcome {
        // GST_DEBUG asks for the log of the other process, too.
        guard silent.withLock({ $0 }), getenv("GST_DEBUG") == nil else { return start() }
        // Before a fork can ask for it.
        forking.store(UInt(pthread_self()), ordering: .relaxed)
        _ = silencesForks
        defer { forking.store(0, ordering: .relaxed) }
        return start()
    }

    /// The thread that starts GStreamer; 0 where none does. Other threads fork for reasons of their own.
    private static let forking = Atomic<UInt>(0)

    /// A Boolean value that tells whether a fork of that thread is silent, from the first question on.
    private static let silencesForks =
        pthread_atfork(nil, nil) {
            // Only what a signal's handler may do.
            guard LibraryLog.forking.load(ordering: .relaxed) == UInt(pthread_self()) else { return }
            let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
            if nowhere >= 0 { dup2(nowhere, STDERR_FILENO) }
        } == 0

    private static let silent = Mutex(false)

    /// The messages that were written, as far as there is room: a library with more different ones is heard no more.
    private static let written = Mutex<Set<String>>([])

    private static func isWanted(_ message: String) -> Bool {
        !silent.withLock { $0 } && written.withLock { $0.count < 100 && $0.insert(message).inserted }
    }
}
