import FlipbookCore
import FlipbookImaging
import FlipbookRender
import Synchronization

/// The file's values under the pointer, read once per frame while playback is paused.
final class PixelProbe: Sendable {
    private let latest = Mutex<(source: Image.Source, numbers: SourceNumbers?)?>(nil)

    /// Returns the values of a pixel as text, or `nil` if its file was not read.
    func text(at pixel: BoundScene.Pixel) -> String? {
        latest.withLock { $0?.source == pixel.drawing.source ? $0?.numbers?.text(x: pixel.x, y: pixel.y) : nil }
    }

    func knows(_ pixel: BoundScene.Pixel) -> Bool { latest.withLock { $0?.source == pixel.drawing.source } }

    /// Reads the file of a pixel, which may take as long as decoding a frame. An unreadable file has no values.
    func read(_ pixel: BoundScene.Pixel, _ codecs: ImageCodecs) {
        // An error is reported when the frame is shown.
        let numbers = try? SourceNumbers(of: pixel.drawing, turned: pixel.orientation, codecs: codecs)
        latest.withLock { $0 = (pixel.drawing.source, numbers) }
    }
}
