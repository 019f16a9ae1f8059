import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Testing

/// Rounded corners, beside areas that are added up from thin strips.
@Suite("Rounded corners")
struct CornerRadiusTests {
    /// How much of each pixel lies inside of a rounded rectangle of pixels, row by row.
    private static func coverage(_ size: PixelSize, radius: Double) -> [Double] {
        let (width, height) = (Double(size.width), Double(size.height))
        let radius = min(radius, width / 2, height / 2)
        let strips = 512
        return (0..<size.area).map { place in
            let (x, y) = (Double(place % size.width), Double(place / size.width))
            // Between two corners all of a pixel is inside.
            if x >= radius && x + 1 <= width - radius || y >= radius && y + 1 <= height - radius { return 1 }
            var inside = 0.0
            for strip in 0..<strips {
                let across = x + (Double(strip) + 0.5) / Double(strips)
                // How far the strip is from the center of the corner that it passes.
                let distance = max(radius - across, across - (width - radius), 0)
                let top = radius - max(radius * radius - distance * distance, 0).squareRoot()
                inside += max(min(y + 1, height - top) - max(y, top), 0)
            }
            return inside / Double(strips)
        }
    }

    /// The channels of a picture, as fractions of the largest value.
    private static func channels(_ picture: Picture) -> [Double] {
        picture.withUnsafeBytes { bytes in
            picture.format.isDeep
                ? bytes.bindMemory(to: UInt16.self).map { Double($0) / 65535 } : bytes.map { Double($0) / 255 }
        }
    }

    /// A level of the format.
    private static func level(_ format: PixelFormat) -> Double { format.isDeep ? 1.0 / 65535 : 1.0 / 255 }

    private static func view(_ size: Size, radius: Double) -> ImageView {
        var view = ImageView(frame: Rect(origin: .zero, size: size))
        view.backgroundColor = .color(Color(red: 255, green: 0, blue: 0))
        view.cornerRadius = radius
        return view
    }

    @Test(
        "a background has the exact area of each pixel as its alpha, in 8 and in 16 bits",
        arguments: LongTests.cases([PixelFormat.rgba, .bgra, .rgba64], every: 2),
        LongTests.cases([1.5, 1, 2, 3], every: 4)
    )
    func background(format: PixelFormat, scale: Double) throws {
        for (width, height) in [(1, 1), (2, 2), (5, 5), (8, 6), (7, 20), (40, 31)] {
            for radius in [0, 0.5, 1, 2.5, 3.3, 15.5, 1000] {
                let view = Self.view(Size(width: Double(width), height: Double(height)), radius: radius)
                let picture = try FrameRenderer.picture(of: view, scale: scale, format: format)
                let expected = Self.coverage(picture.size, radius: radius * scale)
                let channels = Self.channels(picture)
                let red = format == .bgra ? 2 : 0
                // The strips are not exact themselves.
                let error = Self.level(format) + 2e-4
                let wrong = expected.indices.first { place in
                    let alpha = channels[place * 4 + 3]
                    return abs(alpha - expected[place]) > error || alpha > 0 && channels[place * 4 + red] <= 0.99
                }
                expect(wrong == nil, "\(width)x\(height), radius \(radius): a pixel by its number")
            }
        }
    }

    @Test(
        "a picture lies over the corners, and is cut at them where the view clips",
        arguments: [PixelFormat.rgba, .rgba64]
    )
    func contents(format: PixelFormat) throws {
        let image = try Image(data: TestFrames(width: 12, height: 9).png(1), scale: 1)
        for mode in [ContentMode.scaleToFill, .topLeft] {
            for size in [Size(width: 12, height: 9), Size(width: 17, height: 14)] {
                var plain = ImageView(image: image)
                plain.frame = Rect(origin: .zero, size: size)
                plain.contentMode = mode
                let whole = Self.channels(try FrameRenderer.picture(of: plain, format: format))
                var rounded = plain
                rounded.cornerRadius = 4.5
                expectEqual(Self.channels(try FrameRenderer.picture(of: rounded, format: format)), whole)
                rounded.clipsToBounds = true
                let cut = try FrameRenderer.picture(of: rounded, format: format)
                let found = Self.channels(cut)
                for (place, inside) in Self.coverage(cut.size, radius: 4.5).enumerated() {
                    let alpha = whole[place * 4 + 3] * inside
                    expect(abs(found[place * 4 + 3] - alpha) <= Self.level(format) + 2e-4, "\(mode), pixel \(place)")
                }
            }
        }
    }

    @Test("an opaque view is black where its corners are cut off, and a faded one is faded there, too")
    func opacity() throws {
        var view = Self.view(Size(width: 9, height: 9), radius: 4)
        view.isOpaque = true
        let opaque = Self.channels(try FrameRenderer.picture(of: view))
        let inside = Self.coverage(PixelSize(width: 9, height: 9), radius: 4)
        for (place, inside) in inside.enumerated() {
            expectEqual(opaque[place * 4 + 3], 1)
            expect(abs(opaque[place * 4] - inside) <= 1.0 / 255 + 2e-4)
        }
        view.isOpaque = false
        view.alpha = 0.5
        let faded = Self.channels(try FrameRenderer.picture(of: view))
        for (place, inside) in inside.enumerated() {
            expect(abs(faded[place * 4 + 3] - inside / 2) <= 1.5 / 255)
        }
    }

    @Test("a layer over another one has its corners where it lies, also beyond the canvas")
    func overlay() throws {
        var scene = Scene(size: PixelSize(width: 20, height: 20), scale: 1)
        var ground = Layer(frame: scene.bounds)
        ground.backgroundColor = .color(Color(red: 255, green: 255, blue: 255))
        var over = Layer(frame: Rect(x: 12, y: 3, width: 14, height: 10))
        over.backgroundColor = .color(Color(red: 0, green: 0, blue: 0))
        over.cornerRadius = 4
        scene.layers = [ground, over]
        let bound = BoundScene(scene)
        let picture = try FrameRenderer(bound.drawings)
            .picture(of: bound.displayList(at: 0), for: RenderTarget(scene, format: .rgba))
        let channels = Self.channels(picture)
        let inside = Self.coverage(PixelSize(width: 14, height: 10), radius: 4)
        for y in 0..<20 {
            for x in 0..<20 {
                let isOver = (12..<26).contains(x) && (3..<13).contains(y)
                let expected = isOver ? 1 - inside[(y - 3) * 14 + x - 12] : 1
                expect(abs(channels[(y * 20 + x) * 4] - expected) <= 1.5 / 255, "\(x),\(y)")
            }
        }
    }

    @Test("black in the place of a missing picture is a picture: cut where the layer clips", arguments: [false, true])
    func black(clips: Bool) throws {
        var scene = Scene(size: PixelSize(width: 9, height: 7), scale: 1)
        for frame in [scene.bounds, Rect(x: 0, y: 0, width: 8, height: 7)] {
            var layer = Layer(frame: frame, contents: .image(Image(source: .black)))
            layer.backgroundColor = .color(.white)
            layer.cornerRadius = 3
            layer.clipsToBounds = clips
            scene.layers = [layer]
            let bound = BoundScene(scene)
            let picture = try FrameRenderer(bound.drawings)
                .picture(of: bound.displayList(at: 0), for: RenderTarget(scene, format: .rgba))
            let corner = try require(Self.channels(picture).dropFirst(3).first)
            expect(clips ? corner < 0.1 : corner == 1)
            expect(Self.channels(picture).dropFirst(16).prefix(4).elementsEqual([0, 0, 0, 1]))
        }
    }

    @Test("what is no radius changes nothing")
    func refused() {
        var view = ImageView()
        view.cornerRadius = 3
        view.cornerRadius = -1
        view.cornerRadius = .nan
        expectEqual(view.cornerRadius, 3)
        expectEqual(ImageView().cornerRadius, 0)
    }
}
