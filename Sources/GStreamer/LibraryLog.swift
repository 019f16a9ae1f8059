internal import CGStreamer
internal import Glibc
internal import Synchronization

package enum LibraryLog {
    /// Limits messages to one of each kind, or to none. Some plugins repeat their messages thousands of times a second if the
    /// window system has gone away. Fatal messages are always written. This affects the whole process, so it is meant for
    /// programs, not for libraries.
    package static func limit(toNone isSilent: Bool) {
        silent.withLock { $0 = isSilent }
        g_log_set_default_handler(
            { domain, level, message, _ in
                let isFatal = level.rawValue & G_LOG_FLAG_FATAL.rawValue != 0
                let text = message.map { String(cString: $0) } ?? ""
                let isMuted = !isFatal && LibraryLog.silent.withLock { $0 }
                let isNew = !isMuted && LibraryLog.written.withLock { $0.count < 100 && $0.insert(text).inserted }
                guard isFatal || isNew else { return }
                g_log_default_handler(domain, level, message, nil)
            },
            nil
        )
    }

    /// Runs `start`, which starts GStreamer. GStreamer loads new plugins in a forked process, which reports each failure on the
    /// shared standard error. If no messages are wanted, the fork's output is discarded, but not this process's.
    static func start<Outcome>(_ start: () -> Outcome) -> Outcome {
        guard silent.withLock({ $0 }), getenv("GST_DEBUG") == nil else { return start() }
        // The value must be stored before a fork reads it.
        forking.store(UInt(pthread_self()), ordering: .relaxed)
        _ = silencesForks
        defer { forking.store(0, ordering: .relaxed) }
        return start()
    }

    /// The thread that is starting GStreamer, or 0. Other threads may also fork, and are not affected.
    private static let forking = Atomic<UInt>(0)

    /// A Boolean value that indicates whether the forks of the starting thread are silent. The first access installs the
    /// handler.
    private static let silencesForks =
        pthread_atfork(nil, nil) {
            // Only async-signal-safe calls are allowed here.
            guard LibraryLog.forking.load(ordering: .relaxed) == UInt(pthread_self()) else { return }
            let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
            if nowhere >= 0 { dup2(nowhere, STDERR_FILENO) }
        } == 0

    private static let silent = Mutex(false)

    /// The messages written so far, at most 100. After that, new messages are not written.
    private static let written = Mutex<Set<String>>([])
}
