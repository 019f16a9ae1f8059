import FlipbookCore
import FlipbookImaging

/// What happens to a window.
enum WindowEvent: Sendable {
    /// A key was typed, or repeats.
    case key(PlayerKey)
    /// A button of the mouse went down or came up; 4 and 5 are the wheel.
    case button(Int, isDown: Bool, Point)
    /// The pointer moved.
    case moved(Point)
    /// The pointer left the window.
    case left
    /// The window has another size, or another place.
    case resized(PixelSize)
    /// Something else had drawn over it.
    case exposed
    /// Files were dropped onto it.
    case dropped([FilePath])
    /// The user asked for it to close.
    case closed
}

/// An event as Xlib hands it over: 24 words, read by the places that they have in Xlib.h.
struct XEvent {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 192, alignment: 8)

    /// What is waited for: keys, buttons, the pointer's going and moving, exposure, size.
    static let mask = 1 | 4 | 8 | 32 | 64 | 1 << 15 | 1 << 17

    /// A word of 64 bits by its place.
    func word(_ offset: Int) -> UInt { memory.load(fromByteOffset: offset, as: UInt.self) }

    /// Makes it an event to be sent.
    func write(type: Int32, _ words: [(place: Int, value: UInt)]) {
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: 192)
        memory.storeBytes(of: type, as: Int32.self)
        for (place, value) in words { memory.storeBytes(of: value, toByteOffset: place, as: UInt.self) }
    }

    /// The kind of event, as X.h numbers them.
    var type: Int32 { number(0) }

    private func number(_ offset: Int) -> Int32 { memory.load(fromByteOffset: offset, as: Int32.self) }
    private var place: Point { Point(x: Double(number(64)), y: Double(number(68))) }

    /// What happened; `nil` for what concerns nobody.
    /// - Parameter closing: The atom `WM_DELETE_WINDOW`.
    func meaning(_ library: XLibrary, closing: XLibrary.Identifier) -> WindowEvent? {
        switch number(0) {
        case 2: return key(library).map(WindowEvent.key)
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
        _ = library.lookupString(memory, &letters, 8, &symbol, nil)
        guard symbol != 0, let name = library.keysymName(symbol) else { return nil }
        let state = number(80)
        var modifiers: PlayerKey.Modifiers = []
        if state & 4 != 0 { modifiers.insert(.control) }
        if state & 8 != 0 { modifiers.insert(.alt) }
        if let letter = Self.letter(of: symbol) { return PlayerKey(String(letter), modifiers) }
        // What Shift made of the key is in its name already, but for keys without letters.
        if state & 1 != 0 { modifiers.insert(.shift) }
        let text = String(cString: name)
        // Modifiers are no keys of their own.
        guard !text.hasSuffix("_L"), !text.hasSuffix("_R"), text != "Caps_Lock", text != "Num_Lock" else { return nil }
        let isSign = text.utf8.count > 1 && symbol < 0xFF00
        return PlayerKey(text, isSign && symbol != 0x20 ? modifiers.subtracting(.shift) : modifiers)
    }

    /// The letter beyond ASCII that a keysym stands for; `nil` for all others.
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

    /// The table of libxkbcommon; `nil` where it is not installed. Without it, Greek and Cyrillic letters cannot be typed.
    private static let table: (@convention(c) (UInt32) -> UInt32)? =
        RuntimeLibrary("libxkbcommon.so.0").function("xkb_keysym_to_utf32")
}
