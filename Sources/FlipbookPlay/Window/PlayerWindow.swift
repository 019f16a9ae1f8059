import FlipbookCore
import GStreamer

/// A window of a window system, as a player uses it.
protocol WindowBackend: AnyObject, Sendable {
    /// Opens it if it is not open, as large as suits pictures of a size. Returns whether it is open.
    func open(for picture: PixelSize, title: String) -> Bool
    /// The window's number for a GStreamer sink that shows the frames, or `nil` if
    /// ``show(_:)`` does.
    var identifier: UInt? { get }
    /// Its size, and what happens to it.
    var feed: WindowFeed { get }
    /// Pixels of its screen for each point; 1 while it is not open.
    var density: Double { get }
    var isFullScreen: Bool { get }
    /// Shows a frame of its size, on the thread that streams.
    func show(_ sample: VideoSample)
    /// Offers a PNG file to other programs. Returns whether it could be offered.
    func copy(_ png: [UInt8]) -> Bool
    func leaveFullScreen()
    func toggleFullScreen()
    /// Closes it, once nothing shows frames in it any more.
    func close()
}

extension WindowBackend {
    /// A Boolean value that indicates whether frames come to ``show(_:)``, and no sink of GStreamer shows them.
    var showsFrames: Bool { self is WaylandWindow }
}

/// A window of its own for a player, on X11 or Wayland. One window serves several players, one after the other.
package final class PlayerWindow: Sendable {
    let backend: any WindowBackend
    package let system: String

    private init(_ backend: any WindowBackend, _ system: String) { (self.backend, self.system) = (backend, system) }

    /// A window, not open yet, where a session and its library are there: of X11 first, which most Wayland sessions have, too,
    /// since a program places its window there itself.
    package static func make() -> PlayerWindow? {
        X11Window.make().map { PlayerWindow($0, "X11") } ?? WaylandWindow.make().map { PlayerWindow($0, "Wayland") }
    }

    /// The window's number in X11; `nil` while it is not open, and for another window system.
    package var identifier: UInt? { backend.identifier }
    /// Closes it, once nothing shows frames in it any more; where it was is remembered.
    package func close() { backend.close() }
}
