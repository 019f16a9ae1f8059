import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// TGA, PNM, DPX, HDR, XBM, ICO and WebP files of other programs' making, decoded by us and by them.
@Suite("Still formats compared with other programs", .hangLimit)
struct StillFormatTests {
    private let folder: TemporaryDirectory
    /// An odd width, so that rows end within a byte, a word and a run.
    private let frames = TestFrames(width: 61, height: 36, hasAlpha: true)

    init() throws {
        folder = try TemporaryDirectory()
    }

    private func file(_ format: String, _ name: String, _ options: [String] = []) throws -> StillFile {
        try StillFile(writing: frames.pixels(3), frames.size, as: format, options: options, to: name, in: folder)
    }

    private func difference(_ picture: Picture, _ pixels: [UInt8]) throws -> Int {
        let ours = picture.withUnsafeBytes { Array($0) }
        try require(ours.count == pixels.count)
        return zip(ours, pixels).map { abs(Int($0) - Int($1)) }.max() ?? 0
    }

    /// What ImageMagick does with some words, on standard output.
    private func imageMagick(_ words: [String]) throws -> [UInt8] {
        let outcome = try Program("convert").run(words)
        try require(outcome.status == 0, "\(outcome.errors)")
        return [UInt8](outcome.output)
    }

    @Test(
        "a file has the size, the depth, the transparency and the pixels that ffmpeg finds",
        arguments: LongTests.cases(
            [
                ("bgra", "a.tga", 0, 8, true), ("bgr24", "b.tga", 0, 8, false), ("gray", "c.tga", 0, 8, false),
                ("rgb555le", "d.tga", 1, 5, false), ("pal8", "e.tga", 0, 8, false),
                ("rgb24", "a.ppm", 0, 8, false), ("rgb48be", "b.ppm", 1, 16, false), ("gray", "a.pgm", 0, 8, false),
                ("gray16be", "b.pgm", 1, 16, false), ("monow", "a.pbm", 0, 1, false), ("rgba", "a.pam", 0, 8, true),
                ("rgba64be", "b.pam", 1, 16, true), ("ya8", "c.pam", 0, 8, true), ("ya16be", "d.pam", 1, 16, true),
                ("monob", "e.pam", 0, 1, false), ("gray", "f.pam", 0, 8, false),
            ],
            every: 4
        )
    )
    func ffmpeg(format: String, name: String, tolerance: Int, bitDepth: Int, hasAlpha: Bool) throws {
        let still = try file(format, name)
        try expect(difference(try ImageDecoder().decode(contentsOf: still.path), still.pixels()) <= tolerance)
        let header = try ImageHeader.read(contentsOf: still.path)
        expectEqual(header.size, frames.size)
        expectEqual(header.bitDepth, bitDepth)
        expectEqual(header.hasAlpha, hasAlpha)
        guard bitDepth == 16 else { return }
        let deep = try ImageDecoder(keepsSixteenBits: true).decode(contentsOf: still.path)
        try expectEqual(deep.withUnsafeBytes { Array($0) }, still.pixels("rgba64le"))
    }

    @Test(
        "a DPX has the pixels that ffmpeg finds where its header says that they are shown as they are",
        arguments: LongTests.cases(
            [
                ("rgb24", 8, false), ("rgba", 8, true), ("gray", 8, false), ("gbrp10be", 10, false),
                ("gbrp10le", 10, false),
                ("gbrp12be", 12, false), ("gbrp12le", 12, false), ("rgb48be", 16, false),
                ("rgb48le", 16, false), ("rgba64be", 16, true), ("gray16le", 16, false),
            ],
            every: 3
        )
    )
    func dpx(format: String, bitDepth: Int, hasAlpha: Bool) throws {
        let still = try file(format, "a.dpx")
        var bytes = try still.bytes()
        // ffmpeg calls all numbers linear.
        bytes[801] = 0
        let path = try folder.write(bytes, to: "shown.dpx")
        let header = try ImageHeader.read(contentsOf: path)
        expectEqual(header.bitDepth, bitDepth)
        expectEqual(header.hasAlpha, hasAlpha)
        try expect(difference(ImageDecoder().decode(contentsOf: path), still.pixels()) <= 1)
    }

    @Test("DPX's light is shown by sRGB's curve, and its density from black at 95 to white at 685")
    func dpxTransfers() throws {
        // One row of gray: 0, 95, 445, 685, 1023 of 1023, filled from the highest bit.
        let numbers: [UInt32] = [0, 95, 445, 685, 1023, 512]
        func picture(_ transfer: UInt8) throws -> [UInt8] {
            var file = [UInt8](repeating: 0, count: 2048)
            file.replaceSubrange(0..<4, with: Array("SDPX".utf8))
            func put(_ value: Int, _ place: Int, _ count: Int) {
                for index in 0..<count { file[place + index] = UInt8(value >> (8 * (count - 1 - index)) & 255) }
            }
            put(2048, 4, 4)
            put(1, 770, 2)
            put(6, 772, 4)
            put(1, 776, 4)
            (file[800], file[801], file[803]) = (6, transfer, 10)
            put(1, 804, 2)
            put(2048, 808, 4)
            for word in 0..<2 {
                let value = (0..<3).reduce(UInt32(0)) { $0 << 10 | numbers[word * 3 + $1] } << 2
                file += (0..<4).map { UInt8(value >> (8 * (3 - UInt32($0))) & 255) }
            }
            let picture = try file.withUnsafeBytes { try ImageDecoder().decode($0) }
            return (0..<6).map { picture[$0, 0].red }
        }
        // As they are: 95/1023 is 23.7 of 255.
        for transfer: UInt8 in [0, 3, 4, 5, 6, 7, 8] {
            try expectEqual(picture(transfer), [0, 24, 111, 171, 255, 128])
        }
        // Light of 445/1023 is shown at 0.691.
        try expectEqual(picture(2), [0, 86, 176, 214, 255, 188])
        // A code of 445 is 0.8 of density below white: light of 0.1493.
        try expectEqual(picture(1), [0, 0, 108, 255, 255, 139])
    }

    @Test("light of a Radiance file is shown by sRGB's curve, as ImageMagick shows it")
    func hdr() throws {
        let png = try folder.write(try TestFrames(width: 61, height: 36).png(3), to: "a.png")
        let path = folder.file("a.hdr")
        _ = try imageMagick([png.string, "-colorspace", "RGB", path.string])
        let expected = try imageMagick([path.string, "-colorspace", "sRGB", "-depth", "8", "rgba:-"])
        try expect(difference(ImageDecoder().decode(contentsOf: path), expected) <= 1)
        try expectEqual(ImageHeader.read(contentsOf: path).bitDepth, 16)
    }

    @Test("rows of a Radiance file in plain pixels, old runs and new ones; rows from the bottom are turned")
    func hdrRows() throws {
        func picture(_ size: String, _ rows: [UInt8]) throws -> Picture {
            let file = Array("#?RADIANCE\nEXPOSURE=1\nFORMAT=32-bit_rle_rgbe\n\n\(size)\n".utf8) + rows
            return try file.withUnsafeBytes { try ImageDecoder().decode($0) }
        }
        // A mantissa of 128 with the exponent 129 is 1; with 128 it is 0.5, and shown at 188.
        let plain = try picture("-Y 1 +X 3", [128, 128, 0, 128, 1, 1, 1, 1, 128, 0, 0, 129])
        expectEqual(
            (0..<3).map { plain[$0, 0] },
            [
                Color(red: 188, green: 188, blue: 0), Color(red: 188, green: 188, blue: 0),
                Color(red: 255, green: 0, blue: 0),
            ]
        )
        let packed = try picture(
            "-Y 1 +X 8",
            [2, 2, 0, 8] + [136, 128] + [8, 0, 0, 0, 0, 128, 128, 128, 128] + [136, 0] + [136, 129]
        )
        expectEqual((0..<8).map { packed[$0, 0].green }, [0, 0, 0, 0, 255, 255, 255, 255])
        let header = try Array("#?RADIANCE\n\n+Y 2 +X 1\n".utf8 + [0, 0, 0, 0, 0, 0, 0, 0]).withUnsafeBytes {
            try ImageDetails.read($0).header
        }
        expectEqual(header.orientation.exifValue, 4)
        #expect(throws: ImageError.corrupt(reason: "a run of pixels is longer than its row")) {
            try picture("-Y 1 +X 8", [2, 2, 0, 8, 137, 1])
        }
    }

    @Test("an X bitmap's set bits are black, the others clear")
    func xbm() throws {
        let text =
            "#define a_width 10\n#define a_height 2\nstatic unsigned char a_bits[] = {\n 0x81, 0x02, 0x00, 0x1 };\n"
        let picture = try Array(text.utf8).withUnsafeBytes { try ImageDecoder().decode($0) }
        let (set, clear) = (Color(red: 0, green: 0, blue: 0), Color(red: 0, green: 0, blue: 0, alpha: 0))
        expectEqual(
            (0..<10).map { picture[$0, 0] == set },
            [0, 7, 9].reduce(into: Array(repeating: false, count: 10)) { $0[$1] = true }
        )
        expectEqual((0..<10).map { picture[$0, 1] }.firstIndex(of: set), 8)
        expectEqual(picture[1, 0], clear)
        let still = try file("monow", "a.xbm")
        let ours = try ImageDecoder().decode(contentsOf: still.path).withUnsafeBytes { Array($0) }
        let theirs = try still.pixels()
        expect(stride(from: 0, to: ours.count, by: 4).allSatisfy { (ours[$0 + 3] == 255) == (theirs[$0] == 0) })
    }

    @Test("of an icon's pictures the largest is read, a PNG among them too, and masks are alpha")
    func ico() throws {
        let png = try folder.write(frames.png(1), to: "a.png").string
        let icon = folder.file("a.ico")
        _ = try imageMagick([png, "-resize", "16x16!", "(", png, "-resize", "48x32!", ")", icon.string])
        let expected = try imageMagick(["\(icon)[1]", "-depth", "8", "rgba:-"])
        let picture = try ImageDecoder().decode(contentsOf: icon)
        expectEqual(picture.size, PixelSize(width: 48, height: 32))
        try expectEqual(difference(picture, expected), 0)
        let still = try file("bgra", "b.ico")
        try expectEqual(difference(ImageDecoder().decode(contentsOf: still.path), frames.pixels(3)), 0)
        let paletted = folder.file("c.ico")
        _ = try imageMagick([
            png, "-resize", "20x13!", "-channel", "A", "-threshold", "50%", "+channel", "-colors", "12",
            paletted.string,
        ])
        let mask = try ImageDecoder().decode(contentsOf: paletted)
        try expectEqual(difference(mask, imageMagick([paletted.string, "-depth", "8", "rgba:-"])), 0)
        try expect(ImageHeader.read(contentsOf: paletted).hasAlpha)
    }

    @Test(
        "a WebP has the pixels that ffmpeg finds: lossless, with alpha, and lossy",
        arguments: [("bgra", 0), ("yuv420p", 20)]
    )
    func webP(format: String, tolerance: Int) throws {
        // Colors change slowly: of those of half the resolution libwebp makes others between, ffmpeg repeats them.
        let pixels = (0..<frames.size.area).flatMap { index in
            let (x, y) = (index % frames.size.width, index / frames.size.width)
            return [UInt8(x + y), UInt8(200 - x), UInt8(80 + 2 * y), format == "bgra" ? UInt8(90 + x) : 255]
        }
        let options = format == "bgra" ? ["-lossless", "1"] : ["-quality", "90"]
        let still = try StillFile(
            writing: pixels,
            frames.size,
            as: format,
            options: ["-c:v", "libwebp"] + options,
            to: "a.webp",
            in: folder
        )
        let picture = try ImageDecoder().decode(contentsOf: still.path)
        try expect(difference(picture, still.pixels()) <= tolerance)
        if tolerance == 0 { try expectEqual(difference(picture, pixels), 0) }
    }

    @Test("EXIF's orientation in a WebP is in its header")
    func webPOrientation() throws {
        let still = try file("bgra", "a.webp", ["-c:v", "libwebp", "-lossless", "1"])
        let chunks = try still.bytes().dropFirst(12)
        let camera: [UInt8] = [0x0F, 0x01, 2, 0, 4, 0, 0, 0, 65, 66, 67, 0]
        let exif = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 2, 0] + camera + [0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
        func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
            Array(name.utf8) + [UInt8(bytes.count), 0, 0, 0] + bytes
        }
        let extended = chunk("VP8X", [0x18, 0, 0, 0, 60, 0, 0, 35, 0, 0])
        let body = Array("WEBP".utf8) + extended + chunks + chunk("EXIF", exif)
        let length = (0..<4).map { UInt8(truncatingIfNeeded: body.count >> (8 * $0)) }
        let path = try folder.write(Array("RIFF".utf8) + length + body, to: "b.webp")
        try expectEqual(ImageHeader.read(contentsOf: path).orientation.exifValue, 6)
        let details = try ImageDetails.read(contentsOf: path)
        expect(details.orientation == 6 && details.namesCamera)
        try expectEqual(ImageDecoder().decode(contentsOf: path).size, frames.size)
    }

    @Test("rows of a TGA begin in any corner, and its palette may begin with any color")
    func tgaOrigins() throws {
        func picture(_ descriptor: UInt8) throws -> [UInt8] {
            let header: [UInt8] = [0, 1, 1, 5, 0, 4, 0, 24, 0, 0, 0, 0, 2, 0, 2, 0, 8, descriptor]
            let palette: [UInt8] = [0, 0, 10, 0, 0, 20, 0, 0, 30, 0, 0, 40]
            let picture = try (header + palette + [5, 6, 7, 8]).withUnsafeBytes { try ImageDecoder().decode($0) }
            return [picture[0, 0], picture[1, 0], picture[0, 1], picture[1, 1]].map(\.red)
        }
        try expectEqual(picture(0x20), [10, 20, 30, 40])
        try expectEqual(picture(0x00), [30, 40, 10, 20])
        try expectEqual(picture(0x30), [20, 10, 40, 30])
        try expectEqual(picture(0x10), [40, 30, 20, 10])
        let bad: [UInt8] = [0, 1, 1, 0, 0, 1, 0, 24, 0, 0, 0, 0, 1, 0, 1, 0, 8, 0, 1, 2, 3, 1]
        #expect(throws: ImageError.corrupt(reason: "a pixel has color 1, outside the palette")) {
            try bad.withUnsafeBytes { try ImageDecoder().decode($0) }
        }
    }

    @Test("a TGA's fourth byte is alpha where the header says so, and else unless it is the same everywhere")
    func tgaAlpha() throws {
        func alphas(_ bits: UInt8, _ first: UInt8, _ second: UInt8) throws -> [UInt8] {
            let file: [UInt8] =
                [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 32, 0x20 | bits] + [1, 2, 3, first, 4, 5, 6, second]
            let picture = try file.withUnsafeBytes { try ImageDecoder().decode($0) }
            return [picture[0, 0].alpha, picture[1, 0].alpha]
        }
        try expectEqual(alphas(8, 0, 0), [0, 0])
        try expectEqual(alphas(0, 0, 0), [255, 255])
        try expectEqual(alphas(0, 9, 0), [9, 0])
    }

    @Test("our TGA is what ffmpeg reads: runs, single pixels and packets of 128", arguments: [false, true])
    func tgaWriting(opaque: Bool) throws {
        let size = PixelSize(width: 700, height: 3)
        var random = RandomBytes(seed: 5)
        var pixels: [UInt8] = []
        while pixels.count < size.area * 4 {
            let pixel = (0..<4).map { _ in UInt8.random(in: 0...255, using: &random) }
            let count = [1, 1, 2, 40, 200].randomElement(using: &random) ?? 1
            for _ in 0..<count { pixels += opaque ? pixel[..<3] + [255] : pixel[...] }
        }
        pixels.removeLast(pixels.count - size.area * 4)
        let picture = Picture(making: size, format: .rgba) { $0.copyBytes(from: pixels) }
        let file = try TGAEncoder.encode(picture, opaque: opaque)
        expect(file.count < size.area * (opaque ? 3 : 4))
        try expectEqual(StillFile(folder.write(file, to: "a.tga")).pixels(), pixels)
        try expectEqual(file.withUnsafeBytes { try ImageDecoder().decode($0).withUnsafeBytes { Array($0) } }, pixels)
    }

    @Test("pixels of text may stand together where they are bits, and a value above the highest is damage")
    func pnmText() throws {
        func reds(_ text: String) throws -> [UInt8] {
            let picture = try Array(text.utf8).withUnsafeBytes { try ImageDecoder().decode($0) }
            return (0..<picture.size.area).map { picture[$0 % picture.size.width, $0 / picture.size.width].red }
        }
        try expectEqual(reds("P1\n# a comment\n3 2\n101\n0 1 0\n"), [0, 255, 0, 255, 0, 255])
        try expectEqual(reds("P2 2 1 7\n0 7\n"), [0, 255])
        try expectEqual(reds("P3 1 1 1000\n500 0 0\n"), [128])
        #expect(throws: ImageError.corrupt(reason: "a pixel has value 8, but the maximum is 7")) {
            try reds("P2 1 1 7 8\n")
        }
        #expect(throws: ImageError.truncated) { try reds("P2 2 1 7 1") }
    }

    @Test("a PNG of Xcode's is refused by name, with the way back")
    func xcode() throws {
        let png = try folder.write(
            PNGWriter.signature + PNGWriter.Chunk("CgBI", [0x50, 0, 0x20, 2]).bytes,
            to: "a.png"
        )
        let error = #expect(throws: ImageError.self) { try ImageDecoder().decode(contentsOf: png) }
        expectEqual(
            error?.errorDescription,
            "\(png): a PNG in Apple's private CgBI form, which no other program reads; restore it "
                + "with xcrun pngcrush -revert-iphone-optimizations IN OUT, or use the original."
        )
    }

    /// A small file of each format, and how many of its last bytes can be lost.
    private func smallFiles() throws -> [(name: String, bytes: [UInt8])] {
        let size = PixelSize(width: 12, height: 8)
        let pixels = TestFrames(width: 12, height: 8, hasAlpha: true).pixels(1)
        var files: [(String, [UInt8])] = []
        for (format, name, options) in [
            ("bgra", "a.tga", ["-rle", "0"]), ("bgr24", "b.tga", []), ("pal8", "c.tga", []), ("rgb24", "a.ppm", []),
            ("gray16be", "a.pgm", []), ("rgba", "a.pam", []), ("monow", "a.pbm", []), ("gbrp10be", "a.dpx", []),
            ("rgb48le", "b.dpx", []), ("monow", "a.xbm", []), ("bgra", "a.ico", []),
            ("bgra", "a.webp", ["-c:v", "libwebp", "-lossless", "1"]), ("yuv420p", "b.webp", ["-c:v", "libwebp"]),
        ] as [(String, String, [String])] {
            let still = try StillFile(writing: pixels, size, as: format, options: options, to: name, in: folder)
            files.append((name, try still.bytes()))
        }
        let hdr = folder.file("a.hdr")
        _ = try imageMagick([try folder.write(TestFrames(width: 12, height: 8).png(1), to: "h.png").string, hdr.string])
        return files + [("a.hdr", [UInt8](try Data(contentsOf: URL(fileURLWithPath: hdr.string))))]
    }

    @Test("a file that is cut off at any byte is refused, unless what it lost comes after its pixels")
    func cutOff() throws {
        for (name, file) in try smallFiles() {
            let outcomes = file.indices.filter { length in
                file.withUnsafeBytes { bytes in
                    do throws(ImageError) {
                        _ = try ImageDecoder().decode(UnsafeRawBufferPointer(rebasing: bytes[..<length]))
                        return true
                    } catch {
                        return false
                    }
                }
            }
            // A TGA has a footer of 26 bytes, and C source its last brace; ffmpeg's icon has a mask that alpha overrules.
            let spare = name.hasSuffix("tga") ? 26 : name.hasSuffix("xbm") ? 5 : name.hasSuffix("ico") ? 32 : 0
            expect(outcomes.allSatisfy { $0 >= file.count - spare }, "\(name), \(file.count) bytes: \(outcomes)")
        }
    }
}
