import FlipbookFiles
import Glibc
package import Synchronization

/// A standard stream for text, which may lead to a terminal or a pipe that takes nothing for a while.
///
/// Such a reader holds up its writer, as it does every program, but neither for ever nor at the cost of time: a process
/// that was asked to stop, or that plays, waits ``patience`` and leaves the rest unsaid.
package final class TextStream: Sendable {
    static let output = TextStream(STDOUT_FILENO)
    package static let errors = TextStream(STDERR_FILENO)

    /// A Boolean value that indicates whether frames are being shown at their times, which no text is to hold up.
    package static let isPlaying = Atomic(false)

    /// The time that a text waits for its reader when there is no time to wait.
    private static let patience = Duration.milliseconds(200)

    package let descriptor: Int32

    private struct State {
        var rest: [UInt8] = []
        /// A Boolean value that indicates a reader that took nothing in time: it is not waited for again until it does.
        var isStalled = false
    }

    private let state = Mutex(State())
    /// The number of bytes that are written at a time, so that a reader with room for anything does not make it wait.
    private let portion: Int

    private init(_ standard: Int32) {
        if let own = Self.withoutWaiting(standard) {
            (descriptor, portion) = (own, .max)
        } else {
            descriptor = standard
            portion = FileStatus(standard)?.kind == .file ? .max : 512
        }
    }

    /// The terminal that a descriptor leads to, opened once more so that writing does not wait, which changes nothing for others
    /// that have it open, or `nil` if it is no terminal or cannot be opened.
    package static func withoutWaiting(_ terminal: Int32) -> Int32? {
        guard isatty(terminal) == 1 else { return nil }
        let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        // By name where there is no /proc; in a container the name may be that of another terminal, or of none.
        let names = ["/proc/self/fd/\(terminal)"] + (ttyname(terminal).map { [String(cString: $0)] } ?? [])
        return names.lazy.map { open($0, flags) }.first { $0 >= 0 }
    }

    /// Writes all of `text`. Returns 0, or `errno` where the rest could not be written: `ETIMEDOUT` for a reader that took nothing.
    @discardableResult
    func write(_ text: String) -> Int32 {
        state.withLock { state in
            let bytes = state.rest + Array(text.utf8)
            state.rest = []
            return write(bytes[...], &state)
        }
    }

    /// Writes `text` if its reader takes it now; otherwise it is left out. For what is soon replaced by something newer.
    func offer(_ text: String) {
        _ = state.withLockIfAvailable { state in
            // A sequence that was cut in two is completed first.
            if !state.rest.isEmpty { state.rest = rest(of: state.rest[...]) }
            if state.rest.isEmpty { state.rest = rest(of: Array(text.utf8)[...]) }
        }
    }

    private func rest(of bytes: ArraySlice<UInt8>) -> [UInt8] {
        var rest = bytes
        while !rest.isEmpty, isReady(within: 0), case let count = put(rest), count != 0 {
            // What cannot be written at all is not kept.
            guard count > 0 else { return [] }
            rest = rest.dropFirst(count)
        }
        // Nothing of a line that was not begun is worth keeping.
        return rest.count == bytes.count ? [] : Array(rest)
    }

    private func write(_ bytes: ArraySlice<UInt8>, _ state: inout State) -> Int32 {
        var rest = bytes
        var end: ContinuousClock.Instant?
        while !rest.isEmpty {
            if isReady(within: state.isStalled ? 0 : 50) {
                let count = put(rest)
                guard count >= 0 else { return errno }
                rest = rest.dropFirst(count)
                if count > 0 { continue }
            }
            guard Interruption.received != nil || Self.isPlaying.load(ordering: .relaxed) else {
                state.isStalled = false
                continue
            }
            let now = ContinuousClock.now
            if end == nil { end = now + Self.patience }
            if state.isStalled || end.map({ now >= $0 }) ?? true {
                state.isStalled = true
                return ETIMEDOUT
            }
        }
        state.isStalled = false
        return 0
    }

    private func isReady(within milliseconds: Int32) -> Bool {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&wait, 1, milliseconds) > 0
    }

    /// Writes a part. Returns how much that was; -1 with `errno` where nothing can be written at all.
    private func put(_ bytes: ArraySlice<UInt8>) -> Int {
        let count = bytes.prefix(portion).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count < 0, errno == EINTR || errno == EAGAIN else { return count }
        // Ready, yet without room for even a letter: not asked again at once.
        if errno == EAGAIN { _ = poll(nil, 0, 10) }
        return 0
    }
}
