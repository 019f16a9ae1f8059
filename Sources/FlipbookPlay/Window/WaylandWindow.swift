internal import CPictureLibraries
import FlipbookCore
import GStreamer
import Glibc
import Synchronization

/// A window of Wayland: its events come here, and each frame is copied into memory that the compositor reads.
///
/// libwayland-client itself and no toolkit, as with X11.
final class WaylandWindow: PlayerWindow {
    /// The facts of an open window.
    ///
    /// libwayland takes requests from any thread, and the reader is left to its own: the one reason for the escape from checking.
    private struct Open: @unchecked Sendable {
        let reader: WaylandReader
        let surface: OpaquePointer
        let toplevel: OpaquePointer
        let shm: OpaquePointer
        let density: Int
        var isFullScreen = false
        var serial: UInt32 = 0
    }

    private final class Shared: Sendable {
        let library: WaylandLibrary
        let state = Mutex<Open?>(nil)
        let canvas = WaylandCanvas()
        let feed = WindowFeed()

        init(_ library: WaylandLibrary) { self.library = library }
    }

    let system = "Wayland"
    private let shared: Shared
    private var library: WaylandLibrary { shared.library }

    private init(_ library: WaylandLibrary) { shared = Shared(library) }

    /// A window, not open yet, where a session of Wayland answers and its libraries are there.
    static func make() -> WaylandWindow? {
        let display = Display.current
        guard display.wayland != nil, display.obstacle(to: MediaSink(element: "waylandsink")) == nil,
            WaylandKeyboard.isAvailable
        else { return nil }
        return WaylandLibrary.shared.map(WaylandWindow.init)
    }

    deinit { close() }

    func open(for picture: PixelSize, footer: Double, title: String) -> Bool {
        if feed.size != nil {
            request { open in title.withCString { _ = library.ask(open.toplevel, 2, [.text($0)]) } }
            return true
        }
        let canvas = shared.canvas
        guard let reader = WaylandReader(library, release: { canvas.release($0) }) else { return false }
        guard reader.begin(), let (open, size) = window(reader, picture, footer, title) else {
            reader.close()
            return false
        }
        shared.state.withLock { $0 = open }
        feed.size = size
        reader.listener = { [weak shared] news in shared.map { Self.tell(news, $0) } }
        feed.read { [shared] in Self.read(shared, reader) }
        return true
    }

    /// Makes the window's objects, and waits until the compositor has sent the window's size.
    private func window(
        _ reader: WaylandReader,
        _ picture: PixelSize,
        _ footer: Double,
        _ title: String
    ) -> (Open, PixelSize)? {
        guard let compositor = reader.compositor, let shell = reader.shell, let shm = reader.shm,
            let surface = library.ask(compositor, 0, [.new], making: .surface),
            let shellSurface = library.ask(shell, 2, [.new, .object(surface)], making: .shellSurface),
            let toplevel = library.ask(shellSurface, 1, [.new], making: .toplevel)
        else { return nil }
        reader.listen(to: shellSurface, .shellSurface)
        reader.listen(to: toplevel, .toplevel)
        title.withCString { _ = library.ask(toplevel, 2, [.text($0)]) }
        "flipbook".withCString { _ = library.ask(toplevel, 3, [.text($0)]) }
        let (scale, least) = (reader.scale, WindowView.leastSize)
        library.ask(toplevel, 8, [.int(least.width / scale), .int(least.height / scale)])
        // The frame around it is the compositor's where that has one.
        if let manager = reader.decorations,
            let decoration = library.ask(manager, 1, [.new, .object(toplevel)], making: .decoration)
        {
            library.ask(decoration, 1, [.int(2)])
        }
        if scale > 1 { library.ask(surface, 8, [.int(scale)]) }
        library.ask(surface, 6)
        for _ in 0..<100 where !reader.isConfigured {
            guard library.calls.wl_display_roundtrip(reader.display) >= 0 else { return nil }
        }
        let own =
            WindowMemory.frame(on: reader.screen)?.size
            ?? WindowView.windowSize(for: picture, on: reader.screen, density: Double(scale), footer: footer)
        let size = reader.wanted.map { PixelSize(width: $0.width * scale, height: $0.height * scale) } ?? own
        let open = Open(
            reader: reader,
            surface: surface,
            toplevel: toplevel,
            shm: shm,
            density: scale,
            isFullScreen: reader.isFullScreen
        )
        // Whole units of the compositor's.
        return (open, PixelSize(width: size.width / scale * scale, height: size.height / scale * scale))
    }

    let identifier: UInt? = nil
    var feed: WindowFeed { shared.feed }
    var density: Double { shared.state.withLock { Double($0?.density ?? 1) } }
    var isFullScreen: Bool { shared.state.withLock { $0?.isFullScreen ?? false } }

    func show(_ sample: VideoSample) {
        request { open in
            let size = PixelSize(width: sample.width, height: sample.height)
            let buffer = shared.canvas.fill(
                size,
                { descriptor, size in makeBuffer(descriptor, size, open) },
                free: { library.ask($0, 0, destroying: true) }
            ) { pixels in
                sample.withUnsafeBytes { bytes in
                    if let start = bytes.baseAddress { memcpy(pixels, start, min(bytes.count, 4 * size.area)) }
                }
            }
            // While the compositor reads all of them, it has newer pictures than it can show.
            guard let buffer else { return }
            library.ask(open.surface, 1, [.object(buffer), .int(0), .int(0)])
            library.ask(open.surface, 9, [.int(0), .int(0), .int(size.width), .int(size.height)])
            library.ask(open.surface, 6)
        }
    }

    private func makeBuffer(_ descriptor: Int32, _ size: PixelSize, _ open: Open) -> OpaquePointer? {
        let pool = library.ask(open.shm, 0, [.new, .int(Int(descriptor)), .int(4 * size.area)], making: .pool)
        guard let pool else { return nil }
        defer { library.ask(pool, 1, destroying: true) }
        // Layout 1: blue, green, red, and a byte that does not matter.
        let words: [WaylandLibrary.Word] = [
            .new, .int(0), .int(size.width), .int(size.height), .int(4 * size.width), .int(1),
        ]
        guard let buffer = library.ask(pool, 0, words, making: .buffer) else { return nil }
        open.reader.listen(to: buffer, .buffer)
        return buffer
    }

    func copy(_ png: [UInt8]) -> Bool {
        guard let open = shared.state.withLock({ $0 }) else { return false }
        return open.reader.exchange?.offer(png, serial: open.serial) ?? false
    }

    func leaveFullScreen() { request { library.ask($0.toplevel, 12) } }

    func toggleFullScreen() {
        request { open in
            if open.isFullScreen {
                library.ask(open.toplevel, 12)
            } else {
                library.ask(open.toplevel, 11, [.object(nil)])
            }
        }
    }

    private func request(_ body: (Open) -> Void) {
        guard let open = shared.state.withLock({ $0 }) else { return }
        body(open)
        _ = library.calls.wl_display_flush(open.reader.display)
    }

    func close() {
        guard feed.end(within: .seconds(1)) else { return }
        guard let open = shared.state.withLock({ $0.take() }) else { return }
        open.reader.close()
        shared.canvas.removeAll()
    }

    // MARK: Events

    private static func tell(_ news: WindowNews, _ shared: Shared) {
        shared.state.withLock { open in
            guard let reader = open?.reader else { return }
            open?.isFullScreen = reader.isFullScreen
            open?.serial = reader.serial
        }
        shared.feed.tell(news.event, at: news.time)
    }

    private static func read(_ shared: Shared, _ reader: WaylandReader) {
        let (library, display) = (shared.library, reader.display)
        while shared.feed.goesOn {
            while library.calls.wl_display_prepare_read(display) != 0 {
                if library.calls.wl_display_dispatch_pending(display) < 0 { return }
            }
            _ = library.calls.wl_display_flush(display)
            var wait = pollfd(fd: library.calls.wl_display_get_fd(display), events: Int16(POLLIN), revents: 0)
            let rest = reader.nextKey.map { ContinuousClock.now.duration(to: $0) / .milliseconds(1) } ?? 50
            if poll(&wait, 1, Int32(max(0, min(50, rest.rounded(.up))))) > 0 {
                // The compositor is gone: the watch over the session says so.
                guard library.calls.wl_display_read_events(display) >= 0 else { return }
            } else {
                library.calls.wl_display_cancel_read(display)
            }
            if library.calls.wl_display_dispatch_pending(display) < 0 { return }
            reader.repeatKey()
        }
    }
}
