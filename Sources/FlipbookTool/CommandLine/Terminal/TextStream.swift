import FlipbookFiles
import Glibc
package import Synchronization

/// A standard stream for text. Its reader, a terminal or a pipe, may pause.
///
/// A paused reader blocks the writer, as usual. If the process was interrupted or is playing frames, it waits only for
/// ``patience``, and drops the rest.
package final class TextStream: Sendable {
    static let output = TextStream(STDOUT_FILENO)
    package static let errors = TextStream(STDERR_FILENO)

    /// A Boolean value that indicates whether a sequence is playing. Text output must not delay playback.
    package static let isPlaying = Atomic(false)

    private static let patience = Duration.milliseconds(200)

    package let descriptor: Int32

    private struct State {
        var rest: [UInt8] = []
        /// A Boolean value that indicates whether the reader is paused. There are no further waits until the reader continues.
        var isStalled = false
    }

    private let state = Mutex(State())
    /// The number of bytes per write. Small writes do not block while the pipe has some room.
    private let portion: Int

    private init(_ standard: Int32) {
        if let own = Self.withoutWaiting(standard) {
            (descriptor, portion) = (own, .max)
        } else {
            descriptor = standard
            portion = FileStatus(standard)?.kind == .file ? .max : 512
        }
    }

    /// Reopens a descriptor's terminal for non-blocking writes, without affecting its other users. Returns `nil` if the
    /// descriptor is not a terminal, or if the terminal cannot be opened.
    package static func withoutWaiting(_ terminal: Int32) -> Int32? {
        guard isatty(terminal) == 1 else { return nil }
        let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        // The name is used on systems without /proc. In a container, it may belong to a different terminal.
        let names = ["/proc/self/fd/\(terminal)"] + (ttyname(terminal).map { [String(cString: $0)] } ?? [])
        return names.lazy.map { open($0, flags) }.first { $0 >= 0 }
    }

    /// Writes text. Returns 0 or an `errno`, which is `ETIMEDOUT` for a paused reader.
    @discardableResult
    func write(_ text: String) -> Int32 {
        state.withLock { state in
            let bytes = state.rest + Array(text.utf8)
            state.rest = []
            return write(bytes[...], &state)
        }
    }

    /// Writes short-lived text, or drops it if the reader is not ready.
    func offer(_ text: String) {
        _ = state.withLockIfAvailable { state in
            // Completes a partially written escape sequence first.
            if !state.rest.isEmpty { state.rest = rest(of: state.rest[...]) }
            if state.rest.isEmpty { state.rest = rest(of: Array(text.utf8)[...]) }
        }
    }

    private func rest(of bytes: ArraySlice<UInt8>) -> [UInt8] {
        var rest = bytes
        while !rest.isEmpty, isReady(within: 0), case let count = put(rest), count != 0 {
            guard count > 0 else { return [] }
            rest = rest.dropFirst(count)
        }
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

    private func put(_ bytes: ArraySlice<UInt8>) -> Int {
        let count = bytes.prefix(portion).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count < 0, errno == EINTR || errno == EAGAIN else { return count }
        // `poll` reports a full pipe as ready. A pause avoids a busy loop.
        if errno == EAGAIN { _ = poll(nil, 0, 10) }
        return 0
    }
}
