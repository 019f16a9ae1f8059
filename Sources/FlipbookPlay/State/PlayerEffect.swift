/// An external effect of a change to the player's state.
package enum PlayerEffect: Hashable, Sendable {
    case send(PlayerEvent)
    /// Show a notice for a while.
    case show(DisplayOptions.Notice)
    /// Redraw with other options, and show a notice if that succeeds.
    case draw(DisplayOptions, saying: String)
    /// Show pictures at actual size or scaled, in a sink's window.
    case resize(isOneToOne: Bool)
    /// Show a part of the pictures in the player's own window.
    case frame(WindowView)
    /// Set the volume, from 0 to 1.
    case setVolume(Double)
    /// Start or stop alternating between compared sequences.
    case blink(Bool)
    case keepNotes
    /// Carry out a command that concerns the window, files, or the run.
    case obey(PlayerCommand)
}
