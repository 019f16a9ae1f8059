import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Testing

/// System 9: pictures turned and mirrored, and the EXIF data that ask for it.
@Suite("Turned and mirrored pictures")
struct OrientationTests {
    @Test(
        "every pixel goes where the orientation says, in sizes around a block's",
        arguments: ImageOrientation.allCases
    )
    func pixels(orientation: ImageOrientation) throws {
        for (width, height) in [(3, 2), (1, 1), (1, 40), (33, 65), (64, 32)] {
            let picture = Picture(width, height) { x, y in [UInt8(x), UInt8(y), UInt8(x ^ y), 200] }
            let turned = try picture.oriented(orientation)
            expectEqual(turned.size, orientation.shownSize(of: picture.size))
            for y in 0..<height {
                for x in 0..<width {
                    let place = orientation.shownPosition(x: x, y: y, of: picture.size)
                    expectEqual(turned.pixel(place.x, place.y), picture.pixel(x, y))
                }
            }
            try expectEqual(turned.oriented(orientation.inverse).bytes, picture.bytes)
        }
    }

    /// A block of EXIF data with one entry.
    private static func exif(_ value: Int, bigEndian: Bool, type: UInt8 = 3) -> [UInt8] {
        bigEndian
            ? Array("MM".utf8) + [
                0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, type, 0, 0, 0, 1, 0, UInt8(value), 0, 0, 0, 0, 0, 0,
            ]
            : Array("II".utf8) + [
                42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, type, 0, 1, 0, 0, 0, UInt8(value), 0, 0, 0, 0, 0, 0, 0,
            ]
    }

    /// A PNG of 3 x 2 pixels with a chunk of EXIF data.
    private static func png(_ exif: [UInt8]) throws -> [UInt8] {
        let file = try PNGEncoder.encode(Picture(3, 2) { x, y in [UInt8(y * 3 + x), 0, 0, 255] })
        return Array(file[..<33]) + PNGWriter.Chunk("eXIf", exif).bytes + file[33...]
    }

    @Test("a PNG's EXIF data set the orientation, in both orders of bytes", arguments: 1...8)
    func exif(value: Int) throws {
        for bigEndian in [true, false] {
            let image = try Image(data: Self.png(Self.exif(value, bigEndian: bigEndian)))
            let orientation = try require(ImageOrientation(exifValue: value))
            expectEqual(image.imageOrientation, orientation)
            expectEqual(image.pixelSize, PixelSize(width: 3, height: 2))
            let renderer = try CanvasRenderer(
                canvas: Canvas(size: orientation.shownSize(of: PixelSize(width: 3, height: 2)), background: .clear),
                format: .rgba
            ) { _ in Picture(1, 1) { _, _ in [0, 0, 0, 0] } }
            let place = orientation.shownPosition(x: 2, y: 0, of: PixelSize(width: 3, height: 2))
            try expectEqual(renderer.render(image).pixel(place.x, place.y), [2, 0, 0, 255])
        }
    }

    @Test("EXIF data that are damaged or say something else leave a picture as it is")
    func damaged() throws {
        var blocks = [
            [], Self.exif(0, bigEndian: true), Self.exif(9, bigEndian: false), Self.exif(6, bigEndian: true, type: 4),
        ]
        let whole = Self.exif(6, bigEndian: true)
        blocks += (0..<20).map { Array(whole.prefix($0)) }
        var far = whole
        far[4] = 0xFF
        blocks.append(far)
        for block in blocks { try expectEqual(Image(data: Self.png(block)).imageOrientation, .up) }
    }

    @Test("an image in a file has its header's size and its name's scale")
    func loading() throws {
        let folder = try TemporaryDirectory()
        let frames = TestFrames(width: 20, height: 10)
        try folder.write(frames.png(1), to: "hero@2x.png")
        let hero = try Image(contentsOfFile: folder.file("hero@2x.png"))
        expectEqual(hero.size, Size(width: 10, height: 5))
        try expectEqual(Image(data: frames.png(1)).size, Size(width: 20, height: 10))
        #expect(throws: ImageError.self) { try Image(contentsOfFile: folder.file("hero.png")) }
    }
}
