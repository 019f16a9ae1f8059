import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookMedia
import FlipbookScene
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Testing

/// The 24 patches of a color chart, written to each kind of file and decoded by ffmpeg.
@Suite("Colors come back as they were", .hangLimit)
struct ColorChartTests {
    private let chart: ColorChart
    private var folder: TemporaryDirectory { chart.folder }

    init() throws { chart = try ColorChart() }

    @Test(
        "of every target within 1 of CIEDE2000 on average, lossless and 4:4:4 within 0.5",
        arguments: LongTests.cases(
            [
                ("a.mp4", VideoCodec.h264, nil, 1.0), ("a.mp4", .h264, Chroma.full, 0.5),
                ("a.mp4", .h265, nil, 1.0),
                ("a.mp4", .h265, .full, 0.5), ("a.mp4", .av1, nil, 1.0), ("a.webm", .vp9, nil, 1.0),
                ("a.webm", .vp8, nil, 1.0), ("a.mov", .proRes, nil, 1.0), ("a.mov", .png, nil, 0.01),
                ("a.mkv", .ffv1, nil, 0.01), ("a.gif", .gif, nil, 0.01), ("a.apng", .animatedPNG, nil, 0.01),
                ("a.##.png", .png, nil, 0.01), ("a.##.tif", .tiff, nil, 0.01), ("a.##.bmp", .bmp, nil, 0.01),
                ("a.##.jpg", .jpeg, nil, 1.0), ("a.##.jpg", .jpeg, .full, 0.5), ("a.##.tga", .tga, nil, 0.01),
                ("a.##.exr", .openEXR, nil, 0.5), ("a.##.webp", .webP, nil, 1.0), ("a.##.avif", .avif, nil, 1.0),
                ("a.##.avif", .avif, .full, 0.5), ("a.##.jxl", .jpegXL, nil, 1.0), ("a.mkv", .h264, nil, 1.0),
                ("a.mkv", .vp9, nil, 1.0), ("a.mkv", .av1, nil, 1.0), ("a.webm", .av1, nil, 1.0),
                ("a.mov", .h264, nil, 1.0),
            ] as [(String, VideoCodec, Chroma?, Double)],
            every: 3
        )
    )
    func targets(name: String, codec: VideoCodec, chroma: Chroma?, most: Double) async throws {
        let format = try require(OutputFormat(extensionOf: FilePath(name)))
        let exact: [VideoCodec] = [.proRes, .gif, .openEXR, .ffv1, .png, .animatedPNG, .tiff, .bmp, .tga]
        let quality = exact.contains(codec) ? nil : 90
        let profile = EncodingRequest(
            format: format,
            codec: codec,
            quality: quality,
            chroma: chroma
        )
        let path = try await chart.export(name, profile)
        let found = try chart.decoded(path)
        let mean = ColorChart.meanDifference(found.map { LabColor(sRGB: $0) })
        expect(mean <= most, "\(mean)")
    }

    @Test(
        "in every color space and range, which the stream says",
        // Every day each space and each codec.
        arguments: LongTests.cases(
            [
                (ColorSpace.bt601, ColorRange.limited, "tv,smpte170m,smpte170m,smpte170m"),
                (.bt709, .full, "pc,bt709,bt709,bt709"), (.srgb, .limited, "tv,bt709,iec61966-2-1,bt709"),
                (.bt2020, .limited, "tv,bt2020nc,bt2020-10,bt2020"),
                (.displayP3, .limited, "tv,bt709,iec61966-2-1,smpte432"),
                (.displayP3, .full, "pc,bt709,iec61966-2-1,smpte432"),
            ].flatMap { colors in
                [
                    (OutputFormat.mp4, VideoCodec.h264), (.mp4, .h265), (.mp4, .av1), (.webM, .vp9),
                    (.quickTime, .proRes),
                ].map { (colors, $0) }
            },
            every: 6
        )
    )
    func spaces(
        _ colors: (space: ColorSpace, range: ColorRange, tags: String),
        target: (format: OutputFormat, codec: VideoCodec)
    ) async throws {
        let (format, codec) = target
        guard codec.colorSpaces.contains(colors.space), codec.colorRanges.contains(colors.range) else {
            let error = #expect(throws: EncodingError.self) {
                try EncodingRequest(
                    format: format,
                    codec: codec,
                    colorSpace: colors.space,
                    colorRange: colors.range
                ).check()
            }
            expectEqual(error?.code, "profile.colors")
            return
        }
        let profile = EncodingRequest(
            format: format,
            codec: codec,
            quality: codec == .proRes ? nil : 95,
            colorSpace: colors.space,
            colorRange: colors.range
        )
        let path = try await chart.export("a.\(format.usualExtension)", profile)
        // The picture headers of ProRes have one number for the transfers that are BT.709's by another name.
        let tags = colors.tags.split(separator: ",")
        let wanted = codec == .proRes ? [tags[0], tags[1], "bt709", tags[3]] : tags
        try expectEqual(self.tags(of: path), wanted.map(String.init))
        let found = try chart.decoded(path).map { numbers -> LabColor in
            guard let matrix = ColorChart.toBT709[colors.space] else { return LabColor(sRGB: numbers) }
            // Films hold the numbers of screens, which stand for light by sRGB's curve, whatever curve their standard names.
            let light = numbers.map { ColorChart.sRGBLight($0 / 255) }
            return LabColor(linear: ColorChart.mixed(light, by: matrix))
        }
        let mean = ColorChart.meanDifference(found)
        expect(mean <= 1, "\(mean)")
    }

    @Test(
        "in 4:4:4 and 10 bits Display P3 and BT.2020 are within 0.5, by sRGB's curve and by a camera's",
        arguments: LongTests.cases(
            [ColorSpace.displayP3, .bt2020].flatMap { space in
                [(OutputFormat.mp4, VideoCodec.h264), (.mp4, .h265), (.quickTime, .proRes)].map { (space, $0) }
            },
            every: 2
        )
    )
    func fine(space: ColorSpace, target: (format: OutputFormat, codec: VideoCodec)) async throws {
        let isProRes = target.codec == .proRes
        let profile = EncodingRequest(
            format: target.format,
            codec: target.codec,
            codecProfile: isProRes ? "4444" : nil,
            quality: isProRes ? nil : 95,
            depth: isProRes ? nil : 10,
            chroma: isProRes ? nil : .full,
            colorSpace: space
        )
        let numbers = try chart.decoded(try await chart.export("a.\(target.format.usualExtension)", profile))
        let matrix = try require(ColorChart.toBT709[space])
        let screen = numbers.map {
            LabColor(linear: ColorChart.mixed($0.map { ColorChart.sRGBLight($0 / 255) }, by: matrix))
        }
        let camera = numbers.map { numbers in
            let light = ColorChart.mixed(numbers.map { ColorChart.bt709Light($0 / 255) }, by: matrix)
            return LabColor(sRGB: light.map { ColorChart.bt709Number($0) * 255 })
        }
        for found in [screen, camera] {
            let mean = ColorChart.meanDifference(found)
            expect(mean <= 0.5, "\(mean)")
        }
    }

    @Test(
        "a film of odd sides is written in other colors, with transparency too",
        arguments: [("a.mp4", false), ("a.webm", true)]
    )
    func oddSides(name: String, hasAlpha: Bool) async throws {
        try TestFrames(width: 71, height: 51, hasAlpha: hasAlpha).write(1...3, to: folder, stem: "odd")
        let format = try require(OutputFormat(extensionOf: FilePath(name)))
        var settings = ExportSettings(EncodingRequest(format: format, quality: 90, colorSpace: .bt2020))
        settings.pixelVerification = PixelVerification()
        let frames = try SequenceLocator().locate([folder.file("odd.####.png").string])
        let report = try await Exporter(frames: frames, settings: settings).export(to: folder.file(name))
        expect(report.fidelity?.psnr?.worst ?? 0 > 30, "\(String(describing: report.fidelity))")
    }

    /// Range, matrix, transfer and primaries, as ffprobe finds them.
    private func tags(of path: FilePath) throws -> [String] {
        let probe = try Program("ffprobe").run([
            "-v", "error", "-select_streams", "v", "-show_entries",
            "stream=color_range,color_space,color_transfer,color_primaries", "-of", "csv=p=0",
            path.string,
        ])
        return probe.text.trimmingCharacters(in: .whitespacesAndNewlines).split(separator: ",").map(String.init)
    }

    @Test(
        "every video says its colors, also where none are asked for",
        arguments: LongTests.cases(
            [OutputFormat.mp4, .webM, .matroska, .quickTime].flatMap { format in
                format.codecs.map { (format, $0) }
            },
            every: 3
        )
    )
    func usualTags(format: OutputFormat, codec: VideoCodec) async throws {
        let path = try await chart.export(
            "a.\(format.usualExtension)",
            EncodingRequest(format: format, codec: codec)
        )
        let tags: [String] =
            switch codec {
            // Its streams know this matrix alone; the other numbers are the frames'.
            case .vp8: ["tv", "smpte170m", "bt709", "bt709"]
            case .png, .ffv1: ["pc", "gbr", "iec61966-2-1", "bt709"]
            default: ["tv", "bt709", "bt709", "bt709"]
            }
        try expectEqual(self.tags(of: path), tags)
    }

    @Test(
        "the stream of VP9 says its matrix and range without its file",
        arguments: LongTests.cases([ColorSpace.bt709, .bt601, .bt2020], every: 3)
    )
    func vp9Stream(space: ColorSpace) async throws {
        let path = try await chart.export(
            "a.webm",
            EncodingRequest(format: .webM, colorSpace: space, colorRange: .full)
        )
        let stream = folder.file("a.ivf")
        _ = try Program("ffmpeg").run(["-v", "error", "-i", path.string, "-c", "copy", stream.string])
        let matrices: [ColorSpace: String] = [.bt709: "bt709", .bt601: "smpte170m", .bt2020: "bt2020nc"]
        try expectEqual(tags(of: stream).prefix(2), ["pc", matrices[space] ?? ""])
    }

    @Test(
        "transparency is kept in other colors",
        arguments: [(OutputFormat.webM, VideoCodec.vp9), (.quickTime, .proRes)]
    )
    func transparent(format: OutputFormat, codec: VideoCodec) async throws {
        try TestFrames(width: 70, height: 50, hasAlpha: true).write(1...3, to: folder, stem: "clear")
        var settings = ExportSettings(EncodingRequest(format: format, codec: codec, colorSpace: .bt2020))
        settings.alphaOutput = .keep
        settings.pixelVerification = PixelVerification()
        let frames = try SequenceLocator().locate([folder.file("clear.####.png").string])
        let target = folder.file("a.\(format.usualExtension)")
        let report = try await Exporter(frames: frames, settings: settings).export(to: target)
        expect(report.fidelity?.worstSSIM ?? 0 > 0.8, "\(String(describing: report.fidelity))")
        try expectEqual(tags(of: target)[1], "bt2020nc")
    }

    @Test("codecs that are written in one color space refuse another, and name what can")
    func refused() {
        for (format, codec) in [(OutputFormat.webM, VideoCodec.vp8), (.gif, .gif), (.matroska, .ffv1)] {
            let error = #expect(throws: EncodingError.self) {
                try EncodingRequest(format: format, codec: codec, colorSpace: .bt2020).check()
            }
            expectEqual(error?.code, "profile.colors")
            expectEqual(error?.description.contains("bt601"), (codec == .vp8))
        }
    }

    @Test(
        "CIEDE2000 is that of the pairs that Sharma, Wu and Dalal published",
        arguments: [
            ([50.0, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425), ([50, 0, 0], [50, -1, 2], 2.3669),
            ([50, 2.5, 0], [50, 0, -2.5], 4.3065), ([50, 2.5, 0], [73, 25, -18], 27.1492),
            ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
            ([2.0776, 0.0795, -1.1350], [0.9033, -0.0636, -0.5514], 0.9082),
        ] as [([Double], [Double], Double)]
    )
    func formula(first: [Double], second: [Double], difference: Double) {
        let found = LabColor(first[0], first[1], first[2]).difference(
            from: LabColor(second[0], second[1], second[2])
        )
        expect(abs(found - difference) < 0.0001, "\(found)")
    }
}
