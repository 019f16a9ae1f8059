import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import Dispatch
package import FlipbookRender
import Glibc
import Synchronization

/// Shows a player's frames on a terminal, for `PlaybackSettings.terminal`. It draws on its own thread and writes each frame
/// immediately. If the terminal has not accepted a frame when the next one is due, the next one is delayed. A player that keeps
/// time reports skipped frames, and a player that shows every frame stops its clock. The caller handles the alternate screen,
/// cursor, and keys.
package final class TerminalDisplay: Sendable {
    private final class Ticket: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        private let isDrawn = Mutex(false)

        func finish(drawn: Bool) {
            isDrawn.withLock { $0 = drawn }
            semaphore.signal()
        }

        func wait(until end: DispatchTime) -> Bool {
            guard semaphore.wait(timeout: end) == .success else { return false }
            return isDrawn.withLock { $0 }
        }
    }

    /// A picture for the terminal, or an error if there is too little memory for one.
    typealias Made = Result<Picture, MachineShortage>
    typealias Pixels = @Sendable ((UnsafeRawBufferPointer) -> Made) -> Made

    private struct State: Sendable {
        var scene: TerminalPainter.Scene
        var pixels: Pixels?
        var isNew = false
        var ticket, drawing: Ticket?
        var isScheduled = false
        var isSuspended = false
        var mustForget = false
        var isClosed = false
    }

    private let descriptor: Int32
    private let patience: Duration
    private let lost: @Sendable (Int32) -> Void
    private let state: Mutex<State>
    private let painter: Mutex<TerminalPainter>
    private let queue = DispatchQueue(label: "flipbook.terminal")

    /// Creates a display on a terminal.
    /// - Parameters:
    ///   - descriptor: The terminal's descriptor, which must stay open. It may be nonblocking.
    ///   - patience: The time to wait for the terminal to accept a frame, unless every frame must be shown.
    ///   - lost: Called at most once, with `errno`, if the terminal is gone.
    package init(
        descriptor: Int32,
        graphics: TerminalGraphics,
        colors: TerminalColors,
        size: TerminalSize,
        patience: Duration = .seconds(1),
        lost: @escaping @Sendable (Int32) -> Void = { _ in }
    ) {
        (self.descriptor, self.patience, self.lost) = (descriptor, patience, lost)
        state = Mutex(State(scene: TerminalPainter.Scene(size: size)))
        painter = Mutex(TerminalPainter(graphics: graphics, colors: colors))
    }

    package var size: TerminalSize { state.withLock { $0.scene.size } }

    package func resize(to size: TerminalSize) { change { ($0.scene.size, $0.mustForget) = (size, true) } }
    package func showStatus(_ line: String) { change { $0.scene.status = line } }

    package func showPanel(_ lines: [String]) { change { $0.scene.panel = lines } }

    /// Stops drawing until ``resume()``, while another program uses the terminal. Waits briefly for the current output, and
    /// then discards the rest.
    package func suspend() {
        state.withLock { $0.isSuspended = true }
        settle()
    }

    package func resume() { change { ($0.isSuspended, $0.mustForget) = (false, true) } }

    /// Stops drawing. Discards output that the terminal does not accept quickly.
    package func close() {
        state.withLock { ($0.isClosed, $0.pixels) = (true, nil) }
        release()
        settle()
    }

    package func showOneToOne(_ isOneToOne: Bool) { change { $0.scene.isOneToOne = isOneToOne } }

    /// Shows a frame, and waits until the terminal accepts it or another frame replaces it.
    /// - Parameters:
    ///   - waits: A Boolean value that indicates whether to wait indefinitely, until ``release()`` is called.
    ///   - isWanted: Returns whether frames are shown. After it starts to return `false`, call ``release()``. The pending frame
    ///     is then discarded.
    ///   - pixels: Passes the bytes of a picture of `size`. Each pixel has a blue, green, red, and unused byte.
    /// - Returns: `true` if the terminal accepted the frame.
    func show(_ size: PixelSize, waits: Bool, if isWanted: () -> Bool, _ pixels: @escaping Pixels) -> Bool {
        let ticket = Ticket()
        var former: Ticket?
        let isOpen = change { state in
            guard !state.isClosed, isWanted() else { return false }
            (former, state.ticket) = (state.ticket, ticket)
            (state.scene.frame, state.pixels, state.isNew) = (size, pixels, true)
            return true
        }
        former?.finish(drawn: false)
        return isOpen && ticket.wait(until: waits ? .distantFuture : .now() + patience / .seconds(1))
    }

    package func release() {
        let waiting = state.withLock { state in
            defer { (state.ticket, state.drawing) = (nil, nil) }
            return [state.ticket, state.drawing]
        }
        for case let ticket? in waiting { ticket.finish(drawn: false) }
    }

    @discardableResult
    private func change<R: Sendable>(_ body: (inout sending State) -> R) -> R {
        let (result, isFirst) = state.withLock { state in
            let result = body(&state)
            defer { state.isScheduled = true }
            return (result, !state.isScheduled)
        }
        if isFirst { queue.async { self.draw() } }
        return result
    }

    private func settle() {
        let semaphore = DispatchSemaphore(value: 0)
        queue.async { semaphore.signal() }
        _ = semaphore.wait(timeout: .now() + .milliseconds(400))
    }

    private func draw() {
        let now = state.withLock { state -> State? in
            state.isScheduled = false
            guard !state.isSuspended, !state.isClosed else { return nil }
            defer {
                (state.ticket, state.drawing) = (nil, state.ticket)
                (state.isNew, state.mustForget) = (false, false)
            }
            return state
        }
        guard let now else { return release() }
        let bytes = painter.withLock { painter in
            if now.mustForget { painter.forget() }
            return painter.bytes(for: now.scene, isNew: now.isNew) { body in now.pixels.map { $0(body) } }
        }
        // A frame that does not fit in memory is skipped, as if the terminal had not accepted it.
        let isWritten = bytes.map(write) ?? false
        now.ticket?.finish(drawn: isWritten)
    }

    private func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&wait, 1, 100)
                if state.withLock({ $0.isClosed || $0.isSuspended }) { return false }
            } else if errno != EINTR {
                let reason = errno
                if !state.withLock({ exchange(&$0.isClosed, with: true) }) { lost(reason) }
                return false
            }
        }
        return true
    }
}
