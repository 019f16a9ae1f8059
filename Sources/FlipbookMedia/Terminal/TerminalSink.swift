import FlipbookCore
import GStreamer
import Synchronization

/// Where a pipeline ends that shows its frames on a terminal.
struct TerminalSink: Sendable {
    let display: TerminalDisplay
    let frames: FrameSink
    private let latest = Latest()

    /// Whether the terminal took the last frame: written and read by the thread that streams.
    private final class Latest: Sendable {
        let isShown = Mutex(true)
    }

    init(_ display: TerminalDisplay) throws(GStreamerError) {
        self.display = display
        frames = try FrameSink(format: .bgrx) { [latest] sample in
            let size = PixelSize(width: sample.width, height: sample.height)
            let isShown = display.show(size) { body in sample.withUnsafeBytes(body) }
            latest.isShown.withLock { $0 = isShown }
        }
    }

    /// What became of a frame, seeing that the sink only knows that it was handed on.
    func corrected(_ observation: SinkObservation) -> SinkObservation {
        SinkObservation(
            serial: observation.serial,
            isShown: observation.isShown && latest.isShown.withLock { $0 },
            lateness: observation.lateness,
            clockTime: observation.clockTime
        )
    }
}
