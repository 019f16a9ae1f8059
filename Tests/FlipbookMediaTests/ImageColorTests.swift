import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookMedia
import FlipbookPlay
import FlipbookScene
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Testing

/// Image files in other colors than sRGB: ffmpeg decodes their numbers, which say nothing of a profile, and formulas of the
/// standards make colors of them.
@Suite("Images in Display P3 and BT.2020", .hangLimit)
struct ImageColorTests {
    private let chart: ColorChart

    init() throws { chart = try ColorChart() }

    private static let targets: [(name: String, format: OutputFormat, isLossless: Bool)] = [
        ("a.##.png", .numberedPNG, true), ("a.##.tif", .numberedTIFF, true), ("a.##.webp", .numberedWebP, true),
        ("a.##.avif", .numberedAVIF, true), ("a.##.avif", .numberedAVIF, false), ("a.##.jpg", .numberedJPEG, false),
        ("a.apng", .animatedPNG, true), ("a.webp", .animatedWebP, true),
    ]

    private func profile(_ format: OutputFormat, _ space: ColorSpace, isLossless: Bool) -> EncodingRequest {
        EncodingRequest(
            format: format,
            quality: isLossless ? nil : 95,
            colorSpace: space,
            isLossless: isLossless
        )
    }

    @Test(
        "the colors are those of the frames, by the standard's formulas and by our reader",
        arguments: LongTests.cases(targets, every: 3),
        [ColorSpace.displayP3, .bt2020]
    )
    func colors(target: (name: String, format: OutputFormat, isLossless: Bool), space: ColorSpace) async throws {
        let path = try await chart.export(
            target.name,
            profile(target.format, space, isLossless: target.isLossless)
        )
        let matrix = try require(ColorChart.toBT709[space])
        // ffmpeg 5.1 reads no animated WebP, and red, green and blue in AVIF as those of sRGB alone.
        if target.format != .animatedWebP, target.format != .numberedAVIF || !target.isLossless {
            let numbers = try chart.decoded(path)
            let found: [LabColor] = numbers.map { (numbers: [Double]) -> LabColor in
                let amounts: [Double] = numbers.map { ColorChart.sRGBLight($0 / 255) }
                return LabColor(linear: ColorChart.mixed(amounts, by: matrix))
            }
            let mean = ColorChart.meanDifference(found)
            expect(mean <= (target.isLossless ? 0.5 : 1), "\(mean)")
            // Taken for sRGB's, the same numbers are other colors.
            let misread: [LabColor] = numbers.map { LabColor(sRGB: $0) }
            expect(ColorChart.meanDifference(misread) > 1.5)
        }
        let picture = try ImageDecoder().decode(contentsOf: path)
        let own: [LabColor] = (0..<24).map { (patch: Int) -> LabColor in
            let pixel = picture[patch % 6 * ColorChart.side + 8, patch / 6 * ColorChart.side + 8]
            return LabColor(sRGB: [Double(pixel.red), Double(pixel.green), Double(pixel.blue)])
        }
        let mean = ColorChart.meanDifference(own)
        expect(mean <= (target.isLossless ? 0.5 : 1), "\(mean)")
    }

    @Test(
        "OpenEXR says its primaries, and its light is in them",
        arguments: [(ColorSpace.srgb, Float(0.64)), (.displayP3, 0.68), (.bt2020, 0.708)]
    )
    func openEXR(space: (ColorSpace, red: Float)) async throws {
        var settings = ExportSettings(EncodingRequest(format: .numberedEXR, colorSpace: space.0))
        settings.pixelVerification = PixelVerification()
        let frames = try SequenceLocator().locate([chart.folder.file("chart").string])
        let report = try await Exporter(frames: frames, settings: settings)
            .export(to: chart.folder.file("verified.##.exr"))
        expect(report.fidelity?.worstSSIM ?? 0 > 0.999, "\(String(describing: report.fidelity))")
        let path = try await chart.export("a.##.exr", settings.encoding)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path.string))
        let said = try require(bytes.range(of: Data("chromaticities\0chromaticities\0".utf8) + [32, 0, 0, 0]))
        let number = bytes[said.upperBound..<said.upperBound + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        expectEqual(Float(bitPattern: number), space.red)
        // ffmpeg gives the light by sRGB's curve, whatever its primaries.
        let found = try chart.decoded(path).map { numbers -> LabColor in
            guard let matrix = ColorChart.toBT709[space.0] else { return LabColor(sRGB: numbers) }
            return LabColor(linear: ColorChart.mixed(numbers.map { ColorChart.sRGBLight($0 / 255) }, by: matrix))
        }
        expect(ColorChart.meanDifference(found) <= 0.5, "\(ColorChart.meanDifference(found))")
        let picture = try ImageDecoder().decode(contentsOf: path)
        let own = (0..<24).map { (patch: Int) -> LabColor in
            let pixel = picture[patch % 6 * ColorChart.side + 8, patch / 6 * ColorChart.side + 8]
            return LabColor(sRGB: [Double(pixel.red), Double(pixel.green), Double(pixel.blue)])
        }
        expect(ColorChart.meanDifference(own) <= 0.5, "\(ColorChart.meanDifference(own))")
    }

    @Test(
        "the profile has the standard's name, as ImageMagick reads it",
        arguments: LongTests.cases(["a.##.png", "a.##.tif", "a.##.jpg", "a.##.webp"], every: 2),
        [(ColorSpace.displayP3, "Display P3"), (.bt2020, "BT.2020 with sRGB's curve")]
    )
    func profiles(name: String, space: (ColorSpace, String)) async throws {
        let format = try require(OutputFormat(extensionOf: FilePath(name)))
        let path = try await chart.export(name, EncodingRequest(format: format, colorSpace: space.0))
        let outcome = try Program("identify").run(["-format", "%[icc:description]", path.string])
        expectEqual(outcome.text, space.1, "\(outcome.errors)")
    }

    @Test("an animated WebP has the profile that another program finds, and a note says that browsers leave it aside")
    func animatedWebP() async throws {
        func report(_ name: String, _ format: OutputFormat, _ space: ColorSpace) async throws -> ExportReport {
            let frames = try SequenceLocator().locate([chart.folder.file("chart").string])
            let settings = ExportSettings(EncodingRequest(format: format, colorSpace: space))
            return try await Exporter(frames: frames, settings: settings).export(to: chart.folder.file(name))
        }
        func profile(_ name: String) throws -> Data {
            let (path, profile) = (chart.folder.file(name).string, chart.folder.file("a.icc").string)
            let outcome = try Program("webpmux").run(["-get", "icc", path, "-o", profile])
            try require(outcome.status == 0, "\(outcome.errors)")
            return try Data(contentsOf: URL(fileURLWithPath: profile))
        }
        let found = try await report("a.webp", .animatedWebP, .displayP3)
        expect(found.notes.contains { $0.description.contains("Browsers ignore the color profile") })
        let stills = try await report("s.##.webp", .numberedWebP, .displayP3)
        expect(stills.notes.isEmpty, "\(stills.notes)")
        try expectEqual(profile("a.webp"), profile("s.00000001.webp"))
        let usual = try await report("b.webp", .animatedWebP, .srgb)
        expect(usual.notes.isEmpty, "\(usual.notes)")
    }

    @Test("PNG says its code points, in a film of PNG the film, too, and AVIF in its stream")
    func codePoints() async throws {
        let png = try await chart.export("a.##.png", EncodingRequest(format: .numberedPNG, colorSpace: .displayP3))
        let bytes = try Data(contentsOf: URL(fileURLWithPath: png.string))
        expect(bytes.range(of: Data("cICP".utf8) + [12, 13, 0, 1]) != nil)
        expect(bytes.range(of: Data("sRGB".utf8)) == nil)
        let film = EncodingRequest(format: .quickTime, codec: .png, colorSpace: .displayP3)
        try await expectEqual(tags(of: "a.mov", film), ["pc", "gbr", "iec61966-2-1", "smpte432"])
        // The curve is sRGB's, and has its name where it is not that of a film.
        let wide = EncodingRequest(format: .quickTime, codec: .png, colorSpace: .bt2020)
        try await expectEqual(tags(of: "b.mov", wide), ["pc", "gbr", "iec61966-2-1", "bt2020"])
        let avif = EncodingRequest(format: .numberedAVIF, colorSpace: .bt2020)
        try await expectEqual(tags(of: "a.##.avif", avif), ["pc", "bt2020nc", "iec61966-2-1", "bt2020"])
    }

    @Test(
        "one space is the same numbers in every target, film or image",
        arguments: LongTests.cases(
            [
                ("a.mp4", VideoCodec.h264), ("a.webm", .vp9), ("a.##.avif", .avif), ("a.avif", .avif),
                ("a.mov", .proRes), ("a.mov", .png), ("a.apng", .animatedPNG),
            ],
            every: 2
        )
    )
    func sameNumbers(name: String, codec: VideoCodec) async throws {
        func numbers(_ name: String, _ codec: VideoCodec) async throws -> [[Double]] {
            let format = try require(OutputFormat(extensionOf: FilePath(name)))
            let quality = [.avif, .h264, .vp9].contains(codec) ? 95 : nil
            let profile = EncodingRequest(format: format, codec: codec, quality: quality, colorSpace: .bt2020)
            return try chart.decoded(try await chart.export(name, profile))
        }
        let exact = try await numbers("exact.##.png", .png)
        let found = try await numbers(name, codec)
        // A camera's curve is 13 and more off in the grays.
        let most = pairs(exact, found).flatMap { pairs($0, $1).map { abs($0 - $1) } }.max() ?? 255
        expect(most <= 5, "\(most)")
    }

    @Test(
        "by the profile in the file LittleCMS's own program shows the colors of the frames",
        arguments: LongTests.cases(
            ["a.##.png", "a.##.tif", "a.##.jpg", "a.apng"].flatMap { name in
                [ColorSpace.displayP3, .bt2020].map { (name, $0) }
            },
            every: 3
        )
    )
    func littleCMS(name: String, space: ColorSpace) async throws {
        let format = try require(OutputFormat(extensionOf: FilePath(name)))
        let quality = format == .numberedJPEG ? 98 : nil
        let path = try await chart.export(
            name,
            EncodingRequest(format: format, quality: quality, colorSpace: space)
        )
        let profile = chart.folder.file("a.icc")
        // ImageMagick knows no .apng.
        let picture = format == .animatedPNG ? "png:\(path.string)" : path.string
        let taken = try Program("convert").run([picture, profile.string])
        try require(taken.status == 0, "\(taken.errors)")
        let numbers = try chart.decoded(path).map { $0.map { "\($0)" }.joined(separator: " ") + "\n" }.joined()
        let list = try chart.folder.write(Array(numbers.utf8), to: "numbers.txt")
        let command = #"transicc -n -t 1 -i "$1" -o '*sRGB' < "$2""#
        let outcome = try Program("/bin/sh").run(["-c", command, "sh", profile.string, list.string])
        let shown = outcome.text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        try require(shown.count == 72, "\(outcome.errors) \(outcome.text)")
        let mean = ColorChart.meanDifference((0..<24).map { LabColor(sRGB: Array(shown[$0 * 3..<$0 * 3 + 3])) })
        expect(mean <= 1, "\(mean)")
    }

    /// Range, matrix, transfer and primaries, as ffprobe finds them.
    private func tags(of name: String, _ profile: EncodingRequest) async throws -> [String] {
        try VideoFile(try await chart.export(name, profile)).colorTags()
    }

    @Test(
        "what was written is compared in the file's own numbers",
        arguments: LongTests.cases(targets.filter(\.isLossless), every: 3)
    )
    func verification(target: (name: String, format: OutputFormat, isLossless: Bool)) async throws {
        var settings = ExportSettings(profile(target.format, .displayP3, isLossless: true))
        settings.pixelVerification = PixelVerification()
        let frames = try SequenceLocator().locate([chart.folder.file("chart").string])
        let report = try await Exporter(frames: frames, settings: settings).export(to: chart.folder.file(target.name))
        expectEqual(report.fidelity?.isExact, true)
    }

    @Test("files that have no words for it refuse it", arguments: [OutputFormat.numberedBMP, .gif, .spriteSheet])
    func refused(format: OutputFormat) {
        let error = #expect(throws: EncodingError.self) {
            try EncodingRequest(format: format, colorSpace: .displayP3).check()
        }
        expectEqual(error?.code, "profile.colors")
    }

    @Test(
        "the stream alone says the colors, without its file",
        // Every day each codec with one of the spaces.
        arguments: LongTests.cases(
            [(OutputFormat.mp4, VideoCodec.h264, "h264"), (.mp4, .h265, "hevc"), (.mp4, .av1, "obu")].flatMap {
                target in
                [
                    (ColorSpace.bt709, ColorRange.full, ["pc", "bt709", "bt709", "bt709"]),
                    (.bt2020, .limited, ["tv", "bt2020nc", "bt2020-10", "bt2020"]),
                    (.displayP3, .limited, ["tv", "bt709", "iec61966-2-1", "smpte432"]),
                ].map { (target, $0) }
            },
            every: 4
        )
    )
    func streams(
        target: (format: OutputFormat, codec: VideoCodec, kind: String),
        colors: (space: ColorSpace, range: ColorRange, tags: [String])
    ) async throws {
        let profile = EncodingRequest(
            format: target.format,
            codec: target.codec,
            colorSpace: colors.space,
            colorRange: colors.range
        )
        let path = try await chart.export("a.\(target.format.usualExtension)", profile)
        let stream = chart.folder.file("a.\(target.kind)")
        let outcome = try Program("ffmpeg").run(["-v", "error", "-i", path.string, "-c", "copy", stream.string])
        try require(outcome.status == 0, "\(outcome.errors)")
        try expectEqual(VideoFile(stream).colorTags(), colors.tags)
    }

    @Test(
        "a file whose colors, or whose range, are changed by a byte is refused",
        arguments: LongTests.cases([OutputFormat.mp4, .quickTime, .matroska, .webM], every: 2)
    )
    func wrongTags(format: OutputFormat) async throws {
        let profile = EncodingRequest(format: format, codec: format == .matroska || format == .webM ? .vp9 : .h264)
        let path = try await chart.export("a.\(format.usualExtension)", profile)
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path.string)))
        try await ReadBack.checkColors(of: bytes, at: path.string, as: profile)
        // The lowest bytes of primaries, transfer and matrix, and what says the range.
        let places: [Int]
        if format == .mp4 || format == .quickTime {
            let place = try require(Data(bytes).range(of: Data("colr".utf8))?.upperBound)
            places = [5, 7, 9].map { place + $0 } + (bytes[place + 3] == UInt8(ascii: "x") ? [place + 10] : [])
        } else {
            places = try [0xB1, 0xB9, 0xBA, 0xBB].map { id in
                // The element's number, its length of 1, its value.
                try require(Data(bytes).range(of: Data([0x55, UInt8(id), 0x81]))?.upperBound)
            }
        }
        for place in places {
            var changed = bytes
            changed[place] = place == places.last && format == .mp4 ? 0x80 : 2
            if changed[place] == bytes[place] { changed[place] = 1 }
            let file = try chart.folder.write(changed, to: "changed.\(format.usualExtension)")
            let other = changed
            let error = await #expect(throws: ExportError.self) {
                try await ReadBack.checkColors(of: other, at: file.string, as: profile)
            }
            expectEqual(error?.description.contains("its colors (primaries"), true, "\(String(describing: error))")
        }
    }
}

extension VideoFile {
    /// Range, matrix, transfer and primaries of the pictures.
    fileprivate func colorTags() throws -> [String] {
        let stream = try stream()
        return ["color_range", "color_space", "color_transfer", "color_primaries"].map { stream[$0] ?? "" }
    }
}
