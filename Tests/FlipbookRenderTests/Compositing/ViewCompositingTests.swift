import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Testing

/// What becomes of pixels in an image view, beside the tables of its systems.
@Suite("Compositing a view")
struct ViewCompositingTests {
    /// An image of one color in memory.
    static func image(_ pixel: [UInt8], _ width: Int = 1, _ height: Int = 1) throws -> Image {
        try Image(data: PNGEncoder.encode(Picture(width, height) { _, _ in pixel }))
    }

    @Test("a view without a picture shows its background alone, a hidden one nothing (1.5)")
    func backgroundOnly() throws {
        var view = ImageView(frame: Rect(x: 0, y: 0, width: 4, height: 4))
        view.backgroundColor = .color(Color(red: 255, green: 0, blue: 0))
        var canvas = Canvas(size: PixelSize(width: 4, height: 4), background: .clear, overlays: [view])
        func drawn() throws -> [UInt8] {
            try CanvasRenderer(canvas: canvas, format: .rgba) { _ in Picture(1, 1) { _, _ in [0, 0, 0, 0] } }
                .render(Frame(file: FilePath("a.png"))).bytes
        }
        try expectEqual(drawn(), [[UInt8]](repeating: [255, 0, 0, 255], count: 16).flatMap { $0 })
        canvas.overlays[0].isHidden = true
        try expectEqual(drawn(), [UInt8](repeating: 0, count: 64))
    }

    @Test("a hidden canvas draws neither frame nor background, and its overlays all the same")
    func hidden() throws {
        var view = ImageView(image: try Self.image([0, 0, 255, 255], 2, 2))
        view.frame = Rect(x: 1, y: 0, width: 1, height: 1)
        let canvas = Canvas(
            size: PixelSize(width: 2, height: 1),
            background: .color(.white),
            isOpaque: true,
            isHidden: true,
            overlays: [view]
        )
        let renderer = try CanvasRenderer(canvas: canvas, format: .rgba) { _ in
            Picture(1, 1) { _, _ in [9, 9, 9, 255] }
        }
        try expectEqual(renderer.render(Frame(file: FilePath("a.png"))).bytes, [0, 0, 0, 0, 0, 0, 255, 255])
    }

    @Test("over a view at alpha 0 an overlay is the lowest that is seen: it keeps its pixels, whatever their alpha")
    func overNothing() throws {
        var generator = SeededGenerator(seed: 27)
        let overlay = Picture(16, 16, random: &generator)
        var view = ImageView(image: try Image(data: PNGEncoder.encode(overlay)))
        view.frame = Rect(x: 0, y: 0, width: 20, height: 20)
        view.contentMode = .bottomRight
        let canvas = Canvas(
            size: PixelSize(width: 20, height: 20),
            background: .color(.white),
            alpha: 0,
            overlays: [view]
        )
        let renderer = try CanvasRenderer(canvas: canvas, format: .rgba) { _ in
            Picture(1, 1) { _, _ in [9, 9, 9, 255] }
        }
        let drawn = try renderer.render(Frame(file: FilePath("a.png")))
        for y in 0..<16 {
            for x in 0..<16 {
                let pixel = overlay.pixel(x, y)
                // What is clear has no color to keep.
                if pixel[3] > 0 { expectEqual(drawn.pixel(x + 4, y + 4), pixel, "at \(x), \(y)") }
            }
        }
        expectEqual(drawn.pixel(0, 0), [0, 0, 0, 0])
    }

    @Test("an overlay that is larger than its view reaches beyond it, unless it clips to its bounds")
    func clipping() throws {
        var view = ImageView(image: try Self.image([255, 0, 0, 255], 6, 6))
        view.frame = Rect(x: 4, y: 4, width: 2, height: 2)
        view.contentMode = .center
        view.backgroundColor = .color(.white)
        func reds() throws -> Int {
            let canvas = Canvas(size: PixelSize(width: 20, height: 20), background: .clear, overlays: [view])
            let bytes = try CanvasRenderer(canvas: canvas, format: .rgba) { _ in Picture(1, 1) { _, _ in [0, 0, 0, 0] }
            }
            .render(Frame(file: FilePath("a.png"))).bytes
            return stride(from: 0, to: bytes.count, by: 4).count { bytes[$0] == 255 && bytes[$0 + 1] == 0 }
        }
        try expectEqual(reds(), 36)
        view.clipsToBounds = true
        try expectEqual(reds(), 4)
        view.frame.origin = Point(x: 19, y: 19)
        view.clipsToBounds = false
        try expectEqual(reds(), 9)
        view.frame.origin = Point(x: 40, y: 40)
        try expectEqual(reds(), 0)
    }

    @Test("overlays that lie wholly beside the canvas are reported, hidden and transparent ones are not")
    func unseen() throws {
        var view = ImageView(image: try Self.image([255, 0, 0, 255], 4, 4))
        var views = [view]
        view.frame.origin = Point(x: 9, y: 9)
        views.append(view)
        view.frame.origin = Point(x: 10, y: 0)
        views.append(view)
        view.isHidden = true
        views.append(view)
        view.isHidden = false
        view.alpha = 0
        views.append(view)
        let insets = Overlay(image: FilePath("a.png"), inset: 10)
        views.append(insets.view(showing: try Self.image([255, 0, 0, 255], 4, 4), on: Size(width: 10, height: 10)))
        views.append(ImageView(image: try Self.image([255, 0, 0, 255], 20, 20)))
        let canvas = Canvas(size: PixelSize(width: 10, height: 10), overlays: views)
        for format in [PixelFormat.rgba, .rgba64] {
            let renderer = try CanvasRenderer(canvas: canvas, format: format) { _ in
                Picture(1, 1) { _, _ in [0, 0, 0, 0] }
            }
            expectEqual(renderer.unseenOverlays, [2, 5])
        }
    }

    @Test("an overlay whose file is missing is an error that names it and its place")
    func missing() throws {
        let view = ImageView(
            image: Image(source: .file(FilePath("none.png")), pixelSize: PixelSize(width: 1, height: 1))
        )
        let present = ImageView(image: try Self.image([255, 0, 0, 255]))
        let canvas = Canvas(size: PixelSize(width: 2, height: 2), overlays: [present, view])
        let none = FilePath("none.png")
        let cause = ImageError(.unreadable(errno: 2), path: none)
        #expect(throws: CanvasError.overlay(1, FrameRenderError(path: none, cause: cause))) {
            // The view has the image's size.
            try CanvasRenderer(canvas: canvas, format: .rgba) { _ in Picture(1, 1) { _, _ in [0, 0, 0, 0] } }
        }
    }

    @Test("an alpha that is none is refused", arguments: [-0.1, 1.1, .nan, .infinity])
    func badAlpha(alpha: Double) {
        let canvas = Canvas(size: PixelSize(width: 2, height: 2), alpha: alpha)
        #expect(throws: CanvasError.self) {
            try CanvasRenderer(canvas: canvas, format: .rgba) { _ in Picture(1, 1) { _, _ in [0, 0, 0, 0] } }
        }
    }

    @Test("for opaque frames an opaque view draws the same bytes as any other, in every format and size")
    func opaqueFastPath() throws {
        var generator = SeededGenerator(seed: 44)
        for side in [4, 13, 32] {
            let random = Picture(side, side, random: &generator)
            let picture = Picture(side, side) { x, y in Array(random.pixel(x, y).dropLast()) + [255] }
            for format in [PixelFormat.rgba, .bgra, .rgbaPremultiplied, .i420] {
                for size in [side, 20] {
                    let drawn = try [true, false].map { isOpaque in
                        let canvas = Canvas(
                            size: PixelSize(width: size, height: size),
                            background: .clear,
                            isOpaque: isOpaque
                        )
                        return try CanvasRenderer(canvas: canvas, format: format) { _ in picture }
                            .render(Frame(file: FilePath("a.png"))).bytes
                    }
                    expectEqual(drawn[0], drawn[1])
                }
            }
        }
    }
}
