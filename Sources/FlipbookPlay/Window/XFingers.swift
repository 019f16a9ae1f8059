internal import CPictureLibraries
import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookScene

/// Fingers on a screen and on a touchpad, by the extension XInput: touches since its version 2.2, pinches since 2.4.
///
/// Where the extension, or its library, is not there, the server makes the mouse's events of one finger.
struct XFingers {
    private static let input: XInputCalls? = file.calls(XInputCalls_names())
    private static let file = RuntimeLibrary("libXi.so.6")

    /// A Boolean value that indicates whether it reads pinches, which libXi does since 1.8.
    private static let knowsPinches = (file.function("XIGrabPinchGestureBegin") as (@convention(c) () -> Void)?) != nil

    private let library: XLibrary
    private let display: XLibrary.Display
    private let extensionNumber: Int32
    /// The way that the fingers of a pinch have moved on the touchpad.
    private var way = Point.zero

    /// Asks a server to tell of the fingers on a window; `nil` where it cannot.
    init?(_ library: XLibrary, _ display: XLibrary.Display, _ window: XLibrary.Identifier) {
        guard let input = Self.input else { return nil }
        var (number, firstEvent, firstError) = (Int32(0), Int32(0), Int32(0))
        guard library.XQueryExtension(display, "XInputExtension", &number, &firstEvent, &firstError) != 0 else {
            return nil
        }
        var (major, minor) = (Int32(2), Int32(Self.knowsPinches ? 4 : 2))
        // Version 2 has no error here, and says which part of it both know.
        guard input.XIQueryVersion(display, &major, &minor) == 0, major == 2, minor >= 2 else { return nil }
        (self.library, self.display, extensionNumber) = (library, display, number)
        // A bit for each event: fingers 18 to 20, pinches 27 to 29.
        var bits = UInt32(0b111 << 18) | (minor >= 4 ? 0b111 << 27 : 0)
        withUnsafeMutablePointer(to: &bits) { bits in
            // All devices, four bytes of bits, and where they are.
            let mask = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 8)
            defer { mask.deallocate() }
            mask.storeBytes(of: 1, as: Int32.self)
            mask.storeBytes(of: 4, toByteOffset: 4, as: Int32.self)
            mask.storeBytes(of: UInt(bitPattern: bits), toByteOffset: 8, as: UInt.self)
            _ = input.XISelectEvents(display, window, mask, 1)
        }
    }

    /// The window's event, and the server's time of it, or `nil` if it is no finger's.
    mutating func meaning(of event: XEvent) -> (event: WindowEvent, milliseconds: UInt32)? {
        guard event.type == 35, event.memory.load(fromByteOffset: 32, as: Int32.self) == extensionNumber,
            library.XGetEventData(display, event.memory) != 0
        else { return nil }
        defer { library.XFreeEventData(display, event.memory) }
        guard let data = UnsafeRawPointer(bitPattern: event.word(48)) else { return nil }
        return meaning(of: data).map { ($0, UInt32(truncatingIfNeeded: data.load(fromByteOffset: 40, as: UInt.self))) }
    }

    /// The window's event by one of the extension, read by the places that its words have in XInput2.h.
    private mutating func meaning(of data: UnsafeRawPointer) -> WindowEvent? {
        func number(_ offset: Int) -> Int32 { data.load(fromByteOffset: offset, as: Int32.self) }
        func real(_ offset: Int) -> Double { data.load(fromByteOffset: offset, as: Double.self) }
        let (kind, detail) = (number(36), Int(number(56)))
        var place = Point(x: real(104), y: real(112))
        // Of a pinch, that is the pointer's place, which stays; how far the fingers have moved since the event before is beside it.
        if kind == 27 { way = .zero }
        if kind >= 27 {
            way = Point(x: way.x + real(120), y: way.y + real(128))
            place = Point(x: place.x + way.x, y: place.y + way.y)
        }
        switch kind {
        case 18: return .finger(detail, .began, place)
        case 19: return .finger(detail, .moved, place)
        case 20: return .finger(detail, .ended, place)
        // Three fingers and more are the desktop's.
        case 27 where detail == 2: return .pinch(.began, place, scale: 1)
        case 28 where detail == 2: return .pinch(.moved, place, scale: real(152))
        case 29 where detail == 2: return .pinch(.ended, place, scale: real(152))
        default: return nil
        }
    }
}
