/// How far an export has come.
public struct ExportProgress: Sendable, Hashable {
    /// What an export is doing.
    public enum Stage: String, Sendable, Hashable {
        /// Reading the headers of all frames.
        case checking
        /// Decoding, compositing and encoding.
        case encoding
        /// Joining segments.
        case joining
        /// Reading back what was written.
        case verifying
    }

    /// What is being done.
    public let stage: Stage
    /// Frames that this stage is done with.
    public let frame: Int
    /// Frames that there are to do.
    public let frameCount: Int

    package init(stage: Stage, frame: Int, frameCount: Int) {
        (self.stage, self.frame, self.frameCount) = (stage, frame, frameCount)
    }
}
