internal import Glibc

/// The process may not start the threads that it needs: a limit of its user or its control group is reached.
public struct ThreadShortage: Error, Hashable, Sendable, CustomStringConvertible {
    /// Why: an `errno`.
    public let code: Int32

    /// A shortage for a reason, an `errno`.
    package init(code: Int32) { self.code = code }

    /// What is short, why, and what would help.
    public var description: String {
        "Too few threads can be started (\(String(cString: strerror(code)))). "
            + "Allow the process more threads: ulimit -u, or the pids limit of its container."
    }
}
