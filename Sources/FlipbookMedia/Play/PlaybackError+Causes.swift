import FlipbookCore
import FlipbookImaging

extension PlaybackError {
    /// What the check of a sequence was ended by.
    init(_ error: SequenceCheckError) {
        switch error {
        case .sequence(let error): self = .sequence(error)
        case .cancelled: self = .cancelled
        }
    }

    /// What the drawing of a frame was ended by.
    init(_ error: FrameRenderError) { self = error.shortage.map(PlaybackError.shortage) ?? .frame(error) }

    /// What the frames in the making were ended by.
    init(_ error: ProductionError<PlaybackError>) {
        self = error.failure ?? .cancelled
    }

    /// What a caller's own code threw, where it was to find the frames again.
    init(reloading error: any Error) {
        switch error {
        case let error as PlaybackError: self = error
        case let error as SequenceError: self = .sequence(error)
        case is CancellationError: self = .cancelled
        default: self = .reload(error)
        }
    }
}
