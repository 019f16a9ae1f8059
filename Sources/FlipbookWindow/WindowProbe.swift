internal import CPictureLibraries
import Glibc
import Synchronization

/// Makes the window of an X11 sink redraw, which shows whether the window still exists.
///
/// The sink itself must not be called: its thread may free a closing window during the call. The X server notifies that thread,
/// and reports a missing window to the sender.
package final class WindowProbe: Sendable {
    /// The connection. Unchecked because Xlib locks it.
    private struct Connection: @unchecked Sendable {
        let library: XLibrary
        let display: UnsafeMutableRawPointer
    }

    private let connection = Mutex<Connection?>(nil)

    package init() {}

    deinit {
        guard let connection = connection.withLock({ $0 }) else { return }
        // Xlib would end the process if the server were gone.
        var state = pollfd(fd: connection.library.XConnectionNumber(connection.display), events: 0, revents: 0)
        if poll(&state, 1, 0) == 0 { _ = connection.library.XCloseDisplay(connection.display) }
    }

    package func ask(_ window: UInt) -> Bool {
        let connection = connection.withLock { known in
            known =
                known
                ?? XLibrary.shared.flatMap { library in
                    library.XOpenDisplay(nil).map { Connection(library: library, display: $0) }
                }
            return known
        }
        guard let connection else { return false }
        // An Expose event, for clients that selected it.
        connection.library.send(12, [(32, window)], to: window, mask: 1 << 15, on: connection.display)
        _ = connection.library.XSync(connection.display, 0)
        return true
    }
}
