import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookMedia
import FlipbookRender
import FlipbookScene
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Testing

@Suite("Comparing the pixels of a finished file", .hangLimit)
struct PixelVerificationTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func export(
        _ name: String,
        _ profile: EncodingRequest,
        hasAlpha: Bool = false,
        leastPSNR: Double? = nil
    ) async throws -> ExportReport {
        try TestFrames(width: 70, height: 50, hasAlpha: hasAlpha).write(1...5, to: folder)
        var settings = ExportSettings(profile)
        settings.pixelVerification = PixelVerification(leastPSNR: leastPSNR)
        let frames = try SequenceLocator().locate([folder.path])
        return try await Exporter(frames: frames, settings: settings).export(to: folder.file(name))
    }

    @Test(
        "every codec of a video gives back pictures that are near the frames, and exact ones where it is lossless",
        arguments: LongTests.cases(
            [OutputFormat.mp4, .webM, .matroska, .quickTime].flatMap { format in
                format.codecs.flatMap { [(format, $0, false), (format, $0, true)] }
            },
            every: 3
        )
    )
    func video(format: OutputFormat, codec: VideoCodec, hasAlpha: Bool) async throws {
        let profile = EncodingRequest(format: format, codec: codec)
        let report = try await export("a.\(format.usualExtension)", profile, hasAlpha: hasAlpha)
        let fidelity = try require(report.fidelity)
        expectEqual(fidelity.isExact, codec.isLossless)
        expect(fidelity.psnr?.worst ?? 99 > 30, "\(fidelity)")
        expect(fidelity.psnr?.mean ?? 99 >= fidelity.psnr?.worst ?? 99)
        expect(fidelity.worstSSIM > 0.9 && fidelity.meanSSIM >= fidelity.worstSSIM && fidelity.meanSSIM <= 1)
    }

    @Test("pictures of 16 bits in .mov are exact, seen in part or not", arguments: [false, true])
    func deepPNG(hasAlpha: Bool) async throws {
        let profile = EncodingRequest(format: .quickTime, codec: .png, depth: 16)
        let fidelity = try require(try await export("a.mov", profile, hasAlpha: hasAlpha).fidelity)
        expect(fidelity.isExact, "\(fidelity)")
    }

    @Test("what was dithered is not exact: pictures of 16 bits are compared as they were composited")
    func dithered() async throws {
        let size = PixelSize(width: 64, height: 48)
        let picture = Picture(making: size, format: .rgba64) { target in
            let channels = target.bindMemory(to: UInt16.self)
            // A ramp between two numbers of 8 bits.
            for index in channels.indices {
                channels[index] = index % 4 == 3 ? .max : UInt16(100 * 257 + index / 4 % 64 * 4)
            }
        }
        for number in 1...2 { try folder.write(try PNGEncoder.encode(picture, opaque: true), to: "deep.\(number).png") }
        var settings = ExportSettings(EncodingRequest(format: .numberedBMP))
        settings.pixelVerification = PixelVerification()
        let frames = try SequenceLocator().locate([folder.file("deep.@.png").string])
        let exporter = Exporter(frames: frames, settings: settings)
        let fidelity = try require(try await exporter.export(to: folder.file("out/f.##.bmp")).fidelity)
        expect(!fidelity.isExact)
        // Half a number of 255 at most, about a third on average: 20 * log10(255 / 0.4).
        expect((50...62).contains(fidelity.psnr?.worst ?? 0), "\(fidelity)")
    }

    @Test("chroma that pixels share counts: sharp colors in 4:2:0 are farther off than in 4:4:4")
    func sharedChroma() async throws {
        let size = PixelSize(width: 64, height: 48)
        let picture = Picture(making: size, format: .rgba) { target in
            for index in 0..<size.area {
                // Columns of red and blue, one pixel each.
                for (channel, value) in [index % 2 == 0 ? 200 : 20, 20, index % 2 == 0 ? 20 : 200, 255].enumerated() {
                    target[index * 4 + channel] = UInt8(value)
                }
            }
        }
        for number in 1...2 {
            try folder.write(try PNGEncoder.encode(picture, opaque: true), to: "sharp.\(number).png")
        }
        func decibels(_ chroma: Chroma) async throws -> Double {
            var settings = ExportSettings(
                EncodingRequest(format: .mp4, quality: 100, chroma: chroma)
            )
            (settings.pixelVerification, settings.overwrites) = (PixelVerification(), true)
            let frames = try SequenceLocator().locate([folder.file("sharp.@.png").string])
            let report = try await Exporter(frames: frames, settings: settings).export(to: folder.file("a.mp4"))
            return report.fidelity?.psnr?.worst ?? 99
        }
        try await expect(decibels(.quarter) < 20)
        try await expect(decibels(.full) > 40)
    }

    @Test("numbers of 10 bits are exact in a codec of 12", arguments: ["a.mkv"])
    func tenBits(name: String) async throws {
        let made = try Program("ffmpeg").run([
            "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:d=0.3:r=10", "-pix_fmt", "gbrp10le", "-c:v", "dpx",
            folder.file("d.%d.dpx").string,
        ])
        try require(made.status == 0, "\(made.errors)")
        var settings = ExportSettings(EncodingRequest(format: .matroska, isLossless: true))
        settings.pixelVerification = PixelVerification()
        let frames = try SequenceLocator().locate([folder.file("d.@.dpx").string])
        let report = try await Exporter(frames: frames, settings: settings).export(to: folder.file(name))
        expectEqual(report.fidelity?.isExact, true, "\(String(describing: report.fidelity))")
    }

    /// Whether each file that our own readers decode has pixels that are exactly the frames'.
    private static let files: [(format: OutputFormat, name: String, isExact: Bool)] = [
        (.numberedPNG, "out/f.##.png", true), (.numberedTIFF, "out/f.##.tif", true),
        (.numberedBMP, "out/f.##.bmp", true), (.numberedTGA, "out/f.##.tga", true),
        (.numberedEXR, "out/f.##.exr", true), (.numberedJPEG, "out/f.##.jpg", false),
        (.numberedWebP, "out/f.##.webp", false), (.numberedAVIF, "out/f.##.avif", false),
        (.numberedJPEGXL, "out/f.##.jxl", false), (.gif, "a.gif", false), (.animatedPNG, "a.apng", true),
        (.animatedWebP, "a.webp", false), (.animatedAVIF, "a.avif", false), (.animatedJPEGXL, "a.jxl", false),
        (.spriteSheet, "a.png", true),
    ]

    @Test(
        "images, animations and sprite sheets are decoded by our readers",
        arguments: LongTests.cases(files, every: 3)
    )
    func images(format: OutputFormat, name: String, isExact: Bool) async throws {
        let report = try await export(name, EncodingRequest(format: format), hasAlpha: true)
        let fidelity = try require(report.fidelity)
        expectEqual(fidelity.isExact, isExact, "\(fidelity)")
        expect(fidelity.psnr.map(\.worstFrame).map { (1...5).contains($0) } ?? true)
        // A GIF shows no pixel in part.
        expect(fidelity.worstSSIM > (format == .gif ? 0.3 : 0.5), "\(fidelity)")
    }

    @Test("every format whose files hold the pixels of every frame can be compared")
    func formats() {
        let decoded = Self.files.map(\.format) + [.mp4, .webM, .matroska, .quickTime]
        expectEqual(Set(OutputFormat.all.filter(\.comparesPixels)), Set(decoded))
    }

    @Test(
        "each frame of an animation is compared with the picture that is shown then, also where it is held",
        arguments: LongTests.cases(["a.gif", "a.apng", "a.webp", "a.avif", "a.jxl"], every: 2)
    )
    func held(name: String) async throws {
        let drawings = TestFrames(width: 70, height: 50)
        for (frame, drawing) in [1, 1, 1, 2, 3, 3, 1].enumerated() {
            try folder.write(drawings.png(drawing), to: "h/h.\(frame + 1).png")
        }
        let format = try require(OutputFormat(extensionOf: FilePath(name)))
        var settings = ExportSettings(EncodingRequest(format: format))
        settings.pixelVerification = PixelVerification()
        let frames = try SequenceLocator().locate([folder.file("h").string])
        let report = try await Exporter(frames: frames, settings: settings).export(to: folder.file(name))
        expect(report.fidelity?.worstSSIM ?? 0 > 0.5, "\(String(describing: report.fidelity))")
    }

    @Test("the decibels of H.264 are those that ffmpeg computes of red, green and blue")
    func decibels() async throws {
        let report = try await export("a.mp4", EncodingRequest(format: .mp4, rateFactor: 34))
        let filter =
            "[0:v]scale=in_color_matrix=bt709:in_range=tv:flags=accurate_rnd+full_chroma_int+full_chroma_inp+bilinear,"
            + "format=gbrp[a];[1:v]format=gbrp[b];[a][b]psnr"
        let outcome = try Program("ffmpeg").run([
            "-v", "info", "-i", folder.file("a.mp4").string, "-framerate", "30", "-i",
            folder.file("walk.%04d.png").string, "-lavfi", filter, "-f", "null", "-",
        ])
        let found = outcome.errors.firstMatch(of: /average:([0-9.]+)/).flatMap { Double($0.1) }
        let told = try require(report.fidelity?.psnr?.mean)
        let average = try require(found, "\(outcome.errors)")
        expect(abs(average - told) < 1, "ffmpeg says \(average), the report \(told)")
    }

    @Test("a file whose worst frame has too few decibels is refused, leaves nothing, and the frame is named")
    func tooFew() async throws {
        let profile = EncodingRequest(format: .mp4, rateFactor: 45)
        let error = await #expect(throws: ExportError.self) { try await export("a.mp4", profile, leastPSNR: 60) }
        expectEqual(error?.kind, .incomplete)
        expectEqual(error?.description.contains(/its frame [1-5] has a PSNR of [0-9.]+ dB, less than 60/), true)
        expect(!(try folder.names().contains("a.mp4")))
    }

    @Test("a sheet of thumbnails cannot be compared, which is said before anything is written")
    func notDecoded() async throws {
        let error = await #expect(throws: ExportError.self) {
            try await export("a.html", EncodingRequest(format: .contactSheet))
        }
        expectEqual(error?.kind, .usage)
        try expect(folder.names().allSatisfy { $0.hasSuffix(".png") })
    }
}

@Suite("The difference of two pictures")
struct PictureDifferenceTests {
    /// The mean square of all differences, one sample at a time.
    private func meanSquare(_ first: [UInt8], _ second: [UInt8]) -> Double {
        zip(first, second).reduce(0.0) { $0 + pow((Double($1.0) - Double($1.1)) / 255, 2) } / Double(first.count)
    }

    @Test("of every width from 1 to 70, each sample counts once", arguments: [1, 3, 7, 8, 9])
    func everyWidth(height: Int) {
        var generator = SeededGenerator(seed: UInt64(height))
        for width in Array(1...70) + [251, 252, 253, 255, 256, 257, 260, 511] {
            let size = PixelSize(width: width, height: height)
            let (first, second) = (generator.bytes(size.area * 4), generator.bytes(size.area * 4))
            let picture = Picture(making: size, format: .rgbaPremultiplied) { $0.copyBytes(from: first) }
            let found = second.withUnsafeBytes {
                picture.difference(from: $0, planes: [(0, width * 4)], hasAlpha: true)
            }
            expectEqual(found.sampleCount, first.count)
            expect(abs(found.squares / Double(first.count) - meanSquare(first, second)) < 1e-9)
            let same = first.withUnsafeBytes {
                picture.difference(from: $0, planes: [(0, width * 4)], hasAlpha: true)
            }
            expect(same.isExact && same.psnr == nil && abs(same.ssim - 1) < 1e-12)
        }
    }

    @Test("colors of pixels that are not seen do not count")
    func unseen() {
        let size = PixelSize(width: 2, height: 1)
        let picture = Picture(making: size, format: .rgba) { $0.copyBytes(from: [9, 9, 9, 0, 1, 2, 3, 255]) }
        let other: [UInt8] = [200, 100, 50, 0, 1, 2, 3, 255]
        expect(other.withUnsafeBytes { picture.difference(from: $0, planes: [(0, 8)], hasAlpha: true) }.isExact)
    }
}
