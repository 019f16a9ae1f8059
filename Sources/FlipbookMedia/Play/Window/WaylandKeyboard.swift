import FlipbookImaging
import Glibc

/// What the keys of a Wayland session are called, by libxkbcommon. The reader of the window's events is its one user.
///
/// Keys repeat in the program, not in the compositor: ``repeated(at:)`` says which, when.
struct WaylandKeyboard {
    private struct Library: Sendable {
        typealias Object = OpaquePointer
        let makeContext: @convention(c) (Int32) -> Object?
        let makeKeymap: @convention(c) (Object, UnsafePointer<CChar>, Int32, Int32) -> Object?
        let makeState: @convention(c) (Object) -> Object?
        let freeContext: @convention(c) (Object) -> Void
        let freeKeymap: @convention(c) (Object) -> Void
        let freeState: @convention(c) (Object) -> Void
        let update: @convention(c) (Object, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) -> Int32
        let symbol: @convention(c) (Object, UInt32) -> UInt32
        let name: @convention(c) (UInt32, UnsafeMutablePointer<CChar>, Int) -> Int32
        let isActive: @convention(c) (Object, UnsafePointer<CChar>, Int32) -> Int32
        let repeats: @convention(c) (Object, UInt32) -> Int32

        static let shared = Library(RuntimeLibrary("libxkbcommon.so.0"))

        private init?(_ library: RuntimeLibrary) {
            guard let makeContext: @convention(c) (Int32) -> Object? = library.function("xkb_context_new"),
                let makeKeymap: @convention(c) (Object, UnsafePointer<CChar>, Int32, Int32) -> Object? =
                    library.function("xkb_keymap_new_from_string"),
                let makeState: @convention(c) (Object) -> Object? = library.function("xkb_state_new"),
                let freeContext: @convention(c) (Object) -> Void = library.function("xkb_context_unref"),
                let freeKeymap: @convention(c) (Object) -> Void = library.function("xkb_keymap_unref"),
                let freeState: @convention(c) (Object) -> Void = library.function("xkb_state_unref"),
                let update: @convention(c) (Object, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) -> Int32 =
                    library.function("xkb_state_update_mask"),
                let symbol: @convention(c) (Object, UInt32) -> UInt32 = library.function("xkb_state_key_get_one_sym"),
                let name: @convention(c) (UInt32, UnsafeMutablePointer<CChar>, Int) -> Int32 =
                    library.function("xkb_keysym_get_name"),
                let isActive: @convention(c) (Object, UnsafePointer<CChar>, Int32) -> Int32 =
                    library.function("xkb_state_mod_name_is_active"),
                let repeats: @convention(c) (Object, UInt32) -> Int32 = library.function("xkb_keymap_key_repeats")
            else { return nil }
            (self.makeContext, self.makeKeymap, self.makeState) = (makeContext, makeKeymap, makeState)
            (self.freeContext, self.freeKeymap, self.freeState) = (freeContext, freeKeymap, freeState)
            (self.update, self.symbol, self.name) = (update, symbol, name)
            (self.isActive, self.repeats) = (isActive, repeats)
        }
    }

    private let library: Library
    private let context: OpaquePointer
    private var keymap: OpaquePointer?
    private var state: OpaquePointer?
    /// The key that is held down, and when it repeats next.
    private var held: (code: UInt32, key: PlayerKey, next: ContinuousClock.Instant)?
    private var delay = Duration.milliseconds(400)
    private var interval: Duration? = .milliseconds(40)

    /// Whether the library is there.
    static var isAvailable: Bool { Library.shared != nil }

    init?() {
        guard let library = Library.shared, let context = library.makeContext(0) else { return nil }
        (self.library, self.context) = (library, context)
    }

    /// Frees everything.
    mutating func close() {
        clear()
        library.freeContext(context)
    }

    private mutating func clear() {
        if let state { library.freeState(state) }
        if let keymap { library.freeKeymap(keymap) }
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
        keymap = library.makeKeymap(context, text.assumingMemoryBound(to: CChar.self), 1, 0)
        state = keymap.flatMap { library.makeState($0) }
    }

    /// Notes which modifiers are held down.
    func update(_ depressed: UInt32, _ latched: UInt32, _ locked: UInt32, group: UInt32) {
        if let state { _ = library.update(state, depressed, latched, locked, 0, 0, group) }
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
        if isDown, interval != nil, let keymap, library.repeats(keymap, code) != 0 {
            held = (code, key, .now + delay)
        }
        return key
    }

    /// No key is held down any more.
    mutating func release() { held = nil }

    /// When a key repeats next.
    var next: ContinuousClock.Instant? { held?.next }

    /// The key that repeats now.
    mutating func repeated(at now: ContinuousClock.Instant) -> PlayerKey? {
        guard let held, let interval, now >= held.next else { return nil }
        // Those that were missed are not made up for.
        self.held?.next = now + interval
        return held.key
    }

    private func key(_ code: UInt32, _ state: OpaquePointer) -> PlayerKey? {
        let symbol = library.symbol(state, code)
        var name = [CChar](repeating: 0, count: 64)
        guard symbol != 0, library.name(symbol, &name, name.count) > 0 else { return nil }
        var modifiers: XEvent.Modifiers = []
        // 8 is what is in force, however it was pressed.
        for (word, modifier) in [("Shift", XEvent.Modifiers.shift), ("Control", .control), ("Mod1", .alt)]
        where library.isActive(state, word, 8) > 0 { modifiers.insert(modifier) }
        let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return PlayerKey(symbol: UInt(symbol), named: text, modifiers)
    }
}
