import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

@Suite("Image header")
struct ImageHeaderTests {
    private static let tiny = PNGWriter(width: 3, height: 2).file(rows: Array(0..<24))

    @Test("the size and kind of a picture are read from IHDR")
    func readsHeader() throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write(Self.tiny, to: "a.png")
        let header = try ImageHeader.read(contentsOf: path)
        expectEqual(
            header,
            ImageHeader(
                size: PixelSize(width: 3, height: 2),
                format: .png,
                bitDepth: 8,
                colorModel: .rgb,
                hasAlpha: true,
                isInterlaced: false
            )
        )
    }

    @Test("a file cut anywhere is an error, and whole it is none")
    func cutAnywhere() throws {
        let folder = try TemporaryDirectory()
        for length in 1..<Self.tiny.count {
            let path = try folder.write(Array(Self.tiny[..<length]), to: "cut.png")
            let error = #expect(throws: ImageError.self, "cut to \(length) bytes") {
                try ImageHeader.read(contentsOf: path)
            }
            if length >= 8 { expectEqual(error?.reason, .truncated, "cut to \(length) bytes") }
        }
    }

    @Test("bytes after IEND are allowed, and so are chunks beyond the first block")
    func bytesAfterEnd() throws {
        let folder = try TemporaryDirectory()
        var writer = PNGWriter(width: 3, height: 2)
        writer.chunksBeforeData = [.init("tEXt", [UInt8](repeating: 65, count: 10_000))]
        let file = writer.file(rows: Array(0..<24))
        for garbage in [1, 11, 12, 5000] {
            let path = try folder.write(file + [UInt8](repeating: 0, count: garbage), to: "long.png")
            try expectEqual(ImageHeader.read(contentsOf: path).size, PixelSize(width: 3, height: 2))
        }
    }

    @Test("what is no image is named by its content")
    func namesOtherFormats() throws {
        let folder = try TemporaryDirectory()
        let samples: [([UInt8], String)] = [
            (Array("8BPS".utf8) + [0, 1, 0, 0], "a Photoshop file"),
            ([0x80, 0x2A, 0x5F, 0xD7, 0, 0, 8, 0], "a Cineon file"),
            (Array("PF\n64 48\n".utf8), "a PFM file"),
            (Array("DDS |".utf8) + [0, 0, 0], "a DDS texture"),
            (Array("icns".utf8) + [0, 0, 0x2C, 0x73], "an ICNS icon file"),
            ([0x0A, 5, 1, 8, 0, 0, 0, 0], "a PCX file"),
            ([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 13, 10], "a JPEG 2000 file"),
            (Array("/* XPM */\n".utf8), "an XPM file"),
            (Array("BMX bikes".utf8), "text"),
            (Array("\n<HTML><svg>".utf8), "an HTML page, probably from a failed download"),
            (Array("<!DOCTYPE html>".utf8), "an HTML page, probably from a failed download"),
            (Array("%!PS-Adobe-3.0 EPSF-3.0\n".utf8), "a PostScript file"),
            ([0xC5, 0xD0, 0xD3, 0xC6, 30, 0, 0, 0], "an EPS file"),
            (Array("CI".utf8) + [26, 0, 0, 0, 0, 0, 0, 0, 40, 0, 0, 0, 12, 0, 0, 0], "an OS/2 icon or pointer"),
            (
                Array("BA".utf8) + [Int](repeating: 0, count: 12).map(UInt8.init) + Array("CI\u{1A}\0".utf8),
                "an OS/2 array of icons or bitmaps"
            ),
            ([0x89], "a file of 1 byte"), ([0], "a file of 1 byte"), (Array("abc".utf8), "a file of 3 bytes"),
            (
                [0, 0, 0, 16] + Array("ftypmsf1\0\0\0\0".utf8) + [0, 0, 0, 8] + Array("moov".utf8),
                "a HEIF image sequence"
            ),
            ([0, 1, 2, 3, 4, 5], "data of an unknown type"),
            ([0x89, 0x50, 0x4E, 0x47], "the first 4 bytes of a PNG file"),
            (
                [0x89, 0x50, 0x4E, 0x47, 0x0A, 0x1A, 0x0A, 0],
                "a PNG file damaged by a text-mode transfer"
            ),
        ]
        for (bytes, found) in samples {
            let path = try folder.write(bytes, to: "x.png")
            let error = #expect(throws: ImageError.self) { try ImageHeader.read(contentsOf: path) }
            guard case .notAnImage(let kind) = error?.reason else {
                Issue.record("\(found): \(String(describing: error))")
                continue
            }
            expectEqual(kind.noun, found)
        }
    }

    @Test("an empty file, a folder, a pipe and a missing file each have their own error, and none waits")
    func oddFiles() throws {
        let folder = try TemporaryDirectory()
        let empty = try folder.write([], to: "empty.png")
        #expect(throws: ImageError(.empty, path: empty)) { try ImageHeader.read(contentsOf: empty) }
        let place = FilePath(folder.path)
        #expect(throws: ImageError(.notAnImage(found: FileContents(.folder)), path: place)) {
            try ImageHeader.read(contentsOf: place)
        }
        let pipe = folder.file("pipe.png")
        try require(mkfifo(pipe.string, 0o600) == 0)
        #expect(throws: ImageError(.notAnImage(found: FileContents(.pipe)), path: pipe)) {
            try ImageHeader.read(contentsOf: pipe)
        }
        #expect(throws: ImageError(.unreadable(errno: ENOENT), path: folder.file("gone.png"))) {
            try ImageHeader.read(contentsOf: folder.file("gone.png"))
        }
        let impossible = FilePath(empty.string + "\0.png")
        #expect(throws: ImageError(.unreadable(errno: EINVAL), path: impossible)) {
            try ImageHeader.read(contentsOf: impossible)
        }
        let error = ImageError(.unreadable(errno: EACCES), path: FilePath("walk.0007.png"))
        expectEqual(error.localizedDescription, "walk.0007.png: cannot be read: Permission denied.")
        expectEqual(error.code, "image.unreadable")
        expectEqual(ImageError.unreadable(errno: EACCES).description, "cannot be read: Permission denied")
    }

    @Test("an IHDR against the rules is refused, whatever its field")
    func impossibleHeaders() throws {
        let folder = try TemporaryDirectory()
        func error(_ change: (inout PNGWriter.Chunk) -> Void) throws -> ImageError.Reason? {
            var header = PNGWriter(width: 3, height: 2).header
            change(&header)
            let data = PNGWriter.Chunk("IDAT", PNGWriter.zlibStored([UInt8](repeating: 0, count: 26)))
            let path = try folder.write(PNGWriter.file([header, data, .init("IEND")]), to: "x.png")
            return #expect(throws: ImageError.self) { try ImageHeader.read(contentsOf: path) }?.reason
        }
        try expectEqual(error { $0.damage = 1 }, .corrupt(reason: "IHDR: CRC error"))
        try expectEqual(
            error { $0.payload.replaceSubrange(0..<4, with: [0, 0, 0, 0]) },
            .corrupt(reason: "IHDR: the size 0x2 is invalid")
        )
        try expectEqual(
            error { $0.payload.replaceSubrange(4..<8, with: [0x80, 0, 0, 0]) },
            .corrupt(reason: "IHDR: the size 3x2147483648 is invalid")
        )
        for field in 10...12 {
            try expectEqual(
                error { $0.payload[field] = 2 },
                .corrupt(reason: "IHDR: unknown compression, filter or interlace method")
            )
        }
        try expectEqual(error { $0.payload.append(0) }, .corrupt(reason: "IHDR has 14 bytes instead of 13"))
        try expectEqual(error { $0.type = "IHDS" }, .corrupt(reason: "IHDR is missing: the first chunk is IHDS"))
    }

    @Test("exactly the fifteen legal pairs of color type and depth are accepted")
    func legalPairs() throws {
        let folder = try TemporaryDirectory()
        let legal: [UInt8: [Int]] = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]]
        for type in UInt8(0)...8 {
            for depth in 0...33 {
                var writer = PNGWriter(width: 3, height: 2, colorType: type)
                writer.bitDepth = depth
                let path = try folder.write(PNGWriter.file([writer.header, .init("IEND")]), to: "x.png")
                let isAccepted = (try? ImageHeader.read(contentsOf: path)) != nil
                expectEqual(isAccepted, (legal[type] ?? []).contains(depth), "type \(type), depth \(depth)")
            }
        }
    }

    @Test("the strongest word on color counts: cICP, iCCP, sRGB, gAMA")
    func colorTags() throws {
        let folder = try TemporaryDirectory()
        let gamma = PNGWriter.Chunk("gAMA", bigEndian(100_000))
        let sRGB = PNGWriter.Chunk("sRGB", [0])
        let profile = PNGWriter.Chunk("iCCP", [65, 0, 0, 1, 2, 3])
        let codePoints = PNGWriter.Chunk("cICP", [9, 16, 0, 1])
        func tag(_ chunks: [PNGWriter.Chunk]) throws -> ImageHeader.ColorTag {
            var writer = PNGWriter(width: 3, height: 2)
            writer.chunksBeforeData = chunks
            return try ImageHeader.read(contentsOf: folder.write(writer.file(rows: Array(0..<24)), to: "x.png"))
                .colorTag
        }
        try expectEqual(tag([]), .untagged)
        try expectEqual(tag([gamma]), .gamma(100_000))
        try expectEqual(tag([gamma, sRGB]), .sRGB)
        try expectEqual(tag([profile, sRGB, gamma]), .iccProfile)
        try expectEqual(tag([codePoints, profile, gamma]), .codingIndependent)
        try expectEqual(tag([.init("gAMA", bigEndian(100_000), damage: 1)]), .untagged)
    }

    @Test("headers of many files come back in the order of their paths")
    func manyFiles() async throws {
        let folder = try TemporaryDirectory()
        var paths: [FilePath] = []
        for width in 1...300 {
            let file = PNGWriter(width: width, height: 1).file(rows: [UInt8](repeating: 7, count: width * 4))
            paths.append(try folder.write(width % 100 == 0 ? [] : file, to: "\(width).png"))
        }
        let results = try await ImageHeader.readAll(paths)
        expectEqual(results.count, 300)
        for (index, result) in results.enumerated() {
            let width = index + 1
            if width % 100 == 0 {
                expectEqual(result, .failure(ImageError(.empty, path: paths[index])))
            } else {
                try expectEqual(result.get().size, PixelSize(width: width, height: 1))
            }
        }
        try await expect(ImageHeader.readAll([]).isEmpty)
    }

    @Test("reading many headers stops when its task is cancelled")
    func cancelled() async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await ImageHeader.readAll([FilePath("/nonexistent")])
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
