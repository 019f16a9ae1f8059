import FlipbookCore
import FlipbookScene

/// A value that translates keys, mouse input, and touches into commands.
package struct PlayerControls: Sendable {
    package let keyMap: KeyMap
    package let width: Double

    /// The maximum distance that the mouse may move during a click, in picture pixels.
    static let clickDistance = 4.0

    private var modifiers: PlayerKey.Modifiers = []
    private var prompt: PlayerPrompt?
    /// The current frame's note, which is the initial text of the note prompt.
    package var note = ""
    /// The path that could not be opened, which is the initial text of the next prompt.
    var refusedPath = ""
    private var drag: (x: Double, y: Double, isScrubbing: Bool)?

    package init(keyMap: KeyMap, width: Int) { (self.keyMap, self.width) = (keyMap, Double(max(1, width))) }

    package mutating func commands(for input: PlayerInput) -> [PlayerCommand] {
        switch input {
        case .keyDown(let name):
            if let modifier = Self.modifiers[name] {
                modifiers.insert(modifier)
                return []
            }
            // Some windows name the keypad's keys as if Num Lock were off.
            if prompt?.purpose == .frame, let digit = Self.keypad[name] { return type(PlayerKey(digit)) }
            return type(PlayerKey(name, modifiers))
        case .keyUp(let name):
            if let modifier = Self.modifiers[name] { modifiers.remove(modifier) }
            return []
        case .typed(let key): return type(key)
        case .buttonDown(1, let x, let y), .touchDown(0, let x, let y):
            drag = (x, y, false)
            return []
        // On X11, the wheel is reported as buttons 4 and 5.
        case .buttonDown(4, _, _): return [.step(by: -1)]
        case .buttonDown(5, _, _): return [.step(by: 1)]
        case .scrolled(let delta): return delta == 0 ? [] : [.step(by: delta > 0 ? -1 : 1)]
        case .pointerMoved(let x, let y), .touchMoved(0, let x, let y): return move(x, y)
        case .buttonUp(1, let x, let y), .touchUp(0, let x, let y):
            let scrub = move(x, y)
            guard let drag = drag.take() else { return [] }
            return drag.isScrubbing ? scrub : [.togglePause]
        case .touchesCancelled:
            drag = nil
            return []
        case .buttonDown, .buttonUp, .touchDown, .touchMoved, .touchUp: return []
        }
    }

    /// Returns whether an input completes a click, which pauses or resumes playback.
    func isClick(_ input: PlayerInput) -> Bool {
        var copy = self
        return copy.commands(for: input) == [.togglePause]
    }

    func repeats(_ key: PlayerKey) -> Bool {
        if prompt != nil { return true }
        return keyMap.command(of: key)?.goesOn ?? false
    }

    func steps(_ key: PlayerKey) -> Bool {
        if prompt == nil, case .step? = keyMap.command(of: key) { true } else { false }
    }

    private mutating func move(_ x: Double, _ y: Double) -> [PlayerCommand] {
        guard var drag else { return [] }
        if max((x - drag.x).magnitude, (y - drag.y).magnitude) > Self.clickDistance { drag.isScrubbing = true }
        self.drag = drag
        return drag.isScrubbing ? [.scrub(fraction: x / width)] : []
    }

    private mutating func type(_ key: PlayerKey) -> [PlayerCommand] {
        guard let prompt else { return keyMap.command(of: key).map { commands(choosing: $0) } ?? [] }
        if key.name == "Escape" { return show(nil) }
        let typed = prompt.text
        switch (prompt.purpose, key.name) {
        case (.frame, _): return type(key, frame: typed)
        case (.note, "Return"): return [.writeNote(typed)] + show(nil)
        case (.time, "Return"): return show(nil) + (typed.isEmpty ? [] : [.goToTime(code: typed)])
        case (.path, "Return"): return show(nil) + (typed.isEmpty ? [] : [.open(path: typed)])
        case (.compared, "Return"): return show(nil) + (typed.isEmpty ? [] : [.compare(path: typed)])
        case (.path, "Tab"), (.compared, "Tab"): return show(PlayerPrompt(prompt.purpose, FilePath.completing(typed)))
        case (.note, "BackSpace") where typed.isEmpty: return [.removeStroke]
        // Until something is typed, the help key turns the pages.
        case (.search, _) where typed.isEmpty && keyMap.command(of: key) == .toggleHelp: return [.toggleHelp]
        case (.search, "Return"): return [.toggleHelp]
        case (_, "BackSpace"): return show(PlayerPrompt(prompt.purpose, String(typed.dropLast())))
        default:
            let letter: Character? = key.name == "KP_Decimal" ? "." : key.letter
            guard let letter, typed.count < Self.longestText else { return [] }
            if prompt.purpose == .time, !(letter.isNumber || ":;.".contains(letter)) || typed.count >= 11 { return [] }
            return show(PlayerPrompt(prompt.purpose, typed + String(letter)))
        }
    }

    /// Returns the commands that carry out a chosen command. A command that needs text opens its prompt.
    package mutating func commands(choosing command: PlayerCommand) -> [PlayerCommand] {
        guard case .showPrompt(let prompt?) = command else { return [command] }
        // A note is written for the current frame, so playback pauses.
        if prompt.purpose == .note { return [.pause] + show(PlayerPrompt(.note, note)) }
        return show(prompt.purpose == .path ? PlayerPrompt(.path, refusedPath) : prompt)
    }

    mutating func paste(_ text: @autoclosure () -> String) -> [PlayerCommand] {
        guard let prompt, [.path, .compared, .note].contains(prompt.purpose) else { return [] }
        let text = text()
        let line = (text.hasPrefix("file://") ? text.dropFirst(7) : text[...]).prefix { !$0.isNewline }
        return show(PlayerPrompt(prompt.purpose, String((prompt.text + line).prefix(Self.longestText))))
    }

    /// Adopts the player's prompt, which receives all keys while it is open.
    package mutating func follow(_ state: PlayerPrompt?) { if state?.purpose != prompt?.purpose { prompt = state } }

    private mutating func type(_ key: PlayerKey, frame typed: String) -> [PlayerCommand] {
        switch key.name {
        case "Return":
            if typed.contains(".") {
                return show(PlayerPrompt(.frame, "(\(typed) is not a whole number) "), typing: "")
            }
            return show(nil) + (Int(typed).map { [.goTo(number: $0)] } ?? [])
        case "BackSpace": return show(PlayerPrompt(.frame, String(typed.dropLast())))
        default:
            // The decimal point is kept, so that 7.5 does not become 75.
            let typedKey: Character? = key.name == "period" || key.name == "KP_Decimal" ? "." : key.digit
            guard let digit = typedKey, typed.count < 12, digit != "-" || typed.isEmpty else { return [] }
            return show(PlayerPrompt(.frame, typed + String(digit)))
        }
    }

    /// Continues with a prompt, or ends typing.
    /// - Parameter text: The typed text, if it differs from the displayed text.
    private mutating func show(_ shown: PlayerPrompt?, typing text: String? = nil) -> [PlayerCommand] {
        prompt = shown.map { PlayerPrompt($0.purpose, text ?? $0.text) }
        return [.showPrompt(shown)]
    }

    private static let longestText = 2000

    private static let keypad = [
        "KP_Insert": "0", "KP_End": "1", "KP_Down": "2", "KP_Next": "3", "KP_Page_Down": "3", "KP_Left": "4",
        "KP_Begin": "5", "KP_Right": "6", "KP_Home": "7", "KP_Up": "8", "KP_Prior": "9", "KP_Page_Up": "9",
    ]

    private static let modifiers: [String: PlayerKey.Modifiers] = [
        "Shift_L": .shift, "Shift_R": .shift, "Control_L": .control, "Control_R": .control,
    ]
}
