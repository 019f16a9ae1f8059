import Flipbook
import FlipbookExport
import FlipbookPlay
import FlipbookRender
import FlipbookScene
import FlipbookSequences
import FlipbookTestSupport
import Testing

@Suite("A codec of another package")
struct OutsideCodecTests {
    @Test("frames of a codec that is passed in are shown and exported")
    func passedIn() async throws {
        let folder = try TemporaryDirectory()
        for index in 1...3 {
            let pixels = [UInt8](repeating: UInt8(60 * index), count: 16 * 16 * 8)
            try folder.write(Array("farbfeld".utf8) + [0, 0, 0, 16, 0, 0, 0, 16] + pixels, to: "walk.000\(index).ff")
        }
        let codecs = ImageCodecs(ImageCodecs.standard.codecs + [.farbfeld])
        let frames = try SequenceLocator().locate([folder.file("walk.####.ff").string])
        var view = ImageView()
        view.animationImages = frames.frames.map(\.image)
        view.animationRepeatCount = 1
        var reds: [UInt8] = []
        for try await shown in try await FrameStream(view, codecs: codecs) { reds.append(shown.picture[3, 3].red) }
        #expect(reds == [60, 120, 180])
        await #expect(throws: RenderError.self) {
            for try await _ in try await FrameStream(view) {}
        }
        let target = folder.file("walk.mkv")
        var settings = try ExportSettings(for: target)
        settings.sequence.codecs = codecs
        #expect(try await Exporter(frames: frames, settings: settings).export(to: target).framesReadBack == 3)
    }
}
