import FlipbookFiles
import FlipbookCommandLine
import FlipbookPlay
import Glibc

/// Reads keys from the terminal while the command plays.
///
/// The terminal delivers keys one by one without echo. Control-C and Control-Z keep their meaning. The terminal's settings are
/// restored when playback ends or the process exits, crashes, or is stopped, and applied again when the process continues.
enum TerminalKeys {
    static var areAvailable: Bool { isatty(STDIN_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp() }

    static func reading<Result: Sendable>(
        onScreen: Bool = false,
        _ take: @escaping @Sendable (PlayerKey) -> Void,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        guard areAvailable, TerminalMode.takeKeys(forScreen: onScreen) else { return try await body() }
        defer { TerminalMode.leaveKeys() }
        let stop = SignalPipe.ends()
        // Keys are not read if the thread fails to start.
        _ = SystemThread.start { read(until: stop, take) }
        defer {
            var byte: UInt8 = 1
            _ = write(stop.input, &byte, 1)
        }
        return try await body()
    }

    private static var isInBackground: Bool {
        let foreground = tcgetpgrp(STDIN_FILENO)
        return foreground > 0 && foreground != getpgrp()
    }

    private static func read(until stop: (output: Int32, input: Int32), _ take: (PlayerKey) -> Void) {
        defer {
            close(stop.output)
            close(stop.input)
        }
        // A background process should not read from the terminal. If it does, the read fails and does not stop the process.
        var background = sigset_t()
        sigemptyset(&background)
        sigaddset(&background, SIGTTIN)
        pthread_sigmask(SIG_BLOCK, &background, nil)
        var parser = TerminalKeyParser()
        var bytes = [UInt8](repeating: 0, count: 256)
        var isAway = false
        while true {
            var waits = [
                pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
                pollfd(fd: stop.output, events: Int16(POLLIN), revents: 0),
            ]
            // An Escape that is not quickly followed by another byte is the Escape key.
            let ready = isAway ? poll(&waits[1], 1, 100) : poll(&waits, 2, parser.isWaiting ? 50 : -1)
            if ready < 0, errno == EINTR { continue }
            guard ready >= 0, waits[1].revents == 0 else { return }
            if isInBackground {
                isAway = true
                continue
            }
            if isAway {
                isAway = false
                // Without job control, no signal reports that the process is in the foreground again.
                TerminalMode.setKeys()
                continue
            }
            if ready == 0 {
                parser.finish().forEach(take)
                continue
            }
            let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            if count < 0, isInBackground { continue }
            guard count > 0 else { return }
            parser.take(bytes[..<count]).forEach(take)
        }
    }
}
