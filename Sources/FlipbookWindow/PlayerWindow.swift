package import FlipbookCore
import Synchronization

/// The pictures' size and the bar's height, for sizing a window.
package struct WindowContent: Sendable {
    let picture: PixelSize
    let footer: Double
    let title: String

    package init(_ picture: PixelSize, footer: Double = 0, title: String = "") {
        (self.picture, self.footer, self.title) = (picture, footer, title)
    }
}

/// A desktop window, shared by several players in turn. It uses SDL, which is loaded for the first window.
package final class PlayerWindow: Sendable {
    private struct Open {
        let number: UInt32
        let identifier: UInt?
    }

    /// The window system: `X11` or `Wayland`.
    package let system: String
    package let feed = WindowFeed()
    private let open = Mutex<Open?>(nil)

    /// Creates a closed window, and starts slow preparations.
    package init(system: String) {
        self.system = system
        let driver = system == "X11" ? "x11" : "wayland"
        WindowThread.shared.post { _ = $0?.start(driver) }
    }

    deinit { close() }

    /// Opens the window. If it is already open, fits it to the contents, unless the user has resized it. Returns whether it is
    /// open.
    package func open(for content: WindowContent) -> Bool {
        if isOpen { return ask { $0.show(content, in: $1) } != nil }
        let (feed, isWayland) = (feed, system == "Wayland")
        let opened = WindowThread.shared.run(within: 15) { system -> Open? in
            let number = system.open(for: content, feed, isWayland: isWayland)
            return number.flatMap { system.windows[$0] }.map { window in
                Open(number: window.number, identifier: window.x11?.window)
            }
        }
        open.withLock { $0 = opened }
        return opened != nil
    }

    private var isOpen: Bool { feed.size != nil && open.withLock { $0 != nil } }

    package var identifier: UInt? { open.withLock { $0?.identifier } }
    /// Pixels per point; 1 while the window is closed.
    package var density: Double { ask { window, _ in window.density } ?? 1 }
    package var isFullScreen: Bool { ask { window, _ in window.isFullScreen } ?? false }

    /// Shows a BGRx frame, and returns when it is on the screen.
    /// - Parameter lend: Called on another thread. Passes the frame's pixels, without gaps between rows.
    package func show(_ size: PixelSize, _ lend: @escaping @Sendable ((UnsafeRawBufferPointer) -> Void) -> Void) {
        _ = ask { window, _ in lend { window.show(size, $0) } }
    }

    /// Copies a PNG file to the clipboard. Returns whether it succeeded.
    package func copy(_ png: [UInt8]) -> Bool { ask { window, _ in window.copy(png) } ?? false }

    package var clipboardText: String? { ask { _, system in system.clipboardText } ?? nil }

    /// Fits the window to its contents, and discards the size chosen by the user. The title stays the same.
    package func fitSize(to content: WindowContent) {
        WindowMemory.forget()
        change { $0.fitSize(to: content, in: $1) }
    }

    package func leaveFullScreen() { change { if $0.isFullScreen { $0.fillScreen(false, in: $1) } } }

    package func toggleFullScreen() { change { $0.fillScreen(!$0.isFullScreen, in: $1) } }

    /// Closes the window. Do not show frames afterward.
    package func close() {
        if let number = open.withLock({ $0.take() })?.number {
            WindowThread.shared.run(within: 1) { system -> Void? in system.close(number) }
        }
        feed.end()
    }

    private func ask<Value: Sendable>(_ body: @escaping @Sendable (OpenWindow, WindowSystem) -> Value) -> Value? {
        guard let number = open.withLock({ $0?.number }) else { return nil }
        return WindowThread.shared.run { system in system.windows[number].map { body($0, system) } }
    }

    private func change(_ body: @escaping @Sendable (OpenWindow, WindowSystem) -> Void) {
        guard let number = open.withLock({ $0?.number }) else { return }
        WindowThread.shared.post { system in
            if let system, let window = system.windows[number] { body(window, system) }
        }
    }
}
