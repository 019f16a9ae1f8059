public import FlipbookCore
public import FlipbookFiles
public import FlipbookImaging
import FlipbookSequences

/// Why a frame could not be drawn: its file, and what is the matter with it.
public struct FrameRenderError: ExplainedError, MachineBound, Hashable {
    /// The file that the frame's picture is read from.
    public let path: FilePath
    /// The fault of the file.
    public let cause: ImageError

    /// An error about the file at `path`.
    public init(path: FilePath, cause: ImageError) { (self.path, self.cause) = (path, cause) }

    /// An error of no file in particular.
    package static func shortage(_ shortage: MachineShortage) -> FrameRenderError {
        FrameRenderError(path: FilePath("the picture"), cause: .shortage(shortage))
    }

    /// `frame.unreadable`, or the code of what the process has too little of.
    public var code: ErrorCode { shortage?.code ?? "frame.unreadable" }

    /// The file's name, or that of the picture in an archive, control characters escaped, and the cause.
    public var explanation: Explanation { shortage?.explanation ?? "\(ArchivedPictures.title(of: path)): \(cause)" }

    /// The shortage of the process that is the cause, or `nil` for a fault of the file.
    public var shortage: MachineShortage? { cause.shortage }
}
