internal import CPictureLibraries
import Glibc
import Synchronization

/// Has the window of an X11 sink of GStreamer draw its picture again, by which it is found out whether it is still there.
///
/// Not by a call of the sink: while that lasts, the sink's own thread may free the window that it is asked to close, and the
/// sink reads it all the same. The X server tells that thread instead, and where the window is gone, the sender.
package final class WindowProbe: Sendable {
    /// The connection, which Xlib locks itself: the one reason for the escape from checking.
    private struct Connection: @unchecked Sendable {
        let library: XLibrary
        let display: UnsafeMutableRawPointer
    }

    private let connection = Mutex<Connection?>(nil)

    package init() {}

    deinit {
        guard let connection = connection.withLock({ $0 }) else { return }
        // Where the server is gone, Xlib would end the process.
        var state = pollfd(fd: connection.library.XConnectionNumber(connection.display), events: 0, revents: 0)
        if poll(&state, 1, 0) == 0 { _ = connection.library.XCloseDisplay(connection.display) }
    }

    /// Asks for the picture of a window. Returns whether it could be asked for.
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
        // Expose, for the clients that have asked for such events.
        connection.library.send(12, [(32, window)], to: window, mask: 1 << 15, on: connection.display)
        _ = connection.library.XSync(connection.display, 0)
        return true
    }
}
