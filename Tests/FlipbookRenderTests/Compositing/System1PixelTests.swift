import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Testing

/// System 1, as far as it is about pixels, and the images that a view's canvas draws.
@Suite("System 1: pixels of image views")
struct System1PixelTests {
    @Test("5: a view without an image is its background alone, 16 pixels of red")
    func background() throws {
        var view = ImageView(frame: Rect(x: 0, y: 0, width: 4, height: 4))
        view.backgroundColor = .color(Color(red: 255, green: 0, blue: 0))
        let canvas = Canvas(size: PixelSize(width: 4, height: 4), background: .clear, overlays: [view])
        let renderer = try CanvasRenderer(canvas: canvas, format: .rgba) { _ in Picture(4, 4) { _, _ in [0, 0, 0, 0] } }
        let picture = try renderer.render(Frame(file: FilePath("clear.png")))
        expectEqual(picture.bytes, Array(repeatElement([255, 0, 0, 255], count: 16).joined()))
    }

    /// The first row of the image that a view of 50x20 points shows: each pixel's red is its column in the source.
    private static func columns(_ change: (Image) -> Image, _ view: (inout ImageView) -> Void = { _ in }) throws
        -> [Int]
    {
        let file = Image(source: .file(FilePath("a.png")), pixelSize: PixelSize(width: 20, height: 20))
        var shown = ImageView(image: change(file))
        shown.frame = Rect(x: 0, y: 0, width: 50, height: 20)
        view(&shown)
        let canvas = Canvas(shown, showing: shown.visibleImage, filter: .nearest)
        let renderer = try CanvasRenderer(canvas: canvas, format: .rgba) { _ in
            Picture(20, 20) { x, y in [UInt8(x), UInt8(y), 0, 255] }
        }
        let picture = try renderer.render(try require(shown.visibleImage))
        return (0..<50).map { Int(picture.pixel($0, 0)[0]) }
    }

    @Test("3.1: caps that an image has are its view's canvas's")
    func caps() throws {
        let columns = try Self.columns {
            $0.resizableImage(withCapInsets: EdgeInsets(top: 6, left: 6, bottom: 6, right: 6))
        }
        expectEqual(columns, (0..<50).map { $0 < 6 ? $0 : $0 < 44 ? 6 + ($0 - 6) % 8 : $0 - 30 })
    }

    @Test("3.4: the former kind of caps stretches one column")
    func stretchable() throws {
        let columns = try Self.columns { $0.stretchableImage(withLeftCapWidth: 6, topCapHeight: 0) }
        expectEqual(columns, (0..<50).map { $0 < 6 ? $0 : $0 < 37 ? 6 : $0 - 30 })
    }

    @Test("3.6: a view's contentStretch cuts pictures without caps, and no others")
    func contentStretch() throws {
        let stretch = { (view: inout ImageView) in
            view.contentStretch = Rect(x: 0.3, y: 0, width: 0, height: 1)
        }
        let columns = try Self.columns({ $0 }, stretch)
        expectEqual(columns, (0..<50).map { $0 < 6 ? $0 : $0 < 37 ? 6 : $0 - 30 })
        let caps = EdgeInsets(top: 6, left: 6, bottom: 6, right: 6)
        try expectEqual(
            Self.columns({ $0.resizableImage(withCapInsets: caps) }, stretch),
            Self.columns { $0.resizableImage(withCapInsets: caps) }
        )
    }

    @Test("an image of an asset catalog is drawn with its slices (3.8)")
    func catalog() throws {
        var variant = ImageSet.Variant()
        variant.filename = "a.png"
        variant.resizing = ImageSet.Resizing(
            capInsets: EdgeInsets(left: 6, right: 6),
            mode: .stretch,
            centerWidth: 1
        )
        let set = ImageSet(name: "a", variants: [variant])
        let image = try require(Image(set, in: FilePath("a.imageset")))
            .withHeader(pixelSize: PixelSize(width: 20, height: 20), orientation: .up)
        expectEqual(image.size, Size(width: 13, height: 20))
        try expectEqual(Self.columns { _ in image }, (0..<50).map { $0 < 6 ? $0 : $0 < 44 ? 6 : $0 - 30 })
    }

    @Test("a picture that flips is mirrored with its caps where the view runs from right to left")
    func mirrored() throws {
        let caps = EdgeInsets(left: 6, right: 1)
        let plain = try Self.columns { $0.resizableImage(withCapInsets: caps, resizingMode: .stretch) }
        let flipped = try Self.columns(
            {
                $0.resizableImage(withCapInsets: caps, resizingMode: .stretch)
                    .imageFlippedForRightToLeftLayoutDirection()
            },
            { $0.semanticContentAttribute = .forceRightToLeft }
        )
        expect(Array(flipped.prefix(1)) == [19] && Array(flipped.suffix(6)) == [5, 4, 3, 2, 1, 0])
        expect(flipped.reversed().prefix(6).elementsEqual(plain.prefix(6)))
    }
}
