import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookMedia
import FlipbookScene
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Testing

/// Numbered images of every format, decoded by ffmpeg.
@Suite("Numbered images of each format")
struct NumberedImagesTests {
    private let folder: TemporaryDirectory
    private let output: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        output = try TemporaryDirectory()
    }

    private func export(_ name: String, isLossless: Bool = false, chroma: Chroma? = nil) async throws -> ExportReport {
        let target = output.file(name)
        let format = try require(OutputFormat(extensionOf: target))
        expect(format.isNumbered)
        let settings = ExportSettings(
            EncodingRequest(format: format, chroma: chroma, isLossless: isLossless)
        )
        return try await Exporter(frames: try SequenceLocator().locate([folder.path]), settings: settings).export(
            to: target
        )
    }

    @Test(
        "lossless formats give back every pixel",
        arguments: LongTests.cases(["tif", "png", "bmp", "webp"], every: 4),
        [false, true]
    )
    func exactPixels(ending: String, hasAlpha: Bool) async throws {
        // Odd sides, and more rows than a strip of a TIFF holds.
        let frames = TestFrames(width: 301, height: 517, hasAlpha: hasAlpha)
        try frames.write(1...2, to: folder)
        try await expectEqual(export("out/f.@@.\(ending)", isLossless: true).framesReadBack, 2)
        try expectEqual(output.names(), ["out"])
        for number in 1...2 {
            let file = VideoFile(output.file("out/f.0\(number).\(ending)"))
            let found = try file.frames(format: "rgba", byteCount: 301 * 517 * 4)
            try require(found.count == 1)
            let expected = frames.pixels(number)
            // What lies under pixels that are not seen is WebP's own.
            let isEqual = stride(from: 0, to: expected.count, by: 4).allSatisfy { place in
                (ending == "webp" && expected[place + 3] == 0 && found[0][place + 3] == 0)
                    || found[0][place..<place + 4] == expected[place..<place + 4]
            }
            expect(isEqual, "frame \(number)")
        }
    }

    @Test("PNG is packed as hard as its preset says, and stays exact")
    func presetsOfPNG() async throws {
        let frames = TestFrames(width: 301, height: 517)
        try frames.write(1...1, to: folder)
        let input = try SequenceLocator().locate([folder.path])
        var sizes: [Int] = []
        for preset in ["0", "fast", "best"] {
            let profile = EncodingRequest(format: .numberedPNG, preset: preset)
            let report = try await Exporter(frames: input, settings: ExportSettings(profile))
                .export(to: output.file("\(preset)/f.@.png"))
            sizes.append(report.byteCount)
            let found = try StillFile(output.file("\(preset)/f.1.png")).pixels()
            expectEqual(found, frames.pixels(1))
        }
        expect(sizes == sizes.sorted(by: >) && Set(sizes).count == 3, "\(sizes)")
    }

    @Test(
        "TIFF is packed as its preset says, and every reader gives back each pixel",
        arguments: LongTests.cases([("none", 1), ("packbits", 32_773), ("lzw", 5), ("deflate", 8)], every: 3),
        [8, 16]
    )
    func presetsOfTIFF(preset: (String, Int), depth: Int) async throws {
        let (name, number) = preset
        // More rows than a strip holds, noise that uses up LZW's codes, and a plain part with long runs.
        let size = PixelSize(width: 301, height: 517)
        var (pixels, noise): ([UInt16], UInt32) = ([], 1)
        for place in 0..<size.area * 4 {
            noise = noise &* 1_664_525 &+ 1_013_904_223
            let value = place / 4 % size.width < 150 ? UInt16(truncatingIfNeeded: noise >> 16) : 0x4040
            pixels.append(depth == 16 ? value : value & 0xFF)
        }
        let isDeep = depth == 16
        let picture = Picture(making: size, format: isDeep ? .rgba64 : .rgba) { memory in
            if isDeep {
                pixels.withUnsafeBytes { memory.copyMemory(from: $0) }
            } else {
                memory.copyBytes(from: pixels.map { UInt8($0) })
            }
        }
        _ = try folder.write(PNGEncoder.encode(picture, opaque: false), to: TestFrames.name(1))
        let profile = EncodingRequest(format: .numberedTIFF, preset: name, depth: isDeep ? 16 : nil)
        let frames = try SequenceLocator().locate([folder.path])
        _ = try await Exporter(frames: frames, settings: ExportSettings(profile))
            .export(to: output.file("f.@.tif"))
        let file = output.file("f.1.tif")
        let bytes = isDeep ? pixels.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } : pixels.map { UInt8($0) }
        let theirs = try VideoFile(file).frames(format: isDeep ? "rgba64le" : "rgba", byteCount: bytes.count)
        expectEqual(theirs, [bytes])
        let ours = try ImageDecoder(keepsSixteenBits: isDeep).decode(contentsOf: file)
        expectEqual(ours.withUnsafeBytes { Array($0) }, bytes)
        let data = try Data(contentsOf: URL(fileURLWithPath: file.string))
        let entry = Data([3, 1, 3, 0, 1, 0, 0, 0, UInt8(number & 255), UInt8(number >> 8)])
        expect(data.range(of: entry) != nil, "the directory names the compression")
    }

    @Test(
        "OpenEXR is packed as its preset says, and every reader finds the same light",
        arguments: LongTests.cases([("none", 0), ("rle", 1), ("zips", 2), ("zip", 3)], every: 2)
    )
    func presetsOfOpenEXR(preset: String, number: UInt8) async throws {
        let frames = TestFrames(width: 61, height: 37, hasAlpha: true)
        try frames.write(1...1, to: folder)
        let input = try SequenceLocator().locate([folder.path])
        func light(_ preset: String) async throws -> [[UInt8]] {
            let profile = EncodingRequest(format: .numberedEXR, preset: preset)
            _ = try await Exporter(frames: input, settings: ExportSettings(profile))
                .export(to: output.file("\(preset).@.exr"))
            return try VideoFile(output.file("\(preset).1.exr")).frames(format: "gbrapf32le", byteCount: 61 * 37 * 16)
        }
        let reference = try await light("balanced")
        try await expect(light(preset) == reference && reference.count == 1)
        let ours = try ["balanced", preset].map { name in
            try ImageDecoder().decode(contentsOf: output.file("\(name).1.exr")).withUnsafeBytes { Array($0) }
        }
        expectEqual(ours[0], ours[1])
        let data = try Data(contentsOf: URL(fileURLWithPath: output.file("\(preset).1.exr").string))
        expect(data.range(of: Data("compression\0compression\0\u{1}\0\0\0".utf8) + [number]) != nil)
    }

    @Test("TIFF keeps 16 bits per channel", arguments: [false, true])
    func deepTIFF(hasAlpha: Bool) async throws {
        let size = PixelSize(width: 31, height: 12)
        let pixels = (0..<size.area * 4).map { i in
            !hasAlpha && i % 4 == 3 ? 65_535 : UInt16(truncatingIfNeeded: i &* 40_503)
        }
        let picture = Picture(making: size, format: .rgba64) { memory in
            pixels.withUnsafeBytes { memory.copyMemory(from: $0) }
        }
        for number in 1...2 {
            _ = try folder.write(PNGEncoder.encode(picture, opaque: !hasAlpha), to: TestFrames.name(number))
        }
        _ = try await export("f.@.tif")
        let bytes = pixels.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        try expectEqual(
            VideoFile(output.file("f.1.tif")).frames(format: "rgba64le", byteCount: bytes.count),
            [bytes]
        )
    }

    @Test("JPEG comes near, composited over black, with finer color where it is asked for")
    func jpeg() async throws {
        try TestFrames(width: 64, height: 48).write(1...2, to: folder)
        for (name, chroma, pixels) in [("a.@.jpg", nil, "yuvj420p"), ("b.@.jpg", .full, "yuvj444p")]
            as [(String, Chroma?, String)]
        {
            _ = try await export(name, chroma: chroma)
            let file = VideoFile(output.file(name.replacing("@", with: "1")))
            try expectEqual(file.stream()["pix_fmt"], pixels)
            let found = try file.frames(format: "rgba", byteCount: 64 * 48 * 4)[0]
            let expected = TestFrames(width: 64, height: 48).pixels(1)
            let difference = pairs(found, expected).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            expect(Double(difference) / Double(expected.count) < 4)
        }
    }

    @Test("a place for a number tells numbered WebP from an animated one")
    func twoFormatsOfOneExtension() {
        expectEqual(OutputFormat(extensionOf: "a.webp"), .animatedWebP)
        expectEqual(OutputFormat(extensionOf: "a.####.webp"), .numberedWebP)
        expectEqual(OutputFormat(extensionOf: "a.%04d.webp"), .numberedWebP)
        expectEqual(OutputFormat(extensionOf: "a.png"), .numberedPNG)
    }
}
