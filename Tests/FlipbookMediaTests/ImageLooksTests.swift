import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookMedia
import FlipbookPlay
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Testing

/// Each picture of a sequence is drawn as it says itself, and not as the first one does.
@Suite("The looks of pictures", .hangLimit)
struct ImageLooksTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    /// A picture of 4x2 pixels: the left half red, the right half half-transparent blue.
    private static let bytes: [UInt8] = (0..<8).flatMap {
        $0 % 4 < 2 ? [200, 0, 0, 255] as [UInt8] : [0, 0, 100, 128]
    }
    private static let left: [UInt8] = [200, 0, 0, 255]
    private static let right: [UInt8] = [0, 0, 100, 128]

    private static var png: [UInt8] {
        get throws {
            try PNGEncoder.encode(
                Picture(making: PixelSize(width: 4, height: 2), format: .rgba) { $0.copyBytes(from: bytes) }
            )
        }
    }

    /// The pictures that an export as numbered images makes of images.
    private func exported(
        _ images: [Image],
        change: (inout SequenceSettings) -> Void = { _ in }
    ) async throws -> [Picture] {
        var settings = ExportSettings(EncodingRequest(format: .numberedPNG))
        settings.overwrites = true
        change(&settings.sequence)
        let list = FrameList(name: "images", frames: images.map { Frame($0) })
        _ = try await Exporter(frames: list, settings: settings).export(to: folder.file("out/f.@@.png"))
        return try images.indices.map { place in
            try ImageDecoder().decode(contentsOf: folder.file("out/f.0\(place + 1).png"))
        }
    }

    private func corners(_ picture: Picture) -> [[UInt8]] {
        picture.withUnsafeBytes { bytes in
            [0, picture.size.width - 1].map { Array(bytes[($0 * 4)..<($0 * 4 + 4)]) }
        }
    }

    @Test("a mirrored picture after a plain one is mirrored, and the plain one is not")
    func orientations() async throws {
        let plain = try Image(data: Self.png)
        let pictures = try await exported([plain, plain.withHorizontallyFlippedOrientation(), plain])
        expectEqual(
            pictures.map(corners),
            [[Self.left, Self.right], [Self.right, Self.left], [Self.left, Self.right]]
        )
    }

    @Test("a format that is passed in is exported, as frames and as overlays, and no other export knows it")
    func codecs() async throws {
        let image = Image(byReferencingFile: try folder.write(Array("DOT".utf8) + [1, 2, 3], to: "a.dot"))
        let over = try folder.write(Array("DOT".utf8) + [7, 8, 9], to: "b.dot")
        let codecs = ImageCodecs(ImageCodecs.standard.codecs + [.dot()])
        let plain = try await exported([image]) { $0.codecs = codecs }
        expectEqual(corners(plain[0])[0], [1, 2, 3, 255])
        let covered = try await exported([image, image]) {
            $0.codecs = codecs
            $0.overlays = [Overlay(image: over)]
        }
        expectEqual(corners(covered[1])[0], [7, 8, 9, 255])
        await #expect(throws: ExportError.self) { try await exported([image, image, image]) }
    }

    @Test("pictures whose headers are still to be read are turned from what their files state")
    func unreadHeaders() async throws {
        let path = folder.file("a.png")
        try folder.write(Self.png, to: "a.png")
        let plain = Image(byReferencingFile: path)
        let pictures = try await exported([plain, plain.withHorizontallyFlippedOrientation()])
        expectEqual(pictures.map(corners), [[Self.left, Self.right], [Self.right, Self.left]])
    }

    @Test("each picture has its own tint and rendering mode; a template without a view has UIKit's blue")
    func tints() async throws {
        let plain = try Image(data: Self.png)
        let green = plain.withTintColor(Color(red: 0, green: 255, blue: 0), renderingMode: .alwaysOriginal)
        let pictures = try await exported([plain, green, plain.withRenderingMode(.alwaysTemplate), plain])
        expectEqual(
            pictures.map { corners($0)[0] },
            [Self.left, [0, 255, 0, 255], [0, 122, 255, 255], Self.left]
        )
        expectEqual(corners(pictures[2])[1], [0, 122, 255, 128])
    }

    @Test("one tint for all goes before what each picture says")
    func oneTint() async throws {
        let plain = try Image(data: Self.png)
        let red = Color(red: 255, green: 0, blue: 0)
        let pictures = try await exported([plain, plain.withTintColor(Color(red: 0, green: 255, blue: 0))]) {
            $0.tintColor = red
        }
        expectEqual(pictures.map { corners($0)[0] }, [[255, 0, 0, 255], [255, 0, 0, 255]])
    }

    @Test("each picture is cut by its own caps")
    func caps() async throws {
        let plain = try Image(data: Self.png)
        let capped = plain.resizableImage(
            withCapInsets: EdgeInsets(top: 0, left: 1, bottom: 0, right: 0),
            resizingMode: .tile
        )
        let pictures = try await exported([plain, capped]) {
            $0.size = PixelSize(width: 8, height: 2)
            $0.filter = .nearest
            $0.mismatch = .fit
        }
        func row(_ picture: Picture) -> [UInt8] {
            picture.withUnsafeBytes { bytes in (0..<8).map { bytes[$0 * 4] } }
        }
        expectEqual(row(pictures[0]), [200, 200, 200, 200, 0, 0, 0, 0])
        // One column of cap, then the three others over and over.
        expectEqual(row(pictures[1]), [200, 200, 0, 0, 200, 0, 0, 200])
    }

    @Test("a scale of 1.5 is not rounded: the canvas and the picture beside it follow from it")
    func fractionalScale() async throws {
        let fine = try Image(data: Self.png, scale: 1.5)
        expectEqual(Frame(fine).scale, 1.5)
        let pictures = try await exported([fine]) { $0.scale = 3 }
        expectEqual(pictures[0].size, PixelSize(width: 8, height: 4))
    }

    @Test("pictures in memory are exported, alone and beside files, each once however often it is shown")
    func memory() async throws {
        let images = try (1...10).map { try Image(data: TestFrames(width: 6, height: 4).png($0)) }
        let settings = ExportSettings(EncodingRequest(format: .numberedPNG))
        let list = FrameList(name: "memory", frames: (images + [images[9]]).map { Frame($0) })
        let report = try await Exporter(frames: list, settings: settings).export(to: folder.file("m/f.@@.png"))
        expect(report.framesIn == 10 && report.framesEncoded == 11 && report.framesRendered == 10)
        for number in 1...10 {
            let name = number < 10 ? "m/f.0\(number).png" : "m/f.\(number).png"
            let picture = try ImageDecoder().decode(contentsOf: folder.file(name))
            expectEqual(picture.withUnsafeBytes { Array($0) }, TestFrames(width: 6, height: 4).pixels(number))
        }
    }

    @Test("a picture in memory of another size, and one that is none, are reported by their places")
    func memoryFaults() async throws {
        let small = try Image(data: TestFrames(width: 6, height: 4).png(1))
        let large = try Image(data: TestFrames(width: 7, height: 4).png(2))
        let list = FrameList(
            name: "memory",
            frames: [small, small, large, Image(source: .data(ImageData([1, 2, 3])))].map { Frame($0) }
        )
        let settings = ExportSettings(EncodingRequest(format: .numberedPNG))
        let error = await #expect(throws: ExportError.self) {
            _ = try await Exporter(frames: list, settings: settings).export(to: folder.file("m/f.@@.png"))
        }
        let text = try require(error?.description)
        expect(text.contains("picture 3 in memory is 7x4; the sequence is 6x4"))
        expect(text.contains("picture 4 in memory: "))
    }

    @Test("the picture of a view: its picture in its bounds, or in the picture's size where that was unknown")
    func viewPicture() throws {
        try folder.write(Self.png, to: "a.png")
        let view = ImageView(image: Image(byReferencingFile: folder.file("a.png")))
        let picture = try FrameRenderer.picture(of: view)
        expectEqual(picture.size, PixelSize(width: 4, height: 2))
        expectEqual(corners(picture), [Self.left, Self.right])

        var flipped = ImageView(image: try Image(data: Self.png).imageFlippedForRightToLeftLayoutDirection())
        flipped.layoutDirection = .rightToLeft
        expectEqual(corners(try FrameRenderer.picture(of: flipped)), [Self.right, Self.left])
        try expectEqual(FrameRenderer.picture(of: flipped, scale: 2).size, PixelSize(width: 8, height: 4))
        #expect(throws: RenderError.canvas(.empty(PixelSize(width: 0, height: 0)))) {
            try FrameRenderer.picture(of: ImageView())
        }
    }

    /// The first pixels of both ends of the upper row that a sink shows, without what the player writes: R, G, B.
    private func shown(_ view: ImageView, change: @Sendable @escaping (inout ImageView) -> Void = { _ in }) async throws
        -> [[UInt8]]
    {
        var settings = PlaybackSettings()
        settings.sink = MediaSink(element: "fakesink")
        let player = Player(view, settings: settings)
        let ended = await player.start()
        try await player.update(change)
        await player.pause()
        // One line, its details, and none.
        for _ in 0..<3 { await player.perform(.toggleHUD) }
        let bytes = await player.shownPixels ?? []
        await player.perform(.quit)
        _ = try await ended.value
        let width = Int(view.bounds.size.width)
        return [0, width - 1].map { x in
            [2, 1, 0].map { bytes.isEmpty ? 0 : bytes[x * 4 + $0] }
        }
    }

    /// A picture of 64x64 pixels whose left half is red and whose right half is blue; with an EXIF orientation, turned.
    private static func halves(orientation: Int = 1) throws -> [UInt8] {
        let side = 64
        let picture = Picture(making: PixelSize(width: side, height: side), format: .rgba) { bytes in
            for pixel in 0..<side * side {
                let isLeft = pixel % side < side / 2
                bytes[pixel * 4] = isLeft ? 200 : 0
                bytes[pixel * 4 + 1] = 0
                bytes[pixel * 4 + 2] = isLeft ? 0 : 100
                bytes[pixel * 4 + 3] = 255
            }
        }
        let file = try PNGEncoder.encode(picture)
        let exif: [UInt8] =
            Array("II".utf8) + [
                42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0, 0,
            ]
        return file[..<33] + PNGWriter.Chunk("eXIf", exif).bytes + file[33...]
    }

    private static let red: [UInt8] = [200, 0, 0]
    private static let blue: [UInt8] = [0, 0, 100]

    @Test("a player mirrors what flips where text runs from right to left, and what says so itself, in each picture")
    func playerOrientation() async throws {
        let image = try Image(data: Self.halves())
        try await expectEqual(shown(ImageView(image: image)), [Self.red, Self.blue])
        try await expectEqual(
            shown(ImageView(image: image.withHorizontallyFlippedOrientation())),
            [Self.blue, Self.red]
        )
        let flips = ImageView(image: image.imageFlippedForRightToLeftLayoutDirection())
        try await expectEqual(shown(flips), [Self.red, Self.blue])
        try await expectEqual(shown(flips) { $0.layoutDirection = .rightToLeft }, [Self.blue, Self.red])
    }

    @Test("a still picture that its file turns is shown turned, whether its header was read before or not")
    func stillOrientation() async throws {
        try folder.write(Self.halves(orientation: 3), to: "turned.png")
        let plain = try Image(data: Self.halves())
        for still in [
            Image(byReferencingFile: folder.file("turned.png")), try Image(contentsOfFile: folder.file("turned.png")),
        ] {
            var view = ImageView(image: still)
            view.frame = Rect(x: 0, y: 0, width: 64, height: 64)
            view.animationImages = [plain, plain]
            view.animationDuration = 1000
            try await expectEqual(shown(view), [Self.blue, Self.red])
            try await expectEqual(shown(view) { $0.startAnimating() }, [Self.red, Self.blue])
        }
    }
}
