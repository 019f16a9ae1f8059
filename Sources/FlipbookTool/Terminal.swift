import Glibc

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

    /// Prints a result.
    static func print(_ text: String) {
        write(text + "\n", to: STDOUT_FILENO)
    }

    /// Says something about what is going on.
    static func talk(_ text: String) {
        write(text + "\n", to: STDERR_FILENO)
    }

    /// Says something without ending the line.
    static func talk(unterminated text: String) {
        write(text, to: STDERR_FILENO)
    }

    /// Says what went wrong.
    static func complain(_ text: String) {
        let label = hasColor ? "\u{1B}[1;31merror:\u{1B}[0m" : "error:"
        talk("\(label) \(text)")
    }

    /// Ends the process.
    static func exit(_ status: ExitStatus) -> Never {
        Glibc.exit(status.rawValue)
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(
                    descriptor,
                    UnsafeRawPointer(UnsafeBufferPointer(rebasing: rest).baseAddress),
                    rest.count
                )
                // A reader that has gone wants no more.
                guard count > 0 || errno == EINTR || errno == EAGAIN else { return }
                rest = rest.dropFirst(max(0, count))
            }
        }
    }
}
