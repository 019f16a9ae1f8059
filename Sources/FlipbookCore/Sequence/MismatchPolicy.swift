/// The policy for a frame whose size or scale factor differs from the first frame's.
public enum MismatchPolicy: String, CaseIterable, Sendable {
    /// Reject the sequence, and list every frame that differs.
    case error
    /// Place the frame on the canvas according to the content mode.
    case fit
}
