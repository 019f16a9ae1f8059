/// The effect that a change of a player's state has outside of it.
package enum PlayerEffect: Hashable, Sendable {
    case send(PlayerEvent)
    /// Say a notice, and end it when its time is over.
    case announce(DisplayOptions.Notice)
    /// The same, of something that is of no use beside the picture.
    case show(DisplayOptions.Notice)
    /// Draw the pictures with other options, which count if that can be done, and then say so.
    case draw(DisplayOptions, saying: String)
    /// Show a pixel of the picture on one of the screen, or the whole picture.
    case resize(isOneToOne: Bool)
    /// Show a part of the pictures in a window of our own.
    case frame(WindowView)
    /// Play the sound so loud: 0 for silence, 1 as it is.
    case setVolume(Double)
    /// Show the compared sequences by turns, or no longer.
    case blink(Bool)
    case keepNotes
    /// Do what a command asks for: it is about the window, the files or the run.
    case obey(PlayerCommand)
}
