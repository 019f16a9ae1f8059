import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Synchronization
import Testing

@Suite("Memory of layers over the lowest one") struct OverlayMemoryTests {
    @Test("it counts in the budget while lists have them, and a file that several show is decoded once")
    func leased() throws {
        let folder = try TemporaryDirectory()
        let rows = [UInt8](repeating: 200, count: 10 * 10 * 4)
        try folder.write(PNGWriter(width: 10, height: 10).file(rows: rows), to: "logo.png")
        let size = PixelSize(width: 10, height: 10)
        let logo = Image(source: .file(folder.file("logo.png")), pixelSize: size)
        let logos = (0..<3).map { place in
            Layer(frame: Rect(x: Double(10 * place), y: 0, width: 10, height: 10), contents: .image(logo))
        }
        // One of another size is drawn for itself.
        let large = Layer(frame: Rect(x: 0, y: 20, width: 20, height: 20), contents: .image(logo))
        let base = Layer(frame: Rect(x: 0, y: 0, width: 40, height: 40))
        let scene = BoundScene(Scene(size: PixelSize(width: 40, height: 40), layers: [base] + logos + [large]))
        let decodes = Mutex(0)
        let memory = MemoryBudget.fixed(100_000)
        let renderer = FrameRenderer(
            scene.drawings,
            decode: { drawing, isDeep throws(ImageError) in
                decodes.withLock { $0 += 1 }
                return try drawing.pixels(keepsSixteenBits: isDeep)
            },
            memory: memory
        )
        let target = RenderTarget(scene.scene)
        try expect(renderer.prepare(scene, for: target).isEmpty)
        expectEqual(memory.freeByteCount, 100_000 - 400 - 1600)
        _ = try renderer.picture(of: scene.displayList(at: 0), for: target)
        expectEqual(decodes.withLock { $0 }, 1)
        expectEqual(memory.freeByteCount, 100_000 - 400 - 1600)
        var bare = scene
        for place in 1...4 { bare.changeLayer(place) { $0.isHidden = true } }
        _ = try renderer.picture(of: bare.displayList(at: 0), for: target)
        expectEqual(memory.freeByteCount, 100_000)
    }
}
