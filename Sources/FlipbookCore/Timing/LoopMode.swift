/// The action of a player at the end of a sequence.
public enum LoopMode: String, CaseIterable, Sendable {
    /// Stops.
    case once
    /// Starts over.
    case loop
    /// Turns round. The frames at the two ends are shown once for each turn.
    case pingPong
}
