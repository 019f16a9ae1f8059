import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

@Suite("Image details")
struct ImageDetailsTests {
    private func details(_ change: (inout PNGWriter) -> Void, after: [UInt8] = []) throws -> ImageDetails {
        let folder = try TemporaryDirectory()
        var writer = PNGWriter(width: 3, height: 2)
        change(&writer)
        let file = writer.file(rows: [UInt8](repeating: 7, count: writer.rowLength * writer.height)) + after
        return try ImageDetails.read(contentsOf: folder.write(file, to: "a.png"))
    }

    @Test("a plain PNG says no more than its header")
    func plain() throws {
        let found = try details { _ in }
        expectEqual(found.header.size, PixelSize(width: 3, height: 2))
        expectEqual(found.orientation, 1)
        expect(found.pixelAspect == nil)
        expectEqual(found.transparency, .channel)
        expectEqual(found.colorStatements, [])
        expect(!found.isAnimated)
        expectEqual(found.trailingByteCount, 0)
    }

    @Test("every chunk before the pixels is heeded, also behind a long profile")
    func chunks() throws {
        let exif: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
        let found = try details { writer in
            writer.chunksBeforeData = [
                .init("gAMA", bigEndian(100_000)), .init("sRGB", [0]),
                .init("iCCP", [65, 0, 0] + [UInt8](repeating: 1, count: 20_000)),
                .init("pHYs", bigEndian(1) + bigEndian(4) + [0]), .init("eXIf", exif),
                .init("acTL", bigEndian(2) + bigEndian(0)),
            ]
        }
        expectEqual(found.orientation, 6)
        expectEqual(found.pixelAspect, ImageDetails.PixelAspect(horizontal: 1, vertical: 4))
        expectEqual(found.pixelAspect?.isSquare, false)
        expectEqual(found.colorStatements, [.gamma, .sRGB, .iccProfile])
        expectEqual(found.gamma, 100_000)
        expect(found.isAnimated)
    }

    @Test(
        "an animation is known behind a chunk of any length, and with a wrong checksum, by a thousand chunks at most",
        arguments: [(0, 0, 0, true), (17 << 20, 0, 0, true), (0, 0, 1, true), (0, 999, 0, true), (0, 1000, 0, false)]
    )
    func animationControl(length: Int, texts: Int, damage: Int, isSeen: Bool) throws {
        let folder = try TemporaryDirectory()
        var writer = PNGWriter(width: 3, height: 2)
        writer.chunksBeforeData = Array(repeating: .init("tEXt", [65, 0, 65]), count: texts)
        writer.chunksBeforeData.append(.init("acTL", bigEndian(2) + bigEndian(0), damage: UInt32(damage)))
        var file = writer.file(rows: [UInt8](repeating: 7, count: writer.rowLength * writer.height))
        if length > 0 {
            // Behind IHDR; its checksum is not looked at.
            let text = bigEndian(UInt32(length)) + Array("tEXt".utf8) + [UInt8](repeating: 0, count: length + 4)
            file.insert(contentsOf: text, at: 33)
        }
        try expectEqual(ImageDetails.read(contentsOf: folder.write(file, to: "a.png")).isAnimated, isSeen)
    }

    @Test("bytes after the end are counted")
    func trailing() throws {
        try expectEqual(details({ _ in }, after: [UInt8](repeating: 65, count: 777)).trailingByteCount, 777)
    }

    @Test("a color key is told from a palette's alpha")
    func transparency() throws {
        let key = try details { writer in
            writer.colorType = 2
            writer.chunksBeforeData = [.init("tRNS", [0, 1, 0, 2, 0, 3])]
        }
        expectEqual(key.transparency, .colorKey)
        expect(key.header.hasAlpha)
        let palette = try details { writer in
            writer.colorType = 3
            writer.chunksBeforeData = [.init("PLTE", [UInt8](repeating: 9, count: 24)), .init("tRNS", [0])]
        }
        expectEqual(palette.transparency, .palette)
    }

    @Test(
        "size, depth and alpha of files of every format are those that they were drawn with",
        arguments: [
            ("420.jpg", ImageFormat.jpeg, 8, false), ("progressive.jpg", .jpeg, 8, false), ("clear.gif", .gif, 8, true),
            ("32.bmp", .bmp, 8, true), ("24.bmp", .bmp, 8, false), ("zip-16.tiff", .tiff, 16, true),
            ("plain.tiff", .tiff, 8, false), ("lossless.webp", .webp, 8, true), ("lossy.webp", .webp, 8, false),
            ("rgba-16-interlaced.png", .png, 16, true), ("grey-1.png", .png, 1, false),
        ]
    )
    func formats(_ name: String, _ format: ImageFormat, _ bitDepth: Int, _ hasAlpha: Bool) throws {
        let details = try ImageDetails.read(contentsOf: FilePath(Samples.conformance.appendingPathComponent(name).path))
        expectEqual(details.header.format, format)
        expectEqual(details.header.size, PixelSize(width: 21, height: 13))
        expectEqual(details.header.bitDepth, bitDepth)
        expectEqual(details.header.hasAlpha, hasAlpha)
    }

    @Test("a file of any format cut anywhere, or with any byte changed, gives details or an error")
    func damaged() throws {
        let folder = try TemporaryDirectory()
        var (accepted, refused) = (0, 0)
        for name in ["32.bmp", "plain.tiff", "lossless.webp", "422.jpg", "clear.gif", "rgba-8.png"] {
            let url = Samples.conformance.appendingPathComponent(name)
            let whole = [UInt8](try Data(contentsOf: url)).prefix(300)
            for index in whole.indices {
                var changed = Array(whole)
                changed[index] ^= 0xFF
                for bytes in [changed, Array(whole[..<index])] {
                    let path = try folder.write(bytes, to: "x")
                    do {
                        let details = try ImageDetails.read(contentsOf: path)
                        expect(!details.header.size.isEmpty)
                        accepted += 1
                    } catch let error as ImageError {
                        expect(!error.description.isEmpty)
                        refused += 1
                    }
                }
            }
        }
        expect(accepted > 150)
        expect(refused > 300)
    }
}
