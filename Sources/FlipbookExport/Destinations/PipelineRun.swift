import FlipbookMedia
import GStreamer

struct PipelineRun: Sendable {
    private let pipeline: Pipeline
    private let source: AppSource
    private let watcher: Task<PipelineEnd, Never>
    private let meaning: @Sendable (PipelineError) -> ExportError

    /// - Parameter meaning: Converts an element's error to an error about the file.
    /// - Parameter whenMade: Receives the run before the elements start, so that another task can stop it.
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
            // An element has already posted the reason.
            if case .failed(let reason) = await watcher.value { throw meaning(reason) }
            throw error
        }
    }

    func push(_ buffer: consuming Buffer) async throws { guard await source.push(buffer) else { throw await refusal } }

    /// Forwards compressed pictures until their file ends.
    /// - Parameter stamp: Returns the times of a picture, or `nil` to stop before that picture.
    func forward(_ first: MediaPacket, from sink: AppSink, stamp: @escaping MediaPacket.Stamper) async throws {
        if await sink.forward(from: first, to: source, stamp: stamp).isRefused { throw await refusal }
    }

    private var refusal: ExportError {
        get async { if case .failed(let reason) = await watcher.value { meaning(reason) } else { .cancelled } }
    }

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

    func abandon() {
        pipeline.stop()
        watcher.cancel()
    }
}
