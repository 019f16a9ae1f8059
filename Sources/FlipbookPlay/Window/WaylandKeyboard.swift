internal import CPictureLibraries
import FlipbookFiles
import FlipbookImaging
import Glibc

/// The names of the keys of a Wayland session, by libxkbcommon. The reader of the window's events is its one user.
///
/// Keys repeat in the program, not in the compositor: ``repeated(at:)`` says which, when.
struct WaylandKeyboard {
    private static let xkb: XKBCalls? = RuntimeLibrary("libxkbcommon.so.0").calls(XKBCalls_names())

    private let xkb: XKBCalls
    private let context: OpaquePointer
    private var keymap: OpaquePointer?
    private var state: OpaquePointer?
    /// The key that is held down, and when it repeats next.
    private var held: (code: UInt32, key: PlayerKey, next: ContinuousClock.Instant)?
    private var delay = Duration.milliseconds(400)
    private var interval: Duration? = .milliseconds(40)

    static var isAvailable: Bool { xkb != nil }

    init?() {
        guard let xkb = Self.xkb, let context = xkb.xkb_context_new(0) else { return nil }
        (self.xkb, self.context) = (xkb, context)
    }

    mutating func close() {
        clear()
        xkb.xkb_context_unref(context)
    }

    private mutating func clear() {
        if let state { xkb.xkb_state_unref(state) }
        if let keymap { xkb.xkb_keymap_unref(keymap) }
        (state, keymap, held) = (nil, nil, nil)
    }

    /// Takes the session's keys from a file, which is closed.
    mutating func read(_ descriptor: Int32, count: Int) {
        defer { Glibc.close(descriptor) }
        clear()
        guard count > 0, let text = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), text != MAP_FAILED else {
            return
        }
        defer { munmap(text, count) }
        keymap = xkb.xkb_keymap_new_from_string(context, text.assumingMemoryBound(to: CChar.self), 1, 0)
        state = keymap.flatMap { xkb.xkb_state_new($0) }
    }

    /// Notes which modifiers are held down.
    func update(_ depressed: UInt32, _ latched: UInt32, _ locked: UInt32, group: UInt32) {
        if let state { _ = xkb.xkb_state_update_mask(state, depressed, latched, locked, 0, 0, group) }
    }

    /// Notes how keys repeat: so many times a second, after so many milliseconds.
    mutating func setRepeats(_ rate: Int32, after delay: Int32) {
        self.delay = .milliseconds(Int(max(1, delay)))
        interval = rate > 0 ? .milliseconds(1000 / Int(rate)) : nil
    }

    /// A key went down or came up; its number in the kernel. What it is called, `nil` where it has no name.
    mutating func take(_ code: UInt32, isDown: Bool) -> PlayerKey? {
        let code = code + 8
        if !isDown, held?.code == code { held = nil }
        guard let state, let key = key(code, state) else { return nil }
        if isDown, interval != nil, let keymap, xkb.xkb_keymap_key_repeats(keymap, code) != 0 {
            held = (code, key, .now + delay)
        }
        return key
    }

    mutating func release() { held = nil }

    /// When a key repeats next.
    var next: ContinuousClock.Instant? { held?.next }

    mutating func repeated(at now: ContinuousClock.Instant) -> PlayerKey? {
        guard let held, let interval, now >= held.next else { return nil }
        // Those that were missed are not made up for.
        self.held?.next = now + interval
        return held.key
    }

    private func key(_ code: UInt32, _ state: OpaquePointer) -> PlayerKey? {
        let symbol = xkb.xkb_state_key_get_one_sym(state, code)
        var name = [CChar](repeating: 0, count: 64)
        guard symbol != 0, xkb.xkb_keysym_get_name(symbol, &name, name.count) > 0 else { return nil }
        var modifiers: PlayerKey.Modifiers = []
        // 8 is what is in force, however it was pressed.
        for (word, modifier) in [("Shift", PlayerKey.Modifiers.shift), ("Control", .control), ("Mod1", .alt)]
        where xkb.xkb_state_mod_name_is_active(state, word, 8) > 0 { modifiers.insert(modifier) }
        let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return PlayerKey(symbol: UInt(symbol), named: text, modifiers)
    }
}
