import FlipbookMedia
import GStreamer

/// A pipeline at work, which is fed with pictures one after another.
struct PipelineRun: Sendable {
    private let pipeline: Pipeline
    private let source: AppSource
    private let watcher: Task<PipelineEnd, Never>
    private let meaning: @Sendable (PipelineError) -> ExportError

    /// Starts the elements.
    /// - Parameters:
    ///   - pipeline: The elements.
    ///   - source: The feed of the first of them.
    ///   - meaning: The meaning of an element's report for the file.
    ///   - whenMade: Is given the run before the elements start, so that another task can stop it.
    /// - Throws: ``ExportError`` when an element cannot start.
    @discardableResult
    init(
        _ pipeline: Pipeline,
        fedBy source: AppSource,
        meaning: @escaping @Sendable (PipelineError) -> ExportError,
        whenMade: (PipelineRun) -> Void
    ) async throws {
        (self.pipeline, self.source, self.meaning) = (pipeline, source, meaning)
        watcher = Task { await PipelineEnd.reached(by: pipeline) }
        whenMade(self)
        do {
            try pipeline.change(to: .playing)
        } catch {
            // The element that refuses has given the reason before.
            if case .failed(let reason) = await watcher.value { throw meaning(reason) }
            throw error
        }
    }

    /// Hands a picture on, waiting until the encoder has room for it.
    func push(_ buffer: consuming Buffer) async throws {
        guard await source.push(buffer) else { throw await refusal }
    }

    /// Hands compressed pictures on until their file ends.
    /// - Parameter stamp: The times that a picture gets, or `nil` for one that does not belong there, which ends the handing on.
    func forward(
        _ first: MediaPacket,
        from sink: AppSink,
        stamp: @escaping @Sendable (MediaPacket.Times) -> MediaPacket.Stamp?
    ) async throws {
        if await sink.forward(from: first, to: source, stamp: stamp).isRefused { throw await refusal }
    }

    /// The reason why the pipeline took no more, which is among its messages.
    private var refusal: ExportError {
        get async { if case .failed(let reason) = await watcher.value { meaning(reason) } else { .cancelled } }
    }

    /// Waits until the last picture has reached the end.
    func end() async throws {
        await source.endStream()
        let end = await watcher.value
        pipeline.stop()
        switch end {
        case .endOfStream: break
        case .failed(let reason): throw meaning(reason)
        case .stopped: throw ExportError.cancelled
        }
    }

    /// Stops the elements; a task that waits to push gets an error.
    func abandon() {
        pipeline.stop()
        watcher.cancel()
    }
}
