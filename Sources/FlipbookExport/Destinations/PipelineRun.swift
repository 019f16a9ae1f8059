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
    ///   - source: What feeds the first of them.
    ///   - meaning: What an element's report means for the file.
    ///   - whenMade: Is given the run before the elements start, so that another task can stop it.
    /// - Throws: ``ExportError`` when an element cannot start.
    @discardableResult
    init(
        _ pipeline: Pipeline,
        fedBy source: AppSource,
        meaning: @escaping @Sendable (PipelineError) -> ExportError,
        whenMade: (PipelineRun) -> Void
    ) async throws(ExportError) {
        (self.pipeline, self.source, self.meaning) = (pipeline, source, meaning)
        watcher = Task { await PipelineEnd.reached(by: pipeline) }
        whenMade(self)
        do throws(GStreamerError) {
            try pipeline.change(to: .playing)
        } catch {
            // The element that refuses has given the reason before.
            if case .failed(let reason) = await watcher.value { throw meaning(reason) }
            throw ExportError(error)
        }
    }

    /// Hands a picture on, waiting until the encoder has room for it.
    func push(_ buffer: consuming Buffer) async throws(ExportError) {
        guard await source.push(buffer) else {
            // The pipeline took no more; the reason is among its messages.
            if case .failed(let reason) = await watcher.value { throw meaning(reason) }
            throw .cancelled
        }
    }

    /// Hands compressed pictures on until their file ends.
    /// - Parameters:
    ///   - first: The first of them.
    ///   - sink: Where the others come out of their file.
    ///   - stamp: The times that a picture gets; `nil` for one that does not belong there, which ends the handing on.
    /// - Returns: How many were taken.
    func forward(
        _ first: MediaPacket,
        from sink: AppSink,
        stamp: @escaping @Sendable (MediaPacket.Times) -> MediaPacket.Stamp?
    ) async throws(ExportError) -> Int {
        let (count, isRefused) = await sink.forward(from: first, to: source, stamp: stamp)
        guard isRefused else { return count }
        if case .failed(let reason) = await watcher.value { throw meaning(reason) }
        throw .cancelled
    }

    /// Waits until the last picture has reached the end.
    func end() async throws(ExportError) {
        await source.endStream()
        let end = await watcher.value
        pipeline.stop()
        switch end {
        case .endOfStream: break
        case .failed(let reason): throw meaning(reason)
        case .stopped: throw .cancelled
        }
    }

    /// Stops the elements; a task that waits to push gets an error.
    func abandon() {
        pipeline.stop()
        watcher.cancel()
    }
}
