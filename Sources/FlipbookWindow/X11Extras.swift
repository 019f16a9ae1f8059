internal import CPictureLibraries
import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookScene

/// Window events that SDL does not report, of X11 and Wayland.
enum NativeEvent {
    /// Another program has destroyed the window.
    case destroyed
    case fingersCancelled
    case dropped([FilePath])
    /// Two fingers on a touchpad: their movement since the last event, and their scale since they began.
    case pinch(Touch.Phase, x: Double, y: Double, scale: Double)
}

/// Xlib.
///
/// Displays and structures are pointers. Fields of events are read at their offsets in Xlib.h on 64-bit systems.
typealias XLibrary = X11Calls

extension X11Calls {
    static let shared: Self? = {
        let calls: Self? = RuntimeLibrary("libX11.so.6").calls(X11Calls_names())
        // Before any other call, because a sink uses the library, too.
        _ = calls?.XInitThreads()
        return calls
    }()

    func send(
        _ type: Int32,
        _ words: [(Int, UInt)],
        to receiver: UInt,
        mask: Int = 0,
        on display: UnsafeMutableRawPointer
    ) {
        withUnsafeTemporaryAllocation(byteCount: 192, alignment: 8) { event in
            event.initializeMemory(as: UInt8.self, repeating: 0)
            event.storeBytes(of: type, as: Int32.self)
            for (place, value) in words { event.storeBytes(of: value, toByteOffset: place, as: UInt.self) }
            _ = XSendEvent(display, receiver, 0, mask, event.baseAddress)
        }
        _ = XFlush(display)
    }
}

/// The parts of X11 that SDL 2 lacks for a window: the picture that other programs paste, pinches on a touchpad, and the
/// times of keys and buttons. It is done with SDL's connection, on the window thread.
struct X11Extras {
    private static let input: XInputCalls? = RuntimeLibrary("libXi.so.6").calls(XInputCalls_names())

    let window: UInt
    private let library: XLibrary
    private let display: UnsafeMutableRawPointer
    private var clock = WindowClock()
    /// The time at which the key or the button was used that SDL tells of now.
    private(set) var time: ContinuousClock.Instant?
    /// The codes of the keys that are held down: SDL takes what is typed within two milliseconds for one that repeats.
    private var held: Set<Int32> = []
    private(set) var isRepeat = false
    /// The place at which the pointer came into the window, or left it: that is no movement of the mouse, also where the
    /// window moved.
    private var crossing: (x: Int32, y: Int32)?
    /// A PNG file that other programs may ask for.
    private var picture: [UInt8]?

    /// - Parameter isPlaced: A Boolean value that indicates that the window has the user's last place; the window manager
    ///   finds one for others.
    init?(_ display: UnsafeMutableRawPointer, _ window: UInt, isPlaced: Bool) {
        guard let library = XLibrary.shared else { return nil }
        (self.library, self.display, self.window) = (library, display, window)
        if !isPlaced {
            withUnsafeTemporaryAllocation(byteCount: 96, alignment: 8) { hints in
                var supplied = 0
                guard library.XGetWMNormalHints(display, window, hints.baseAddress, &supplied) != 0 else { return }
                // The first word of an XSizeHints is what it says; its first bit, that the user has placed the window.
                hints.storeBytes(of: hints.load(as: Int.self) & ~1, as: Int.self)
                library.XSetWMNormalHints(display, window, hints.baseAddress)
            }
        }
        selectPinches()
    }

    /// Gives the keyboard back to the window under the pointer, where no window manager does.
    func leaveKeyboard() {
        // 1 is the window under the pointer.
        if !hasManager { _ = library.XSetInputFocus(display, 1, 1, 0) }
    }

    var connection: Int32 { library.XConnectionNumber(display) }

    private func atom(_ name: String) -> UInt { library.XInternAtom(display, name, 0) }

    /// Asks a server that knows them, XInput 2.4, to tell of pinches, beside what SDL asks for.
    private func selectPinches() {
        var (major, minor) = (Int32(2), Int32(4))
        guard let input = Self.input, input.XIQueryVersion(display, &major, &minor) == 0, major == 2, minor >= 4 else {
            return
        }
        // A bit for each event: motion 6, fingers 18 to 20, pinches 27 to 29.
        var bits = UInt32(1 << 6 | 0b111 << 18 | 0b111 << 27)
        withUnsafeMutableBytes(of: &bits) { bits in
            // All devices that lead the pointer, four bytes of bits, and where they are.
            var mask = (Int32(1), Int32(4), bits.baseAddress)
            _ = input.XISelectEvents(display, window, &mask, 1)
        }
    }

    /// A Boolean value that indicates whether a window manager runs, by which a window fills the screen.
    var hasManager: Bool {
        var (kind, format, count, rest) = (UInt(0), Int32(0), UInt(0), UInt(0))
        var found: UnsafeMutableRawPointer?
        let (root, name) = (library.XDefaultRootWindow(display), atom("_NET_SUPPORTING_WM_CHECK"))
        _ = library.XGetWindowProperty(display, root, name, 0, 1, 0, 0, &kind, &format, &count, &rest, &found)
        if let found { _ = library.XFree(found) }
        return count > 0
    }

    /// Pixels of a screen for each point, as the desktop says: `GDK_SCALE`, or the letters' resolution `Xft.dpi`, of which 96
    /// is usual.
    static var density: Double {
        var density = Environment.text("GDK_SCALE").flatMap { Double($0) }
        if density == nil, let library = XLibrary.shared, let display = library.XOpenDisplay(nil) {
            let dots = library.XGetDefault(display, "Xft", "dpi").flatMap { Double(String(cString: $0)) }
            density = dots.map { $0 / 96 }
            _ = library.XCloseDisplay(display)
        }
        return min(max(density ?? 1, 1), 4)
    }

    /// Offers a PNG file to other programs. Returns whether it is small enough for one request to the server.
    mutating func offer(_ png: [UInt8]) -> Bool {
        // The server counts in words of four bytes, and a request has a head.
        guard png.count <= max(65_535, library.XExtendedMaxRequestSize(display)) * 4 - 1024 else { return false }
        picture = png
        _ = library.XSetSelectionOwner(display, atom("CLIPBOARD"), window, 0)
        _ = library.XFlush(display)
        return true
    }

    /// The window that a native event is about.
    static func window(of event: UnsafeMutableRawPointer) -> UInt {
        guard event.load(as: Int32.self) == 35, let data = event.load(fromByteOffset: 48, as: UnsafeRawPointer?.self)
        else {
            return event.load(fromByteOffset: 32, as: UInt.self)
        }
        return data.load(fromByteOffset: 72, as: UInt.self)
    }

    /// Returns whether the pointer has only come into the window, or left it, at a place of which SDL tells now.
    mutating func isCrossing(_ x: Int32, _ y: Int32) -> Bool {
        defer { crossing = nil }
        return crossing.map { $0 == (x, y) } ?? false
    }

    /// Takes an event of the server before SDL does, or, of extensions, after that.
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
        case 35: return event.load(fromByteOffset: 48, as: UnsafeRawPointer?.self).flatMap(pinch)
        default: break
        }
        return nil
    }

    /// The pinch of an event of XInput, read by the places that its words have in XInput2.h.
    private func pinch(_ data: UnsafeRawPointer) -> NativeEvent? {
        // Three fingers and more are the desktop's.
        let (kind, fingers) = (
            data.load(fromByteOffset: 36, as: Int32.self), data.load(fromByteOffset: 56, as: Int32.self)
        )
        guard (27...29).contains(kind), fingers == 2 else { return nil }
        let phases: [Touch.Phase] = [.began, .moved, .ended]
        let (x, y) = (data.load(fromByteOffset: 120, as: Double.self), data.load(fromByteOffset: 128, as: Double.self))
        return .pinch(phases[Int(kind) - 27], x: x, y: y, scale: data.load(fromByteOffset: 152, as: Double.self))
    }

    /// Gives the picture, or the list of what there is, to a program that asks: "Peer-to-Peer Communication by Means of
    /// Selections" in the ICCCM.
    private func answer(_ request: UnsafeMutableRawPointer) {
        func word(_ offset: Int) -> UInt { request.load(fromByteOffset: offset, as: UInt.self) }
        let (requestor, target) = (word(40), word(56))
        // Old programs name no property and mean the target.
        let property = word(64) == 0 ? target : word(64)
        let (png, targets) = (atom("image/png"), atom("TARGETS"))
        if target == targets {
            let list = [targets, png]
            // 4 is the type ATOM; 32 bits are words of the processor in this interface.
            _ = library.XChangeProperty(display, requestor, property, 4, 32, 0, list, 2)
        } else if target == png, let picture {
            _ = library.XChangeProperty(display, requestor, property, png, 8, 0, picture, Int32(picture.count))
        }
        let isGiven = target == targets || target == png && picture != nil
        let words = [(32, requestor), (40, word(48)), (48, target), (56, isGiven ? property : 0), (64, word(72))]
        library.send(31, words, to: requestor, on: display)
    }
}
