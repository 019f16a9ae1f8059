internal import CPictureLibraries
import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookScene

/// Events on X11 and Wayland that SDL does not report.
enum NativeEvent {
    /// Another program has destroyed the window.
    case destroyed
    /// The time of a mouse button. SDL reports the button's window and location.
    case button(Int, isDown: Bool, at: ContinuousClock.Instant)
    /// A finger, with its location in the window system's units, or `nil` if it has not moved.
    case finger(Int32, Touch.Phase, Point?, at: ContinuousClock.Instant)
    case fingersCancelled
    case dropped([FilePath])
    /// Two fingers moved on a touchpad. The movement is relative to the last event, and the scale to the start of the gesture.
    case pinch(Touch.Phase, x: Double, y: Double, scale: Double)
}

/// The functions of Xlib.
///
/// Displays and structures are pointers. Event fields are read at the offsets that Xlib.h defines on 64-bit systems.
typealias XLibrary = X11Calls

extension X11Calls {
    static let shared: Self? = {
        let calls: Self? = RuntimeLibrary("libX11.so.6").calls(X11Calls_names())
        // This must precede all other calls, because a sink uses the library as well.
        _ = calls?.XInitThreads()
        return calls
    }()

    func send(_ type: Int32, _ words: [(Int, UInt)], to id: UInt, mask: Int = 0, on display: UnsafeMutableRawPointer) {
        withUnsafeTemporaryAllocation(byteCount: 192, alignment: 8) { event in
            event.initializeMemory(as: UInt8.self, repeating: 0)
            event.storeBytes(of: type, as: Int32.self)
            for (place, value) in words { event.storeBytes(of: value, toByteOffset: place, as: UInt.self) }
            _ = XSendEvent(display, id, 0, mask, event.baseAddress)
        }
        _ = XFlush(display)
    }
}

/// X11 features that SDL 2 lacks. They use SDL's connection, on the window thread.
struct X11Extras {
    private static let input: XInputCalls? = RuntimeLibrary("libXi.so.6").calls(XInputCalls_names())

    let window: UInt
    private let library: XLibrary
    private let display: UnsafeMutableRawPointer
    private var clock = WindowClock()
    /// The time of the key or button event that SDL reports next.
    private(set) var time: ContinuousClock.Instant?
    /// The key codes of held keys. They are tracked because SDL treats a key typed again within two milliseconds as a repeat.
    private var held: Set<Int32> = []
    private(set) var isRepeat = false
    /// The position at which the pointer entered or left the window, which SDL reports as a mouse movement.
    private var crossing: (x: Int32, y: Int32)?
    private var picture: [UInt8]?

    /// If the user's last position was not restored (`isPlaced`), the window manager chooses one.
    init?(_ display: UnsafeMutableRawPointer, _ window: UInt, isPlaced: Bool) {
        guard let library = XLibrary.shared else { return nil }
        (self.library, self.display, self.window) = (library, display, window)
        if !isPlaced {
            withUnsafeTemporaryAllocation(byteCount: 96, alignment: 8) { hints in
                var supplied = 0
                guard library.XGetWMNormalHints(display, window, hints.baseAddress, &supplied) != 0 else { return }
                // The first word of XSizeHints contains flags. Bit 0 means that the user has placed the window.
                hints.storeBytes(of: hints.load(as: Int.self) & ~1, as: Int.self)
                library.XSetWMNormalHints(display, window, hints.baseAddress)
            }
        }
        selectPinches()
    }

    /// Gives the keyboard focus back to the window under the pointer, unless a window manager does so.
    func leaveKeyboard() {
        // Window 1 is PointerRoot: the window under the pointer.
        if !hasManager { _ = library.XSetInputFocus(display, 1, 1, 0) }
    }

    var connection: Int32 { library.XConnectionNumber(display) }

    private func atom(_ name: String) -> UInt { library.XInternAtom(display, name, 0) }

    /// Requests pinch events, in addition to SDL's events, from a server with XInput 2.4.
    private func selectPinches() {
        var (major, minor) = (Int32(2), Int32(4))
        guard let input = Self.input, input.XIQueryVersion(display, &major, &minor) == 0, major == 2, minor >= 4 else {
            return
        }
        // One bit per event type: motion is 6, touches are 18 to 20, and pinches 27 to 29.
        var bits = UInt32(1 << 6 | 0b111 << 18 | 0b111 << 27)
        withUnsafeMutableBytes(of: &bits) { bits in
            // An XIEventMask: all master devices (1), four bytes of bits, and their address.
            var mask = (Int32(1), Int32(4), bits.baseAddress)
            _ = input.XISelectEvents(display, window, &mask, 1)
        }
    }

    /// A Boolean value that indicates whether a window manager is running, which is needed for full screen.
    var hasManager: Bool {
        var (kind, format, count, rest) = (UInt(0), Int32(0), UInt(0), UInt(0))
        var found: UnsafeMutableRawPointer?
        let (root, name) = (library.XDefaultRootWindow(display), atom("_NET_SUPPORTING_WM_CHECK"))
        _ = library.XGetWindowProperty(display, root, name, 0, 1, 0, 0, &kind, &format, &count, &rest, &found)
        if let found { _ = library.XFree(found) }
        return count > 0
    }

    /// Pixels per point according to the desktop's settings: `GDK_SCALE`, or `Xft.dpi` divided by 96.
    static var density: Double {
        var density = Environment.text("GDK_SCALE").flatMap { Double($0) }
        if density == nil, let library = XLibrary.shared, let display = library.XOpenDisplay(nil) {
            density = library.XGetDefault(display, "Xft", "dpi").flatMap { Double(String(cString: $0)) }.map { $0 / 96 }
            _ = library.XCloseDisplay(display)
        }
        return min(max(density ?? 1, 1), 4)
    }

    /// Copies a PNG file to the clipboard. Returns whether it is small enough for a single request to the server.
    mutating func offer(_ png: [UInt8]) -> Bool {
        // The server's limit is in words of four bytes, and a request has a header.
        guard png.count <= max(65_535, library.XExtendedMaxRequestSize(display)) * 4 - 1024 else { return false }
        picture = png
        _ = library.XSetSelectionOwner(display, atom("CLIPBOARD"), window, 0)
        _ = library.XFlush(display)
        return true
    }

    static func window(of event: UnsafeMutableRawPointer) -> UInt {
        guard event.load(as: Int32.self) == 35, let data = event.load(fromByteOffset: 48, as: UnsafeRawPointer?.self)
        else { return event.load(fromByteOffset: 32, as: UInt.self) }
        return data.load(fromByteOffset: 72, as: UInt.self)
    }

    /// Returns whether a mouse movement reported by SDL only means that the pointer entered or left the window.
    mutating func isCrossing(_ x: Int32, _ y: Int32) -> Bool { crossing.take().map { $0 == (x, y) } ?? false }

    /// Handles a server event before SDL does. Extension events are handled after SDL.
    mutating func hear(_ event: UnsafeMutableRawPointer) -> NativeEvent? {
        func number(_ offset: Int) -> Int32 { event.load(fromByteOffset: offset, as: Int32.self) }
        if (2...5).contains(number(0)) {
            time = clock.time(of: UInt32(truncatingIfNeeded: event.load(fromByteOffset: 56, as: UInt.self)))
        }
        switch number(0) {
        case 2: isRepeat = !held.insert(number(84)).inserted
        case 3: held.remove(number(84))
        case 7, 8: crossing = (number(64), number(68))
        case 10: held = []
        case 17: return .destroyed
        case 29: picture = nil
        case 30: answer(event)
        case 35: return event.load(fromByteOffset: 48, as: UnsafeRawPointer?.self).flatMap { gesture($0) }
        default: break
        }
        return nil
    }

    /// Returns the finger or pinch in an XInput event, read at the offsets that XInput2.h defines.
    private mutating func gesture(_ data: UnsafeRawPointer) -> NativeEvent? {
        func number(_ offset: Int) -> Int32 { data.load(fromByteOffset: offset, as: Int32.self) }
        func real(_ offset: Int) -> Double { data.load(fromByteOffset: offset, as: Double.self) }
        let (kind, detail, phases) = (Int(number(36)), number(56), [Touch.Phase.began, .moved, .ended])
        switch kind {
        case 18...20:
            let time = clock.time(of: UInt32(truncatingIfNeeded: data.load(fromByteOffset: 40, as: UInt.self)))
            return .finger(detail, phases[kind - 18], Point(x: real(104), y: real(112)), at: time)
        // Gestures with three or more fingers belong to the desktop.
        case 27...29 where detail == 2: return .pinch(phases[kind - 27], x: real(120), y: real(128), scale: real(152))
        default: return nil
        }
    }

    /// Sends the picture or the list of formats to a program that requests it (ICCCM, section 2).
    private func answer(_ request: UnsafeMutableRawPointer) {
        func word(_ offset: Int) -> UInt { request.load(fromByteOffset: offset, as: UInt.self) }
        let (requestor, target) = (word(40), word(56))
        // Obsolete clients do not specify a property, in which case the target is used.
        let property = word(64) == 0 ? target : word(64)
        let (png, targets) = (atom("image/png"), atom("TARGETS"))
        if target == targets {
            let list = [targets, png]
            // 4 is the type ATOM. In this interface, a format of 32 means words of the processor's native size.
            _ = library.XChangeProperty(display, requestor, property, 4, 32, 0, list, 2)
        } else if target == png, let picture {
            _ = library.XChangeProperty(display, requestor, property, png, 8, 0, picture, Int32(picture.count))
        }
        let isGiven = target == targets || target == png && picture != nil
        let words = [(32, requestor), (40, word(48)), (48, target), (56, isGiven ? property : 0), (64, word(72))]
        library.send(31, words, to: requestor, on: display)
    }
}
