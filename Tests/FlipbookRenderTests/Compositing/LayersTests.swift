import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Testing

@Suite("Layers")
struct LayersTests {
    private static func draw(_ layers: [Layer], _ size: PixelSize, as format: PixelFormat) throws -> Picture {
        let scene = BoundScene(Scene(size: size, layers: layers))
        let target = RenderTarget(scene.scene, format: format)
        return try FrameRenderer(scene.drawings).picture(of: scene.displayList(at: 0), for: target)
    }

    @Test("the part of a canvas that a picture covers is known wherever its content mode places it")
    func area() throws {
        let size = PixelSize(width: 9, height: 9)
        let small = Picture(making: PixelSize(width: 2, height: 2), format: .rgba) { _ in }
        let image = try Image(data: PNGEncoder.encode(small))
        for (mode, place) in [
            (ContentMode.topLeft, PixelRect(x: 0, y: 0, width: 2, height: 2)),
            (.bottomRight, PixelRect(x: 7, y: 7, width: 2, height: 2)), (.scaleAspectFit, PixelRect(size)),
        ] {
            var layer = Layer(frame: Rect(origin: .zero, size: Size(size)), contents: .image(image))
            layer.contentMode = mode
            let bound = BoundScene(Scene(size: size, layers: [layer]))
            expectEqual(bound.area(of: bound.displayList(at: 0), for: RenderTarget(bound.scene)), place)
        }
    }

    /// A layer on all of a canvas whose properties are drawn at random.
    private static func layer(
        _ images: [Image],
        on size: PixelSize,
        _ random: inout SeededGenerator
    ) throws -> Layer {
        var layer = Layer(frame: Rect(origin: .zero, size: Size(size)))
        let backgrounds: [Background?] = [
            nil, .checkerboard, .color(Color(red: 9, green: 200, blue: 77)),
            .color(Color(red: 255, green: 3, blue: 128, alpha: 90)),
        ]
        layer.backgroundColor = try require(backgrounds.randomElement(using: &random))
        layer.contentMode = try require(ContentMode.allCases.randomElement(using: &random))
        layer.pixelPolicy = try require(PixelPolicy.allCases.randomElement(using: &random))
        layer.alpha = try require([1, 1, 0.4].randomElement(using: &random))
        layer.isOpaque = Int.random(in: 0..<4, using: &random) == 0
        layer.clipsToBounds = Bool.random(using: &random)
        layer.cornerRadius = try require([0, 0, 3.5, 100].randomElement(using: &random))
        var image = try require(images.randomElement(using: &random))
        switch Int.random(in: 0..<5, using: &random) {
        case 0: image = image.withRenderingMode(.alwaysTemplate)
        case 1: image = image.resizableImage(withCapInsets: EdgeInsets(top: 1, left: 2, bottom: 1, right: 1))
        case 2: image = Image(source: .black)
        default: break
        }
        layer.contents = Int.random(in: 0..<6, using: &random) == 0 ? .nothing : .image(image)
        return layer
    }

    @Test(
        "a layer over others is drawn as the lowest one is, to the bit",
        arguments: [PixelFormat.rgbaPremultiplied, .rgba64Premultiplied]
    )
    func onePath(format: PixelFormat) throws {
        let seed: UInt64 = 20261122
        var random = SeededGenerator(seed: seed)
        let size = PixelSize(width: 19, height: 14)
        let images = try [(19, 14), (7, 5), (31, 9)].map { width, height in
            try Image(data: Picture(width, height, random: &random).pngData(), scale: 1)
        }
        let clear = Layer(frame: Rect(origin: .zero, size: Size(size)))
        for trial in 0..<400 {
            let layer = try Self.layer(images, on: size, &random)
            let lowest = try Self.draw([layer], size, as: format)
            let above = try Self.draw([clear, layer], size, as: format)
            expectEqual(lowest.bytes, above.bytes, "trial \(trial) of seed \(seed): \(layer)")
        }
    }

    @Test("the squares behind a layer begin at its own corner, wherever it lies and its picture reaches")
    func checkerboard() throws {
        let image = try Image(data: TestFrames(width: 30, height: 20).png(1), scale: 1)
        let size = PixelSize(width: 60, height: 50)
        for (x, y) in [(0, 0), (11, 7), (-5, -3), (-5, 9), (40, 38)] {
            for contents in [Layer.Contents.nothing, .image(image)] {
                var layer = Layer(frame: Rect(x: Double(x), y: Double(y), width: 20, height: 16), contents: contents)
                layer.backgroundColor = .checkerboard
                layer.contentMode = .bottomRight
                layer.tintColor = .clear
                if contents != .nothing { layer.contents = .image(image.withRenderingMode(.alwaysTemplate)) }
                let picture = try Self.draw([layer], size, as: .rgba)
                for row in 0..<size.height {
                    for column in 0..<size.width {
                        let place = (x: column - x, y: row - y)
                        let isInside = (0..<20).contains(place.x) && (0..<16).contains(place.y)
                        let shade: UInt8 = isInside && (place.x / 8 + place.y / 8) % 2 == 0 ? 153 : 102
                        let expected: [UInt8] = isInside ? [shade, shade, shade, 255] : [0, 0, 0, 0]
                        try require(picture.pixel(column, row) == expected, "layer at \(x), \(y): \(column), \(row)")
                    }
                }
            }
        }
    }
}
