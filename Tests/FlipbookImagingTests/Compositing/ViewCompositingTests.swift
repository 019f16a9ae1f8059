import FlipbookCore
import FlipbookImaging
import Testing

/// Systems 4, 9 and 11: what becomes of a pixel in an image view, to the last bit.
@Suite("Compositing a view")
struct ViewCompositingTests {
    /// A row of the table: a picture's pixel, alpha, background and what is behind, and what comes out.
    struct Row: Sendable, CustomTestStringConvertible {
        let pixel: [UInt8]
        let alpha: Int
        let background: Color?
        let behind: Color
        let opaque: [UInt8]
        let other: [UInt8]

        var testDescription: String { "\(pixel) at \(alpha)/255 on \(background?.description ?? "nothing")" }
    }

    private static let (blue, green) = (Color(red: 0, green: 0, blue: 255), Color(red: 0, green: 255, blue: 0))

    static let rows = [
        Row(
            pixel: [255, 0, 0, 255],
            alpha: 255,
            background: blue,
            behind: green,
            opaque: [255, 0, 0, 255],
            other: [255, 0, 0, 255]
        ),
        Row(
            pixel: [255, 0, 0, 128],
            alpha: 255,
            background: blue,
            behind: green,
            opaque: [128, 0, 127, 255],
            other: [128, 0, 127, 255]
        ),
        Row(
            pixel: [255, 0, 0, 128],
            alpha: 128,
            background: blue,
            behind: green,
            opaque: [128, 0, 127, 255],
            other: [64, 127, 64, 255]
        ),
        Row(
            pixel: [255, 0, 0, 128],
            alpha: 128,
            background: nil,
            behind: green,
            opaque: [128, 0, 0, 255],
            other: [64, 191, 0, 255]
        ),
        Row(
            pixel: [200, 100, 50, 64],
            alpha: 51,
            background: Color(red: 10, green: 20, blue: 30, alpha: 128),
            behind: .white,
            opaque: [57, 40, 35, 255],
            other: [234, 229, 228, 255]
        ),
        Row(
            pixel: [255, 0, 0, 255],
            alpha: 128,
            background: nil,
            behind: .clear,
            opaque: [255, 0, 0, 255],
            other: [128, 0, 0, 128]
        ),
        Row(
            pixel: [200, 100, 50, 64],
            alpha: 191,
            background: nil,
            behind: .clear,
            opaque: [50, 25, 13, 255],
            other: [37, 19, 10, 48]
        ),
    ]

    /// An image of one colour in memory.
    static func image(_ pixel: [UInt8], _ width: Int = 1, _ height: Int = 1) throws -> Image {
        try Image(reading: PNGEncoder.encode(Picture(width, height) { _, _ in pixel }))
    }

    /// The tolerance that the table has where a product is rounded twice.
    private static func differ(_ one: [UInt8], _ other: [UInt8]) -> Int {
        zip(one, other).map { abs(Int($0) - Int($1)) }.max() ?? 0
    }

    @Test("4: a view over something is the table's, opaque or not, for any width of a row", arguments: rows)
    func table(row: Row) throws {
        for width in [1, 7, 8, 9, 40] {
            for isOpaque in [true, false] {
                var view = ImageView(image: try Self.image(row.pixel, width))
                view.alpha = Double(row.alpha) / 255
                view.backgroundColor = row.background.map(Background.color)
                view.isOpaque = isOpaque
                let canvas = Canvas(
                    size: PixelSize(width: width, height: 1),
                    background: .color(row.behind),
                    overlays: [view]
                )
                let renderer = try FrameRenderer(canvas: canvas, format: .rgbaPremultiplied) { _ in
                    Picture(1, 1) { _, _ in [0, 0, 0, 0] }
                }
                let found = try renderer.render(Frame(file: FilePath("clear.png")))
                let expected = isOpaque ? row.opaque : row.other
                for x in 0..<width {
                    #expect(Self.differ(found.pixel(x, 0), expected) <= (isOpaque || row.alpha == 255 ? 0 : 1))
                }
            }
        }
    }

    @Test("4: the frame itself goes by the same table, over nothing or over black", arguments: rows)
    func frame(row: Row) throws {
        for (isOpaque, behind) in [(true, Color.clear), (false, .clear), (false, .black)] {
            let canvas = Canvas(
                size: PixelSize(width: 3, height: 2),
                background: row.background.map(Background.color) ?? .clear,
                alpha: Double(row.alpha) / 255,
                isOpaque: isOpaque
            )
            let renderer = try FrameRenderer(
                canvas: canvas,
                format: .rgbaPremultiplied,
                isFlattened: behind == .black
            ) { _ in Picture(3, 2) { _, _ in row.pixel } }
            let found = try renderer.render(Frame(file: FilePath("a.png"))).pixel(2, 1)
            if isOpaque {
                #expect(found == row.opaque)
            } else if row.behind == behind {
                #expect(found == row.other)
            } else {
                #expect(behind == .clear || found[3] == 255)
            }
        }
    }

    @Test(
        "9: a template is its alpha in the tint's colour",
        arguments: [
            ([12, 200, 90, 255], Color(red: 255, green: 0, blue: 0), [255, 0, 0, 255]),
            ([12, 200, 90, 128], Color(red: 255, green: 0, blue: 0), [128, 0, 0, 128]),
            ([0, 0, 0, 64], Color(red: 0, green: 128, blue: 255, alpha: 128), [0, 16, 32, 32]),
            ([12, 200, 90, 0], Color(red: 255, green: 0, blue: 0), [0, 0, 0, 0]),
        ] as [([UInt8], Color, [UInt8])]
    )
    func tint(pixel: [UInt8], tint: Color, expected: [UInt8]) throws {
        // As it is, and enlarged: two ways of drawing.
        for side in [1, 3, 20] {
            let canvas = Canvas(
                size: PixelSize(width: 20, height: 20),
                background: .clear,
                filter: .nearest,
                tintColor: tint
            )
            let renderer = try FrameRenderer(canvas: canvas, format: .rgbaPremultiplied) { _ in
                Picture(side, side) { _, _ in pixel }
            }
            #expect(try renderer.render(Frame(file: FilePath("a.png"))).pixel(7, 19) == expected)
        }
    }

    @Test("a view without a picture shows its background alone, a hidden one nothing (1.5)")
    func backgroundOnly() throws {
        var view = ImageView(frame: Rect(x: 0, y: 0, width: 4, height: 4))
        view.backgroundColor = .color(Color(red: 255, green: 0, blue: 0))
        var canvas = Canvas(size: PixelSize(width: 4, height: 4), background: .clear, overlays: [view])
        func drawn() throws -> [UInt8] {
            try FrameRenderer(canvas: canvas, format: .rgba) { _ in Picture(1, 1) { _, _ in [0, 0, 0, 0] } }
                .render(Frame(file: FilePath("a.png"))).bytes
        }
        #expect(try drawn() == [[UInt8]](repeating: [255, 0, 0, 255], count: 16).flatMap { $0 })
        canvas.overlays[0].isHidden = true
        #expect(try drawn() == [UInt8](repeating: 0, count: 64))
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
        let renderer = try FrameRenderer(canvas: canvas, format: .rgba) { _ in Picture(1, 1) { _, _ in [9, 9, 9, 255] }
        }
        #expect(try renderer.render(Frame(file: FilePath("a.png"))).bytes == [0, 0, 0, 0, 0, 0, 255, 255])
    }

    @Test("11: of two overlays the later one is on top, in every format", arguments: [PixelFormat.rgba, .bgra])
    func order(format: PixelFormat) throws {
        var red = ImageView(image: try Self.image([255, 0, 0, 255], 10, 10))
        var blue = ImageView(image: try Self.image([0, 0, 255, 255], 10, 10))
        blue.frame.origin = Point(x: 5, y: 5)
        func pixel(_ overlays: [ImageView], _ x: Int, _ y: Int) throws -> [UInt8] {
            let canvas = Canvas(size: PixelSize(width: 20, height: 20), background: .clear, overlays: overlays)
            let renderer = try FrameRenderer(canvas: canvas, format: format) { _ in
                Picture(20, 20) { x, _ in [1, 2, 3, x < 18 ? 255 : 0] }
            }
            let found = try renderer.render(Frame(file: FilePath("a.png"))).pixel(x, y)
            return format == .bgra ? [found[2], found[1], found[0], found[3]] : found
        }
        #expect(try pixel([red, blue], 5, 5) == [0, 0, 255, 255])
        #expect(try pixel([blue, red], 5, 5) == [255, 0, 0, 255])
        #expect(try pixel([red, blue], 4, 4) == [255, 0, 0, 255])
        #expect(try pixel([red, blue], 15, 15) == [1, 2, 3, 255])
        // Beside an overlay's row the colour under alpha 0 is kept, since nothing is done to it.
        #expect(try pixel([red, blue], 19, 19) == [1, 2, 3, 0])
        red.alpha = 0.5
        blue.isHidden = true
        #expect(try Self.differ(pixel([red, blue], 0, 0), [128, 1, 1, 255]) <= 1)
    }

    @Test("an overlay that is larger than its view reaches beyond it, unless it clips to its bounds")
    func clipping() throws {
        var view = ImageView(image: try Self.image([255, 0, 0, 255], 6, 6))
        view.frame = Rect(x: 4, y: 4, width: 2, height: 2)
        view.contentMode = .center
        view.backgroundColor = .color(.white)
        func reds() throws -> Int {
            let canvas = Canvas(size: PixelSize(width: 20, height: 20), background: .clear, overlays: [view])
            let bytes = try FrameRenderer(canvas: canvas, format: .rgba) { _ in Picture(1, 1) { _, _ in [0, 0, 0, 0] } }
                .render(Frame(file: FilePath("a.png"))).bytes
            return stride(from: 0, to: bytes.count, by: 4).count { bytes[$0] == 255 && bytes[$0 + 1] == 0 }
        }
        #expect(try reds() == 36)
        view.clipsToBounds = true
        #expect(try reds() == 4)
        view.frame.origin = Point(x: 19, y: 19)
        view.clipsToBounds = false
        #expect(try reds() == 9)
        view.frame.origin = Point(x: 40, y: 40)
        #expect(try reds() == 0)
    }

    @Test("an overlay whose file is missing is an error that names it")
    func missing() {
        let view = ImageView(
            image: Image(source: .file(FilePath("none.png")), pixelSize: PixelSize(width: 1, height: 1))
        )
        let canvas = Canvas(size: PixelSize(width: 2, height: 2), overlays: [view])
        #expect(throws: CanvasError.overlay(FrameRenderError(path: FilePath("none.png"), cause: .unreadable(errno: 2))))
        {
            // The view has the image's size.
            try FrameRenderer(canvas: canvas, format: .rgba) { _ in Picture(1, 1) { _, _ in [0, 0, 0, 0] } }
        }
    }

    @Test("an alpha that is none is refused", arguments: [-0.1, 1.1, .nan, .infinity])
    func badAlpha(alpha: Double) {
        let canvas = Canvas(size: PixelSize(width: 2, height: 2), alpha: alpha)
        #expect(throws: CanvasError.self) {
            try FrameRenderer(canvas: canvas, format: .rgba) { _ in Picture(1, 1) { _, _ in [0, 0, 0, 0] } }
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
                        return try FrameRenderer(canvas: canvas, format: format) { _ in picture }
                            .render(Frame(file: FilePath("a.png"))).bytes
                    }
                    #expect(drawn[0] == drawn[1])
                }
            }
        }
    }
}
