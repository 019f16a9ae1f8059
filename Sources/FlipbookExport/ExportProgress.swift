/// The progress of an export.
public struct ExportProgress: Sendable, Hashable {
    /// A stage of an export.
    public enum Stage: String, Sendable, Hashable {
        /// Reading the headers of all frames.
        case checking
        /// Decoding, compositing, and encoding.
        case encoding
        /// Joining segments.
        case joining
        /// Reading back the output.
        case verifying
    }

    /// The current stage.
    public let stage: Stage
    /// The number of frames that this stage has finished.
    public let frame: Int
    /// The total number of frames in this stage.
    public let frameCount: Int

    typealias Handler = @Sendable (ExportProgress) -> Void

    package init(stage: Stage, frame: Int, frameCount: Int) {
        (self.stage, self.frame, self.frameCount) = (stage, frame, frameCount)
    }
}
