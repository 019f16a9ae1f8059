import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookTestSupport
import Foundation
import Testing

@Suite("Comparing the pixels of a finished file", .hangLimit)
struct PixelVerificationTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func export(
        _ name: String,
        _ profile: EncodingProfile,
        hasAlpha: Bool = false,
        leastPSNR: Double? = nil
    ) async throws -> ExportReport {
        try TestFrames(width: 70, height: 50, hasAlpha: hasAlpha).write(1...5, to: folder)
        var settings = ExportSettings(profile: profile)
        settings.pixelVerification = PixelVerification(leastPSNR: leastPSNR)
        let frames = try SequenceLocator().locate([folder.path])
        return try await Exporter(frames: frames, settings: settings).export(to: folder.file(name))
    }

    @Test(
        "every codec of a video gives back pictures that are near the frames, and exact ones where it is lossless",
        arguments: [OutputFormat.mp4, .webM, .matroska, .quickTime].flatMap { format in
            format.codecs.flatMap { [(format, $0, false), (format, $0, true)] }
        }
    )
    func video(format: OutputFormat, codec: VideoCodec, hasAlpha: Bool) async throws {
        let profile = try EncodingProfile(format: format, codec: codec)
        let report = try await export("a.\(format.usualExtension)", profile, hasAlpha: hasAlpha)
        let fidelity = try #require(report.fidelity)
        #expect(fidelity.isExact == codec.isLossless)
        #expect(fidelity.psnr?.worst ?? 99 > 30, "\(fidelity)")
        #expect(fidelity.psnr?.mean ?? 99 >= fidelity.psnr?.worst ?? 99)
        #expect(fidelity.worstSSIM > 0.9 && fidelity.meanSSIM >= fidelity.worstSSIM && fidelity.meanSSIM <= 1)
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

    @Test("images, animations and sprite sheets are decoded by our readers", arguments: files)
    func images(format: OutputFormat, name: String, isExact: Bool) async throws {
        let report = try await export(name, try EncodingProfile(format: format), hasAlpha: true)
        let fidelity = try #require(report.fidelity)
        #expect(fidelity.isExact == isExact, "\(fidelity)")
        #expect(fidelity.psnr.map(\.worstFrame).map { (1...5).contains($0) } ?? true)
        // A GIF shows no pixel in part.
        #expect(fidelity.worstSSIM > (format == .gif ? 0.3 : 0.5), "\(fidelity)")
    }

    @Test("every format whose files hold the pixels of every frame can be compared")
    func formats() {
        let decoded = Self.files.map(\.format) + [.mp4, .webM, .matroska, .quickTime]
        #expect(Set(OutputFormat.all.filter(\.comparesPixels)) == Set(decoded))
    }

    @Test(
        "each frame of an animation is compared with the picture that is shown then, also where it is held",
        arguments: ["a.gif", "a.apng", "a.webp", "a.avif", "a.jxl"]
    )
    func held(name: String) async throws {
        let drawings = TestFrames(width: 70, height: 50)
        for (frame, drawing) in [1, 1, 1, 2, 3, 3, 1].enumerated() {
            try folder.write(drawings.png(drawing), to: "h/h.\(frame + 1).png")
        }
        let format = try #require(OutputFormat(extensionOf: FilePath(name)))
        var settings = ExportSettings(profile: try EncodingProfile(format: format))
        settings.pixelVerification = PixelVerification()
        let frames = try SequenceLocator().locate([folder.file("h").string])
        let report = try await Exporter(frames: frames, settings: settings).export(to: folder.file(name))
        #expect(report.fidelity?.worstSSIM ?? 0 > 0.5, "\(String(describing: report.fidelity))")
    }

    @Test("the decibels of H.264 are those that ffmpeg computes from the same pictures")
    func decibels() async throws {
        let profile = try EncodingProfile(format: .mp4, rateFactor: 34)
        let report = try await export("a.mp4", profile)
        // A file of the best quality has nearly the pictures that the encoder got.
        let exact = try EncodingProfile(format: .mp4, rateFactor: 1)
        _ = try await export("b.mp4", exact)
        let outcome = try Program("ffmpeg").run([
            "-v", "info", "-i", folder.file("a.mp4").string, "-i", folder.file("b.mp4").string, "-lavfi", "psnr", "-f",
            "null", "-",
        ])
        let found = outcome.errors.firstMatch(of: /average:([0-9.]+)/).flatMap { Double($0.1) }
        let told = try #require(report.fidelity?.psnr?.mean)
        let average = try #require(found, "\(outcome.errors)")
        #expect(abs(average - told) < 1, "ffmpeg says \(average), the report \(told)")
    }

    @Test("a file whose worst frame has too few decibels is refused, leaves nothing, and the frame is named")
    func tooFew() async throws {
        let profile = try EncodingProfile(format: .mp4, rateFactor: 45)
        let error = await #expect(throws: ExportError.self) { try await export("a.mp4", profile, leastPSNR: 60) }
        #expect(error?.kind == .incomplete)
        #expect(error?.description.contains(/its frame [1-5] is [0-9.]+ dB from the picture, less than 60/) == true)
        #expect(!(try folder.names().contains("a.mp4")))
    }

    @Test("a sheet of thumbnails cannot be compared, which is said before anything is written")
    func notDecoded() async throws {
        let error = await #expect(throws: ExportError.self) {
            try await export("a.html", try EncodingProfile(format: .contactSheet))
        }
        #expect(error?.kind == .usage)
        #expect(try folder.names().allSatisfy { $0.hasSuffix(".png") })
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
            #expect(found.sampleCount == first.count)
            #expect(abs(found.squares / Double(first.count) - meanSquare(first, second)) < 1e-9)
            let same = first.withUnsafeBytes {
                picture.difference(from: $0, planes: [(0, width * 4)], hasAlpha: true)
            }
            #expect(same.isExact && same.psnr == nil && abs(same.ssim - 1) < 1e-12)
        }
    }

    @Test("colours of pixels that are not seen do not count")
    func unseen() {
        let size = PixelSize(width: 2, height: 1)
        let picture = Picture(making: size, format: .rgba) { $0.copyBytes(from: [9, 9, 9, 0, 1, 2, 3, 255]) }
        let other: [UInt8] = [200, 100, 50, 0, 1, 2, 3, 255]
        #expect(other.withUnsafeBytes { picture.difference(from: $0, planes: [(0, 8)], hasAlpha: true) }.isExact)
    }
}
