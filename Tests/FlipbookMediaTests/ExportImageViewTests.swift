import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookMedia
import FlipbookPlay
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Testing

@Suite(.hangLimit) struct ExportImageViewTests {
    @Test(
        "an image view is exported as it shows its pictures: its bounds, its duration, one cycle where it goes on forever"
    )
    func view() async throws {
        let folder = try TemporaryDirectory()
        let small = TestFrames(width: 8, height: 6)
        try small.write(1...3, to: folder)
        var view = ImageView(frame: Rect(origin: .zero, size: Size(width: 16, height: 12)))
        view.animationImages = try (1...3).map { try Image(contentsOfFile: folder.file(TestFrames.name($0))) }
        view.animationDuration = 0.5
        view.contentMode = .topLeft
        view.backgroundColor = try Background(parsing: "#ff0000")
        let target = folder.file("a.mkv")
        let report = try await Exporter(view, settings: try ExportSettings(for: target)).export(to: target)
        expectEqual(report.framesReadBack, 3)
        expectEqual(report.duration, 0.5)
        let pixels = try require(try VideoFile(target).frames(format: "rgba", byteCount: 16 * 12 * 4).first)
        expectEqual(Array(pixels[0..<8 * 4]), Array(small.pixels(1)[0..<8 * 4]))
        expectEqual(Array(pixels.suffix(4)), [255, 0, 0, 255])
    }
}
