import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookTestSupport
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
        canvas.resizing = caps.map { .capInsets($0, resizing) }
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
                let whole = try picture.resized(slices, to: rect.size, scale: 1)
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
                expect(isExact, "\(mode), \(resizing)")
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
            expectEqual(with.bytes, without.bytes)
        }
    }

    @Test("a frame of the canvas's own size and scale comes through untouched")
    func untouched() throws {
        var generator = SeededGenerator(seed: 10)
        let picture = Picture(12, 10, random: &generator)
        try expect(Picture.drawn(picture, scale: 2, on: canvas(12, 10, scale: 2)) === picture)
        // The same pixels at half the scale are caps of half their size, and three tiles between them.
        let resized = try Picture.drawn(picture, scale: 2, on: canvas(12, 10))
        expect(resized !== picture && resized.bytes != picture.bytes)
    }

    @Test("no caps tile the whole frame; without caps it is stretched")
    func wholeTile() throws {
        let picture = Picture(4, 4) { x, y in [UInt8(x * 60), UInt8(y * 60), 0, 255] }
        let tiled = try Picture.drawn(picture, on: canvas(10, 6, caps: .zero))
        for y in 0..<6 {
            for x in 0..<10 { expectEqual(tiled.pixel(x, y), picture.pixel(x % 4, y % 4)) }
        }
        let stretched = try Picture.drawn(picture, on: canvas(10, 6, caps: .zero, resizing: .stretch))
        expectEqual(stretched.bytes, (try Picture.drawn(picture, on: canvas(10, 6, caps: nil))).bytes)
    }

    @Test("a single pixel that two caps share is copied from the nearer one, not mixed")
    func sharedPixel() throws {
        let picture = Picture(2, 1) { x, _ in [UInt8(x * 200), 0, 0, 255] }
        let drawn = try Picture.drawn(picture, on: canvas(1, 1, caps: EdgeInsets(left: 1, right: 1)))
        expectEqual(drawn.bytes, [0, 0, 0, 255])
    }

    @Test("3.4: the former stretchable image repeats one column behind its left cap")
    func stretchable() throws {
        let picture = Picture(20, 20) { x, y in [UInt8(x), UInt8(y), 0, 255] }
        var canvas = Canvas(50, 40, filter: .nearest)
        canvas.resizing = .stretchable(leftCapWidth: 6, topCapHeight: 0)
        let drawn = try Picture.drawn(picture, on: canvas)
        expectEqual(
            (0..<50).map { Int(drawn.pixel($0, 0)[0]) },
            Array(0..<6) + [Int](repeating: 6, count: 31) + Array(7..<20)
        )
        expectEqual((0..<40).map { Int(drawn.pixel(0, $0)[1]) }, (0..<40).map { $0 / 2 })
    }

    @Test("3.6: the content stretch stretches its part of the picture in the modes that scale, but not in redraw")
    func contentStretch() throws {
        let picture = Picture(100, 50) { x, y in [UInt8(x), UInt8(y), 0, 255] }
        var canvas = Canvas(300, 150, filter: .nearest)
        let plain = try Picture.drawn(picture, on: canvas).bytes
        canvas.resizing = .contentStretch(Rect(x: 0.4, y: 0.4, width: 0.2, height: 0.2))
        let drawn = try Picture.drawn(picture, on: canvas)
        expect((0..<40).allSatisfy { drawn.pixel($0, 0)[0] == UInt8($0) })
        expect((40..<260).allSatisfy { drawn.pixel($0, 0)[0] == UInt8(40 + ($0 - 40) / 11) })
        expect((260..<300).allSatisfy { drawn.pixel($0, 0)[0] == UInt8($0 - 200) })
        expect(drawn.pixel(0, 19)[1] == 19 && drawn.pixel(0, 130)[1] == 30)
        canvas.contentMode = .redraw
        try expectEqual(Picture.drawn(picture, on: canvas).bytes, plain)
        canvas.contentMode = .scaleToFill
        canvas.resizing = .contentStretch(Rect(x: 0, y: 0, width: 1, height: 1))
        try expectEqual(Picture.drawn(picture, on: canvas).bytes, plain)
    }

    @Test("3.8: what a catalog's picture discards shows in no mode, and its natural size is smaller by it")
    func catalog() throws {
        // Red where nothing may be read.
        let picture = Picture(40, 40) { x, y in
            (13..<28).contains(x) || (13..<28).contains(y) ? [255, 0, 0, 255] : [0, UInt8(x), UInt8(y), 255]
        }
        let resizing = ImageSet.Resizing(
            capInsets: EdgeInsets(top: 12, left: 12, bottom: 12, right: 12),
            mode: .stretch,
            centerWidth: 1,
            centerHeight: 1
        )
        for mode in ContentMode.allCases {
            for size in [25, 61] {
                var canvas = Canvas(size, size, scale: 2, mode)
                canvas.resizing = .catalog(resizing)
                let drawn = try Picture.drawn(picture, scale: 2, on: canvas)
                let bytes = drawn.bytes
                expect(stride(from: 0, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 0 }, "\(mode)")
                let shown = stride(from: 3, to: bytes.count, by: 4).count { bytes[$0] == 255 }
                expectEqual(shown, (mode.isResizing ? size * size : 625), "\(mode)")
                guard mode == .topLeft else { continue }
                expectEqual((0..<25).map { Int(drawn.pixel($0, 24)[1]) }, Array(0..<13) + Array(28..<40))
            }
        }
    }

    @Test("slices that discard all behind the caps leave out the rest of the file where nothing is scaled")
    func discardedEnd() throws {
        let picture = Picture(6, 2) { x, y in [UInt8(x * 10), UInt8(y), 0, 255] }
        var canvas = Canvas(3, 2, .topLeft)
        canvas.resizing = .catalog(
            .init(parts: .threeHorizontal, capInsets: .init(left: 2), mode: .tile, centerWidth: 1)
        )
        let drawn = try Picture.drawn(picture, on: canvas)
        expectEqual((0..<2).map { y in (0..<3).map { Int(drawn.pixel($0, y)[0]) } }, [[0, 10, 20], [0, 10, 20]])
    }

    @Test("an explicit tile without caps repeats the picture, a stretch or nothing scales it")
    func explicitMode() throws {
        let picture = Picture(4, 4) { x, y in [UInt8(x * 60), UInt8(y * 60), 0, 255] }
        func drawn(_ caps: EdgeInsets?, _ mode: ResizingMode?) throws -> [UInt8] {
            var canvas = Canvas(10, 6)
            canvas.resizing = ImageResizing(capInsets: caps, mode: mode)
            return try Picture.drawn(picture, on: canvas).bytes
        }
        let scaled = try drawn(nil, nil)
        try expect(drawn(nil, .stretch) == scaled && drawn(.zero, .stretch) == scaled)
        let tiled = (0..<60).flatMap { picture.pixel($0 % 10 % 4, $0 / 10 % 4) }
        try expect(drawn(nil, .tile) == tiled && drawn(.zero, nil) == tiled)
    }

    @Test("the background shows through a resized frame, in every format")
    func background() throws {
        let picture = Picture(9, 9) { _, _ in [255, 0, 0, 128] }
        let blue = Background.color(Color(red: 0, green: 0, blue: 255))
        let result = try Picture.drawn(picture, on: canvas(30, 20, .scaleToFill, blue))
        let bytes = result.bytes
        expect(
            stride(from: 0, to: bytes.count, by: 4).allSatisfy { Array(bytes[$0..<($0 + 4)]) == [128, 0, 127, 255] }
        )
        let video = try Picture.drawn(picture, on: canvas(30, 20, .scaleToFill, blue), as: .i420).bytes
        expectEqual(Set(video[..<600]).count, 1)
    }

    @Test("caps larger than a frame are an error that names its file and the caps")
    func tooLarge() throws {
        let picture = Picture(4, 9) { _, _ in [0, 0, 0, 255] }
        let error = #expect(throws: FrameRenderError.self) { try Picture.drawn(picture, on: canvas(30, 30)) }
        expectEqual(
            error?.description,
            "picture.png: cannot be resized: The cap insets left 3 and right 2 are together "
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
        let renderer = try CanvasRenderer(canvas: canvas, format: .rgbaPremultiplied) { _ in pictures[0] }
        for (picture, scale) in zip(pictures, [1, 1, 2]) {
            let alone = try Picture.drawn(picture, scale: scale, on: canvas, as: .rgbaPremultiplied)
            try expectEqual(renderer.draw(picture, scale: Double(scale)).bytes, alone.bytes)
        }
    }
}
