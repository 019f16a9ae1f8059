import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Testing

/// Drawn images in the places of those of files.
@Suite("Drawn images", .hangLimit, .enabled(if: RuntimeLibrary.pango.isInstalled, "Pango is not installed"))
struct DrawnImageTests {
    private static let red = Color(red: 255, green: 0, blue: 0)

    @Test("drawn images are frames of an animation, of the size in whole pixels that covers them")
    func animation() async throws {
        let images = (0..<3).map { number in
            GraphicsImageRenderer(size: Size(width: 4.5, height: 3), scale: 2).image {
                $0.fill(Rect(x: Double(number), y: 0, width: 1, height: 3), with: Self.red)
            }
        }
        expect(images[0].pixelSize == PixelSize(width: 9, height: 6) && images[0].size == Size(width: 4.5, height: 3))
        var view = ImageView(image: images[0])
        view.animationImages = images
        view.animationRepeatCount = 1
        view.startAnimating()
        let stream = try await FrameStream(view, scale: 2)
        var columns: [Int] = []
        for try await shown in stream {
            columns.append((0..<9).first { shown.picture[$0, 3] == Self.red } ?? -1)
        }
        expectEqual(columns, [0, 2, 4])
    }

    @Test("a drawn image has a thumbnail, as any bitmap of UIKit's")
    func thumbnail() throws {
        let drawn = GraphicsImageRenderer(size: Size(width: 20, height: 10), scale: 2).image {
            $0.fill(Rect(x: 0, y: 0, width: 20, height: 10), with: Self.red)
        }
        let thumbnail = try require(drawn.preparingThumbnail(of: Size(width: 5, height: 5)))
        expectEqual(thumbnail.pixelSize, PixelSize(width: 10, height: 5))
        let view = ImageView(image: thumbnail)
        let picture = try FrameRenderer.picture(of: view, scale: 2)
        expectEqual(picture[5, 2], Self.red)
    }

    @Test("on a canvas of other colors a drawn color is what a file's is")
    func colors() throws {
        let orange = Color(red: 250, green: 120, blue: 30)
        let drawn = GraphicsImageRenderer(size: Size(width: 1, height: 1)).image {
            $0.fill(Rect(x: 0, y: 0, width: 1, height: 1), with: orange)
        }
        let file = try Image(data: Picture(1, 1) { _, _ in [250, 120, 30, 255] }.pngData())
        let codecs = ImageCodecs.standard.reading(try SourceColors(canvas: CanvasColors(space: .displayP3)))
        func pixel(_ image: Image, _ codecs: ImageCodecs) throws -> [UInt8] {
            try FrameRenderer.picture(of: ImageView(image: image), format: .rgba64, codecs: codecs).bytes
        }
        try expectEqual(pixel(drawn, codecs), pixel(file, codecs))
        try expect(pixel(drawn, codecs) != pixel(drawn, .standard))
    }

    @Test("a drawing is drawn once for all drawings that it lies in, however deep", arguments: [(2, 60), (1, 4000)])
    func nested(times: Int, depth: Int) throws {
        let all = Rect(x: 0, y: 0, width: 4, height: 4)
        var image = GraphicsImageRenderer(size: all.size).image { $0.fill(all, with: Self.red) }
        for _ in 0..<depth {
            image = GraphicsImageRenderer(size: all.size).image { [image] context in
                for _ in 0..<times { context.draw(image, in: all) }
            }
        }
        try expectEqual(FrameRenderer.picture(of: ImageView(image: image))[3, 3], Self.red)
    }

    @Test("a part of an image that is enlarged a million times is drawn")
    func enlarged() throws {
        let image = try Image(data: Picture(2, 1) { x, _ in x == 0 ? [255, 0, 0, 255] : [0, 0, 255, 255] }.pngData())
        let drawn = GraphicsImageRenderer(size: Size(width: 4, height: 4)).image {
            $0.draw(image, in: Rect(x: -499_999, y: 0, width: 2_000_000, height: 1_000_000))
        }
        try expectEqual(FrameRenderer.picture(of: ImageView(image: drawn))[3, 3], Self.red)
    }

    @Test("a transform beyond the numbers leaves out what it is for, and nothing else")
    func transforms() throws {
        let all = Rect(x: 0, y: 0, width: 4, height: 4)
        let drawn = GraphicsImageRenderer(size: all.size, scale: 2).image { context in
            context.fill(all, with: Self.red)
            context.saveState()
            // It has an inverse, with the image's own scale it has none.
            context.scaleBy(x: 1e154, y: 1e154)
            context.fill(all, with: .black)
            context.restoreState()
        }
        try expectEqual(FrameRenderer.picture(of: ImageView(image: drawn))[3, 3], Self.red)
    }

    @Test("an image without an area has no pixels, and nothing is drawn")
    func empty() {
        var count = 0
        let image = GraphicsImageRenderer(size: .zero).image { _ in count += 1 }
        expect(image == .nothing && count == 0)
    }
}
