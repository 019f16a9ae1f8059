public import FlipbookScene
package import FlipbookWindow

/// A key, and the modifiers held down with it.
public struct PlayerKey: Hashable, Sendable {
    /// Modifier keys.
    public typealias Modifiers = KeyModifiers

    /// The X keysym of the key without Shift: `space`, `Right`, `q`, `comma`. A letter outside ASCII is its own name: `é`, `Я`.
    public let name: String
    /// The modifiers held down.
    public let modifiers: Modifiers

    /// Creates a key from the name of its keysym.
    ///
    /// Names with Shift applied, and the names of keypad keys, are normalized.
    public init(_ name: String, _ modifiers: Modifiers = []) {
        if let base = Self.shifted[name] {
            (self.name, self.modifiers) = (base, modifiers.union(.shift))
        } else if name.utf8.count == 1, name.lowercased() != name {
            (self.name, self.modifiers) = (name.lowercased(), modifiers.union(.shift))
        } else {
            (self.name, self.modifiers) = (Self.aliases[name] ?? name, modifiers)
        }
    }

    /// Keysyms with Shift applied, on most keyboards.
    private static let shifted = [
        "less": "comma", "greater": "period", "question": "slash", "braceleft": "bracketleft",
        "braceright": "bracketright", "bar": "backslash", "ISO_Left_Tab": "Tab",
    ]

    private static let aliases: [String: String] = {
        var names = [
            "KP_Enter": "Return", "KP_Subtract": "minus", "KP_Add": "plus", "Prior": "Page_Up", "Next": "Page_Down",
            "KP_Space": "space", "KP_Prior": "Page_Up", "KP_Next": "Page_Down", "KP_Divide": "slash",
            "KP_Multiply": "asterisk", "KP_Decimal": "period", "KP_Delete": "Delete",
        ]
        for name in ["Left", "Right", "Up", "Down", "Home", "End"] { names["KP_\(name)"] = name }
        for digit in 0...9 { names["KP_\(digit)"] = "\(digit)" }
        return names
    }()

    /// The key's written form: `Space`, `G`, `Shift+G`, `?`.
    package var label: String {
        let held = (modifiers.contains(.control) ? "Control+" : "") + (modifiers.contains(.alt) ? "Alt+" : "")
        // A symbol that is typed with Shift implies Shift.
        if modifiers.contains(.shift), let shiftedSign { return held + String(shiftedSign) }
        let plain = Self.labels[name] ?? Self.signs[name].map(String.init) ?? name
        return held + (modifiers.contains(.shift) ? "Shift+" : "") + (plain.count == 1 ? plain.uppercased() : plain)
    }

    /// The symbol that the key types with Shift, or `nil` if it types none.
    private var shiftedSign: Character? { Self.shifted.first { $0.value == name }.flatMap { Self.signs[$0.key] } }

    /// Creates a key from its written form, such as `G`, `Shift+G`, or `?`. The case of a letter does not matter.
    package init?(label: String) {
        var (rest, modifiers) = (label[...], Modifiers())
        for (word, modifier) in [("Control+", Modifiers.control), ("Alt+", .alt), ("Shift+", .shift)]
        where rest.lowercased().hasPrefix(word.lowercased()) && rest.count > word.count {
            rest = rest.dropFirst(word.count)
            modifiers.insert(modifier)
        }
        let name =
            Self.labels.first { $0.value.lowercased() == rest.lowercased() }?.key
            ?? Self.signs.first { String($0.value) == rest }?.key
            ?? (rest.count == 1 ? rest.lowercased() : String(rest))
        let isKnown = Self.labels[name] != nil || Self.signs[name] != nil || Self.named.contains(name)
        guard rest.count == 1 || isKnown else { return nil }
        self.init(name, modifiers)
    }

    /// Keys with longer names, which are written as in X11.
    private static let named: Set<String> = [
        "Left", "Right", "Up", "Down", "Home", "End", "Tab", "Return", "Insert", "Delete", "F1", "F2", "F3", "F4",
        "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12",
    ]

    private static let labels = [
        "space": "Space", "comma": ",", "period": ".", "slash": "/", "backslash": "\\", "bracketleft": "[",
        "bracketright": "]", "minus": "-", "plus": "+", "equal": "=", "BackSpace": "Backspace", "Page_Up": "PageUp",
        "Page_Down": "PageDown", "Escape": "Esc", "XF86AudioPlay": "Play", "XF86AudioPause": "Pause",
        "XF86AudioStop": "Stop", "XF86AudioForward": "Forward", "XF86AudioRewind": "Rewind", "XF86AudioNext": "Next",
        "XF86AudioPrev": "Previous", "XF86AudioMute": "Mute", "XF86AudioLowerVolume": "Quieter",
        "XF86AudioRaiseVolume": "Louder",
    ]

    /// The character that the key types, or `nil` if there is none.
    package var letter: Character? {
        guard modifiers.isDisjoint(with: [.control, .alt]) else { return nil }
        let isShifted = modifiers.contains(.shift)
        if isShifted, let shiftedSign { return shiftedSign }
        if name.count == 1, let letter = name.first {
            return isShifted && letter.isASCII ? letter.uppercased().first : letter
        }
        return name == "space" ? " " : Self.signs[name]
    }

    package static let signs: [String: Character] = [
        "exclam": "!", "quotedbl": "\"", "numbersign": "#", "dollar": "$", "percent": "%", "ampersand": "&",
        "apostrophe": "'", "parenleft": "(", "parenright": ")", "asterisk": "*", "plus": "+", "comma": ",",
        "minus": "-", "period": ".", "slash": "/", "colon": ":", "semicolon": ";", "less": "<", "equal": "=",
        "greater": ">", "question": "?", "at": "@", "bracketleft": "[", "backslash": "\\", "bracketright": "]",
        "asciicircum": "^", "underscore": "_", "grave": "`", "braceleft": "{", "bar": "|", "braceright": "}",
        "asciitilde": "~",
    ]

    static let signNames = Dictionary(signs.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })

    package init(_ key: WindowKey) {
        let sign = key.name.count == 1 ? key.name.first : nil
        let name = sign == " " ? "space" : sign.flatMap { Self.signNames[$0] } ?? key.name
        self.init(name, key.modifiers)
    }

    /// The digit or minus sign on the key, for typing a number.
    var digit: Character? {
        if name == "minus" { return "-" }
        return name.utf8.count == 1 && name.first?.isNumber == true ? name.first : nil
    }
}
