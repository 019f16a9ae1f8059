internal import CGStreamer
internal import Synchronization

/// What GStreamer, its plugins and GLib write to standard error about themselves.
package enum LibraryLog {
    /// Writes each message once in this process, or none: some plugins repeat theirs in every turn of a loop, thousands of
    /// times a second, when their window system is gone. A message that ends the process is always written.
    ///
    /// Holds for the whole process, so it is for programs, not for libraries.
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

    private static let silent = Mutex(false)

    /// What was written, as far as there is room: a library that says so many different things is heard no more.
    private static let written = Mutex<Set<String>>([])

    private static func isWanted(_ message: String) -> Bool {
        !silent.withLock { $0 }
            && written.withLock { $0.count < 100 && $0.insert(message).inserted }
    }
}
