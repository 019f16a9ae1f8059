import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookMedia
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Testing

@Suite("Files of a size that is asked for", .hangLimit)
struct FileSizeTests {
    private let folder: TemporaryDirectory

    /// Frames that no encoder makes much smaller.
    init() throws {
        folder = try TemporaryDirectory()
        var generator = SeededGenerator(seed: 15)
        let size = PixelSize(width: 96, height: 64)
        for number in 1...24 {
            let pixels = generator.bytes(size.area * 4).enumerated().map { $0 % 4 == 3 ? 255 : $1 }
            let picture = Picture(making: size, format: .rgba) { $0.copyBytes(from: pixels) }
            _ = try folder.write(PNGEncoder.encode(picture, opaque: true), to: TestFrames.name(number))
        }
    }

    private func export(_ name: String, _ profile: EncodingRequest) async throws -> ExportReport {
        let frames = try SequenceLocator().locate([folder.path])
        return try await Exporter(frames: frames, settings: ExportSettings(profile))
            .export(to: folder.file(name))
    }

    @Test(
        "are never larger than asked for, and within 3 % of it where the encoder takes a bit rate",
        arguments: LongTests.cases(
            [
                (OutputFormat.mp4, VideoCodec.h264, 100_000), (.mp4, .h264, 30_000), (.mp4, .h265, 60_000),
                (.mp4, .av1, 60_000), (.webM, .vp9, 80_000), (.webM, .vp8, 80_000),
            ],
            every: 6
        )
    )
    func video(format: OutputFormat, codec: VideoCodec, byteCount: Int) async throws {
        let profile = EncodingRequest(format: format, codec: codec, mostBytes: byteCount, preset: "fast")
        let report = try await export("a.\(format.usualExtension)", profile)
        expect(report.byteCount <= byteCount)
        expect(Double(report.byteCount) >= 0.97 * Double(byteCount), "\(report.byteCount) of \(byteCount)")
        expectEqual(report.framesReadBack, 24)
    }

    @Test(
        "AV1 comes near a size that its own rate control stays far below",
        .enabled(if: LongTests.areWanted, LongTests.absence),
        arguments: [8_000, 10_000, 11_000]
    )
    func smooth(byteCount: Int) async throws {
        let folder = try TemporaryDirectory()
        try TestFrames(width: 160, height: 120).write(1...24, to: folder)
        let profile = EncodingRequest(format: .mp4, codec: .av1, mostBytes: byteCount, preset: "fast")
        let frames = try SequenceLocator().locate([folder.path])
        let report = try await Exporter(frames: frames, settings: ExportSettings(profile))
            .export(to: folder.file("a.mp4"))
        expect(report.byteCount <= byteCount)
        expect(Double(report.byteCount) >= 0.97 * Double(byteCount), "\(report.byteCount) of \(byteCount)")
    }

    @Test("between two qualities some frames have the one, and some the other: animated WebP")
    func webP() async throws {
        let report = try await export("a.webp", EncodingRequest(format: .animatedWebP, mostBytes: 120_000))
        expect((116_400...120_000).contains(report.byteCount), "\(report.byteCount)")
    }

    @Test(
        "the same of colors and transparency that are compressed apart",
        .enabled(if: LongTests.areWanted, LongTests.absence),
        arguments: [(VideoCodec.vp8, 5_500), (.vp9, 4_500)]
    )
    func apart(codec: VideoCodec, byteCount: Int) async throws {
        let folder = try TemporaryDirectory()
        try TestFrames(width: 160, height: 120, hasAlpha: true).write(1...8, to: folder)
        let profile = EncodingRequest(format: .webM, codec: codec, mostBytes: byteCount, preset: "fast")
        let frames = try SequenceLocator().locate([folder.path])
        let report = try await Exporter(frames: frames, settings: ExportSettings(profile))
            .export(to: folder.file("a.webm"))
        expect(report.byteCount <= byteCount)
        expect(Double(report.byteCount) >= 0.97 * Double(byteCount), "\(report.byteCount) of \(byteCount)")
    }

    @Test(
        "and in films of a frame or two, where transparency alone gets better",
        arguments: LongTests.cases([(1, 2_550), (2, 2_130)], every: 2)
    )
    func shortFilm(count: Int, byteCount: Int) async throws {
        let folder = try TemporaryDirectory()
        try TestFrames(width: 160, height: 120, hasAlpha: true).write(1...count, to: folder)
        let profile = EncodingRequest(format: .webM, mostBytes: byteCount, preset: "fast")
        let frames = try SequenceLocator().locate([folder.path])
        let report = try await Exporter(frames: frames, settings: ExportSettings(profile))
            .export(to: folder.file("a.webm"))
        expect(report.byteCount <= byteCount)
        expect(Double(report.byteCount) >= 0.97 * Double(byteCount), "\(report.byteCount) of \(byteCount)")
    }

    @Test(
        "each of AV1's best factors makes a larger file than the next one",
        .enabled(if: LongTests.areWanted, LongTests.absence)
    )
    func bestAV1() async throws {
        let folder = try TemporaryDirectory()
        try TestFrames(width: 160, height: 120).write(1...4, to: folder)
        let frames = try SequenceLocator().locate([folder.path])
        var sizes: [Int] = []
        for factor in [0, 1, 2, 4, 8] {
            let profile = EncodingRequest(format: .mp4, codec: .av1, rateFactor: factor, preset: "fast")
            let report = try await Exporter(frames: frames, settings: ExportSettings(profile))
                .export(to: folder.file("\(factor).mp4"))
            sizes.append(report.byteCount)
        }
        for (better, worse) in zip(sizes, sizes.dropFirst()) {
            expect(Double(better) > 1.1 * Double(worse), "\(sizes)")
        }
    }

    @Test("are smaller where the best quality is")
    func best() async throws {
        let report = try await export("a.mp4", EncodingRequest(format: .mp4, mostBytes: 50_000_000))
        let good = try await export("b.mp4", EncodingRequest(format: .mp4, quality: 100))
        expect(report.byteCount < 50_000_000)
        expect(report.byteCount > good.byteCount / 2 && report.byteCount < good.byteCount * 2)
    }

    @Test(
        "are those of quality 100 where a quality is looked for and much is allowed",
        arguments: LongTests.cases(
            [(OutputFormat.animatedWebP, VideoCodec.webP), (.webM, .vp9), (.animatedAVIF, .avif), (.webM, .vp8)],
            every: 2
        )
    )
    func bestQuality(format: OutputFormat, codec: VideoCodec) async throws {
        let folder = try TemporaryDirectory()
        try TestFrames(width: 160, height: 120, hasAlpha: true).write(1...2, to: folder)
        let frames = try SequenceLocator().locate([folder.path])
        var sizes: [Int] = []
        for (quality, most) in [(nil, 50_000_000), (100, nil)] as [(Int?, Int?)] {
            let profile = EncodingRequest(
                format: format,
                codec: codec,
                quality: quality,
                mostBytes: most,
                preset: codec == .webP ? nil : "fast"
            )
            let report = try await Exporter(frames: frames, settings: ExportSettings(profile))
                .export(to: folder.file("\(sizes.count).\(format.usualExtension)"))
            sizes.append(report.byteCount)
        }
        expectEqual(sizes[0], sizes[1])
    }

    @Test("are refused where no file is as small, with the smallest one's bytes, and nothing is left")
    func unreachable() async throws {
        let error = await #expect(throws: ExportError.self) {
            try await export("a.mp4", EncodingRequest(format: .mp4, mostBytes: 2_000))
        }
        let text = try require(error?.description)
        let least = try require(text.firstMatch(of: /the smallest possible file has ([0-9]+) bytes/))
        expectEqual(Int(least.1).map { $0 > 2_000 && $0 < 60_000 }, true, "\(text)")
        expect(!(try folder.names().contains("a.mp4")))
    }

    @Test(
        "an encoder that takes no pictures says so, and is not asked for a smaller file",
        arguments: LongTests.cases([(OutputFormat.mp4, VideoCodec.av1, "av1enc"), (.webM, .vp9, "vp9enc")], every: 2)
    )
    func broken(format: OutputFormat, codec: VideoCodec, element: String) async throws {
        let profile = EncodingRequest(
            format: format,
            codec: codec,
            mostBytes: 20_000,
            options: [
                ElementProperty(name: "min-quantizer", value: "60"),
                ElementProperty(name: "max-quantizer", value: "10"),
            ]
        )
        let name = "a.\(format.usualExtension)"
        let error = await #expect(throws: ExportError.self) { try await export(name, profile) }
        let text = try require(error?.description)
        expect(text.contains(element) && !text.contains("smallest"), "\(text)")
        expect(!(try folder.names().contains(name)))
    }

    @Test("a bit rate is kept to in two passes", arguments: LongTests.cases([VideoCodec.h264, .h265], every: 2))
    func bitRate(codec: VideoCodec) async throws {
        let report = try await export("a.mp4", EncodingRequest(format: .mp4, codec: codec, bitRate: 800_000))
        let bits = Double(report.byteCount * 8) / report.duration
        expect((600_000...1_000_000).contains(bits), "\(bits)")
    }

    @Test("sizes and qualities together, and sizes of what has no quality, are refused")
    func refused() {
        #expect(throws: EncodingError.self) {
            try EncodingRequest(format: .mp4, quality: 50, mostBytes: 1_000_000).check()
        }
        #expect(throws: EncodingError.self) {
            try EncodingRequest(format: .matroska, bitRate: 1_000_000).check()
        }
        #expect(throws: EncodingError.self) {
            try EncodingRequest(format: .gif, mostBytes: 1_000_000).check()
        }
    }
}
