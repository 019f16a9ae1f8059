package import FlipbookCore
package import FlipbookMedia
import FlipbookRender
package import GStreamer
import Synchronization

/// Draws the strokes of notes over a window.
package final class StrokePainter: Sendable {
    private struct Key: Hashable {
        let strokes: [FrameNotes.Stroke]
        let window: PixelSize
    }

    /// What was drawn last: most frames show what the one before showed.
    private let latest = Mutex<(key: Key, box: OverlayBox?)?>(nil)

    package init() {}

    /// Strokes whose points are in pixels of a window, as far as they lie in it; `nil` where none does.
    package func box(_ strokes: [FrameNotes.Stroke], in window: PixelSize) -> OverlayBox? {
        if strokes.isEmpty { return nil }
        let key = Key(strokes: strokes, window: window)
        return latest.withLock { latest in
            if let latest, latest.key == key { return latest.box }
            let box = DrawnBox(strokes: strokes.map(\.points), in: window).map(OverlayBox.init)
            latest = (key, box)
            return box
        }
    }
}
