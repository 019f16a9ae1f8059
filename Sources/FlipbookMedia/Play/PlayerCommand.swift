import GStreamer

/// What a viewer asks a running player for.
enum PlayerCommand: Hashable, Sendable {
    /// Stop on the frame that is shown, or go on from it.
    case togglePause
    /// Show the frame so many places further, and stop there.
    case step(by: Int)
    /// Close the window.
    case quit

    /// The command of a key or mouse event in the window; `nil` for any other.
    init?(_ event: NavigationEvent) {
        guard case .keyPress(let key) = event else { return nil }
        switch key {
        case "space": self = .togglePause
        case "Right": self = .step(by: 1)
        case "Left": self = .step(by: -1)
        case "q", "Q", "Escape": self = .quit
        default: return nil
        }
    }
}
