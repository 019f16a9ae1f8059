import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Testing

/// What a view draws at 16 bits per channel beside what it draws at 8.
@Suite("One definition at two depths")
struct TwoDepthsTests {
    private static func color(_ generator: inout SeededGenerator) -> Color {
        let bytes = generator.bytes(4)
        let isOpaque = Bool.random(using: &generator)
        return Color(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: isOpaque ? 255 : bytes[3])
    }

    private static func background(_ generator: inout SeededGenerator) -> Background {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: .checkerboard
        case 1: .clear
        default: .color(color(&generator))
        }
    }

    private static func resizing(_ generator: inout SeededGenerator) -> ImageResizing? {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: .capInsets(EdgeInsets(top: 1, left: 0, bottom: 1, right: 2), .tile)
        case 1: .capInsets(EdgeInsets(top: 1, left: 1, bottom: 0.5, right: 1.5), .stretch)
        case 2: .stretchable(leftCapWidth: 1, topCapHeight: 2)
        case 3: .contentStretch(Rect(x: 0.2, y: 0.3, width: 0.5, height: 0.2))
        default: nil
        }
    }

    private static func overlay(_ generator: inout SeededGenerator) throws -> ImageView {
        let side = Int.random(in: 1...8, using: &generator)
        var view = ImageView(image: try Image(data: PNGEncoder.encode(Picture(side, 5, random: &generator))))
        view.frame.origin = Point(x: Double(Int.random(in: -4...9, using: &generator)), y: 1.25)
        view.frame.size.width += Double(Int.random(in: 0...3, using: &generator))
        view.alpha = Double(Int.random(in: 0...255, using: &generator)) / 255
        view.backgroundColor = Bool.random(using: &generator) ? nil : background(&generator)
        view.isOpaque = Int.random(in: 0..<5, using: &generator) == 0
        return view
    }

    /// Premultiplied pixels drawn at both depths, the deeper ones in units of the other.
    private static func drawn(
        _ image: Image,
        _ picture: Picture,
        on canvas: Canvas,
        isFlattened: Bool
    ) throws -> (eight: [UInt8], sixteen: [Double]) {
        let eight = try CanvasRenderer(canvas: canvas, format: .rgbaPremultiplied, isFlattened: isFlattened) { _ in
            picture
        }
        let sixteen = try CanvasRenderer(canvas: canvas, format: .rgba64Premultiplied, isFlattened: isFlattened) { _ in
            picture
        }
        let channels = try sixteen.render(image).withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
        return (try eight.render(image).bytes, channels.map { Double($0) / 257 })
    }

    @Test(
        "of 250 random views 8 bits are what 16 bits say but for 8-bit rounding, half a level a step",
        arguments: [false, true]
    )
    func random(isLayered: Bool) throws {
        var generator = SeededGenerator(seed: isLayered ? 161 : 16)
        var (worst, sum, count) = (0.0, 0.0, 0)
        for _ in 0..<250 {
            let picture = Picture(
                Int.random(in: 6...12, using: &generator),
                Int.random(in: 6...12, using: &generator),
                random: &generator
            )
            var canvas = Canvas(
                size: PixelSize(
                    width: Int.random(in: 1...20, using: &generator),
                    height: Int.random(in: 1...20, using: &generator)
                ),
                scale: Double(Int.random(in: 1...2, using: &generator)),
                contentMode: ContentMode.allCases.randomElement(using: &generator) ?? .center,
                background: Self.background(&generator),
                filter: ScalingFilter.allCases.randomElement(using: &generator) ?? .nearest,
                pixelPolicy: PixelPolicy.allCases.randomElement(using: &generator) ?? .snap,
                resizing: Self.resizing(&generator),
                isOpaque: Int.random(in: 0..<4, using: &generator) == 0
            )
            if isLayered {
                canvas.tintColor = Bool.random(using: &generator) ? Self.color(&generator) : nil
                canvas.alpha = Double(Int.random(in: 0...255, using: &generator)) / 255
                for _ in 0..<Int.random(in: 0...2, using: &generator) {
                    canvas.overlays.append(try Self.overlay(&generator))
                }
            }
            let orientation = ImageOrientation.allCases.randomElement(using: &generator) ?? .up
            let image = Image(
                source: .file(FilePath("a.png")),
                scale: Double(Int.random(in: 1...2, using: &generator)),
                orientation: orientation
            )
            let isFlattened = Bool.random(using: &generator)
            let (eight, sixteen) = try Self.drawn(image, picture, on: canvas, isFlattened: isFlattened)
            expectEqual(eight.count, sixteen.count)
            // Rows that get their 16 bits while they are drawn are those of a picture that had them before.
            let wide = try picture.widened()
            try expectEqual(Self.drawn(image, wide, on: canvas, isFlattened: isFlattened).sixteen, sixteen)
            for (one, other) in zip(eight, sixteen) {
                let difference = abs(Double(one) - other)
                worst = max(worst, difference)
                sum += difference
                count += 1
            }
        }
        // Each step of the 8-bit way rounds by up to half a level: premultiplying, scaling, the background; then
        // tinting, which is two products, fading, and each overlay. Weights below zero enlarge the first of these by a
        // third at most.
        expect(worst <= (isLayered ? 2.5 : 1.75))
        expect(sum / Double(count) <= 0.3)
    }

    @Test("a frame of 16 bits is turned and mirrored like one of 8", arguments: ImageOrientation.allCases)
    func orientations(orientation: ImageOrientation) throws {
        var generator = SeededGenerator(seed: 5)
        let picture = Picture(37, 41, random: &generator)
        let turned = try picture.widened().oriented(orientation).narrowed()
        try expectEqual(turned.bytes, picture.oriented(orientation).bytes)
    }

    @Test("resizing a picture of 16 bits is resizing one of 8", arguments: ResizingMode.allCases)
    func resized(mode: ResizingMode) throws {
        var generator = SeededGenerator(seed: 6)
        let picture = Picture(12, 10, random: &generator)
        let slices = try ImageSlices(of: picture.size, capInsets: EdgeInsets(top: 2, left: 3, bottom: 1), mode: mode)
        let size = PixelSize(width: 31, height: 23)
        let deep = try picture.widened().resized(slices, to: size, scale: 1, filter: .nearest)
        expectEqual(deep.format, .rgba64Premultiplied)
        let channels = deep.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
        let eight = try picture.resized(slices, to: size, scale: 1, filter: .nearest).bytes
        expect(pairs(eight, channels).allSatisfy { abs(Double($0) - Double($1) / 257) <= 0.5 })
    }

    @Test("under an overlay a frame of 16 bits keeps every bit beside it, and the colors under transparent pixels")
    func overlaid() throws {
        var view = ImageView(frame: Rect(x: 1, y: 0, width: 1, height: 1))
        view.backgroundColor = .color(Color(red: 255, green: 0, blue: 0))
        let frame = Picture(making: PixelSize(width: 3, height: 2), format: .rgba64) { target in
            for (i, byte) in target.indices.enumerated() { target[byte] = UInt8(i * 5 % 251) }
        }
        let canvas = Canvas(size: frame.size, background: .clear, overlays: [view])
        let drawn = try Picture.drawn(frame, on: canvas, as: .rgba64).bytes
        var expected = frame.bytes
        expected.replaceSubrange(8..<16, with: [255, 255, 0, 0, 0, 0, 255, 255])
        expectEqual(drawn, expected)
    }

    @Test("an overlay's file of 16 bits keeps them on a canvas of 16 bits")
    func deepOverlay() throws {
        let pixel: [UInt16] = [12_345, 54_321, 1, 65_535]
        let overlay = Picture(making: PixelSize(width: 1, height: 1), format: .rgba64) { target in
            pixel.withUnsafeBytes { target.copyMemory(from: $0) }
        }
        let view = ImageView(image: try Image(data: PNGEncoder.encode(overlay)))
        let canvas = Canvas(size: overlay.size, background: .clear, overlays: [view])
        let drawn = try Picture.drawn(Picture(1, 1) { _, _ in [0, 0, 0, 0] }, on: canvas, as: .rgba64)
        expectEqual(drawn.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }, pixel)
    }

    @Test("planes of 12 bits hold the straight pixels of 16, rounded")
    func twelveBits() throws {
        var generator = SeededGenerator(seed: 12)
        let bytes = generator.bytes(5 * 3 * 8)
        let picture = Picture(making: PixelSize(width: 5, height: 3), format: .rgba64) { target in
            bytes.withUnsafeBytes { target.copyMemory(from: $0) }
        }
        let canvas = Canvas(5, 3, .topLeft, .black)
        let whole = try Picture.drawn(picture, on: canvas, as: .rgba64)
        let source = whole.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
        let planes = try Picture.drawn(picture, on: canvas, as: .gbra12)
        let found = planes.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
        var expected: [UInt16] = []
        for channel in [1, 2, 0, 3] {
            for pixel in 0..<15 {
                let value = Double(source[pixel * 4 + channel])
                expected.append(UInt16((value * 4095 / 65_535).rounded()))
            }
        }
        expectEqual(found, expected)
        expect(planes.planes.map(\.offset) == [0, 30, 60, 90] && planes.planes.allSatisfy { $0.bytesPerRow == 10 })
    }
}
