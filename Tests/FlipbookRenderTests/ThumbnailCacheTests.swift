import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookRender
import FlipbookTestSupport
import Foundation
import Testing

/// Thumbnails as the programs of a desktop share them.
@Suite struct ThumbnailCacheTests {
    private let folder: TemporaryDirectory
    private let cache: ThumbnailCache

    init() throws {
        folder = try TemporaryDirectory()
        cache = ThumbnailCache(folder: folder.file("cache/thumbnails"))
    }

    @Test("digests are those of RFC 1321, and of every length around a block as md5sum has them")
    func digests() throws {
        expectEqual(MD5.hexadecimal(of: []), "d41d8cd98f00b204e9800998ecf8427e")
        expectEqual(MD5.hexadecimal(of: Array("message digest".utf8)), "f96b697d7cb7938d525a2f31aaf161d0")
        for length in [1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 1000] {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 7) }
            let file = try folder.write(bytes, to: "bytes")
            let sum = try Program("md5sum").run([file.string]).text
            expect(sum.hasPrefix(MD5.hexadecimal(of: bytes) + " "), "\(length)")
        }
    }

    @Test(
        "a thumbnail has the name, the texts and the rights of the standard, fits its size, and goes with the file's state"
    )
    func made() throws {
        let frames = TestFrames(width: 600, height: 200)
        let file = try folder.write(frames.png(1), to: "a b/é#%;,.png")
        expect(cache.thumbnail(of: file, size: .large) == nil)
        try expect(cache.makeThumbnail(of: file, size: .large))
        try expect(!cache.makeThumbnail(of: file, size: .large))
        let url = "file://\(folder.path)/a%20b/%C3%A9%23%25%3B,.png"
        let name = "\(MD5.hexadecimal(of: url.utf8)).png"
        try expectEqual(FileManager.default.contentsOfDirectory(atPath: "\(cache.folder)/large"), [name])
        let png = try require(cache.thumbnail(of: file, size: .large))
        expect(Data(png).range(of: Data("Thumb::URI\0\(url)".utf8)) != nil)
        let picture = try png.withUnsafeBytes { try ImageDecoder().decode($0) }
        expectEqual(picture.size, PixelSize(width: 256, height: 85))
        let rights = try FileManager.default.attributesOfItem(atPath: "\(cache.folder)/large/\(name)")
        expectEqual(rights[.posixPermissions] as? Int, 0o600)
        // Another second is another state.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000)],
            ofItemAtPath: file.string
        )
        expect(cache.thumbnail(of: file, size: .large) == nil)
        try expect(cache.makeThumbnail(of: file, size: .large))
    }

    @Test("a picture that cannot be read has none, and leaves nothing behind")
    func unreadable() throws {
        let file = try folder.write(Array("no picture".utf8), to: "a.png")
        #expect(throws: ThumbnailCache.Failure.self) { try cache.makeThumbnail(of: file, size: .normal) }
        try expectEqual(folder.names(), ["a.png"])
    }

    @Test(
        "an image's thumbnail fits the size in points, its sides in proportion, and is never enlarged, of data as well"
    )
    func prepared() throws {
        let bytes = try TestFrames(width: 60, height: 20).png(1)
        let file = try folder.write(bytes, to: "a@2x.png")
        let gif = FilePath(Samples.conformance.appendingPathComponent("plain.gif").path, picture: 1)
        for (image, points, pixels) in [
            (try Image(contentsOfFile: file), 15.0, PixelSize(width: 30, height: 10)),
            (Image(byReferencingFile: file), 15, PixelSize(width: 30, height: 10)),
            (try Image(data: bytes), 30, PixelSize(width: 30, height: 10)),
            (try Image(data: bytes), 300, PixelSize(width: 60, height: 20)),
            (Image(source: .file(gif)), 8, PixelSize(width: 8, height: 5)),
        ] {
            let thumbnail = try require(image.preparingThumbnail(of: Size(width: points, height: points)))
            expectEqual(thumbnail.pixelSize, pixels)
            expectEqual(thumbnail.scale, image.scale)
        }
        let room = Size(width: 3, height: 3)
        expect(Image(byReferencingFile: folder.file("missing.png")).preparingThumbnail(of: room) == nil)
        expect(Image.nothing.preparingThumbnail(of: room) == nil)
    }

    @Test("a thumbnail stands as the image does, and keeps its rendering mode and its tint")
    func shown() throws {
        let stored = Picture(40, 20) { x, y in x < 20 ? [255, 0, 0, 255] : [0, 0, 255, 255] }
        let image = try Image(data: PNGEncoder.encode(stored)).withOrientation(.right).withTintColor(.white)
        let thumbnail = try require(image.preparingThumbnail(of: Size(width: 20, height: 20)))
        expectEqual(thumbnail.size, Size(width: 10, height: 20))
        expectEqual(thumbnail.tintColor, .white)
        let data = try require(thumbnail.source.data)
        let picture = try ImageDecoder().decode(data)
        // A quarter turn clockwise puts the left half at the top.
        expectEqual(picture.pixel(5, 2), [255, 0, 0, 255])
        expectEqual(picture.pixel(5, 17), [0, 0, 255, 255])
    }

    @Test("the desktop's thumbnail of a photograph that lies on its side stands upright")
    func upright() throws {
        let block: [UInt8] =
            Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
        let plain = try TestFrames(width: 60, height: 20).png(1)
        let file = try folder.write(
            Array(plain[..<33]) + PNGWriter.Chunk("eXIf", block).bytes + plain[33...],
            to: "a.png"
        )
        try cache.makeThumbnail(of: file, size: .normal)
        let png = try require(cache.thumbnail(of: file, size: .normal))
        try expectEqual(Image(data: png).size, Size(width: 20, height: 60))
    }
}

extension Image.Source {
    fileprivate var data: ImageData? { if case .data(let data) = self { data } else { nil } }
}
