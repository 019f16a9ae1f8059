import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookSequences
import FlipbookTestSupport
import Testing

/// Files whose pictures lie one behind another, as `cat *.png` joins them.
@Suite("Pictures of one format, one behind another, are a sequence")
struct PictureRowTests {
    private let folder: TemporaryDirectory
    private static let frames = TestFrames(width: 16, height: 12)

    init() throws { folder = try TemporaryDirectory() }

    /// Picture `number` in each format whose end is known.
    private static let formats: [String: @Sendable (Int) throws -> [UInt8]] = [
        "png": { try frames.png($0) },
        "jpg": { try JPEGEncoder.encode(frames.picture($0), quality: 80, keepsColor: false) },
        "bmp": { BMPEncoder.encode(frames.picture($0), opaque: true) },
        "ppm": { Array("P6 2 1 255\n".utf8) + [UInt8](repeating: UInt8($0), count: 6) },
        "pgm": { Array("P5 2 1 65535\n".utf8) + [UInt8](repeating: UInt8($0), count: 4) },
        "pam": { Array("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nENDHDR\n".utf8) + [UInt8($0), 2, 3, 4] },
        "text.ppm": { Array("P3 1 1 255\n\($0) 2 3\n".utf8) },
        "gif": { number in
            var (gif, frame) = (GIFWriter(), GIFWriter.Frame())
            (gif.width, gif.height, frame.pixels) = (1, 1, [UInt8(number % 2)])
            gif.frames = [frame]
            return gif.bytes
        },
    ]

    private func pixels(_ decode: () throws(ImageError) -> Picture) throws -> [UInt8] {
        try decode().withUnsafeBytes { Array($0) }
    }

    @Test(
        "each picture of the file has the pixels that it has alone, with nothing or filler between them",
        arguments: Self.formats.keys.sorted()
    )
    func pictures(format: String) throws {
        let make = try require(Self.formats[format])
        for filler in [[], Array("\r\n".utf8), [UInt8](repeating: 0, count: 5000)] {
            try folder.write(try (1...3).flatMap { try make($0) + filler }, to: "all.\(format)")
            let path = folder.file("all.\(format)")
            let list = try require(FrameList(picturesOf: path))
            expectEqual(list.frames.map(\.number), [1, 2, 3], "\(filler.count)")
            for (number, frame) in zip(1..., list.frames) {
                let one = try make(number)
                let alone = try pixels { () throws(ImageError) in try one.decoded() }
                let file = try require(frame.path)
                let joined = try pixels { () throws(ImageError) in try ImageDecoder().decode(contentsOf: file) }
                expectEqual(joined, alone, "\(number)")
            }
        }
    }

    @Test("each picture has its own size, depth and colors")
    func differences() throws {
        let other = TestFrames(width: 20, height: 10, hasAlpha: true)
        try folder.write(try Self.frames.png(1) + other.png(2), to: "two.png")
        let path = folder.file("two.png").string
        let first = try ImageDetails.read(contentsOf: FilePath(path, picture: 1))
        let second = try ImageDetails.read(contentsOf: FilePath(path, picture: 2))
        expect(first.header.size == PixelSize(width: 16, height: 12) && !first.header.hasAlpha)
        expect(second.header.size == PixelSize(width: 20, height: 10) && second.header.hasAlpha)
        expectEqual(second.byteCount, (try other.png(2).count))
    }

    @Test(
        "a last picture that is cut short is damaged by its position, and the others are whole",
        arguments: ["png", "jpg", "ppm"]
    )
    func cut(format: String) throws {
        let make = try require(Self.formats[format])
        let last = try make(3)
        try folder.write(try make(1) + make(2) + last.prefix(last.count / 2), to: "cut.\(format)")
        let path = folder.file("cut.\(format)")
        expectEqual(FrameList(picturesOf: path)?.frames.count, 3)
        #expect(throws: Never.self) { try ImageDecoder().decode(contentsOf: FilePath(path.string, picture: 2)) }
        let error = #expect(throws: ImageError.self) {
            try ImageDecoder().decode(contentsOf: FilePath(path.string, picture: 3))
        }
        expectEqual(error?.reason, .truncated)
        expectEqual(error?.path, FilePath(path.string, picture: 3))
    }

    @Test("other bytes between them, another format, and animations are refused, with the place of the first such byte")
    func refusals() throws {
        let png = try Self.frames.png(1)
        try folder.write(png + png + Array("junk".utf8) + png, to: "junk.png")
        try folder.write(
            png + png + JPEGEncoder.encode(Self.frames.picture(1), quality: 80, keepsColor: false),
            to: "mixed.png"
        )
        for name in ["junk.png", "mixed.png"] {
            let error = #expect(throws: ImageError.self) { try ImageHeader.read(contentsOf: folder.file(name)) }
            let text = "\(error.map(String.init(describing:)) ?? "")"
            expect(text.contains("2 PNG pictures in a row and other bytes starting at byte \(png.count * 2)"))
            expect(text.contains("head -c \(png.count * 2) IN > OUT.png"))
        }
        // The remedy.
        try folder.write(png + png, to: "OUT.png")
        expectEqual(FrameList(picturesOf: folder.file("OUT.png"))?.frames.count, 2)
    }

    @Test("what a camera adds to a photograph is no frame: a list of it, or a small picture")
    func photographs() throws {
        let (large, small) = (TestFrames(width: 40, height: 40), TestFrames(width: 16, height: 16))
        func jpeg(_ frames: TestFrames, _ number: Int) throws -> [UInt8] {
            try JPEGEncoder.encode(frames.picture(number), quality: 80, keepsColor: false)
        }
        try folder.write(try (1...2).flatMap { try jpeg(large, $0) + jpeg(small, $0) }, to: "previews.jpg")
        let list = try require(FrameList(picturesOf: folder.file("previews.jpg")))
        expectEqual(list.frames.count, 2)
        expect(list.hints.contains { $0.contains("2 small pictures after larger ones") })
        // CIPA DC-007: the list of two pictures, the second one as large.
        let (photo, further) = (try jpeg(large, 1), try jpeg(large, 2))
        func listed() -> [UInt8] {
            let length = 2 + 4 + 8 + 2 + 12 + 4 + 32
            let (start, size) = (2 + 2 + 2 + 4, photo.count + 2 + length)
            let entry = little(0xB002, 2) + little(7, 2) + little(32, 4) + little(26, 4)
            let entries =
                little(0, 4) + little(size, 4) + little(0, 4) + little(0, 4)
                + little(0, 4) + little(further.count, 4) + little(size - start, 4) + little(0, 4)
            let index = Array("II*\0".utf8) + little(8, 4) + little(1, 2) + entry + little(0, 4) + entries
            return photo[..<2] + [0xFF, 0xE2, 0, UInt8(length)] + Array("MPF\0".utf8) + index + photo[2...] + further
        }
        try folder.write(listed() + listed(), to: "listed.jpg")
        expectEqual(FrameList(picturesOf: folder.file("listed.jpg"))?.frames.count, 2)
        try folder.write(listed(), to: "one.jpg")
        expect(FrameList(picturesOf: folder.file("one.jpg")) == nil)
    }
}

extension [UInt8] {
    fileprivate func decoded() throws(ImageError) -> Picture {
        let result = withUnsafeBytes { bytes in Result { () throws(ImageError) in try ImageDecoder().decode(bytes) } }
        return try result.get()
    }
}
