import FlipbookFiles
import Glibc
import Synchronization

/// The two streams of the command: results on standard output, messages on standard error.
package enum Terminal {
    /// A Boolean value that indicates whether standard error is a terminal in the foreground.
    package static var isWatched: Bool { isatty(STDERR_FILENO) == 1 }

    /// A Boolean value that indicates a terminal of this process on standard error, not of one in the foreground.
    static var isOurs: Bool { tcgetpgrp(STDERR_FILENO) == getpgrp() }

    package enum Coloring: String, CaseIterable {
        case auto
        case always
        case never
    }

    static var hasColor: Bool { hasColor(on: STDERR_FILENO) }

    /// Returns `true` if color is wanted on a stream: never if `NO_COLOR` is set, always if `FORCE_COLOR` or
    /// `CLICOLOR_FORCE` is and says no 0, else on a terminal, unless `TERM` is `dumb`.
    package static func hasColor(on stream: Int32, _ coloring: Coloring = .auto) -> Bool {
        guard coloring == .auto else { return coloring == .always }
        func value(_ name: String) -> String? { Environment.text(name).flatMap { $0.isEmpty ? nil : $0 } }
        if value("NO_COLOR") != nil { return false }
        if ["FORCE_COLOR", "CLICOLOR_FORCE"].contains(where: { value($0).map { $0 != "0" } ?? false }) { return true }
        return isatty(stream) == 1 && value("TERM").map { $0 != "dumb" } ?? false
    }

    /// Columns of the terminal on standard error; 80 where it does not say.
    package static var width: Int { width(of: STDERR_FILENO) ?? 80 }

    /// Columns of the terminal that a stream leads to, or `nil` if it leads to none, or it does not say.
    package static func width(of stream: Int32) -> Int? {
        var size = winsize()
        guard ioctl(stream, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Why the last result could not be printed; 0 where it could.
    private static let printFailure = Mutex<Int32>(0)

    /// Prints a result. A reader that has gone is no failure: it has what it wanted.
    package static func print(_ text: String) {
        let failure = TextStream.output.write(text + "\n")
        // A reader that has gone, or that never was, wants to know nothing.
        if failure != 0, failure != EPIPE, failure != EBADF { printFailure.withLock { $0 = failure } }
    }

    package static func report(_ text: String) { TextStream.errors.write(text + "\n") }

    /// Says something without ending the line.
    package static func report(unterminated text: String) { TextStream.errors.write(text) }

    /// Shows the last line again, where the terminal takes it at once and is not another program's.
    package static func show(line text: String) { if isOurs { TextStream.errors.offer("\r\u{1B}[K" + text) } }

    /// Says what went wrong: the label once, further lines set in below it.
    package static func complain(_ text: String) {
        let label = hasColor ? "\u{1B}[1;31merror:\u{1B}[0m" : "error:"
        let lines = text.closingSentence.split(separator: "\n", omittingEmptySubsequences: false)
        report("\(label) " + lines.joined(separator: "\n  "))
    }

    /// Ends the process. A result that could not be written is no success.
    package static func exit(_ status: ExitStatus) -> Never {
        let failure = printFailure.withLock { $0 }
        guard status == .done || status == .incomplete, failure != 0 else { end(status) }
        // It was not read, and an interrupt asks not to wait for that.
        if failure == ETIMEDOUT { Glibc.exit(ExitStatus.interrupted.code) }
        complain("Standard output cannot be written: \(String(cString: strerror(failure))).")
        Glibc.exit(ExitStatus.environment.code)
    }
    /// A Boolean value that indicates whether the process ends without the handlers that libraries registered for the end.
    private static let hasHadWindow = Mutex(false)

    /// Has the process end without handlers, as after a window: GL's driver is unloaded with the last of its windows, maybe by
    /// another thread while they run, and a sink that hangs still uses it.
    package static func endWithoutHandlers() { hasHadWindow.withLock { $0 = true } }

    private static func end(_ status: ExitStatus) -> Never {
        guard hasHadWindow.withLock({ $0 }) else { Glibc.exit(status.code) }
        TerminalMode.giveBackAll()
        fflush(nil)
        _exit(status.code)
    }
}

/// The three streams that every program is started with, or should be.
package enum StandardStreams {
    /// Opens `/dev/null` in the place of a stream that was closed.
    ///
    /// Otherwise the next file to be opened, the video for one, would get the number, and messages would be written
    /// into it. Standard output takes nothing then, so that nothing is thought to have been written that was not.
    package static func keepOpen() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // The system gives the lowest free number, which is this one.
            _ = open("/dev/null", descriptor == STDOUT_FILENO ? O_RDONLY : O_RDWR)
        }
    }
}
