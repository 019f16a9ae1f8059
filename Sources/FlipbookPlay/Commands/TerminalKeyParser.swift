import FlipbookScene

/// Parses keys from terminal input: UTF-8, and escape sequences of xterm, rxvt, the Linux console, and similar terminals.
package struct TerminalKeyParser: Sendable {
    private var pending: [UInt8] = []
    private var partOfLetter: [UInt8] = []

    package init() {}

    /// A Boolean value that indicates whether an Escape was read and more bytes may follow.
    package var isWaiting: Bool { !pending.isEmpty }

    package mutating func take(_ bytes: some Sequence<UInt8>) -> [PlayerKey] { bytes.flatMap { take($0) } }

    /// Returns the keys that were waiting for more bytes.
    package mutating func finish() -> [PlayerKey] {
        defer { pending = [] }
        // Two Escapes may be the beginning of an arrow key with Alt.
        return pending.allSatisfy { $0 == Self.escape } ? pending.map { _ in PlayerKey("Escape") } : []
    }

    private static let escape: UInt8 = 0x1B
    /// The bytes that, after an Escape, begin a terminal's reply. The reply ends with Escape and a backslash.
    private static let textBeginnings = Array("P]X^_".utf8)
    private static let longest = 16
    private static let longestText = 4096

    private mutating func take(_ byte: UInt8) -> [PlayerKey] {
        if byte >= 0x80, pending.isEmpty { return take(partOfLetter: byte) }
        partOfLetter = []
        guard let second = pending.dropFirst().first else {
            if pending.isEmpty {
                if byte == Self.escape { pending = [byte] } else { return Self.key(of: byte).map { [$0] } ?? [] }
                return []
            }
            let begins = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") || byte == Self.escape
            // Escape followed by a letter means Alt with that letter, which has no command.
            pending = begins || Self.textBeginnings.contains(byte) ? pending + [byte] : []
            return []
        }
        if second == Self.escape {
            // On some terminals, two Escapes begin an arrow key with Alt. Otherwise, the first Escape was a separate key.
            if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") {
                pending = [Self.escape, byte]
                return []
            }
            pending = [Self.escape]
            return [PlayerKey("Escape")] + take(byte)
        }
        if Self.textBeginnings.contains(second) {
            let isOver =
                byte == 0x07 || (byte == UInt8(ascii: "\\") && pending.last == Self.escape && pending.count > 2)
            if isOver || pending.count > Self.longestText { pending = [] } else { pending.append(byte) }
            return []
        }
        // A truncated sequence is dropped.
        if byte == Self.escape {
            pending = [byte]
            return []
        }
        pending.append(byte)
        // The first byte in this range ends a sequence. The exceptions are shifted keys in rxvt, which end with `$`, and keys
        // on the Linux console, which have a second `[`.
        let isOver = (0x40...0x7E).contains(byte) || (byte == UInt8(ascii: "$") && (0x30...0x39).contains(pending[2]))
        let isConsole = pending == [Self.escape, UInt8(ascii: "["), UInt8(ascii: "[")]
        guard isOver && !isConsole || pending.count > Self.longest else { return [] }
        defer { pending = [] }
        return Self.key(ofSequence: pending.dropFirst(2), isAfterO: second == UInt8(ascii: "O")).map { [$0] } ?? []
    }

    private mutating func take(partOfLetter byte: UInt8) -> [PlayerKey] {
        partOfLetter = byte >= 0xC0 ? [byte] : partOfLetter + [byte]
        let length = partOfLetter[0] >= 0xF0 ? 4 : partOfLetter[0] >= 0xE0 ? 3 : 2
        guard partOfLetter.count >= length else { return [] }
        defer { partOfLetter = [] }
        return String(validating: partOfLetter, as: UTF8.self).map { [PlayerKey($0)] } ?? []
    }

    private static func key(of byte: UInt8) -> PlayerKey? {
        switch byte {
        case 0x20: PlayerKey("space")
        case 0x0A, 0x0D: PlayerKey("Return")
        case 0x7F, 0x08: PlayerKey("BackSpace")
        case 0x09: PlayerKey("Tab")
        case 1...26: PlayerKey(String(UnicodeScalar(byte + 96)), .control)
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            PlayerKey(String(UnicodeScalar(byte)))
        default: PlayerKey.signNames[Character(UnicodeScalar(byte))].map { PlayerKey($0) }
        }
    }

    /// Returns the key of a sequence: `C` is the right arrow, `1;2C` the same key with Shift, `3~` a numbered key. In rxvt, `c`
    /// and `3$` include Shift, and a lowercase letter after `O` includes Control.
    private static func key(ofSequence bytes: ArraySlice<UInt8>, isAfterO: Bool) -> PlayerKey? {
        guard let last = bytes.last, bytes.dropLast().allSatisfy({ (0x30...0x3B).contains($0) }) else {
            // Other bytes belong to a reply or to a function key of the Linux console.
            return nil
        }
        let numbers = bytes.dropLast().split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
            Int(String(decoding: $0, as: UTF8.self))
        }
        // After an `O`, the only number specifies the modifiers.
        let modifier = numbers.count > 1 ? numbers[1] : isAfterO ? numbers.first ?? nil : nil
        let flags = max(1, modifier ?? 1) - 1
        var modifiers: PlayerKey.Modifiers = []
        if flags & 1 != 0 { modifiers.insert(.shift) }
        if flags & 2 != 0 { modifiers.insert(.alt) }
        if flags & 4 != 0 { modifiers.insert(.control) }
        let place = (numbers.first ?? nil).flatMap {
            [
                1: "Home", 3: "Delete", 4: "End", 5: "Page_Up", 6: "Page_Down", 7: "Home", 8: "End", 12: "F2", 14: "F4",
                17: "F6", 23: "F11",
            ][$0]
        }
        let sign = Character(UnicodeScalar(last))
        // rxvt's endings for Shift, for Control, and for both.
        if "$@".contains(sign) || !isAfterO && "abcd".contains(sign) { modifiers.insert(.shift) }
        if "^@".contains(sign) || isAfterO && "abcd".contains(sign) { modifiers.insert(.control) }
        let name: String? =
            switch sign {
            case "A"..."D", "a"..."d": arrows[Int(last & 0x1F) - 1]
            case "H": "Home"
            case "F": "End"
            case "M": isAfterO ? "Return" : nil
            case "Q": "F2"
            case "S": "F4"
            case "~", "$", "^", "@": place
            default: nil
            }
        return name.map { PlayerKey($0, modifiers) }
    }

    private static let arrows = ["Up", "Down", "Right", "Left"]
}
