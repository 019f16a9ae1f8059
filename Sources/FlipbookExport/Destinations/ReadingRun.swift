import FlipbookMedia
import GStreamer

struct ReadingRun: Sendable {
    let sink: AppSink
    private let pipeline: Pipeline
    private let watcher: Task<PipelineEnd, Never>

    init(_ elements: [Element]) throws(GStreamerError) {
        sink = try AppSink()
        pipeline = try Pipeline(linking: elements + [sink.element])
        // If the demultiplexer finds no picture, the sink is not notified until the failed pipeline stops.
        watcher = Task { [pipeline] in
            let end = await PipelineEnd.reached(by: pipeline)
            if case .stopped = end { pipeline.stop() }
            return end
        }
        try pipeline.change(to: .playing)
    }

    var end: PipelineEnd { get async { await watcher.value } }

    /// Closes the file. The sink receives nothing more.
    func stop() {
        pipeline.stop()
        watcher.cancel()
    }
}
