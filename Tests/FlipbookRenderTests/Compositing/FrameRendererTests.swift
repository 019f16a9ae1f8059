import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookTestSupport
import Testing

@Suite("Drawing frames")
struct FrameRendererTests {
    static let blue = Background.color(Color(red: 0, green: 0, blue: 255))

    @Test("a frame that covers a clear canvas comes through untouched, with the colors under alpha 0")
    func untouched() throws {
        var generator = SeededGenerator(seed: 1)
        for (width, height) in [(1, 1), (3, 5), (17, 2), (64, 64)] {
            let picture = Picture(width, height, random: &generator)
            let canvas = Canvas(width, height)
            try expect(Picture.drawn(picture, on: canvas) === picture)
            let swapped = try Picture.drawn(picture, on: canvas, as: .bgra).bytes
            for i in stride(from: 0, to: swapped.count, by: 4) {
                let back = [swapped[i + 2], swapped[i + 1], swapped[i], swapped[i + 3]]
                expectEqual(back, Array(picture.bytes[i..<(i + 4)]))
            }
        }
    }

    @Test(
        "a frame at 2 pixels per point fills a canvas at 2 pixels per point, pixel by pixel",
        arguments: ContentMode.allCases
    )
    func scaleFactors(mode: ContentMode) throws {
        var generator = SeededGenerator(seed: 6)
        let picture = Picture(101, 67, random: &generator)
        try expect(Picture.drawn(picture, scale: 2, on: Canvas(101, 67, scale: 2, mode)) === picture)
    }

    @Test("a frame at 2 pixels per point takes half its pixels on a canvas at 1")
    func halfScale() throws {
        let picture = Picture(4, 4) { x, _ in x < 2 ? [255, 0, 0, 255] : [0, 255, 0, 255] }
        let result = try Picture.drawn(picture, scale: 2, on: Canvas(4, 4, .topLeft, Self.blue))
        expectEqual(result.pixel(0, 0), [255, 0, 0, 255])
        expectEqual(result.pixel(1, 1), [0, 255, 0, 255])
        expectEqual(result.pixel(2, 0), [0, 0, 255, 255])
        expectEqual(result.pixel(0, 2), [0, 0, 255, 255])
    }

    @Test("modes that do not scale keep every pixel, at any scale and any parity of sizes")
    func unscaledModes() throws {
        for scale in 1...3 {
            for canvas in 1...9 {
                for side in 1...9 {
                    let picture = Picture(side, side) { x, y in [UInt8(100 + x), UInt8(100 + y), 9, 255] }
                    let target = Canvas(canvas, canvas, scale: Double(scale), .center)
                    let result = try Picture.drawn(picture, scale: scale, on: target)
                    let first = Int((Double(canvas - side) / 2 + 0.5).rounded(.down))
                    for y in 0..<canvas {
                        for x in 0..<canvas {
                            let inside = (first..<(first + side)).contains(x) && (first..<(first + side)).contains(y)
                            let expected = inside ? picture.pixel(x - first, y - first) : [0, 0, 0, 0]
                            expectEqual(result.pixel(x, y), expected, "\(side) on \(canvas) at \(scale)x")
                        }
                    }
                }
            }
        }
    }

    @Test("the gaps of aspect fit show exactly the background: rows 0 to 74 and 225 to 299")
    func gaps() throws {
        let picture = Picture(100, 50) { x, y in [UInt8(x), UInt8(y), 0, 255] }
        let result = try Picture.drawn(picture, on: Canvas(300, 300, .scaleAspectFit, Self.blue))
        for y in 0..<300 {
            let isGap = y < 75 || y >= 225
            for x in 0..<300 { expectEqual((result.pixel(x, y) == [0, 0, 255, 255]), isGap) }
        }
    }

    @Test("aspect fill shows the middle of a wide frame and cuts off both sides alike")
    func aspectFill() throws {
        let picture = Picture(40, 10) { x, _ in [UInt8(x * 5), 0, 0, 255] }
        let cut = try Picture.drawn(picture, on: Canvas(10, 10, .scaleAspectFill))
        let middle = (15..<25).map { (x: Int) -> UInt8 in UInt8(x) * 5 }
        expectEqual((0..<10).map { x in cut.pixel(x, 4)[0] }, middle)
        let doubled = try Picture.drawn(picture, on: Canvas(20, 20, .scaleAspectFill, filter: .nearest))
        let expected = (0..<20).map { (x: Int) -> UInt8 in UInt8(15 + x / 2) * 5 }
        expectEqual((0..<20).map { x in doubled.pixel(x, 13)[0] }, expected)
    }

    @Test("pictures of extreme proportions are drawn where they lie", arguments: [(1, 1000), (1000, 1)])
    func extremes(width: Int, height: Int) throws {
        let picture = Picture(width, height) { _, _ in [1, 2, 3, 255] }
        let fitted = try Picture.drawn(picture, on: Canvas(50, 50, .scaleAspectFit, Self.blue)).bytes
        // A twentieth of a pixel from the middle to either side snaps to none.
        expect(
            stride(from: 0, to: fitted.count, by: 4).allSatisfy { Array(fitted[$0..<($0 + 4)]) == [0, 0, 255, 255] }
        )
        let filled = try Picture.drawn(picture, on: Canvas(50, 50, .scaleAspectFill, Self.blue)).bytes
        expectEqual(filled, [[UInt8]](repeating: [1, 2, 3, 255], count: 2500).flatMap { $0 })
    }

    @Test("a checkerboard has squares of 8 points under a transparent frame", arguments: [1.0, 2.0])
    func checkerboard(scale: Double) throws {
        let picture = Picture(40, 40) { x, _ in x == 0 ? [255, 0, 0, 255] : [255, 0, 0, 0] }
        let result = try Picture.drawn(picture, on: Canvas(40, 40, scale: scale, .scaleToFill, .checkerboard))
        let side = Int(8 * scale)
        for y in 0..<40 {
            expectEqual(result.pixel(0, y), [255, 0, 0, 255])
            for x in 1..<40 {
                let shade: UInt8 = (x / side + y / side) % 2 == 0 ? 153 : 102
                expectEqual(result.pixel(x, y), [shade, shade, shade, 255])
            }
        }
    }

    @Test(
        "a pixel over a background is the specification's, in each way of drawing it",
        arguments: [
            ([255, 0, 0, 128], Color(red: 0, green: 0, blue: 255), [128, 0, 127, 255]),
            ([200, 100, 50, 64], Color(red: 10, green: 20, blue: 30), [57, 40, 35, 255]),
            ([200, 100, 50, 64], Color.clear, [50, 25, 13, 64]),
            ([255, 0, 0, 255], Color.clear, [255, 0, 0, 255]),
            ([200, 100, 50, 64], Color(red: 10, green: 20, blue: 30, alpha: 128), [54, 32, 24, 160]),
        ] as [([UInt8], Color, [UInt8])]
    )
    func compositing(image: [UInt8], background: Color, premultiplied: [UInt8]) throws {
        let unscaled = Picture(1, 1) { _, _ in image }
        let scaled = Picture(3, 2) { _, _ in image }
        for picture in [unscaled, scaled] {
            let result = try Picture.drawn(
                picture,
                on: Canvas(1, 1, .scaleToFill, .color(background)),
                as: .rgbaPremultiplied
            )
            expectEqual(result.bytes, premultiplied)
        }
    }

    @Test("a format without alpha shows black through a translucent background")
    func flattened() throws {
        let picture = Picture(2, 2) { _, _ in [200, 100, 50, 64] }
        let translucent = Background.color(Color(red: 10, green: 20, blue: 30, alpha: 128))
        let result = try Picture.drawn(picture, on: Canvas(2, 2, .scaleToFill, translucent), as: .i420)
        let opaque: [UInt8] = [54, 32, 24, 255, 54, 32, 24, 255]
        let expected = I420Tests.convert(opaque, opaque)
        expectEqual(result.bytes, expected.luma + expected.blueDifference + expected.redDifference)
    }

    @Test("4:2:0 of any size is the composited picture with its last column and row repeated to even sides")
    func i420() throws {
        var generator = SeededGenerator(seed: 8)
        for width in [1, 2, 3, 16, 17, 33, 48] {
            for height in 1...4 {
                for isOpaque in [true, false] {
                    var picture = Picture(width, height, random: &generator)
                    if isOpaque {
                        let source = picture
                        picture = Picture(width, height) { x, y in source.pixel(x, y)[0..<3] + [255] }
                    }
                    let canvas = Canvas(width, height, .scaleToFill, Self.blue)
                    let composited = try Picture.drawn(picture, on: canvas)
                    let result = try Picture.drawn(picture, on: canvas, as: .i420)
                    let even = PixelSize(width: width + width % 2, height: height + height % 2)
                    expectEqual(result.size, even)
                    var (luma, u, v): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
                    for y in stride(from: 0, to: even.height, by: 2) {
                        let rows = [y, min(y + 1, height - 1)].map { y in
                            (0..<even.width).flatMap { composited.pixel(min($0, width - 1), y) }
                        }
                        let planes = I420Tests.convert(rows[0], rows[1])
                        luma += planes.luma
                        u += planes.blueDifference
                        v += planes.redDifference
                    }
                    expectEqual(result.bytes, luma + u + v, "\(width)x\(height), seed 8")
                }
            }
        }
    }

    @Test("an opaque frame gives the same bytes as over the background by the general path")
    func opaqueFastPath() throws {
        var generator = SeededGenerator(seed: 4)
        let opaque = Picture(34, 6) { _, _ in generator.bytes(3) + [255] }
        let nearly = Picture(34, 6) { x, y in x == 33 ? [0, 0, 255, 254] : opaque.pixel(x, y) }
        let canvas = Canvas(34, 6, .scaleToFill, Self.blue)
        let fast = try Picture.drawn(opaque, on: canvas, as: .i420).bytes
        let general = try Picture.drawn(nearly, on: canvas, as: .i420).bytes
        // The last column differs, and with it the last luma of each row; 4:2:0 samples left of it do not.
        for y in 0..<6 {
            let columns = (y * 34)..<(y * 34 + 33)
            expectEqual(fast[columns], general[columns])
        }
        try expectEqual(Picture.drawn(opaque, on: canvas).bytes, opaque.bytes)
    }

    @Test("a black frame is opaque black, whatever the background", arguments: PixelFormat.allCases)
    func blackFrame(format: PixelFormat) throws {
        let renderer = try CanvasRenderer(canvas: Canvas(3, 2, .scaleToFill, Self.blue), format: format) {
            path throws(ImageError) in
            throw .empty
        }
        let bytes = try renderer.render(Frame(number: 2, source: .black)).bytes
        switch format {
        case .i420:
            expectEqual(bytes, [UInt8](repeating: 16, count: 8) + [128, 128, 128, 128])
        case .yuv420p10, .yuv422p10, .yuva444p10:
            // 64 is black, 512 no color, 1023 opaque.
            let (luma, chroma) = (
                format == .yuv420p10 ? 8 : 6, format == .yuva444p10 ? 12 : format == .yuv422p10 ? 8 : 4
            )
            let alpha = format == .yuva444p10 ? 6 : 0
            let words = [(luma, [64, 0]), (chroma, [0, 2]), (alpha, [255, 3])] as [(Int, [UInt8])]
            expectEqual(bytes, words.flatMap { count, word in (0..<count).flatMap { _ in word } })
        case .yuv422p:
            expectEqual(bytes, [UInt8](repeating: 16, count: 6) + [UInt8](repeating: 128, count: 8))
        case .yuv444p:
            expectEqual(bytes, [UInt8](repeating: 16, count: 6) + [UInt8](repeating: 128, count: 12))
        case .yuv420p12, .yuv422p12, .yuv444p12:
            // 256 is black, 2048 no color.
            let (luma, chroma) = (
                format == .yuv420p12 ? 8 : 6, format == .yuv444p12 ? 12 : format == .yuv422p12 ? 8 : 4
            )
            expectEqual(bytes, (0..<luma).flatMap { _ in [0, 1] } + (0..<chroma).flatMap { _ in [0, 8] })
        case .gray16:
            expectEqual(bytes, [UInt8](repeating: 0, count: 12))
        case .gbra12:
            expectEqual(bytes, [UInt8](repeating: 0, count: 36) + (0..<6).flatMap { _ in [255, 15] })
        case .rgba64, .rgba64Premultiplied:
            expectEqual(bytes, (0..<6).flatMap { _ in [0, 0, 0, 0, 0, 0, 255, 255] })
        case .rgba, .rgbaPremultiplied, .bgra:
            expectEqual(bytes, (0..<6).flatMap { _ in [0, 0, 0, 255] })
        }
    }

    @Test("a file that cannot be read is named, its control characters escaped")
    func errors() throws {
        let renderer = try CanvasRenderer(canvas: Canvas(2, 2), format: .rgba) { path throws(ImageError) in
            throw .corrupt(reason: "IDAT: CRC error")
        }
        let frame = Frame(number: 7, source: .file(FilePath("walk\u{7}.0007.png")))
        let error = try #require(throws: FrameRenderError.self) { try renderer.render(frame) }
        expectEqual(error.path, FilePath("walk\u{7}.0007.png"))
        expectEqual(error.cause, .corrupt(reason: "IDAT: CRC error"))
        expect(error.description.hasPrefix("walk\\u{7}.0007.png: "))
    }

    @Test("a canvas that cannot be is refused with a sentence")
    func canvasErrors() throws {
        func refusal(_ canvas: Canvas) throws -> String {
            try #require(throws: CanvasError.self) {
                try CanvasRenderer(canvas: canvas, format: .rgba) { path throws(ImageError) in throw .empty }
            }.description
        }
        try expectEqual(refusal(Canvas(0, 90)), "The canvas is 0x90 pixels; both sides must be at least 1.")
        try expectEqual(
            refusal(Canvas(1_000_000, 1_000_000)),
            "The canvas is 1000000x1000000 pixels, more than the limit of 268435456; choose a smaller one."
        )
        try expect(refusal(Canvas(.max, .max)).contains("more than the limit"))
        try expectEqual(
            refusal(Canvas(2, 2, scale: .nan)),
            "The canvas has nan pixels per point; the scale must be a number above 0."
        )
        try expect(refusal(Canvas(2, 2, scale: 0)).hasPrefix("The canvas has 0.0 pixels per point"))
    }

    @Test("tasks that share a renderer get the pictures that one alone gets")
    func concurrency() async throws {
        var generator = SeededGenerator(seed: 10)
        let pictures = (0..<24).map { Picture(20 + $0 % 5, 30 - $0 % 3, random: &generator) }
        let renderer = try CanvasRenderer(canvas: Canvas(33, 21, .scaleAspectFit, .checkerboard), format: .i420) {
            path in
            pictures[Int(path.string) ?? 0]
        }
        let frames = (0..<24).map { Frame(number: $0, source: .file(FilePath(String($0)))) }
        let alone = try frames.map { try renderer.render($0).bytes }
        let shared = try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
            for (index, frame) in frames.enumerated() {
                group.addTask { (index, try renderer.render(frame).bytes) }
            }
            return try await group.reduce(into: [Int: [UInt8]]()) { $0[$1.0] = $1.1 }
        }
        for index in frames.indices { expectEqual(shared[index], alone[index]) }
    }
}
