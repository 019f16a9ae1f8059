import FlipbookCore
import FlipbookImaging
import GStreamer

/// The one place where an error without a type becomes one of a player's: tasks, task groups and what callers hand in throw
/// anything.
extension PlaybackError {
    /// What ends a playback in which a step threw `error`.
    init(ending error: any Error) {
        switch error {
        case let error as PlaybackError: self = error
        case let error as SequenceError: self = .sequence(error)
        case let error as CanvasError: self = .sequence(.canvas(error))
        case let error as FrameRenderError: self = error.shortage.map(PlaybackError.shortage) ?? .frame(error)
        case let error as MachineShortage: self = .shortage(error)
        case let error as GStreamerError: self = PlaybackError(error)
        case is CancellationError: self = .cancelled
        default: self = .reload(error)
        }
    }
}
