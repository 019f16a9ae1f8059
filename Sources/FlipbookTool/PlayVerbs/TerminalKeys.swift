import FlipbookFiles
import FlipbookCommandLine
import FlipbookPlay
import Glibc
import Synchronization

/// The keys of the terminal that the command was started in, while it plays.
///
/// The terminal hands over keys one by one and not to show them; Control-C and
/// Control-Z go on to mean what they do. It is given back as it was when the playback is over, when the process exits, crashes or
/// is stopped, and taken again when it is continued.
enum TerminalKeys {
    /// Whether there is a terminal that gives keys to this process, and not to one in the foreground.
    static var areAvailable: Bool {
        isatty(STDIN_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp()
    }

    /// Runs `body` while keys typed on the terminal go to `take`.
    /// - Parameter onScreen: A Boolean value that indicates whether the terminal is also where frames are shown.
    static func reading<Result: Sendable>(
        onScreen: Bool = false,
        _ take: @escaping @Sendable (PlayerKey) -> Void,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        guard areAvailable, TerminalMode.takeKeys(forScreen: onScreen) else { return try await body() }
        defer { TerminalMode.leaveKeys() }
        let stop = SignalPipe.ends()
        // Without a thread, no key is heard.
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

    /// Reads until a byte comes out of a pipe, which it closes.
    private static func read(until stop: (output: Int32, input: Int32), _ take: (PlayerKey) -> Void) {
        defer {
            close(stop.output)
            close(stop.input)
        }
        // The terminal of a process in the background is not read; one that reads it all the same is not to be stopped.
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
            // An Escape that nothing follows at once is the key itself.
            let ready = isAway ? poll(&waits[1], 1, 100) : poll(&waits, 2, parser.isWaiting ? 50 : -1)
            if ready < 0, errno == EINTR { continue }
            guard ready >= 0, waits[1].revents == 0 else { return }
            if isInBackground {
                // The typed text is for another program.
                isAway = true
                continue
            }
            if isAway {
                isAway = false
                // A shell gives no signal for this if the process ran in the background.
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
            // The terminal is gone; a signal says so too.
            guard count > 0 else { return }
            parser.take(bytes[..<count]).forEach(take)
        }
    }
}
