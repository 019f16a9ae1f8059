internal import GStreamer

/// A viewer's input with keys, mouse and fingers. Places are in pixels of the picture.
public enum PlayerInput: Hashable, Sendable {
    /// A key went down, by the name of its X keysym.
    case keyDown(String)
    /// A key came up.
    case keyUp(String)
    /// A key was typed whose modifiers are known, as on a terminal.
    case typed(PlayerKey)
    /// A mouse button went down.
    case buttonDown(Int, x: Double, y: Double)
    /// A mouse button came up.
    case buttonUp(Int, x: Double, y: Double)
    /// The mouse moved.
    case pointerMoved(x: Double, y: Double)
    /// The wheel was turned; positive away from the user.
    case scrolled(Double)
    /// A finger came down.
    case touchDown(Int, x: Double, y: Double)
    /// A finger moved.
    case touchMoved(Int, x: Double, y: Double)
    /// A finger went up.
    case touchUp(Int, x: Double, y: Double)
    /// All touches ended without meaning anything.
    case touchesCancelled

    var isEscape: Bool { self == .keyDown("Escape") || self == .typed(PlayerKey("Escape")) }

    /// A viewer's input in a sink's window, or `nil` for what the sink did itself.
    init?(_ event: NavigationEvent) {
        switch event {
        case .keyPress(let name): self = .keyDown(name)
        case .keyRelease(let name): self = .keyUp(name)
        case .mouseButtonPress(let button, let x, let y): self = .buttonDown(button, x: x, y: y)
        case .mouseButtonRelease(let button, let x, let y): self = .buttonUp(button, x: x, y: y)
        case .mouseMove(let x, let y): self = .pointerMoved(x: x, y: y)
        case .mouseScroll(let delta, _, _): self = .scrolled(delta)
        case .touchDown(let id, let x, let y): self = .touchDown(id, x: x, y: y)
        case .touchMotion(let id, let x, let y): self = .touchMoved(id, x: x, y: y)
        case .touchUp(let id, let x, let y): self = .touchUp(id, x: x, y: y)
        case .touchCancel: self = .touchesCancelled
        case .reconfigure: return nil
        }
    }
}
