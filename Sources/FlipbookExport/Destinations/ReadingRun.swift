import FlipbookMedia
import GStreamer

/// A pipeline at work that takes a file apart, or decodes what is in it.
struct ReadingRun: Sendable {
    let sink: AppSink
    private let pipeline: Pipeline
    private let watcher: Task<PipelineEnd, Never>

    /// Starts the elements, with the sink behind them.
    init(_ elements: [Element]) throws(GStreamerError) {
        sink = try AppSink()
        pipeline = try Pipeline(linking: elements + [sink.element])
        // A demultiplexer that finds no picture never says to the sink that there is none; a failed pipeline is stopped.
        watcher = Task { [pipeline] in
            let end = await PipelineEnd.reached(by: pipeline)
            if case .stopped = end { pipeline.stop() }
            return end
        }
        try pipeline.change(to: .playing)
    }

    /// The end of the file, or the reason why it was not reached.
    var end: PipelineEnd { get async { await watcher.value } }

    /// Lets the file go; what waits for the sink gets nothing more.
    func stop() {
        pipeline.stop()
        watcher.cancel()
    }
}
