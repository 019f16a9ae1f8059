import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Testing

@Suite("System 11: views over each other")
struct System11OverlayTests {
    @Test("11.1, 11.2: of two overlays the later one is on top, in every format", arguments: [PixelFormat.rgba, .bgra])
    func order(format: PixelFormat) throws {
        var red = ImageView(image: try ViewCompositingTests.image([255, 0, 0, 255], 10, 10))
        var blue = ImageView(image: try ViewCompositingTests.image([0, 0, 255, 255], 10, 10))
        blue.frame.origin = Point(x: 5, y: 5)
        func pixel(_ overlays: [ImageView], _ x: Int, _ y: Int) throws -> [UInt8] {
            let canvas = Canvas(size: PixelSize(width: 20, height: 20), background: .clear, overlays: overlays)
            let renderer = try CanvasRenderer(canvas: canvas, format: format) { _ in
                Picture(20, 20) { x, _ in [1, 2, 3, x < 18 ? 255 : 0] }
            }
            let found = try renderer.render(Frame(file: FilePath("a.png"))).pixel(x, y)
            return format == .bgra ? [found[2], found[1], found[0], found[3]] : found
        }
        try expectEqual(pixel([red, blue], 5, 5), [0, 0, 255, 255], "11.1")
        try expectEqual(pixel([blue, red], 5, 5), [255, 0, 0, 255], "11.2: brought to the front")
        try expectEqual(pixel([red, blue], 4, 4), [255, 0, 0, 255])
        try expectEqual(pixel([red, blue], 15, 15), [1, 2, 3, 255])
        // Beside an overlay's row the color under alpha 0 is kept, since nothing is done to it.
        try expectEqual(pixel([red, blue], 19, 19), [1, 2, 3, 0])
        red.alpha = 0.5
        blue.isHidden = true
        try expect(System4CompositingTests.differ(pixel([red, blue], 0, 0), [128, 1, 1, 255]) <= 1)
    }

    @Test("11.3: what a view of alpha 0.5 holds is faded with it: opaque red over white is (255, 127, 127)")
    func fadedParent() throws {
        var view = ImageView(image: try ViewCompositingTests.image([255, 0, 0, 255], 4, 4))
        view.alpha = 0.5
        let found = try System4CompositingTests.drawn(view, on: .white, width: 4)
        expect(System4CompositingTests.differ(found, [255, 127, 127, 255]) <= 1)
        // The background behind the picture is faded as one with it, and does not show through.
        view.backgroundColor = .color(Color(red: 0, green: 0, blue: 255))
        try expectEqual(System4CompositingTests.drawn(view, on: .white, width: 4), found)
    }

    @Test("11.4: of a hidden view nothing is drawn, and what it holds does not know")
    func hiddenParent() throws {
        var view = ImageView(image: try ViewCompositingTests.image([255, 0, 0, 255], 4, 4))
        view.backgroundColor = .black
        view.isHidden = true
        try expectEqual(System4CompositingTests.drawn(view, on: .white, width: 4), [255, 255, 255, 255])
        expect(view.visibleImage == view.image && view.image != nil)
    }
}
