internal import CPictureLibraries
import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import Glibc

/// What a Wayland compositor tells of a window, read by one thread at a time: by the one that opens the window, and then by one of
/// its own. That is the one reason for the escape from checking.
final class WaylandReader: @unchecked Sendable {
    let library: WaylandLibrary
    let display: OpaquePointer
    /// Frees a picture's buffer for the next one.
    let release: @Sendable (OpaquePointer) -> Void
    var listener: (WindowNews) -> Void = { _ in }

    /// The compositor's objects, by the protocols' names: number and version.
    private var globals: [String: (number: UInt32, version: UInt32)] = [:]
    private(set) var compositor: OpaquePointer?
    private(set) var shm: OpaquePointer?
    private(set) var shell: OpaquePointer?
    private(set) var decorations: OpaquePointer?
    private(set) var seat: OpaquePointer?
    private var screens: [OpaquePointer: (size: PixelSize, scale: Int)] = [:]
    /// The size that the compositor wants the window to have, in its own units, or `nil` for the window's own.
    private(set) var wanted: PixelSize?
    /// A Boolean value that indicates whether the compositor sent `configure`.
    private(set) var isConfigured = false
    private(set) var isFullScreen = false
    /// The exchange of data, or `nil` if the compositor has none.
    var exchange: WaylandExchange?
    /// The number of the user's last action, which some requests name.
    private(set) var serial: UInt32 = 0

    private var pointer: OpaquePointer?
    private var keyboard: OpaquePointer?
    private var fingers: WaylandFingers
    private var keys = WaylandKeyboard()
    private var place = Point.zero
    private var wheel = (turned: 0.0, clicks: 0)
    private var cursor: WaylandCursor?
    private var clock = WindowClock()
    /// When the event that is taken happened, or `nil` if the compositor does not say.
    private var time: ContinuousClock.Instant?

    init?(_ library: WaylandLibrary, release: @escaping @Sendable (OpaquePointer) -> Void) {
        guard let display = library.calls.wl_display_connect(nil) else { return nil }
        (self.library, self.display, self.release) = (library, display, release)
        fingers = WaylandFingers(library)
    }

    func close() {
        keys?.close()
        library.calls.wl_display_disconnect(display)
    }

    /// Asks what there is. Returns whether all is there that a window needs.
    func begin() -> Bool {
        guard let registry = library.ask(display, 1, [.new], making: .registry) else { return false }
        listen(to: registry, .registry)
        guard library.calls.wl_display_roundtrip(display) >= 0 else { return false }
        func bind(_ kind: WaylandKind, most: UInt32) -> OpaquePointer? {
            guard let global = globals[kind.rawValue] else { return nil }
            let version = min(global.version, most)
            let object = kind.rawValue.withCString { name in
                library.ask(
                    registry,
                    0,
                    [.int(Int(global.number)), .text(name), .int(Int(version)), .new],
                    making: kind,
                    version: version
                )
            }
            if let object { listen(to: object, kind) }
            return object
        }
        (compositor, shm, shell) = (bind(.compositor, most: 4), bind(.shm, most: 1), bind(.shell, most: 1))
        (seat, decorations) = (bind(.seat, most: 5), bind(.decorations, most: 1))
        fingers.gestures = bind(.gestures, most: 1)
        if let screen = bind(.output, most: 2) {
            screens[screen] = screens[screen] ?? (PixelSize(width: 1280, height: 720), 1)
        }
        if let seat, let manager = bind(.dataManager, most: 3) {
            exchange = WaylandExchange(self, manager, of: seat)
        }
        cursor = shm.flatMap { WaylandCursor(library, $0, compositor) }
        // The compositor lists their properties once they are bound.
        return library.calls.wl_display_roundtrip(display) >= 0 && library.calls.wl_display_roundtrip(display) >= 0
            && compositor != nil && shm != nil
            && shell != nil
    }

    var screen: PixelSize { screens.values.first?.size ?? PixelSize(width: 1280, height: 720) }

    /// Pixels for each of the compositor's units.
    var scale: Int { max(1, screens.values.map(\.scale).max() ?? 1) }

    /// When there is something to do without an event: a key repeats.
    var nextKey: ContinuousClock.Instant? { keys?.next }

    func repeatKey() {
        if let key = keys?.repeated(at: .now) { tell(.key(key, isRepeat: true)) }
    }

    // MARK: Events

    func tell(_ event: WindowEvent) { listener(WindowNews(event, at: time ?? .now)) }

    /// Has the events of an object come here.
    func listen(to object: OpaquePointer, _ kind: WaylandKind) {
        let number = 1 + (WaylandKind.allCases.firstIndex(of: kind) ?? 0)
        _ = library.calls.wl_proxy_add_dispatcher(
            object,
            Self.dispatch,
            UnsafeRawPointer(bitPattern: number),
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    private static let dispatch: WaylandLibrary.Dispatcher = { kind, target, event, _, words in
        guard let target = target.map({ OpaquePointer($0) }), let words,
            let data = WaylandLibrary.shared?.calls.wl_proxy_get_user_data(target)
        else { return 0 }
        let reader = Unmanaged<WaylandReader>.fromOpaque(data).takeUnretainedValue()
        reader.take(WaylandKind.allCases[Int(bitPattern: kind) - 1], target, event, Words(start: words))
        return 0
    }

    struct Words {
        let start: UnsafeMutableRawPointer

        func number(_ index: Int) -> UInt32 { start.load(fromByteOffset: 8 * index, as: UInt32.self) }
        func integer(_ index: Int) -> Int32 { start.load(fromByteOffset: 8 * index, as: Int32.self) }
        /// A number with 8 binary places.
        func fixed(_ index: Int) -> Double { Double(integer(index)) / 256 }
        func object(_ index: Int) -> OpaquePointer? {
            OpaquePointer(bitPattern: start.load(fromByteOffset: 8 * index, as: UInt.self))
        }
        func text(_ index: Int) -> String {
            let place = start.load(fromByteOffset: 8 * index, as: UnsafePointer<CChar>?.self)
            return place.map { String(cString: $0) } ?? ""
        }
        func list(_ index: Int) -> [UInt32] {
            // Its bytes, the room that there is, and where they are.
            guard let list = start.load(fromByteOffset: 8 * index, as: UnsafeRawPointer?.self) else { return [] }
            let count = list.load(as: Int.self) / 4
            guard let items = list.load(fromByteOffset: 16, as: UnsafeRawPointer?.self) else { return [] }
            return (0..<count).map { items.load(fromByteOffset: 4 * $0, as: UInt32.self) }
        }
    }

    private func take(_ kind: WaylandKind, _ object: OpaquePointer, _ event: UInt32, _ words: Words) {
        time = Self.place(ofTime: kind, event).map { clock.time(of: words.number($0)) }
        defer { time = nil }
        switch (kind, event) {
        case (.registry, 0): globals[words.text(1)] = (words.number(0), words.number(2))
        case (.shell, 0): library.ask(object, 3, [.int(Int(words.number(0)))])
        case (.shellSurface, 0):
            library.ask(object, 4, [.int(Int(words.number(0)))])
            isConfigured = true
            if let wanted { tell(.resized(PixelSize(width: wanted.width * scale, height: wanted.height * scale))) }
        case (.toplevel, 0):
            let (width, height) = (Int(words.integer(0)), Int(words.integer(1)))
            wanted = width > 0 && height > 0 ? PixelSize(width: width, height: height) : wanted
            isFullScreen = words.list(2).contains(2)
        case (.toplevel, 1): tell(.closed)
        case (.output, 1) where words.number(0) & 1 != 0:
            let size = PixelSize(width: Int(words.integer(1)), height: Int(words.integer(2)))
            screens[object] = (size, screens[object]?.scale ?? 1)
        case (.output, 3): screens[object]?.scale = Int(words.integer(0))
        case (.buffer, 0): release(object)
        case (.seat, 0): takeDevices(words.number(0))
        case (.pointer, _): takePointer(event, words)
        case (.keyboard, _): takeKeys(event, words)
        case (.touch, _), (.pinch, _):
            if kind == .touch, event == 0 { serial = words.number(0) }
            for happened in fingers.take(kind, event, words, pointerAt: place, scale: Double(scale)) { tell(happened) }
        case (.dataDevice, _), (.dataOffer, _), (.dataSource, _): exchange?.take(kind, object, event, words)
        default: break
        }
    }

    /// The word of an event that is its time in milliseconds, or `nil` if none is.
    private static func place(ofTime kind: WaylandKind, _ event: UInt32) -> Int? {
        switch (kind, event) {
        case (.pointer, 2), (.touch, 2): 0
        case (.pointer, 3), (.touch, 0...1), (.keyboard, 3): 1
        default: nil
        }
    }

    private func takeDevices(_ capabilities: UInt32) {
        guard let seat else { return }
        let (had, hadKeys, hadScreen) = (pointer, keyboard, fingers.screen)
        if capabilities & 1 == 0 { fingers.leaveTouchpad() }
        /// The device whose bit is set; one that is gone tells nothing more, also when there is another again.
        func device(_ place: UInt32, _ kind: WaylandKind, _ present: OpaquePointer?, release: UInt32) -> OpaquePointer?
        {
            if capabilities & 1 << place == 0 {
                if let present, library.calls.wl_proxy_get_version(present) >= 3 {
                    library.ask(present, release, destroying: true)
                }
                return nil
            }
            if let present { return present }
            let new = library.ask(seat, place, [.new], making: kind)
            if let new { listen(to: new, kind) }
            return new
        }
        pointer = device(0, .pointer, had, release: 1)
        keyboard = device(1, .keyboard, hadKeys, release: 0)
        fingers.screen = device(2, .touch, hadScreen, release: 0)
        if had == nil, let pointer, let pinch = fingers.touchpad(of: pointer) { listen(to: pinch, .pinch) }
        if hadScreen != nil, fingers.screen == nil { tell(fingers.leaveScreen()) }
        if keyboard == nil {
            // A key that was held down does not come up.
            if hadKeys != nil { tell(.unfocused) }
            keys?.release()
        }
    }

    private func takePointer(_ event: UInt32, _ words: Words) {
        func move(_ x: Double, _ y: Double) {
            place = Point(x: x * Double(scale), y: y * Double(scale))
            tell(.moved(place))
        }
        switch event {
        case 0:
            if let pointer { cursor?.show(over: pointer, words.number(0)) }
            move(words.fixed(2), words.fixed(3))
        case 1: tell(.left)
        case 2: move(words.fixed(1), words.fixed(2))
        case 3:
            serial = words.number(0)
            // The kernel's numbers of the left, the right and the middle button.
            guard let button = [0x110: 1, 0x111: 3, 0x112: 2][words.number(2)] else { return }
            tell(.button(button, isDown: words.number(3) == 1, place))
        case 4 where words.number(1) == 0: wheel.turned += words.fixed(2)
        case 8 where words.number(0) == 0: wheel.clicks += Int(words.integer(1))
        // A group of such events ends.
        case 5:
            if wheel.clicks != 0 { wheel.turned = 0 }
            // Without clicks, as of a touchpad, ten units are as good as one.
            let steps = wheel.clicks != 0 ? wheel.clicks : Int(wheel.turned / 10)
            wheel = (wheel.turned - Double(steps * (wheel.clicks != 0 ? 0 : 10)), 0)
            for _ in 0..<min(steps.magnitude, 20) { tell(.button(steps < 0 ? 4 : 5, isDown: true, place)) }
        default: break
        }
    }

    private func takeKeys(_ event: UInt32, _ words: Words) {
        switch event {
        case 0: keys?.read(words.integer(1), count: Int(words.number(2)))
        case 2:
            keys?.release()
            tell(.unfocused)
        case 3:
            serial = words.number(0)
            let isDown = words.number(3) == 1
            guard let key = keys?.take(words.number(2), isDown: isDown) else { return }
            tell(isDown ? .key(key, isRepeat: false) : .keyUp(key))
        case 4: keys?.update(words.number(1), words.number(2), words.number(3), group: words.number(4))
        case 5: keys?.setRepeats(words.integer(0), after: words.integer(1))
        default: break
        }
    }
}

/// The arrow over a window, by libwayland-cursor; without it, the pointer stays as it was before.
private struct WaylandCursor {
    private let library: WaylandLibrary
    private let surface: OpaquePointer
    private let hotspot: (x: UInt32, y: UInt32)

    init?(_ library: WaylandLibrary, _ shm: OpaquePointer, _ compositor: OpaquePointer?) {
        guard
            let cursors: WaylandCursorCalls = RuntimeLibrary("libwayland-cursor.so.0").calls(
                WaylandCursorCalls_names()
            ),
            let compositor, let theme = cursors.wl_cursor_theme_load(nil, 24, shm),
            let arrow = cursors.wl_cursor_theme_get_cursor(theme, "left_ptr"),
            // A number, then the list of images: width, height, and where the tip is.
            let images = arrow.load(fromByteOffset: 8, as: UnsafePointer<UnsafeRawPointer?>?.self),
            let image = images.pointee, let pixels = cursors.wl_cursor_image_get_buffer(image),
            let surface = library.ask(compositor, 0, [.new], making: .surface)
        else { return nil }
        (self.library, self.surface) = (library, surface)
        hotspot = (image.load(fromByteOffset: 8, as: UInt32.self), image.load(fromByteOffset: 12, as: UInt32.self))
        library.ask(surface, 1, [.object(pixels), .int(0), .int(0)])
        library.ask(surface, 2, [.int(0), .int(0), .int(1 << 16), .int(1 << 16)])
        library.ask(surface, 6)
    }

    func show(over pointer: OpaquePointer, _ serial: UInt32) {
        library.ask(
            pointer,
            0,
            [.int(Int(serial)), .object(surface), .int(Int(hotspot.x)), .int(Int(hotspot.y))]
        )
    }
}
