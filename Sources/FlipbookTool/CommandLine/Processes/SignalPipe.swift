internal import CFiles
import Glibc

/// What carries signals from the handler, which may do next to nothing, to a thread that may do anything.
package struct SignalPipe {
    /// The pipe of the process, made before the first handler is set, since a handler must not be the one to make it.
    static let shared = SignalPipe()

    private let output: Int32
    /// Where a handler writes a signal's number; -1 where there is no pipe.
    let input: Int32

    private init() {
        (output, input) = Self.ends()
    }

    /// The two ends of a new pipe, which no other program inherits; -1 where there can be none, with `errno`.
    package static func ends() -> (output: Int32, input: Int32) {
        var ends: [Int32] = [-1, -1]
        _ = flipbook_pipe(&ends)
        return (ends[0], ends[1])
    }

    /// Waits for signals and returns their numbers; none where there was none in that time.
    func wait(milliseconds: Int32) -> [Int32] {
        var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, milliseconds) > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = read(output, &bytes, bytes.count)
        return bytes[..<max(0, count)].map { Int32($0) }
    }

    /// Has each signal `number` written into the pipe.
    ///
    /// Dispatch's signal sources are not used: they want the signal ignored from before they
    /// are active, and one that comes in between is lost.
    static func watch(_ number: Int32) {
        if number == SIGHUP, isIgnored(number) { return }
        var action = sigaction()
        action.sa_flags = SA_RESTART
        action.__sigaction_handler.sa_handler = { number in
            // Only what is safe in a signal handler: one write, and errno as it was.
            let former = errno
            var byte = UInt8(truncatingIfNeeded: number)
            _ = write(SignalPipe.shared.input, &byte, 1)
            errno = former
        }
        sigaction(number, &action, nil)
    }

    /// A Boolean value that indicates whether the process ignores the signal `number`.
    static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        // `SIG_IGN` is no function but a mark.
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
