/// The progress of an export.
public struct ExportProgress: Sendable, Hashable {
    /// A stage of an export.
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

    /// The stage.
    public let stage: Stage
    /// Frames that this stage is done with.
    public let frame: Int
    /// Frames that there are to do.
    public let frameCount: Int

    package init(stage: Stage, frame: Int, frameCount: Int) {
        (self.stage, self.frame, self.frameCount) = (stage, frame, frameCount)
    }
}
