package import FlipbookCore
package import GStreamer

/// A window of a window system, which serves several players, one after the other.
package protocol PlayerWindow: AnyObject, Sendable {
    /// `X11` or `Wayland`.
    var system: String { get }
    /// Opens it if it is not open, as large as suits pictures of a size with so many points of controls below. Returns whether it is
    /// open.
    func open(for picture: PixelSize, footer: Double, title: String) -> Bool
    /// The window's number for a GStreamer sink that shows the frames, or `nil` if
    /// ``show(_:)`` does.
    var identifier: UInt? { get }
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

extension PlayerWindow {
    /// A Boolean value that indicates whether frames come to ``show(_:)``, and no sink of GStreamer shows them.
    var showsFrames: Bool { self is WaylandWindow }
}

extension PlaybackSettings {
    /// Returns a window, not open yet, if a session and its library are there: of X11 first, which most Wayland sessions have,
    /// too, since a program places its window there itself.
    package static func makeWindow() -> (any PlayerWindow)? {
        let window: (any PlayerWindow)? = X11Window.make()
        return window ?? WaylandWindow.make()
    }
}
