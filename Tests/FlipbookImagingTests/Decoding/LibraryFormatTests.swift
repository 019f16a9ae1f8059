import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// AVIF, HEIC, JPEG XL, SVG and OpenEXR: formats whose libraries are loaded when they are needed.
@Suite("Formats of libraries that are loaded at run time", .hangLimit)
struct LibraryFormatTests {
    private let folder: TemporaryDirectory
    private let size = PixelSize(width: 61, height: 37)

    init() throws {
        folder = try TemporaryDirectory()
    }

    /// Pixels that change slowly, as lossy formats and two ways to spread colors differ where they do not.
    private func pixels(hasAlpha: Bool) -> [UInt8] {
        (0..<size.area).flatMap { index in
            let (x, y) = (index % size.width, index / size.width)
            return [UInt8(x + 2 * y), UInt8(200 - x), UInt8(80 + y), hasAlpha ? UInt8(120 + x) : 255]
        }
    }

    private func difference(_ picture: Picture, _ pixels: [UInt8]) throws -> Int {
        let ours = picture.withUnsafeBytes { Array($0) }
        try require(ours.count == pixels.count)
        return zip(ours, pixels).map { abs(Int($0) - Int($1)) }.max() ?? 0
    }

    private func picture(_ bytes: [UInt8]) throws -> Picture {
        try bytes.withUnsafeBytes { try ImageDecoder().decode($0) }
    }

    private func still(_ format: String, _ name: String, _ options: [String], hasAlpha: Bool = false) throws
        -> StillFile
    {
        try StillFile(writing: pixels(hasAlpha: hasAlpha), size, as: format, options: options, to: name, in: folder)
    }

    @Test(
        "an AVIF of ffmpeg's has its size, its depth and its pixels",
        arguments: [("yuv444p", 8), ("yuv444p10le", 10)]
    )
    func avif(format: String, bitDepth: Int) throws {
        let file = try still(format, "a.avif", ["-c:v", "libaom-av1", "-still-picture", "1", "-crf", "6"])
        let header = try ImageHeader.read(contentsOf: file.path)
        expectEqual(header.format, .avif)
        expectEqual(header.size, size)
        expectEqual(header.bitDepth, bitDepth)
        try expect(difference(ImageDecoder().decode(contentsOf: file.path), pixels(hasAlpha: false)) <= 6)
        let deep = try ImageDecoder(keepsSixteenBits: true).decode(contentsOf: file.path)
        expectEqual(deep.format, bitDepth == 10 ? .rgba64 : .rgba)
        if bitDepth == 10 { try expect(difference(deep.narrowed(), pixels(hasAlpha: false)) <= 6) }
    }

    @Test("a HEIC and an AVIF of ImageMagick's come near, and both are known by their headers")
    func heic() throws {
        let picture = Picture(making: size, format: .rgba) { $0.copyBytes(from: pixels(hasAlpha: false)) }
        let png = try folder.write(PNGEncoder.encode(picture, opaque: true), to: "a.png").string
        for (name, format) in [("a.heic", ImageFormat.heic), ("b.avif", .avif)] {
            let outcome = try Program("convert").run([png, "-quality", "95", folder.file(name).string])
            try require(outcome.status == 0, "\(outcome.errors)")
            let details = try ImageDetails.read(contentsOf: folder.file(name))
            expectEqual(details.header.format, format)
            expectEqual(details.header.size, size)
            expect(!details.header.hasAlpha)
            try expect(difference(ImageDecoder().decode(contentsOf: folder.file(name)), pixels(hasAlpha: false)) <= 12)
        }
    }

    @Test("a HEIC of more than 8 bits keeps them, and comes near in 8", arguments: [10, 12])
    func deepHEIC(bits: Int) throws {
        let size = PixelSize(width: 62, height: 38)
        // Red and blue in fine steps, 27 of 65,535 from pixel to pixel.
        let channels = (0..<size.area).flatMap { index in
            [UInt16(index * 27), UInt16(30_000), UInt16(65_535 - index * 27), .max]
        }
        let picture = Picture(making: size, format: .rgba64) { target in
            channels.withUnsafeBytes { target.copyMemory(from: $0) }
        }
        let png = try folder.write(PNGEncoder.encode(picture, opaque: true), to: "a.png").string
        let file = folder.file("a.heic")
        let outcome = try Program("heif-enc").run(
            ["-b", "\(bits)", "-L", "-p", "chroma=444", png, "-o", file.string]
        )
        try require(outcome.status == 0, "\(outcome.errors)")
        try expectEqual(ImageHeader.read(contentsOf: file).bitDepth, bits)
        let deep = try ImageDecoder(keepsSixteenBits: true).decode(contentsOf: file)
        try require(deep.format == .rgba64 && deep.size == size)
        let found = deep.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
        // Luma and chroma are rounded, and colors again.
        let tolerance = 3 * (65_535 / (1 << bits - 1) + 1)
        expect(pairs(found, channels).allSatisfy { abs(Int($0) - Int($1)) <= tolerance })
        expect(Set(stride(from: 0, to: found.count, by: 4).map { found[$0] }).count > 600)
        let shallow = try ImageDecoder().decode(contentsOf: file).withUnsafeBytes { $0.map { Int($0) * 257 } }
        expect(pairs(shallow, channels.map(Int.init)).allSatisfy { abs($0 - $1) <= 2 * 257 })
    }

    private func avif(of picture: Picture, opaque: Bool, quality: Int) throws -> [UInt8] {
        let encoder = try LibAVIF.Encoder(opaque: opaque, quality: quality, keepsColor: true)
        try encoder.add(picture, ticks: nil)
        return try encoder.finish()
    }

    @Test("our AVIF is what ffmpeg reads, and comes near", arguments: [true, false])
    func avifWriting(opaque: Bool) throws {
        let original = Picture(making: size, format: .rgba) { $0.copyBytes(from: pixels(hasAlpha: !opaque)) }
        let file = try avif(of: original, opaque: opaque, quality: 92)
        try expect(difference(picture(file), pixels(hasAlpha: !opaque)) <= 8)
        try expectEqual(file.withUnsafeBytes { try ImageDetails.read($0).header.hasAlpha }, !opaque)
        if opaque {
            let theirs = try StillFile(folder.write(file, to: "a.avif")).pixels()
            try expect(difference(original, theirs) <= 8)
        }
    }

    @Test("our JPEG XL comes back exactly, with 8 and with 16 bits, or near where it is lossy")
    func jpegXL() throws {
        let shallow = Picture(making: size, format: .rgba) { $0.copyBytes(from: pixels(hasAlpha: true)) }
        let exact = try LibJXL.file(of: shallow, opaque: false, distance: nil)
        try expectEqual(difference(picture(exact), pixels(hasAlpha: true)), 0)
        try expectEqual(StillFile(folder.write(exact, to: "a.jxl")).pixels(), pixels(hasAlpha: true))
        let lossy = try LibJXL.file(of: shallow, opaque: true, distance: 1)
        let found = try picture(lossy).withUnsafeBytes { Array($0) }
        let total = pairs(found, pixels(hasAlpha: false)).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        expect(total < found.count)
        let deep = Picture(making: size, format: .rgba64) { memory in
            for index in 0..<memory.count / 2 {
                memory.storeBytes(
                    of: UInt16(truncatingIfNeeded: index &* 40_503),
                    toByteOffset: index * 2,
                    as: UInt16.self
                )
            }
        }
        let file = try LibJXL.file(of: deep, opaque: false, distance: nil)
        let details = try file.withUnsafeBytes { try ImageDetails.read($0) }
        expectEqual(details.header.bitDepth, 16)
        expect(details.header.hasAlpha)
        let again = try file.withUnsafeBytes { try ImageDecoder(keepsSixteenBits: true).decode($0) }
        expectEqual(again.withUnsafeBytes { Array($0) }, deep.withUnsafeBytes { Array($0) })
    }

    @Test("an SVG is drawn in the pixels that it gives, in straight colors, and nothing is loaded from elsewhere")
    func svg() throws {
        let outside = try folder.write(TestFrames(width: 4, height: 4).png(1), to: "outside.png")
        let text = """
            <?xml version="1.0"?>
            <!-- a comment -->
            <svg xmlns="http://www.w3.org/2000/svg" width="10" height="4" viewBox="0 0 10 4">
              <rect x="0" y="0" width="2" height="4" fill="#ff8000"/>
              <rect x="4" y="0" width="2" height="4" fill="#0000ff" fill-opacity="0.5"/>
              <image x="8" y="0" width="2" height="4" href="file://\(outside)"/>
            </svg>
            """
        let drawn = try picture(Array(text.utf8))
        expectEqual(drawn.size, PixelSize(width: 10, height: 4))
        expectEqual(drawn[1, 1], Color(red: 255, green: 128, blue: 0))
        expectEqual(drawn[3, 1].alpha, 0)
        expectEqual(drawn[5, 2], Color(red: 0, green: 0, blue: 255, alpha: 128))
        expectEqual(drawn[9, 2].alpha, 0)
    }

    @Test("an SVG with entities of its own is read, and one whose filters take minutes is refused at once")
    func svgDocuments() throws {
        let root = "xmlns='http://www.w3.org/2000/svg' width='9' height='7'"
        let declared = """
            <?xml version="1.0"?>
            <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [
                <!ENTITY ns "http://ns.example/"> <!ENTITY color "#ff0000">
            ]>
            <svg \(root)><rect width="9" height="7" fill="&color;"/></svg>
            """
        let red = try picture(Array(declared.utf8))
        expectEqual(Array(red.withUnsafeBytes { $0.prefix(4) }), [255, 0, 0, 255])
        let filter =
            "<filter id='a'><feTurbulence numOctaves='100000000'/></filter><rect width='9' height='7' filter='url(#a)'/>"
        let error = #expect(throws: ImageError.self) { try picture(Array("<svg \(root)>\(filter)</svg>".utf8)) }
        expect("\(error?.reason.description ?? "")".contains("numOctaves"))
    }

    @Test("an SVG's size is its width and height in any unit, or its view box; without either it is refused")
    func svgSizes() throws {
        for (attributes, width, height) in [
            ("width='1in' height='72pt'", 96, 96), ("viewBox='0 0 30.2 20'", 31, 20),
            ("width='60' viewBox='0 0 30 20'", 60, 40), ("width='100%' height='100%' viewBox='0,0,7,9'", 7, 9),
        ] {
            let file = Array("<svg xmlns='http://www.w3.org/2000/svg' \(attributes)></svg>".utf8)
            let header = try file.withUnsafeBytes { try ImageDetails.read($0).header }
            expectEqual(header.size, PixelSize(width: width, height: height), "\(attributes)")
            try expectEqual(picture(file).size, header.size)
        }
        let error = #expect(throws: ImageError.self) { try picture(Array("<svg xmlns='a'></svg>".utf8)) }
        expectEqual(error?.errorDescription?.contains("an SVG drawing without a size"), true)
    }

    @Test(
        "an OpenEXR of ffmpeg's is shown by sRGB's curve, as ffmpeg shows it",
        arguments: LongTests.cases(
            ["half", "float"].flatMap { type in ["none", "rle", "zip1", "zip16"].map { (type, $0) } },
            every: 3
        )
    )
    func exr(type: String, compression: String) throws {
        let file = try still("gbrapf32le", "a.exr", ["-format", type, "-compression", compression], hasAlpha: false)
        let header = try ImageHeader.read(contentsOf: file.path)
        expectEqual(header.size, size)
        expectEqual(header.bitDepth, type == "half" ? 16 : 32)
        let deep = try ImageDecoder(keepsSixteenBits: true).decode(contentsOf: file.path)
        let expected = try shownByFFmpeg(file.path)
        let found = deep.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
        expect(pairs(found, expected).allSatisfy { abs(Int($0) - Int($1)) <= 40 })
    }

    /// What ffmpeg shows of an OpenEXR file through sRGB's curve, in 16 bits.
    private func shownByFFmpeg(_ path: FilePath) throws -> [UInt16] {
        let outcome = try Program("ffmpeg").run([
            "-v", "error", "-apply_trc", "iec61966_2_1", "-i", path.string, "-pix_fmt", "rgba64le", "-f", "rawvideo",
            "-",
        ])
        try require(outcome.status == 0, "\(outcome.errors)")
        return [UInt8](outcome.output).withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
    }

    @Test("our OpenEXR comes back within half precision, and ffmpeg reads the same light", arguments: [true, false])
    func exrWriting(opaque: Bool) throws {
        let original = Picture(making: size, format: .rgba) { $0.copyBytes(from: pixels(hasAlpha: !opaque)) }
        let file = EXREncoder.encode(original, opaque: opaque)
        try expect(difference(picture(file), pixels(hasAlpha: !opaque)) <= 1)
        let details = try file.withUnsafeBytes { try ImageDetails.read($0) }
        expectEqual(details.header.hasAlpha, !opaque)
        guard opaque else { return }
        let theirs = try shownByFFmpeg(folder.write(file, to: "a.exr"))
        let expected = pixels(hasAlpha: false)
        expect(pairs(theirs, expected).allSatisfy { abs(Int($0) - Int($1) * 257) <= 60 })
    }

    @Test("what an OpenEXR's data window lacks is clear, and what lies outside the display window is cut")
    func windows() throws {
        var file = EXREncoder.encode(
            Picture(making: size, format: .rgba) { $0.copyBytes(from: pixels(hasAlpha: false)) },
            opaque: true
        )
        let place = try require(file.indices.first { file[$0...].starts(with: "displayWindow\0box2i\0".utf8) }) + 24
        for (index, side) in [-2, 3, 57, 40].enumerated() {
            for byte in 0..<4 { file[place + index * 4 + byte] = UInt8(truncatingIfNeeded: side >> (8 * byte)) }
        }
        let shown = try picture(file)
        expectEqual(shown.size, PixelSize(width: 60, height: 38))
        expectEqual(shown[1, 0].alpha, 0)
        expectEqual(shown[2, 34].alpha, 0)
        let (first, last) = (shown[2, 0], shown[59, 33])
        expect(abs(Int(first.red) - 6) <= 1 && first.alpha == 255)
        expect(abs(Int(last.red) - (57 + 72)) <= 1)
    }

    @Test(
        "the OpenEXR project's pictures are read as ffmpeg reads them: PIZ and PXR24, gray and colors",
        .enabled(if: Samples.areAvailable, Samples.absence),
        arguments: LongTests.cases(
            [
                "GammaChart", "GrayRampsDiagonal", "GrayRampsHorizontal", "RgbRampsDiagonal", "stripes",
            ],
            every: 3
        )
    )
    func exrConformance(name: String) throws {
        let url = Samples.directory.appendingPathComponent("conformance/exr-testimages/\(name).exr")
        let deep = try ImageDecoder(keepsSixteenBits: true).decode(contentsOf: FilePath(url.path))
        // ffmpeg shows gray by another curve, so there its numbers are compared, and the curve is computed.
        let expected = name.hasPrefix("Gray") ? try grayOfFFmpeg(url.path) : try shownByFFmpeg(FilePath(url.path))
        let found = deep.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
        try require(found.count == expected.count)
        let far = zip(found, expected).filter { abs(Int($0) - Int($1)) > 60 }.count
        expectEqual(far, 0, "\(far) of \(found.count) values")
    }

    @Test("channels that are not shown are passed over, also the fourth of four")
    func otherChannels() throws {
        let original = Picture(making: size, format: .rgba) { $0.copyBytes(from: pixels(hasAlpha: true)) }
        var file = EXREncoder.encode(original, opaque: false)
        let list = try require(file.indices.first { file[$0...].starts(with: "channels\0chlist\0".utf8) }) + 20
        expectEqual(file[list], UInt8(ascii: "A"))
        // In the order of names it stays the first.
        file[list] = UInt8(ascii: "0")
        let found = try picture(file)
        expectEqual(found.size, size)
        expectEqual(found[3, 3].alpha, 255)
        try expect(!file.withUnsafeBytes { try ImageDetails.read($0).header.hasAlpha })
    }

    /// The light that ffmpeg reads, shown by sRGB's curve.
    private func grayOfFFmpeg(_ path: String) throws -> [UInt16] {
        let outcome = try Program("ffmpeg").run([
            "-v", "error", "-i", path, "-pix_fmt", "grayf32le", "-f", "rawvideo", "-",
        ])
        try require(outcome.status == 0, "\(outcome.errors)")
        let light = [UInt8](outcome.output).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        return light.flatMap { light -> [UInt16] in
            let part = min(1, max(0, Double(light)))
            let shown = part <= 0.003_130_8 ? part * 12.92 : 1.055 * pow(part, 1 / 2.4) - 0.055
            let value = UInt16((shown * 65_535).rounded())
            return [value, value, value, .max]
        }
    }

    @Test("a channel that is alone is gray, whatever it is called", arguments: ["G", "Y", "Z", "depth.V"])
    func lonelyChannel(name: String) throws {
        let light: [Float] = [0, 0.18, 0.5, 1]
        let path = try folder.write(
            EXRWriter.file(width: 4, height: 1, channels: [(name, light)]),
            to: "alone.exr"
        )
        try expectEqual(ImageHeader.read(contentsOf: path).colorModel, .gray)
        let picture = try ImageDecoder().decode(contentsOf: path)
        for (x, level) in [0, 118, 188, 255].enumerated() {
            let pixel = picture[x, 0]
            expect([pixel.red, pixel.green, pixel.blue].allSatisfy { abs(Int($0) - level) <= 1 }, "\(x): \(pixel)")
        }
    }

    private func smallFiles() throws -> [(name: String, bytes: [UInt8])] {
        let size = PixelSize(width: 12, height: 8)
        let small = Picture(making: size, format: .rgba) { memory in
            for index in memory.indices { memory[index] = UInt8(truncatingIfNeeded: index &* 7) }
        }
        let png = try folder.write(PNGEncoder.encode(small, opaque: false), to: "s.png").string
        let outcome = try Program("convert").run([png, folder.file("s.heic").string])
        try require(outcome.status == 0, "\(outcome.errors)")
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='7'><circle cx='4' cy='4' r='3'/></svg>"
        return [
            ("heic", try StillFile(folder.file("s.heic")).bytes()),
            ("avif", try avif(of: small, opaque: false, quality: 60)),
            ("jxl", try LibJXL.file(of: small, opaque: false, distance: nil)),
            ("jxl", try LibJXL.file(of: small, opaque: true, distance: 1)),
            ("exr", EXREncoder.encode(small, opaque: false)), ("svg", Array(svg.utf8)),
        ]
    }

    @Test("a file that is cut off at any byte is refused")
    func cutOff() throws {
        for (name, file) in try smallFiles() {
            let outcomes = file.indices.filter { length in
                do {
                    _ = try picture(Array(file[..<length]))
                    return true
                } catch {
                    return false
                }
            }
            expect(outcomes.isEmpty, "\(name), \(file.count) bytes: \(outcomes)")
        }
    }

    @Test("a library that is not there leaves the format known, with the library's name")
    func missing() {
        expect(!RuntimeLibrary("libnothing.so.1").isInstalled)
        expect(RuntimeLibrary("libnothing.so.1", "libc.so.6").isInstalled)
        expect(ImageFormat.avif.library == "libavif.so.15" && ImageFormat.heic.library == "libheif.so.1")
        expect(ImageFormat.png.library == nil)
        let error = ImageError.notAnImage(found: FileContents("a HEIC file", .needing(library: "libheif.so.1")))
        expectEqual(error.explanation.remedies, [.install(element: "libheif.so.1", for: .reading)])
    }
}
