import FlipbookCore
import FlipbookImaging
import FlipbookRender
import Synchronization

/// The numbers of the file under the pointer, read once for each frame that stands on the screen.
final class PixelProbe: Sendable {
    private let latest = Mutex<(source: Image.Source, numbers: SourceNumbers?)?>(nil)

    /// The numbers of a pixel as its file has them, for people, or `nil` if that file was not read.
    func text(at pixel: BoundScene.Pixel) -> String? {
        latest.withLock { $0?.source == pixel.drawing.source ? $0?.numbers?.text(x: pixel.x, y: pixel.y) : nil }
    }

    func knows(_ pixel: BoundScene.Pixel) -> Bool { latest.withLock { $0?.source == pixel.drawing.source } }

    /// Reads the file of a pixel, for a call that may take as long as decoding a frame. What cannot be read has no numbers.
    func read(_ pixel: BoundScene.Pixel, _ codecs: ImageCodecs) {
        // The frame itself says what is the matter with it.
        let numbers = try? SourceNumbers(of: pixel.drawing, turned: pixel.orientation, codecs: codecs)
        latest.withLock { $0 = (pixel.drawing.source, numbers) }
    }
}
