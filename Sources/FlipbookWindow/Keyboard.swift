internal import CPictureLibraries
import FlipbookScene

/// Translates SDL's key and text events into keys.
struct Keyboard {
    /// The last pressed key, until its text is known.
    private var pressed: SDL_KeyboardEvent?
    /// Key releases that are held back until it is clear that the window still has the keyboard focus.
    private var released: [WindowKey] = []
    private var held: [Int32: WindowKey] = [:]

    var isDown: Bool { !held.isEmpty }

    mutating func press(_ event: SDL_KeyboardEvent) { pressed = event }

    mutating func release(_ event: SDL_KeyboardEvent) -> [WindowEvent] {
        defer { if let key = held.removeValue(forKey: event.keysym.scancode) { released.append(key) } }
        return settlePressed()
    }

    /// Handles text from a key or from an input method, which may send several characters.
    mutating func type(_ bytes: UnsafeRawBufferPointer) -> [WindowEvent] {
        let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        guard let pressed, let sign = text.first, text.count == 1 else {
            return settle() + text.map { .key(WindowKey(String($0)), isRepeat: false) }
        }
        self.pressed = nil
        var modifiers = Self.modifiers(pressed.keysym.mod)
        // AltGr selects a different symbol on the key, so it is not a modifier.
        if Self.sign(pressed.keysym.sym)?.lowercased() != sign.lowercased() { modifiers.remove(.alt) }
        // The symbol already implies Shift, except for a space.
        if sign != " " { modifiers.remove(.shift) }
        return [key(WindowKey(String(sign), modifiers), pressed)]
    }

    /// Returns pending events. If another window gets the keyboard focus, releases are dropped.
    mutating func settle(isLost: Bool = false) -> [WindowEvent] {
        if isLost { (held, released) = ([:], []) }
        return exchange(&released, with: []).map(WindowEvent.keyUp) + settlePressed()
    }

    private mutating func settlePressed() -> [WindowEvent] {
        guard let pressed = pressed.take(), let named = Self.key(pressed.keysym) else { return [] }
        return [key(named, pressed)]
    }

    private mutating func key(_ key: WindowKey, _ event: SDL_KeyboardEvent) -> WindowEvent {
        held[event.keysym.scancode] = key
        return .key(key, isRepeat: event.repeat != 0)
    }

    private static func modifiers(_ mask: UInt16) -> KeyModifiers {
        var held: KeyModifiers = []
        // Each modifier has a left and a right key.
        for (bits, modifier) in [(3, .shift), (0xC0, .control), (0x300, .alt)] as [(UInt16, KeyModifiers)]
        where mask & bits != 0 { held.insert(modifier) }
        return held
    }

    /// Returns the symbol of a key without Shift, or `nil` if the key has a name.
    private static func sign(_ code: Int32) -> String? {
        guard code >= 32, code != 127, code < 1 << 30 else { return nil }
        return UnicodeScalar(UInt32(code)).map { String($0) }
    }

    /// Returns a key that types no character, or `nil` for a modifier or dead key.
    private static func key(_ key: SDL_Keysym) -> WindowKey? {
        let modifiers = modifiers(key.mod)
        if let sign = sign(key.sym) {
            return modifiers.isDisjoint(with: [.control, .alt]) ? nil : WindowKey(sign, modifiers)
        }
        return names[key.sym].map { WindowKey($0, modifiers) }
    }

    /// X keysym names, by SDL key code. SDL uses USB codes for keys without a symbol.
    private static let names: [Int32: String] = {
        var names: [Int32: String] = [8: "BackSpace", 9: "Tab", 13: "Return", 27: "Escape", 127: "Delete"]
        let places: [(first: Int32, names: String)] = [
            (58, "F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12"),
            (73, "Insert Home Page_Up Delete End Page_Down Right Left Down Up"),
            (84, "KP_Divide KP_Multiply KP_Subtract KP_Add KP_Enter KP_End KP_Down KP_Next KP_Left KP_Begin"),
            (94, "KP_Right KP_Home KP_Up KP_Prior KP_Insert KP_Delete"),
            (127, "XF86AudioMute XF86AudioRaiseVolume XF86AudioLowerVolume"),
            (258, "XF86AudioNext XF86AudioPrev XF86AudioStop XF86AudioPlay XF86AudioMute"),
            (285, "XF86AudioRewind XF86AudioForward"),
        ]
        for (first, row) in places {
            for (place, name) in row.split(separator: " ").enumerated() {
                names[first + Int32(place) | 1 << 30] = String(name)
            }
        }
        return names
    }()
}
