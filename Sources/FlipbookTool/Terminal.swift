import Glibc
import Synchronization

/// The two streams of the command: results on standard output, talk on standard error.
enum Terminal {
    /// Whether standard error is a terminal that someone watches.
    static var isWatched: Bool { isatty(STDERR_FILENO) == 1 }

    /// Whether colour is wanted: on a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`.
    static var hasColor: Bool {
        guard isWatched, getenv("NO_COLOR").map({ $0.pointee == 0 }) ?? true else { return false }
        return getenv("TERM").map { String(cString: $0) != "dumb" } ?? false
    }

    /// Columns of the terminal on standard error; 80 where it does not say.
    static var width: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Why the last result could not be printed; 0 where it could.
    private static let printFailure = Mutex<Int32>(0)

    /// Prints a result. A reader that has gone is no failure: it has what it wanted.
    static func print(_ text: String) {
        let failure = write(text + "\n", to: STDOUT_FILENO)
        if failure != 0, failure != EPIPE { printFailure.withLock { $0 = failure } }
    }

    /// Says something about what is going on.
    static func talk(_ text: String) {
        write(text + "\n", to: STDERR_FILENO)
    }

    /// Says something without ending the line.
    static func talk(unterminated text: String) {
        write(text, to: STDERR_FILENO)
    }

    /// Says what went wrong: the label once, further lines set in below it.
    static func complain(_ text: String) {
        let label = hasColor ? "\u{1B}[1;31merror:\u{1B}[0m" : "error:"
        let lines = text.closingSentence.split(separator: "\n", omittingEmptySubsequences: false)
        talk("\(label) " + lines.joined(separator: "\n  "))
    }

    /// Ends the process. A result that nobody could be told is no success.
    static func exit(_ status: ExitStatus) -> Never {
        let failure = printFailure.withLock { $0 }
        guard status == .done, failure != 0 else { DisplayErrors.end(status) }
        complain("Standard output cannot be written: \(String(cString: strerror(failure))). What was made is complete.")
        Glibc.exit(ExitStatus.environment.code)
    }

    /// Writes all of `text`. Returns 0, or `errno` where the rest could not be written.
    @discardableResult
    private static func write(_ text: String, to descriptor: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(
                    descriptor,
                    UnsafeRawPointer(UnsafeBufferPointer(rebasing: rest).baseAddress),
                    rest.count
                )
                guard count > 0 || errno == EINTR || errno == EAGAIN else { return errno }
                rest = rest.dropFirst(max(0, count))
            }
            return 0
        }
    }
}
