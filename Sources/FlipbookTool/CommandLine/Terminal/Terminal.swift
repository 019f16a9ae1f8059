import FlipbookFiles
import Glibc
import Synchronization

package enum Terminal {
    package static var isWatched: Bool { isatty(STDERR_FILENO) == 1 }

    static var isOurs: Bool { tcgetpgrp(STDERR_FILENO) == getpgrp() }

    package enum Coloring: String, CaseIterable { case auto, always, never }

    static var hasColor: Bool { hasColor(on: STDERR_FILENO) }

    /// Returns `true` if a stream should have color: never if `NO_COLOR` is set, always if `FORCE_COLOR` or `CLICOLOR_FORCE` is
    /// set to anything but 0, and otherwise if it is a terminal and `TERM` is not `dumb`.
    package static func hasColor(on stream: Int32, _ coloring: Coloring = .auto) -> Bool {
        guard coloring == .auto else { return coloring == .always }
        func value(_ name: String) -> String? { Environment.text(name).flatMap { $0.isEmpty ? nil : $0 } }
        if value("NO_COLOR") != nil { return false }
        if ["FORCE_COLOR", "CLICOLOR_FORCE"].contains(where: { value($0).map { $0 != "0" } ?? false }) { return true }
        return isatty(stream) == 1 && value("TERM").map { $0 != "dumb" } ?? false
    }

    package static var width: Int { width(of: STDERR_FILENO) ?? 80 }

    package static func width(of stream: Int32) -> Int? {
        var size = winsize()
        guard ioctl(stream, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    private static let printFailure = Mutex<Int32>(0)

    /// Prints a result. A pipe that the reader has closed is not a failure, since the reader needs no more output.
    package static func print(_ text: String) {
        let failure = TextStream.output.write(text + "\n")
        // A closed pipe or a closed standard output is not an error.
        if failure != 0, failure != EPIPE, failure != EBADF { printFailure.withLock { $0 = failure } }
    }

    package static func report(_ text: String) { TextStream.errors.write(text + "\n") }
    package static func report(unterminated text: String) { TextStream.errors.write(text) }

    package static func show(line text: String) { if isOurs { TextStream.errors.offer("\r\u{1B}[K" + text) } }

    package static func complain(_ text: String) {
        let label = hasColor ? "\u{1B}[1;31merror:\u{1B}[0m" : "error:"
        let lines = text.closingSentence.split(separator: "\n", omittingEmptySubsequences: false)
        report("\(label) " + lines.joined(separator: "\n  "))
    }

    /// Ends the process. The exit status is a failure if a result could not be written.
    package static func exit(_ status: ExitStatus) -> Never {
        let failure = printFailure.withLock { $0 }
        guard status == .done || status == .incomplete, failure != 0 else { end(status) }
        if failure == ETIMEDOUT { end(.interrupted) }
        complain("Cannot write to standard output: \(String(cString: strerror(failure))).")
        end(.environment)
    }

    private static let hasHadWindow = Mutex(false)

    /// Makes the process end without exit handlers, for example after showing a window. While exit handlers run, another thread
    /// might unload the GL driver, and a stalled sink might still use the driver.
    package static func endWithoutHandlers() { hasHadWindow.withLock { $0 = true } }

    private static func end(_ status: ExitStatus) -> Never {
        guard hasHadWindow.withLock({ $0 }) else { Glibc.exit(status.code) }
        TerminalMode.giveBackAll()
        fflush(nil)
        _exit(status.code)
    }
}

package enum StandardStreams {
    /// Opens `/dev/null` in place of each closed stream.
    ///
    /// Otherwise, the next file to be opened, such as the video, would get the stream's number and receive messages. The
    /// replacement for standard output is not writable, so that a lost result is an error.
    package static func keepOpen() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // `open` returns the lowest free descriptor, which is this one.
            _ = open("/dev/null", descriptor == STDOUT_FILENO ? O_RDONLY : O_RDWR)
        }
    }
}
