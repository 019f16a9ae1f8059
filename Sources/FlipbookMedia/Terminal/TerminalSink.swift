import FlipbookCore
package import GStreamer
import Synchronization

package struct TerminalSink: Sendable {
    package let display: TerminalDisplay
    package let frames: FrameSink
    private let state = State()

    private final class State: Sendable {
        /// A Boolean value that indicates whether the terminal accepted the last frame. Used on the streaming thread.
        let isShown = Atomic(true)
        let isOpen = Atomic(true)
        let waits = Atomic(false)
    }

    package init(_ display: TerminalDisplay) throws(GStreamerError) {
        self.display = display
        frames = try FrameSink(format: .bgrx) { [state] sample in
            // An early frame must not keep the pipeline from starting. It is delivered again.
            let waits = !sample.isEarly && state.waits.load(ordering: .sequentiallyConsistent)
            let isShown = display.show(
                PixelSize(width: sample.width, height: sample.height),
                waits: waits,
                if: { state.isOpen.load(ordering: .sequentiallyConsistent) }
            ) { body in sample.withUnsafeBytes(body) }
            state.isShown.store(isShown, ordering: .sequentiallyConsistent)
        }
    }

    /// Sets the treatment of a frame that the terminal does not accept: later frames wait for it, or it is skipped after a
    /// while.
    package func wait(_ waits: Bool) { state.waits.store(waits, ordering: .sequentiallyConsistent) }

    /// Shows no frames until ``open()``, so that a stalled terminal does not delay the viewer's commands.
    package func close() {
        state.isOpen.store(false, ordering: .sequentiallyConsistent)
        display.release()
    }

    package func open() { state.isOpen.store(true, ordering: .sequentiallyConsistent) }

    /// Returns an observation that indicates whether the terminal accepted the frame. The sink itself reports only that the
    /// frame was delivered.
    package func corrected(_ observation: SinkObservation) -> SinkObservation {
        var corrected = observation
        if !state.isShown.load(ordering: .sequentiallyConsistent) { corrected.isShown = false }
        return corrected
    }
}
