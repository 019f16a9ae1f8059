import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookMedia
import FlipbookScene
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Testing

/// The limits of what a file can hold, and of where it may be put.
@Suite(.hangLimit) struct ExporterLimitTests {
    private let folder: TemporaryDirectory
    private let frames = TestFrames(width: 18, height: 16)

    init() throws {
        folder = try TemporaryDirectory()
        try frames.write(1...3, to: folder)
    }

    @Test(
        "4:2:2 of an odd width is written, or refused before an encoder starts",
        arguments: LongTests.cases(
            [
                ("a.mp4", "h264", 8), ("a.mp4", "h264", 10), ("a.mp4", "h265", 8), ("a.mp4", "h265", 12),
                ("a.mkv", "h264", 8),
                ("a.mkv", "vp9", 10), ("a.mkv", "av1", 8), ("a.mov", "prores", 10),
            ],
            every: 3
        )
    )
    func oddWidth(name: String, codec: String, depth: Int) async throws {
        let format = try require(OutputFormat(extensionOf: FilePath(name)))
        let profile = EncodingRequest(format: format, codec: VideoCodec(rawValue: codec), depth: depth, chroma: .half)
        func write(_ width: Int) async throws -> ExportReport {
            try await export(name) {
                $0.encoding = profile
                $0.sequence.size = PixelSize(width: width, height: 19)
                $0.overwrites = true
            }
        }
        try await expectEqual(write(32).framesReadBack, 3)
        guard ["h264", "h265"].contains(codec) else {
            try await expectEqual(write(31).width, 31)
            return
        }
        let error = await #expect(throws: ExportError.self) { try await write(31) }
        expectEqual(error?.kind, .usage)
        let reason =
            "The pictures are 31x19, but \(codec) in 4:2:2 needs an even width. Set one with size, or chroma: 444."
        expectEqual(error?.description, reason)
    }

    @Test(
        "pictures below 16x16 are refused for MPEG-4, which has no place for them, and go into Matroska or GIF",
        arguments: [(1, 1), (2, 200), (200, 14), (15, 15), (16, 16)]
    )
    func smallPictures(width: Int, height: Int) async throws {
        let size = PixelSize(width: width, height: height)
        let fits = width >= 15 && height >= 15
        if fits {
            let report = try await export("a.mp4") { $0.sequence.size = size }
            expectEqual(report.width, 16)
        } else {
            let error = await #expect(throws: ExportError.self) {
                try await export("a.mp4") { $0.sequence.size = size }
            }
            expectEqual(error?.kind, .usage)
            expectEqual(
                error?.description,
                "The pictures are \(size), but an .mp4 file needs at least 16x16 pixels. "
                    + "Enlarge them with size, or use .mkv with codec: h264."
            )
        }
        if width >= 3, height >= 3 {
            try await expectEqual(export("a.mkv") { $0.sequence.size = size }.framesReadBack, 3)
        }
    }

    @Test(
        "pictures with a longer side than a codec has are refused, and the next format that takes them is named",
        arguments: LongTests.cases(
            [
                ("a.mp4", "h264", "H.264", 16_384, "mkv"),
                // A codec that was asked for has to be replaced, too.
                ("a.mp4", "h265", "H.265", 16_384, "mkv with codec: ffv1"),
                ("a.mp4", "av1", "AV1", 16_384, "mkv with codec: ffv1"), ("a.webm", "vp9", "VP9", 16_384, "mkv"),
                ("a.webm", "vp8", "VP8", 16_383, "mkv with codec: ffv1"), ("a.webp", "webp", "WebP", 16_383, "apng"),
            ],
            every: 3
        )
    )
    func longSides(name: String, codec: String, noun: String, most: Int, offer: String) async throws {
        let format = try require(OutputFormat(extensionOf: FilePath(name)))
        let profile = EncodingRequest(format: format, codec: VideoCodec(rawValue: codec))
        let error = await #expect(throws: ExportError.self) {
            try await export(name) {
                $0.encoding = profile
                $0.sequence.size = PixelSize(width: 20_000, height: 18)
            }
        }
        expectEqual(error?.kind, .usage)
        expectEqual(
            error?.description,
            "The pictures are 20000x18, but \(noun) supports at most \(most) pixels per side. "
                + "Make them smaller with size, or use .\(offer)."
        )
    }

    @Test(
        "so are pictures with a longer side than an image has, and the next image that takes them is named",
        arguments: [("jpg", "JPEG", 65_500, 70_000, "png"), ("webp", "WebP", 16_383, 20_000, "png")]
    )
    func longSidesOfImages(ending: String, noun: String, most: Int, side: Int, offer: String) async throws {
        let size = PixelSize(width: side, height: 18)
        let reason =
            "The pictures are \(size), but \(noun) supports at most \(most) pixels per side. "
            + "Make them smaller with size, or use .\(offer)."
        let numbered = await #expect(throws: ExportError.self) {
            try await export("a.##.\(ending)") { $0.sequence.size = size }
        }
        expectEqual(numbered?.description, reason)
        var settings = SequenceSettings()
        settings.size = size
        let input = try SequenceLocator().locate([folder.file("walk.####.png").string])
        let exporter = FrameExporter(frames: input, settings: settings)
        let single = await #expect(throws: ExportError.self) {
            try await exporter.export(frame: 1, to: folder.file("a.\(ending)"))
        }
        expectEqual(single?.description, reason)
    }

    @Test(
        "any rate that can be asked for is stored exactly by every container",
        arguments: LongTests.cases(
            [
                ("a.mp4", 1, 1000), ("a.mkv", 1, 1000), ("a.mp4", 100, 11), ("a.mp4", 180, 7), ("a.mp4", 7716, 625),
                ("a.mp4", 40_000, 41), ("a.mp4", 999_999_937, 1_000_003), ("a.mp4", 24000, 1001), ("a.mp4", 1000, 1),
                ("a.mp4", 1, 3600),
            ] as [(String, Int64, Int64)],
            every: 3
        )
    )
    func rates(name: String, numerator: Int64, denominator: Int64) async throws {
        // Long enough for an error of one in a thousand to show.
        let report = try await export(name) {
            $0.sequence.frameRate = FrameRate(numerator, denominator)
            $0.sequence.animationRepeatCount = 50
        }
        expectEqual(report.rate, (denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"))
        let times = try VideoFile(folder.file(name)).presentationTimes()
        expectEqual(times.count, 150)
        for (index, time) in times.enumerated() {
            let exact = Double(index) * Double(denominator) / Double(numerator)
            expect(abs(time - exact) < 0.000_01, "frame \(index)")
        }
    }

    @Test("frames of the input are never replaced, nor is their sequence added to", arguments: [false, true])
    func collisions(overwrites: Bool) async throws {
        let link = folder.file("link")
        try FileManager.default.createSymbolicLink(atPath: link.string, withDestinationPath: folder.path)
        for name in ["walk.####.png", "link/walk.%04d.png", "./walk.$F4.png"] {
            let error = await #expect(throws: ExportError.self) {
                try await export(name) { $0.overwrites = overwrites }
            }
            expectEqual(error?.kind, .usage)
            expectEqual(
                error?.description,
                "\(folder.file("walk.0001.png")) belongs to the input, whose files are "
                    + "never changed. Choose a different name or folder with output."
            )
        }
        for number in 1...3 {
            try expectEqual(
                Data(contentsOf: URL(fileURLWithPath: folder.file(TestFrames.name(number)).string)),
                Data(frames.png(number))
            )
        }
        // Another padding, another name, another folder are no frames of the input.
        for name in ["other/walk.####.png", "walk.#####.png", "run.####.png"] {
            try await expectEqual(export(name) { $0.overwrites = overwrites }.framesReadBack, 3)
        }
    }

    private func export(
        _ name: String,
        _ change: (inout ExportSettings) -> Void = { _ in }
    ) async throws -> ExportReport {
        let container = try require(OutputFormat(extensionOf: FilePath(name)))
        var settings = ExportSettings(EncodingRequest(format: container))
        change(&settings)
        let input = try SequenceLocator().locate([folder.file("walk.####.png").string])
        return try await Exporter(frames: input, settings: settings).export(to: folder.file(name))
    }
}
