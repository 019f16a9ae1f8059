import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookPlay
import FlipbookRender
import GStreamer
import Testing

/// Texts in the player's own window.
@Suite struct WindowTextTests {
    /// How many pixels of a text's box are as good as white.
    private func letters(_ text: String) throws -> (count: Int, width: Int) {
        let box = try #require(
            WindowText().box(TextBox([text], at: .topRight), in: PixelSize(width: 960, height: 540))
        )
        let count = stride(from: 0, to: box.pixels.count, by: 4).count {
            box.pixels[$0] > 200 && box.pixels[$0 + 3] > 200
        }
        return (count, box.width)
    }

    @Test(
        "what is read from right to left is seen in its box, which is as wide as the text",
        arguments: ["שלום עולם", "اليد مرتفعة", "arm שלום", "the arm"]
    )
    func directions(text: String) throws {
        let drawn = try letters(text)
        #expect(drawn.count > 60)
        #expect(drawn.width < 200)
    }
}
