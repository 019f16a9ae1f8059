internal import CPictureLibraries
import FlipbookCore
import FlipbookScene

/// An open SDL window. Only the window thread uses it.
final class OpenWindow {
    /// SDL's window identifier.
    let number: UInt32
    private(set) var density: Double
    let feed: WindowFeed
    private(set) var x11: X11Extras?
    /// The Wayland surface, or `nil` on X11.
    let surface: OpaquePointer?
    private let wayland: WaylandExtras?
    private let sdl: SDLCalls
    private let window: UnsafeMutableRawPointer
    private var buffers: [WaylandExtras.Buffer] = []
    /// The size set by the program, or `nil` if the user's last size was restored.
    private var ownSize: PixelSize?
    /// The window's frame before full screen, if there is no window manager.
    private var former: SDL_Rect?
    /// The pointer's location in the window system's units.
    private var pointer = Point.zero
    /// A button event whose location (from SDL) or time (from Wayland) has not arrived yet.
    private var unpairedButton: (button: Int, isDown: Bool, place: Point?, time: ContinuousClock.Instant?)?
    /// The movement and scale of a touchpad gesture since it began.
    private var pinch = (way: Point.zero, scale: 1.0)
    private var fingers: [Int32: Point] = [:]
    private var isExposed = false
    /// A Boolean value that indicates whether another program has destroyed the window.
    private(set) var isDestroyed = false

    init?(_ system: WindowSystem, for content: WindowContent, _ feed: WindowFeed, isWayland: Bool) {
        (sdl, self.feed) = (system.sdl, feed)
        let screens = system.screens
        let (right, bottom) = (screens.map { Int($0.x + $0.w) }.max() ?? 0, screens.map { Int($0.y + $0.h) }.max() ?? 0)
        let remembered = WindowMemory.frame(on: PixelSize(width: right, height: bottom))
        density = isWayland ? 1 : X11Extras.density
        let size = remembered?.size ?? system.size(for: content, on: 0, density)
        ownSize = remembered == nil ? size : nil
        let (x, y) = (Int32(remembered?.x ?? 0), Int32(remembered?.y ?? 0))
        let (width, height) = (Int32(size.width), Int32(size.height))
        let flags = UInt32(SDL_WINDOW_HIDDEN | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI)
        var info = SDL_SysWMinfo()
        info.version = (2, 0, 18)
        guard let window = sdl.SDL_CreateWindow(content.title, x, y, width, height, flags),
            sdl.SDL_GetWindowWMInfo(window, &info) != 0, let display = info.info.0
        else { return nil }
        (self.window, number) = (window, sdl.SDL_GetWindowID(window))
        surface = isWayland ? info.info.1.map { OpaquePointer($0) } : nil
        wayland = isWayland ? system.extras(of: OpaquePointer(display)) : nil
        if !isWayland { x11 = X11Extras(display, UInt(bitPattern: info.info.1), isPlaced: remembered != nil) }
        guard wayland != nil || x11 != nil else { return nil }
        let scale = pixelsPerUnit
        if isWayland, scale != 1 {
            density = scale
            if remembered == nil { ownSize = system.size(for: content, on: 0, density) }
            resize(to: ownSize ?? size)
        }
        // On Wayland, SDL ignores the minimum size of a hidden window. On X11, setting it moves a visible window.
        if isWayland { sdl.SDL_ShowWindow(window) }
        let least = WindowMemory.leastSize
        sdl.SDL_SetWindowMinimumSize(window, Int32(Double(least.width) / scale), Int32(Double(least.height) / scale))
        if !isWayland { sdl.SDL_ShowWindow(window) }
        feed.size = pixelSize
    }

    /// Closes the window, and saves the size that the user gave it.
    func close() {
        if !isFullScreen, pixelSize != ownSize, surface == nil {
            var (x, y, top, left) = (Int32(0), Int32(0), Int32(0), Int32(0))
            sdl.SDL_GetWindowPosition(window, &x, &y)
            _ = sdl.SDL_GetWindowBordersSize(window, &top, &left, nil, nil)
            WindowMemory.save(WindowMemory.Frame(x: Int(x - left), y: Int(y - top), size: pixelSize))
        }
        for buffer in buffers { wayland?.free(buffer) }
        x11?.leaveKeyboard()
        sdl.SDL_DestroyWindow(window)
    }

    // MARK: Size

    /// The size in the window system's units.
    private var size: PixelSize {
        var (width, height) = (Int32(0), Int32(0))
        sdl.SDL_GetWindowSize(window, &width, &height)
        return PixelSize(width: max(1, Int(width)), height: max(1, Int(height)))
    }

    private var pixelSize: PixelSize {
        var (width, height) = (Int32(0), Int32(0))
        sdl.SDL_GL_GetDrawableSize(window, &width, &height)
        return PixelSize(width: max(1, Int(width)), height: max(1, Int(height)))
    }

    private var pixelsPerUnit: Double { Double(pixelSize.width) / Double(size.width) }

    private func resize(to pixels: PixelSize) {
        let scale = pixelsPerUnit
        sdl.SDL_SetWindowSize(window, Int32(Double(pixels.width) / scale), Int32(Double(pixels.height) / scale))
    }

    /// Prepares for another sequence: fits the window to it, unless the user has resized the window.
    func show(_ content: WindowContent, in system: WindowSystem) {
        sdl.SDL_SetWindowTitle(window, content.title)
        if ownSize == pixelSize { fitSize(to: content, in: system) }
    }

    func fitSize(to content: WindowContent, in system: WindowSystem) {
        guard !isFullScreen else { return }
        let wanted = system.size(for: content, on: Int(sdl.SDL_GetWindowDisplayIndex(window)), density)
        ownSize = wanted
        if wanted != pixelSize { resize(to: wanted) }
        settleSize()
    }

    private func settleSize() {
        if surface != nil { density = pixelsPerUnit }
        feed.tell(.resized(pixelSize))
    }

    var isFullScreen: Bool {
        former != nil || sdl.SDL_GetWindowFlags(window) & UInt32(SDL_WINDOW_FULLSCREEN_DESKTOP) != 0
    }

    func fillScreen(_ isWanted: Bool, in system: WindowSystem) {
        guard x11?.hasManager != false else {
            // SDL relies on a window manager to resize the window for full screen.
            let place = isWanted ? system.screens.first : former
            former = isWanted ? SDL_Rect(x: 0, y: 0, w: Int32(size.width), h: Int32(size.height)) : nil
            guard let place else { return }
            sdl.SDL_SetWindowPosition(window, place.x, place.y)
            return sdl.SDL_SetWindowSize(window, place.w, place.h)
        }
        _ = sdl.SDL_SetWindowFullscreen(window, isWanted ? UInt32(SDL_WINDOW_FULLSCREEN_DESKTOP) : 0)
    }

    // MARK: Pictures

    /// Shows a BGRx picture in the upper left corner, on black.
    func show(_ size: PixelSize, _ pixels: UnsafeRawBufferPointer) {
        guard !isDestroyed, pixels.count >= 4 * size.area, let start = pixels.baseAddress else { return }
        if let surface, let wayland {
            let scale = pixelsPerUnit
            // The compositor disconnects a program if its buffer size is not a multiple of the scale.
            let isWhole =
                size.width.isMultiple(of: max(1, Int(scale))) && size.height.isMultiple(of: max(1, Int(scale)))
            guard isWhole || scale != scale.rounded(), let buffer = wayland.buffer(of: size, in: &buffers) else {
                return
            }
            buffer.pixels.copyMemory(from: start, byteCount: 4 * size.area)
            return wayland.show(buffer, on: surface)
        }
        guard let canvas = sdl.SDL_GetWindowSurface(window)?.pointee, let target = canvas.pixels else { return }
        let (width, height) = (min(Int32(size.width), canvas.w), min(Int32(size.height), canvas.h))
        if width < canvas.w || height < canvas.h {
            target.initializeMemory(as: UInt8.self, repeating: 0, count: Int(canvas.pitch * canvas.h))
        }
        let source = UInt32(SDL_PIXELFORMAT_RGB888)
        let (format, row) = (canvas.format?.pointee ?? source, Int32(4 * size.width))
        _ = sdl.SDL_ConvertPixels(width, height, source, start, row, format, target, canvas.pitch)
        _ = sdl.SDL_UpdateWindowSurface(window)
    }

    /// Follows up on the latest events: updates the density and redraws a resized window.
    func settle() {
        tellUnpairedButton()
        unpairedButton = nil
        // SDL does not report a change of density.
        settleSize()
        // A resized surface stays empty until its next picture arrives.
        if isExposed, surface == nil { _ = sdl.SDL_UpdateWindowSurface(window) }
        isExposed = false
    }

    func copy(_ png: [UInt8]) -> Bool { wayland?.offer(png) ?? x11?.offer(png) ?? false }

    // MARK: Events

    func tell(_ event: WindowEvent) {
        tellUnpairedButton()
        switch event {
        case .key, .keyUp, .button: feed.tell(event, at: x11?.time ?? .now)
        default: feed.tell(event)
        }
    }

    func take(_ event: UnsafeMutableRawPointer, kind: Int32) {
        switch kind {
        case SDL_WINDOWEVENT:
            switch Int32(event.load(as: SDL_WindowEvent.self).event) {
            case SDL_WINDOWEVENT_EXPOSED: isExposed = true
            case SDL_WINDOWEVENT_LEAVE: tell(.left)
            case SDL_WINDOWEVENT_FOCUS_LOST: tell(.unfocused)
            case SDL_WINDOWEVENT_CLOSE: tell(.closed)
            default: break
            }
        case SDL_MOUSEMOTION:
            let moved = event.load(as: SDL_MouseMotionEvent.self)
            pointer = Point(x: Double(moved.x), y: Double(moved.y))
            if x11?.isCrossing(moved.x, moved.y) != true { tell(.moved(inPixels(pointer))) }
        case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP:
            let used = event.load(as: SDL_MouseButtonEvent.self)
            pointer = Point(x: Double(used.x), y: Double(used.y))
            // Side buttons have no effect. In window events, their numbers stand for the wheel.
            guard used.button <= 3 else { return }
            let (button, isDown) = (Int(used.button), kind == SDL_MOUSEBUTTONDOWN)
            guard surface != nil else { return tell(.button(button, isDown: isDown, inPixels(pointer))) }
            pair(button, isDown: isDown, place: inPixels(pointer))
        case SDL_MOUSEWHEEL:
            let steps = event.load(as: SDL_MouseWheelEvent.self).y
            for _ in 0..<min(steps.magnitude, 20) {
                tell(.button(steps > 0 ? 4 : 5, isDown: true, inPixels(pointer)))
            }
        default: break
        }
    }

    private func inPixels(_ place: Point) -> Point {
        let scale = pixelsPerUnit
        return Point(x: place.x * scale, y: place.y * scale)
    }

    /// Joins SDL's and Wayland's reports of a button, in either order. Only SDL reports the buttons of a graphics tablet.
    private func pair(_ button: Int, isDown: Bool, place: Point? = nil, time: ContinuousClock.Instant? = nil) {
        if let other = unpairedButton, other.button == button, other.isDown == isDown, let place = place ?? other.place,
            let time = time ?? other.time
        {
            unpairedButton = nil
            feed.tell(.button(button, isDown: isDown, place), at: time)
        } else {
            tellUnpairedButton()
            unpairedButton = (button, isDown, place, time)
        }
    }

    /// Sends a button event whose time is not reported.
    private func tellUnpairedButton() {
        guard case (let button, let isDown, let place?, _)? = unpairedButton else { return }
        unpairedButton = nil
        feed.tell(.button(button, isDown: isDown, place))
    }

    func take(native event: UnsafeMutableRawPointer) { x11?.hear(event).map(take) }

    func take(_ event: NativeEvent) {
        switch event {
        case .destroyed:
            isDestroyed = true
            x11?.leaveKeyboard()
            tell(.closed)
        case .dropped(let files): tell(.dropped(files))
        case .button(let button, let isDown, let time): pair(button, isDown: isDown, time: time)
        case .finger(let finger, let phase, let place, let time):
            tellUnpairedButton()
            let former = fingers[finger]
            // On Wayland, all windows receive the movements and the end.
            guard phase == .began || former != nil, let place = place.map(inPixels) ?? former else { return }
            fingers[finger] = phase == .ended ? nil : place
            feed.tell(.finger(Int(finger), phase, place), at: time)
        case .fingersCancelled:
            fingers = [:]
            tell(.fingersCancelled)
        case .pinch(let phase, let x, let y, let scale):
            pinch.way = phase == .began ? .zero : Point(x: pinch.way.x + x, y: pinch.way.y + y)
            if !scale.isNaN { pinch.scale = scale }
            let middle = inPixels(Point(x: pointer.x + pinch.way.x, y: pointer.y + pinch.way.y))
            tell(.pinch(phase, middle, scale: pinch.scale))
        }
    }
}
