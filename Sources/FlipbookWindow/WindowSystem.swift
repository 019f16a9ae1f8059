internal import CPictureLibraries
import FlipbookCore
import FlipbookImaging

/// SDL and its windows. Unchecked because only the window thread uses it.
final class WindowSystem: @unchecked Sendable {
    let sdl: SDLCalls
    private(set) var windows: [UInt32: OpenWindow] = [:]
    private(set) var wayland: WaylandExtras?
    private var isStarted = false
    private var hasLostWindow = false
    private var keyboard = Keyboard()
    private var dropped: [FilePath] = []
    /// The window of the last key event.
    private var typing: UInt32 = 0

    init?() {
        guard let sdl: SDLCalls = RuntimeLibrary.sdl.calls(SDLCalls_names()) else { return nil }
        self.sdl = sdl
        for (name, value) in [
            // The program keeps its own handlers.
            ("SDL_NO_SIGNAL_HANDLERS", "1"), ("SDL_QUIT_ON_LAST_WINDOW_CLOSE", "0"),
            // Touches are not reported as mouse events, and a click that focuses the window is reported.
            ("SDL_TOUCH_MOUSE_EVENTS", "0"), ("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1"),
            // The desktop's screen saver and compositor stay active.
            ("SDL_VIDEO_ALLOW_SCREENSAVER", "1"), ("SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR", "0"),
            ("SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS", "0"),
            // The compositor draws the decorations, because libdecor prints to standard error.
            ("SDL_VIDEO_WAYLAND_ALLOW_LIBDECOR", "0"),
            // Without a graphics card, shared memory on X11 is twice as fast as GL. To use GL, SDL would replace the window.
            ("SDL_FRAMEBUFFER_ACCELERATION", "0"),
        ] { _ = sdl.SDL_SetHintWithPriority(name, value, SDL_HINT_OVERRIDE) }
    }

    /// Connects to `x11` or `wayland` unless already connected. Returns whether there is a connection.
    func start(_ driver: String) -> Bool {
        if isStarted { return true }
        isStarted = sdl.SDL_VideoInit(driver) == 0
        guard isStarted else { return false }
        _ = sdl.SDL_EventState(UInt32(SDL_SYSWMEVENT), 1)
        sdl.SDL_AddEventWatch(Self.watch, Unmanaged.passUnretained(self).toOpaque())
        return true
    }

    var screens: [SDL_Rect] {
        (0..<max(0, sdl.SDL_GetNumVideoDisplays())).map { number in
            var bounds = SDL_Rect()
            _ = sdl.SDL_GetDisplayBounds(number, &bounds)
            return bounds
        }
    }

    func size(for content: WindowContent, on screen: Int, _ density: Double) -> PixelSize {
        let bounds = screens.dropFirst(screen).first ?? screens.first ?? SDL_Rect(x: 0, y: 0, w: 1280, h: 720)
        // Screens are measured in the window system's units: pixels on X11.
        let scale = wayland == nil ? 1 : density
        let room = PixelSize(width: Int(Double(bounds.w) * scale), height: Int(Double(bounds.h) * scale))
        return WindowMemory.size(for: content.picture, on: room, density: density, footer: content.footer)
    }

    var clipboardText: String? {
        // On Wayland, SDL waits only a hundredth of a second for the text.
        if let wayland { return sdl.SDL_HasClipboardText() != 0 ? wayland.clipboardText : nil }
        return sdl.SDL_GetClipboardText().map { text in
            defer { sdl.SDL_free(text) }
            return String(cString: text)
        }
    }

    func open(for content: WindowContent, _ feed: WindowFeed, isWayland: Bool) -> UInt32? {
        guard start(isWayland ? "wayland" : "x11") else { return nil }
        guard let window = OpenWindow(self, for: content, feed, isWayland: isWayland) else {
            close(0)
            return nil
        }
        windows[window.number] = window
        return window.number
    }

    func extras(of display: OpaquePointer) -> WaylandExtras? {
        if wayland == nil {
            wayland = WaylandExtras(display) { [unowned self] surface, event in
                tell(keyboard.settle())
                for window in windows.values where surface == nil || window.surface == surface { window.take(event) }
            }
        }
        return wayland
    }

    /// Closes a window. The last one also closes the connection.
    func close(_ number: UInt32) {
        let window = windows.removeValue(forKey: number)
        // The server would only return errors for a window that another program destroyed, so SDL keeps that window.
        hasLostWindow = hasLostWindow || window?.isDestroyed == true
        if hasLostWindow { return }
        window?.close()
        guard windows.isEmpty else { return }
        wayland?.close()
        sdl.SDL_VideoQuit()
        (wayland, isStarted, keyboard) = (nil, false, Keyboard())
    }

    func lose() {
        for window in windows.values {
            window.feed.size = nil
            window.feed.tell(.lost)
        }
    }

    /// The file descriptor of the connection, or -1 if there is none.
    var connection: Int32 { wayland?.connection ?? windows.values.first?.x11?.connection ?? -1 }

    /// The maximum wait for events in milliseconds, or -1 for no limit. SDL's timers repeat held keys and run input methods.
    var patience: Int32 { connection < 0 ? -1 : keyboard.isDown ? 10 : 250 }

    func pump() {
        guard isStarted else { return }
        sdl.SDL_PumpEvents()
        tell(keyboard.settle())
        for window in windows.values { window.settle() }
        // The event watch has already handled all SDL events.
        sdl.SDL_FlushEvents(0, UInt32(SDL_LASTEVENT))
    }

    private func tell(_ events: [WindowEvent], to number: UInt32? = nil) {
        for event in events { window(number ?? typing)?.tell(event) }
    }

    /// Returns a window. Without a window manager, SDL does not know which window a key belongs to.
    private func window(_ number: UInt32) -> OpenWindow? { windows[number] ?? windows.values.first }

    private static let watch: sdl_watch = { system, event in
        if let system, let event { Unmanaged<WindowSystem>.fromOpaque(system).takeUnretainedValue().take(event) }
        return 0
    }

    private func take(_ event: UnsafeMutableRawPointer) {
        let kind = Int32(bitPattern: event.load(as: UInt32.self))
        if kind == SDL_SYSWMEVENT {
            tell(keyboard.settle())
            guard let message = event.load(as: SDL_SysWMEvent.self).msg,
                message.pointee.subsystem == SDL_SYSWM_X11
            else { return }
            let native = UnsafeMutableRawPointer(message).advanced(by: 8)
            windows.values.first { $0.x11?.window == X11Extras.window(of: native) }?.take(native: native)
            return
        }
        // In key, button, and window events, the third number is the window's identifier.
        let number = event.load(fromByteOffset: 8, as: UInt32.self)
        if kind == SDL_TEXTINPUT {
            let typed = event.load(as: SDL_TextInputEvent.self)
            return tell(withUnsafeBytes(of: typed.text) { keyboard.type($0) }, to: number)
        }
        let change = kind == SDL_WINDOWEVENT ? event.load(as: SDL_WindowEvent.self) : SDL_WindowEvent()
        // SDL releases held keys when the window loses the keyboard focus. These releases are ignored.
        if kind != SDL_KEYUP { tell(keyboard.settle(isLost: Int32(change.event) == SDL_WINDOWEVENT_FOCUS_LOST)) }
        if kind == SDL_KEYDOWN || kind == SDL_KEYUP { typing = number }
        switch kind {
        case SDL_KEYDOWN:
            var pressed = event.load(as: SDL_KeyboardEvent.self)
            if let x11 = window(number)?.x11 { pressed.repeat = x11.isRepeat ? 1 : 0 }
            keyboard.press(pressed)
        case SDL_KEYUP: tell(keyboard.release(event.load(as: SDL_KeyboardEvent.self)))
        case SDL_DROPFILE:
            guard let name = event.load(as: SDL_DropEvent.self).file else { return }
            // WaylandExtras reports dropped files on Wayland.
            if wayland == nil { dropped.append(FilePath(String(cString: name))) }
            sdl.SDL_free(name)
        case SDL_DROPCOMPLETE:
            if !dropped.isEmpty { tell([.dropped(dropped)], to: event.load(as: SDL_DropEvent.self).windowID) }
            dropped = []
        // On Wayland, if a pen is lifted outside the window, its release belongs to no window.
        case SDL_MOUSEBUTTONUP where number == 0: for window in windows.values { window.take(event, kind: kind) }
        default: windows[number]?.take(event, kind: kind)
        }
    }
}
