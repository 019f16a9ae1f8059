public import FlipbookCore
public import FlipbookFiles
public import FlipbookImaging
import FlipbookSequences

/// An error for a frame that could not be drawn. It contains the file and the cause.
public struct FrameRenderError: ExplainedError, MachineBound, Hashable {
    /// The file of the frame's picture.
    public let path: FilePath
    /// The cause.
    public let cause: ImageError

    /// Creates an error for the file at `path`.
    public init(path: FilePath, cause: ImageError) { (self.path, self.cause) = (path, cause) }

    package static func shortage(_ shortage: MachineShortage) -> FrameRenderError {
        FrameRenderError(path: FilePath("the picture"), cause: .shortage(shortage))
    }

    /// The code `frame.unreadable`, or the code for a shortage of memory or threads.
    public var code: ErrorCode { shortage?.code ?? "frame.unreadable" }

    /// The cause, after the name of the file or of the picture in an archive. Control characters in the name are escaped.
    public var explanation: Explanation { shortage?.explanation ?? "\(ArchivedPictures.title(of: path)): \(cause)" }

    /// The lack of memory or threads that caused the error, or `nil` if the file is faulty.
    public var shortage: MachineShortage? { cause.shortage }
}
