internal import CPictureLibraries
import FlipbookCore
import GStreamer
import Glibc
import Synchronization

/// A window of X11: its events come here, and a GStreamer sink shows its frames in it.
///
/// Plain Xlib, which the sink brings with it, and no toolkit: the picture goes through the sink, which is twice as fast as any of
/// them, and what lies over it is drawn into the frame.
final class X11Window: PlayerWindow {
    /// The facts of an open window.
    ///
    /// Xlib locks its connections itself. They are used while the window is open only, and the thread that reads the events has
    /// ended before that is closed: the one reason for the escape from checking.
    private struct Open: @unchecked Sendable {
        let display: XLibrary.Display
        let identifier: XLibrary.Identifier
        let firstSize: PixelSize
        let density: Double
        /// A Boolean value that indicates whether it fills the screen where no window manager says so.
        var fillsScreen = false
        var normalSize: PixelSize?
    }

    /// The part that the thread which reads the events holds on to.
    private final class Shared: Sendable {
        let library: XLibrary
        let state = Mutex<Open?>(nil)
        let feed = WindowFeed()
        let clipboard = Clipboard()

        init(_ library: XLibrary) { self.library = library }
    }

    let system = "X11"
    private let shared: Shared
    private var library: XLibrary { shared.library }

    private init(_ library: XLibrary) { shared = Shared(library) }

    /// A window, not open yet, where a session of X11 and its library are there.
    static func make() -> X11Window? {
        guard Display.current.x11 != nil, Display.current.obstacle(to: MediaSink(element: "ximagesink")) == nil else {
            return nil
        }
        return XLibrary.shared.map(X11Window.init)
    }

    deinit { close() }

    func open(for picture: PixelSize, footer: Double, title: String) -> Bool {
        if identifier != nil {
            setTitle(title)
            return true
        }
        guard let display = library.XOpenDisplay(nil) else { return false }
        let screen = screenSize(of: display)
        let remembered = WindowMemory.frame(on: screen)
        let density = WindowHints.density(of: display, library)
        let size = remembered?.size ?? WindowView.windowSize(for: picture, on: screen, density: density, footer: footer)
        let (x, y) = remembered.map { ($0.x, $0.y) } ?? (0, 0)
        let identifier = library.XCreateSimpleWindow(
            display,
            library.XDefaultRootWindow(display),
            Int32(clamping: x),
            Int32(clamping: y),
            UInt32(size.width),
            UInt32(size.height),
            0,
            0,
            0
        )
        _ = library.XSelectInput(display, identifier, XEvent.mask)
        // A key that is held down does not come up before each repetition.
        _ = library.XkbSetDetectableAutoRepeat(display, 1, nil)
        var closing = library.XInternAtom(display, "WM_DELETE_WINDOW", 0)
        _ = library.XSetWMProtocols(display, identifier, &closing, 1)
        let hints = hints(display, identifier)
        hints.setSize(size, isPlaced: remembered != nil, x, y)
        hints.setClass()
        shared.state.withLock {
            $0 = Open(display: display, identifier: identifier, firstSize: size, density: density)
        }
        shared.feed.size = size
        setTitle(title)
        _ = library.XMapWindow(display, identifier)
        _ = library.XSync(display, 0)
        shared.feed.read { [shared, closing] in Self.read(shared, closing) }
        return true
    }

    var identifier: UInt? { shared.state.withLock { $0?.identifier } }
    var feed: WindowFeed { shared.feed }
    var density: Double { shared.state.withLock { $0?.density ?? 1 } }

    private func screenSize(of display: XLibrary.Display) -> PixelSize {
        let screen = library.XDefaultScreen(display)
        return PixelSize(
            width: Int(library.XDisplayWidth(display, screen)),
            height: Int(library.XDisplayHeight(display, screen))
        )
    }

    private func setTitle(_ title: String) {
        withDisplay { display, identifier in
            _ = library.XStoreName(display, identifier, title)
            let bytes = Array(title.utf8)
            hints(display, identifier).setProperty("_NET_WM_NAME", "UTF8_STRING", 8, bytes, count: bytes.count)
        }
    }

    func show(_ sample: VideoSample) {}

    func copy(_ png: [UInt8]) -> Bool {
        guard let open = shared.state.withLock({ $0 }) else { return false }
        return shared.clipboard.offer(png, of: open.identifier, on: open.display, library)
    }

    /// The window manager says whether it does; people can ask for it, too.
    var isFullScreen: Bool { shared.state.withLock { $0 }.map(isFullScreen) ?? false }

    private func isFullScreen(_ open: Open) -> Bool {
        let hints = hints(open.display, open.identifier)
        return hints.hasManager ? hints.isFullScreen : open.fillsScreen
    }

    func leaveFullScreen() {
        if isFullScreen { fillScreen(false) }
    }

    func toggleFullScreen() { fillScreen(nil) }

    /// - Parameter isWanted: A Boolean value that indicates whether it shall fill the screen, or `nil` for the other way round.
    private func fillScreen(_ isWanted: Bool?) {
        withDisplay { display, identifier in
            let size = feed.size
            let next = shared.state.withLock { open -> PixelSize? in
                let isFull = isWanted ?? !(open?.fillsScreen ?? false)
                open?.fillsScreen = isFull
                if isFull { open?.normalSize = size }
                return isFull ? nil : open?.normalSize ?? WindowView.leastSize
            }
            let words: [(Int, UInt)] = [
                (32, identifier), (40, library.XInternAtom(display, "_NET_WM_STATE", 0)), (48, 32),
                // Take away, add, or turn round.
                (56, isWanted.map { $0 ? 1 : 0 } ?? 2),
                (64, library.XInternAtom(display, "_NET_WM_STATE_FULLSCREEN", 0)),
            ]
            // To the root window, as window managers hear it.
            library.send(33, words, to: library.XDefaultRootWindow(display), mask: 1 << 19 | 1 << 20, on: display)
            if !hints(display, identifier).hasManager {
                let next = next ?? screenSize(of: display)
                _ = library.XMoveResizeWindow(display, identifier, 0, 0, UInt32(next.width), UInt32(next.height))
            }
            _ = library.XFlush(display)
        }
    }

    func close() {
        let size = feed.size
        // Where the server is gone, Xlib keeps the thread, and everything is left to the end of the process.
        guard feed.end(within: .milliseconds(300)) else { return }
        guard let open = shared.state.withLock({ $0.take() }) else { return }
        if let size, size != open.firstSize { remember(open, size) }
        _ = library.XDestroyWindow(open.display, open.identifier)
        _ = library.XCloseDisplay(open.display)
    }

    private func remember(_ open: Open, _ size: PixelSize) {
        guard !isFullScreen(open) else { return }
        var (x, y, child) = (Int32(0), Int32(0), UInt(0))
        let root = library.XDefaultRootWindow(open.display)
        _ = library.XTranslateCoordinates(open.display, open.identifier, root, 0, 0, &x, &y, &child)
        WindowMemory.save(WindowMemory.Frame(x: Int(x), y: Int(y), size: size))
    }

    private func hints(_ display: XLibrary.Display, _ window: XLibrary.Identifier) -> WindowHints {
        WindowHints(library: library, display: display, window: window)
    }

    private func withDisplay(_ body: (XLibrary.Display, XLibrary.Identifier) -> Void) {
        // Not in the lock: Xlib has its own, and may wait for the server.
        if let open = shared.state.withLock({ $0 }) { body(open.display, open.identifier) }
    }

    // MARK: Events

    private static func read(_ shared: Shared, _ closing: XLibrary.Identifier) {
        guard let open = shared.state.withLock({ $0 }) else { return }
        let (display, library) = (open.display, shared.library)
        var drops = DropTarget(library, display, open.identifier)
        var held: Set<Int32> = []
        var fingers = XFingers(library, display, open.identifier)
        var clock = WindowClock()
        let event = XEvent()
        defer { event.memory.deallocate() }
        while shared.feed.goesOn {
            while library.XPending(display) > 0 {
                _ = library.XNextEvent(display, event.memory)
                switch event.type {
                case 29: shared.clipboard.withdraw()
                case 30: shared.clipboard.answer(event, on: display, library)
                case 31:
                    let files = drops.files(arrivingWith: event)
                    if !files.isEmpty { shared.feed.tell(.dropped(files)) }
                default:
                    if event.type == 33 { drops.hear(event) }
                    if let finger = fingers?.meaning(of: event) {
                        shared.feed.tell(finger.event, at: clock.time(of: finger.milliseconds))
                    } else if let meaning = event.meaning(library, closing: closing, held: &held) {
                        shared.feed.tell(meaning, at: event.milliseconds.map { clock.time(of: $0) } ?? .now)
                    }
                }
            }
            var wait = pollfd(fd: library.XConnectionNumber(display), events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, 50) > 0, wait.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 else { continue }
            // The server is gone: Xlib would keep every caller waiting for ever.
            shared.feed.size = nil
            return shared.state.withLock { $0 = nil }
        }
    }
}
