/// A player's action at the end of a sequence.
public enum LoopMode: String, CaseIterable, Sendable {
    /// Stops.
    case once
    /// Starts again.
    case loop
    /// Reverses. The frames at the two ends are shown once per turn.
    case pingPong
}
