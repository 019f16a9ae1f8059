internal import GStreamer

/// Input from the viewer by key, mouse, or touch. Locations are in picture pixels.
public enum PlayerInput: Hashable, Sendable {
    /// A key was pressed. The value is the name of its X keysym.
    case keyDown(String)
    /// A key was released.
    case keyUp(String)
    /// A key was typed, and its modifiers are known, as they are on a terminal.
    case typed(PlayerKey)
    /// A mouse button was pressed.
    case buttonDown(Int, x: Double, y: Double)
    /// A mouse button was released.
    case buttonUp(Int, x: Double, y: Double)
    /// The mouse moved.
    case pointerMoved(x: Double, y: Double)
    /// The wheel was turned. Positive values mean away from the user.
    case scrolled(Double)
    /// A finger touched the screen.
    case touchDown(Int, x: Double, y: Double)
    /// A finger moved.
    case touchMoved(Int, x: Double, y: Double)
    /// A finger was lifted.
    case touchUp(Int, x: Double, y: Double)
    /// All touches were canceled.
    case touchesCancelled

    var isEscape: Bool { self == .keyDown("Escape") || self == .typed(PlayerKey("Escape")) }

    /// Creates the input of an event in a sink's window, or returns `nil` for an event of the sink itself.
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
