import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Testing

@Suite("Tables of drawings") struct DrawingTableTests {
    private func image(_ value: UInt8, _ number: Int = 0) throws -> Image {
        let rows = [value, UInt8(number & 255), UInt8(number >> 8), 255]
        return try Image(data: PNGWriter(width: 1, height: 1).file(rows: rows))
    }

    @Test("ever new stills are let go of, and what a scene has stays")
    func bounded() throws {
        var layer = Layer(frame: Rect(x: 0, y: 0, width: 1, height: 1))
        layer.contents = .image(try image(200))
        let scene = BoundScene(Scene(size: PixelSize(width: 1, height: 1), layers: [layer]))
        let renderer = FrameRenderer(scene.drawings)
        let target = RenderTarget(scene.scene)
        func red(_ list: DisplayList) throws -> UInt8 {
            try renderer.picture(of: list, for: target).withUnsafeBytes { $0[0] }
        }
        let first = scene.displayList(showing: try image(100, 0))
        for number in 0..<2000 {
            let list = scene.displayList(showing: try image(100, number))
            if number % 100 == 0 { try expectEqual(red(list), 100) }
        }
        expect(scene.drawings.count < 700)
        #expect(throws: FrameRenderError.self) { try red(first) }
        try expectEqual(red(scene.displayList(at: 0)), 200)
        // A still that a scene is bound with stays, too.
        let still = try image(50)
        _ = scene.displayList(showing: still)
        layer.contents = .image(still)
        let second = BoundScene(Scene(size: PixelSize(width: 1, height: 1), layers: [layer]), drawings: scene.drawings)
        for number in 0..<2000 { _ = scene.displayList(showing: try image(150, number)) }
        try expectEqual(red(second.displayList(at: 0)), 50)
    }
}
