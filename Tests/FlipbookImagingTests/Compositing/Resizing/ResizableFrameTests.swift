import FlipbookCore
import FlipbookImaging
import Testing

@Suite("Resizable frames")
struct ResizableFrameTests {
    private static let caps = EdgeInsets(top: 2, left: 3, bottom: 1, right: 2)

    private func canvas(
        _ width: Int,
        _ height: Int,
        scale: Double = 1,
        _ mode: ContentMode = .scaleToFill,
        _ background: Background = .clear,
        caps: EdgeInsets? = caps,
        resizing: ResizingMode = .tile
    ) -> Canvas {
        var canvas = Canvas(width, height, scale: scale, mode, background)
        canvas.capInsets = caps
        canvas.resizingMode = resizing
        return canvas
    }

    @Test("a frame is resized into the rectangle of its content mode, and what reaches beyond the canvas is cut off")
    func contentModes() throws {
        var generator = SeededGenerator(seed: 8)
        let picture = Picture(12, 9, random: &generator)
        for (mode, rect) in [
            (ContentMode.scaleToFill, PixelRect(x: 0, y: 0, width: 40, height: 20)),
            (.redraw, PixelRect(x: 0, y: 0, width: 40, height: 20)),
            (.scaleAspectFit, PixelRect(x: 7, y: 0, width: 26, height: 20)),
            (.scaleAspectFill, PixelRect(x: 0, y: -5, width: 40, height: 30)),
        ] {
            for resizing in ResizingMode.allCases {
                let slices = try ImageSlices(of: picture.size, capInsets: Self.caps, mode: resizing)
                let whole = picture.resized(slices, to: rect.size, scale: 1)
                let result = try Picture.drawn(
                    picture,
                    on: canvas(40, 20, mode, resizing: resizing),
                    as: .rgbaPremultiplied
                )
                var isExact = true
                for y in 0..<20 {
                    for x in 0..<40 {
                        let isInside = rect.columns.contains(x) && rect.rows.contains(y)
                        let expected = isInside ? whole.pixel(x - rect.x, y - rect.y) : [0, 0, 0, 0]
                        isExact = isExact && result.pixel(x, y) == expected
                    }
                }
                #expect(isExact, "\(mode), \(resizing)")
            }
        }
    }

    @Test(
        "in the modes that do not scale, caps change nothing",
        arguments: ContentMode.allCases.filter { !$0.isResizing }
    )
    func unscaledModes(mode: ContentMode) throws {
        var generator = SeededGenerator(seed: 9)
        let picture = Picture(12, 10, random: &generator)
        for scale in [1, 2] {
            let with = try Picture.drawn(picture, scale: scale, on: canvas(17, 15, mode, .checkerboard))
            let without = try Picture.drawn(picture, scale: scale, on: canvas(17, 15, mode, .checkerboard, caps: nil))
            #expect(with.bytes == without.bytes)
        }
    }

    @Test("a frame of the canvas's own size and scale comes through untouched")
    func untouched() throws {
        var generator = SeededGenerator(seed: 10)
        let picture = Picture(12, 10, random: &generator)
        #expect(try Picture.drawn(picture, scale: 2, on: canvas(12, 10, scale: 2)) === picture)
        // The same pixels at half the scale are caps of half their size, and three tiles between them.
        let resized = try Picture.drawn(picture, scale: 2, on: canvas(12, 10))
        #expect(resized !== picture && resized.bytes != picture.bytes)
    }

    @Test("no caps tile the whole frame; without caps it is stretched")
    func wholeTile() throws {
        let picture = Picture(4, 4) { x, y in [UInt8(x * 60), UInt8(y * 60), 0, 255] }
        let tiled = try Picture.drawn(picture, on: canvas(10, 6, caps: .zero))
        for y in 0..<6 {
            for x in 0..<10 { #expect(tiled.pixel(x, y) == picture.pixel(x % 4, y % 4)) }
        }
        let stretched = try Picture.drawn(picture, on: canvas(10, 6, caps: .zero, resizing: .stretch))
        #expect(stretched.bytes == (try Picture.drawn(picture, on: canvas(10, 6, caps: nil))).bytes)
    }

    @Test("the background shows through a resized frame, in every format")
    func background() throws {
        let picture = Picture(9, 9) { _, _ in [255, 0, 0, 128] }
        let blue = Background.color(Color(red: 0, green: 0, blue: 255))
        let result = try Picture.drawn(picture, on: canvas(30, 20, .scaleToFill, blue))
        let bytes = result.bytes
        #expect(
            stride(from: 0, to: bytes.count, by: 4).allSatisfy { Array(bytes[$0..<($0 + 4)]) == [128, 0, 127, 255] }
        )
        let video = try Picture.drawn(picture, on: canvas(30, 20, .scaleToFill, blue), as: .i420).bytes
        #expect(Set(video[..<600]).count == 1)
    }

    @Test("caps larger than a frame are an error that names its file and the caps")
    func tooLarge() throws {
        let picture = Picture(4, 9) { _, _ in [0, 0, 0, 255] }
        let error = #expect(throws: FrameRenderError.self) { try Picture.drawn(picture, on: canvas(30, 30)) }
        #expect(
            error?.description == "picture.png: cannot be resized: The cap insets left 3 and right 2 are together "
                + "larger than the image, which is 4 points wide; make them smaller."
        )
        // Where they have no effect, they need not fit.
        #expect(throws: Never.self) { try Picture.drawn(picture, on: canvas(30, 30, .center)) }
    }

    @Test("frames of several sizes and scales take turns on one canvas")
    func turns() throws {
        var generator = SeededGenerator(seed: 12)
        let pictures = [(12, 9), (9, 12), (12, 9)].map { Picture($0.0, $0.1, random: &generator) }
        let canvas = canvas(31, 23)
        let renderer = try FrameRenderer(canvas: canvas, format: .rgbaPremultiplied) { _ in pictures[0] }
        for (picture, scale) in zip(pictures, [1, 1, 2]) {
            let alone = try Picture.drawn(picture, scale: scale, on: canvas, as: .rgbaPremultiplied)
            #expect(try renderer.draw(picture, scale: Double(scale)).bytes == alone.bytes)
        }
    }
}
