public import FlipbookCore
import FlipbookImaging
import GStreamer

/// Plays a sequence in a window, each frame at its exact time.
///
/// Space pauses and goes on, the left and right arrows step, Q and Escape quit; the
/// keys come from the window itself.
public actor Player {
    private let frames: FrameList
    private let settings: PlaybackSettings

    /// A player of `frames`.
    public init(frames: FrameList, settings: PlaybackSettings) {
        self.frames = frames
        self.settings = settings
    }

    /// Plays until the last cycle has ended, the viewer quits, or the window is closed.
    ///
    /// - Parameter noting: Is told, before the first frame is shown, what someone might not
    ///   expect of the pictures, a sentence each.
    /// - Returns: What rendering the pictures cost.
    /// - Throws: ``PlaybackError``; cancelling the task throws ``PlaybackError/cancelled``.
    @discardableResult
    public func run(
        noting: @Sendable ([String]) -> Void = { _ in }
    ) async throws(PlaybackError) -> RenderStatistics {
        do {
            if settings.sink.isAutomatic, let obstacle = Display.current.obstacle {
                throw PlaybackError.noDisplay(sink: settings.sink.element, reason: obstacle)
            }
            let sequence = try await CheckedSequence(
                frames,
                settings: settings.sequence,
                format: .bgra,
                isFlattened: true
            )
            noting(
                [
                    sequence.placementNote(by: settings.sequence.contentMode), settings.sequence.opacityNote,
                ].compactMap { $0 }
            )
            let pipeline = try PlaybackPipeline(
                size: sequence.outputSize,
                rate: sequence.rate,
                sink: settings.sink
            )
            try await withTaskCancellationHandler {
                defer { pipeline.stop() }
                try await Playback(sequence: sequence, pipeline: pipeline).run()
            } onCancel: {
                pipeline.stop()
            }
            if Task.isCancelled { throw PlaybackError.cancelled }
            return sequence.statistics
        } catch let error as PlaybackError {
            throw error
        } catch let error as SequenceError {
            throw .sequence(error)
        } catch let error as FrameRenderError {
            throw .frame(error)
        } catch let error as GStreamerError {
            throw PlaybackError(error)
        } catch {
            // Everything else that the steps throw is a cancellation.
            throw .cancelled
        }
    }
}
