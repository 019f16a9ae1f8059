import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import Dispatch
package import FlipbookRender
import Glibc
import Synchronization

/// Shows a player's frames on a terminal, whose descriptor it is given. Put it into `PlaybackSettings.terminal`. It draws
/// on a thread of its own and writes each frame at once; one that the terminal has not taken when the next is due holds
/// that one back. Where the player keeps the time it counts what is left out; where it shows every frame its clock waits.
/// The screen itself, its alternate buffer, its cursor and the keys are the caller's.
package final class TerminalDisplay: Sendable {
    /// A frame that waits to be drawn, and the task that waits for that.
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

    /// A picture for the terminal; a failure where there is no memory for it.
    typealias Made = Result<Picture, MachineShortage>
    /// Lends the bytes of a frame to what makes a picture of them.
    typealias Pixels = @Sendable ((UnsafeRawBufferPointer) -> Made) -> Made

    private struct State: Sendable {
        var scene: TerminalPainter.Scene
        var pixels: Pixels?
        var isNew = false
        var ticket: Ticket?
        /// The one whose frame is being drawn.
        var drawing: Ticket?
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

    /// A display on a terminal.
    /// - Parameters:
    ///   - descriptor: Where to write; it stays open as long as the display is used, and may be one that does not wait.
    ///   - patience: How long a frame waits that the terminal does not take, unless every one is to be shown.
    ///   - lost: Called, at most once, when the terminal is gone, with `errno`.
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

    /// The terminal's size as the display knows it.
    package var size: TerminalSize { state.withLock { $0.scene.size } }

    /// Redraws everything at another size.
    package func resize(to size: TerminalSize) {
        change { state in
            state.scene.size = size
            state.mustForget = true
        }
    }

    package func showStatus(_ line: String) { change { $0.scene.status = line } }

    /// Lays lines over the picture; none takes them away.
    package func showPanel(_ lines: [String]) { change { $0.scene.panel = lines } }

    /// Draws nothing until ``resume()``, since another program has the terminal. Waits a moment for what is being written; the
    /// rest of it, where the terminal takes nothing, is thrown away.
    package func suspend() {
        state.withLock { $0.isSuspended = true }
        settle()
    }

    package func resume() {
        change { state in
            state.isSuspended = false
            state.mustForget = true
        }
    }

    /// Draws nothing any more; what the terminal does not take soon is left unwritten.
    package func close() {
        state.withLock { state in
            state.isClosed = true
            state.pixels = nil
        }
        release()
        settle()
    }

    /// Enlarges no picture, or as far as there is room.
    package func showOneToOne(_ isOneToOne: Bool) { change { $0.scene.isOneToOne = isOneToOne } }

    /// Shows a frame. Returns whether the terminal took it, when it has or another one comes.
    /// - Parameters:
    ///   - waits: Whether to wait for the terminal however long it takes nothing, until ``release()``.
    ///   - isWanted: Whether frames are shown. Where it becomes false, call ``release()``: then none is shown that was on its way.
    ///   - pixels: Lends the bytes of a picture of `size`: B, G, R and one that does not matter.
    func show(_ size: PixelSize, waits: Bool, if isWanted: () -> Bool, _ pixels: @escaping Pixels) -> Bool {
        let ticket = Ticket()
        var former: Ticket?
        let isOpen = change { state in
            guard !state.isClosed, isWanted() else { return false }
            former = state.ticket
            state.scene.frame = size
            state.pixels = pixels
            state.isNew = true
            state.ticket = ticket
            return true
        }
        former?.finish(drawn: false)
        return isOpen && ticket.wait(until: waits ? .distantFuture : .now() + patience / .seconds(1))
    }

    /// Lets go the task that waits for a frame to be taken.
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
                state.isNew = false
                (state.ticket, state.drawing) = (nil, state.ticket)
                state.mustForget = false
            }
            return state
        }
        guard let now else { return release() }
        let bytes = painter.withLock { painter in
            if now.mustForget { painter.forget() }
            return painter.bytes(for: now.scene, isNew: now.isNew) { body in now.pixels.map { $0(body) } }
        }
        // What there is no memory for is left out, and counted as what the terminal did not take.
        let isWritten = bytes.map(write) ?? false
        now.ticket?.finish(drawn: isWritten)
    }

    /// Writes all of `bytes`. Returns whether the terminal took them.
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
                let isNews = state.withLock { state in
                    defer { state.isClosed = true }
                    return !state.isClosed
                }
                if isNews { lost(reason) }
                return false
            }
        }
        return true
    }
}
