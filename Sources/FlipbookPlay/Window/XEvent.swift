internal import CPictureLibraries
package import FlipbookCore
import FlipbookFiles
import FlipbookImaging
package import FlipbookScene

/// An event of a window.
package enum WindowEvent: Sendable {
    /// A key went down, or repeats while it is held.
    case key(PlayerKey, isRepeat: Bool)
    case keyUp(PlayerKey)
    /// The keyboard is another window's: keys that are released from now on send no event.
    case unfocused
    /// A button of the mouse went down or came up; 4 and 5 are the wheel.
    case button(Int, isDown: Bool, Point)
    case moved(Point)
    /// A finger came down on the screen, moved, or went up; which one.
    case finger(Int, Touch.Phase, Point)
    case fingersCancelled
    /// The first button is up again, and means nothing.
    case pressCancelled
    /// Two fingers on the screen or a touchpad move apart or together: their middle, and how far apart they are since they began.
    case pinch(Touch.Phase, Point, scale: Double)
    case left
    case resized(PixelSize)
    /// Something else had drawn over it.
    case exposed
    case dropped([FilePath])
    case closed
}

package struct WindowNews: Sendable {
    package let event: WindowEvent
    /// When it happened, as far as the window system says so: not when it was read, or is dealt with.
    package let time: ContinuousClock.Instant

    package init(_ event: WindowEvent, at time: ContinuousClock.Instant) { (self.event, self.time) = (event, time) }
}

/// The moments that a window system means by its milliseconds, which it counts from where it likes and which go round after
/// 49 days. Right beside each other, whenever they are read; the first one counts as read at once, and so does one of time 0,
/// which programs give what they send.
package struct WindowClock {
    /// Half of 49 days: of two times farther apart the count does not say which one is later.
    private static let half = Duration.milliseconds(Int32.max)
    private var last: (milliseconds: UInt32, time: ContinuousClock.Instant)?

    package init() {}

    /// When an event was that the window system gives this time.
    package mutating func time(of milliseconds: UInt32, readAt now: ContinuousClock.Instant = .now)
        -> ContinuousClock.Instant
    {
        guard milliseconds != 0 else { return now }
        var time = now
        if let last, now - last.time < Self.half {
            time = last.time + .milliseconds(Int32(bitPattern: milliseconds &- last.milliseconds))
        }
        last = (milliseconds, time)
        return time
    }
}

/// An event as Xlib hands it over: 24 words, read by the places that they have in Xlib.h.
struct XEvent {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 192, alignment: 8)

    /// The events that are waited for: keys, buttons, the pointer's going and moving, exposure, size, the keyboard's going.
    static let mask = 1 | 2 | 4 | 8 | 32 | 64 | 1 << 15 | 1 << 17 | 1 << 21

    func word(_ offset: Int) -> UInt { memory.load(fromByteOffset: offset, as: UInt.self) }

    var type: Int32 { number(0) }

    /// The server's time of a key, a button or the pointer, in milliseconds; `nil` of what has none.
    var milliseconds: UInt32? { (2...8).contains(type) ? UInt32(truncatingIfNeeded: word(56)) : nil }

    private func number(_ offset: Int) -> Int32 { memory.load(fromByteOffset: offset, as: Int32.self) }
    private var place: Point { Point(x: Double(number(64)), y: Double(number(68))) }

    /// The event, or `nil` for what concerns nobody.
    /// - Parameters:
    ///   - closing: The atom `WM_DELETE_WINDOW`.
    ///   - held: The keys that are held down, by their codes.
    func meaning(_ library: XLibrary, closing: XLibrary.Identifier, held: inout Set<Int32>) -> WindowEvent? {
        switch number(0) {
        case 2:
            let isRepeat = !held.insert(number(84)).inserted
            return key(library).map { .key($0, isRepeat: isRepeat) }
        case 3:
            held.remove(number(84))
            return key(library).map(WindowEvent.keyUp)
        case 10:
            held = []
            return .unfocused
        case 4: return .button(Int(number(84)), isDown: true, place)
        case 5: return .button(Int(number(84)), isDown: false, place)
        case 6: return .moved(place)
        case 8: return .left
        case 12: return .exposed
        case 17: return .closed
        case 22: return .resized(PixelSize(width: Int(number(56)), height: Int(number(60))))
        case 33: return memory.load(fromByteOffset: 56, as: UInt.self) == closing ? .closed : nil
        default: return nil
        }
    }

    private func key(_ library: XLibrary) -> PlayerKey? {
        var symbol: UInt = 0
        var letters = [CChar](repeating: 0, count: 8)
        _ = library.XLookupString(memory, &letters, 8, &symbol, nil)
        guard symbol != 0, let name = library.XKeysymToString(symbol) else { return nil }
        var held: PlayerKey.Modifiers = []
        for (bit, modifier) in [(1 as Int32, PlayerKey.Modifiers.shift), (4, .control), (8, .alt)]
        where number(80) & bit != 0 {
            held.insert(modifier)
        }
        return PlayerKey(symbol: symbol, named: String(cString: name), held)
    }
}

extension PlayerKey {
    /// The key with a keysym, its name and what was held down, or `nil` for keys that only change what others mean.
    init?(symbol: UInt, named name: String, _ held: Modifiers) {
        // What Shift made of the key is in its name already, but for keys without letters.
        let unshifted = held.subtracting(.shift)
        if let letter = Self.letter(of: symbol) {
            self.init(String(letter), unshifted)
            return
        }
        guard !name.hasSuffix("_L"), !name.hasSuffix("_R"), name != "Caps_Lock", name != "Num_Lock" else { return nil }
        let isSign = name.utf8.count > 1 && symbol < 0xFF00
        self.init(name, isSign && symbol != 0x20 ? unshifted : held)
    }

    /// The letter beyond ASCII that a keysym stands for, or `nil` for all others.
    ///
    /// Keysyms of Latin 1 have its numbers, newer ones those of Unicode above 0x1000000; those between need a table.
    private static func letter(of symbol: UInt) -> Character? {
        let number: UInt32? =
            switch symbol {
            case 0xA0...0xFF: UInt32(symbol)
            case 0x100_0100...0x110_FFFF: UInt32(symbol - 0x100_0000)
            case 0x100...0xFDFF: table?(UInt32(symbol))
            default: nil
            }
        return number.flatMap(Unicode.Scalar.init).flatMap { $0.value < 0x80 ? nil : Character($0) }
    }

    /// The table of libxkbcommon, or `nil` if it is not installed. Without it, Greek and Cyrillic letters cannot be typed.
    private static let table: (@convention(c) (UInt32) -> UInt32)? =
        RuntimeLibrary("libxkbcommon.so.0").function("xkb_keysym_to_utf32")
}
