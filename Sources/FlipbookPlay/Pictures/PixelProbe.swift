import FlipbookCore
import FlipbookImaging
import FlipbookRender
import Synchronization

/// The numbers of the file under the pointer, read once for each frame that stands on the screen.
final class PixelProbe: Sendable {
    private struct State {
        var source: Image.Source?
        var numbers: SourceNumbers?
    }

    private let state = Mutex(State())

    /// The numbers of a pixel as its file has them, for people; `nil` where that file was not read.
    func text(at pixel: BoundScene.Pixel) -> String? {
        state.withLock { $0.source == pixel.drawing.source ? $0.numbers?.text(x: pixel.x, y: pixel.y) : nil }
    }

    /// Whether the file of a pixel was read, or could not be.
    func knows(_ pixel: BoundScene.Pixel) -> Bool { state.withLock { $0.source == pixel.drawing.source } }

    /// Reads the file of a pixel, for a call that may take as long as decoding a frame. What cannot be read has no numbers.
    func read(_ pixel: BoundScene.Pixel, _ codecs: ImageCodecs) {
        var numbers: SourceNumbers?
        do throws(ImageError) {
            numbers = try SourceNumbers(of: pixel.drawing, turned: pixel.orientation, codecs: codecs)
        } catch {
            // The frame itself says what is the matter with it.
        }
        state.withLock { $0 = State(source: pixel.drawing.source, numbers: numbers) }
    }
}
