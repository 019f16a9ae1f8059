import FlipbookCore
package import GStreamer
import Synchronization

/// The end of a pipeline that shows its frames on a terminal.
package struct TerminalSink: Sendable {
    package let display: TerminalDisplay
    package let frames: FrameSink
    private let state = State()

    private final class State: Sendable {
        /// A Boolean value that tells whether the terminal took the last frame, for the thread that streams.
        let isShown = Atomic(true)
        /// A Boolean value that tells whether frames are shown, and not thrown away.
        let isOpen = Atomic(true)
        /// A Boolean value that tells whether the clock waits for the terminal.
        let waits = Atomic(false)
    }

    package init(_ display: TerminalDisplay) throws(GStreamerError) {
        self.display = display
        frames = try FrameSink(format: .bgrx) { [state] sample in
            // Before its time it keeps a pipeline that is to run from doing so; then it comes again.
            let waits = !sample.isEarly && state.waits.load(ordering: .sequentiallyConsistent)
            let isShown = display.show(
                PixelSize(width: sample.width, height: sample.height),
                waits: waits,
                if: { state.isOpen.load(ordering: .sequentiallyConsistent) }
            ) { body in sample.withUnsafeBytes(body) }
            state.isShown.store(isShown, ordering: .sequentiallyConsistent)
        }
    }

    /// Has frames that the terminal does not take hold up those after them, or be left out after a while.
    package func wait(_ waits: Bool) { state.waits.store(waits, ordering: .sequentiallyConsistent) }

    /// Shows no frame until ``open()``: a terminal that takes nothing must not hold up what the viewer asks for.
    package func close() {
        state.isOpen.store(false, ordering: .sequentiallyConsistent)
        display.release()
    }

    package func open() { state.isOpen.store(true, ordering: .sequentiallyConsistent) }

    /// The fate of a frame, of which the sink only knows that it was handed on.
    package func corrected(_ observation: SinkObservation) -> SinkObservation {
        var corrected = observation
        if !state.isShown.load(ordering: .sequentiallyConsistent) { corrected.isShown = false }
        return corrected
    }
}
