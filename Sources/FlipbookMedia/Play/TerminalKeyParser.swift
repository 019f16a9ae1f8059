/// Makes keys of what a terminal sends: letters, and the sequences that begin with Escape, of xterm and its kin.
///
/// A value: bytes in, keys out. What it does not know is passed over.
public struct TerminalKeyParser: Sendable {
    private var pending: [UInt8] = []

    /// A parser that has seen nothing.
    public init() {}

    /// Whether an Escape is waiting for what may follow.
    public var isWaiting: Bool { !pending.isEmpty }

    /// The keys that `bytes` complete.
    public mutating func take(_ bytes: some Sequence<UInt8>) -> [PlayerKey] {
        bytes.flatMap { take($0) }
    }

    /// The keys that were waiting, now that nothing follows.
    public mutating func finish() -> [PlayerKey] {
        defer { pending = [] }
        return pending == [0x1B] ? [PlayerKey("Escape")] : []
    }

    private mutating func take(_ byte: UInt8) -> [PlayerKey] {
        guard let second = pending.dropFirst().first else {
            if pending.isEmpty {
                if byte == 0x1B { pending = [byte] } else { return Self.key(of: byte).map { [$0] } ?? [] }
                return []
            }
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "O"): pending.append(byte)
            // Two Escapes: the first was the key.
            case 0x1B: return [PlayerKey("Escape")]
            default: pending = []
            }
            return []
        }
        pending.append(byte)
        // A sequence ends with its first letter or tilde, and none is longer than this.
        guard (0x40...0x7E).contains(byte) || pending.count > 16 || second == UInt8(ascii: "O") else { return [] }
        defer { pending = [] }
        return Self.key(ofSequence: pending.dropFirst(2)).map { [$0] } ?? []
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
        default: names[byte].map { PlayerKey($0) }
        }
    }

    private static let names: [UInt8: String] = [
        UInt8(ascii: ","): "comma", UInt8(ascii: "."): "period", UInt8(ascii: "<"): "less",
        UInt8(ascii: ">"): "greater", UInt8(ascii: "["): "bracketleft", UInt8(ascii: "]"): "bracketright",
        UInt8(ascii: "{"): "braceleft", UInt8(ascii: "}"): "braceright", UInt8(ascii: "\\"): "backslash",
        UInt8(ascii: "/"): "slash", UInt8(ascii: "?"): "question", UInt8(ascii: "-"): "minus",
    ]

    /// `C` is the right arrow, `1;2C` the same with Shift, `3~` the third of the keys above the arrows.
    private static func key(ofSequence bytes: ArraySlice<UInt8>) -> PlayerKey? {
        guard let last = bytes.last else { return nil }
        let numbers = bytes.dropLast().split(separator: UInt8(ascii: ";")).map {
            Int(String(decoding: $0, as: UTF8.self))
        }
        let flags = numbers.count > 1 ? (numbers[1] ?? 1) - 1 : 0
        var modifiers: PlayerKey.Modifiers = []
        if flags & 1 != 0 { modifiers.insert(.shift) }
        if flags & 4 != 0 { modifiers.insert(.control) }
        let name: String? =
            switch last {
            case UInt8(ascii: "A"): "Up"
            case UInt8(ascii: "B"): "Down"
            case UInt8(ascii: "C"): "Right"
            case UInt8(ascii: "D"): "Left"
            case UInt8(ascii: "H"): "Home"
            case UInt8(ascii: "F"): "End"
            case UInt8(ascii: "S"): "F4"
            case UInt8(ascii: "~"):
                switch numbers.first {
                case 1?, 7?: "Home"
                case 4?, 8?: "End"
                default: nil
                }
            default: nil
            }
        return name.map { PlayerKey($0, modifiers) }
    }
}
