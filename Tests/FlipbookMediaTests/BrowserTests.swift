import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookMedia
import FlipbookScene
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Testing

/// Files for the web, shown by Chromium: a page draws each frame on a canvas and tells its pixels.
@Suite(
    "Chromium shows what was written",
    .hangLimit,
    // A browser takes both processors for seconds.
    .serialized,
    .enabled(if: LongTests.areWanted && XServer.isInstalled("chromium"), "needs chromium, and tools/test --all")
)
struct BrowserTests {
    /// Four of the patches of a color chart, side by side, and one that is clear.
    private static let patches: [[UInt8]] = [
        [0xC2, 0x96, 0x82, 255], [0x9D, 0xBC, 0x40, 255], [0x08, 0x85, 0xA1, 255], [0x55, 0x55, 0x55, 255],
        [0, 0, 0, 0],
    ]
    private static let side = ColorChart.side
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        let size = PixelSize(width: Self.patches.count * Self.side, height: Self.side)
        for frame in 0..<4 {
            // The patches move by one place from frame to frame.
            let pixels = (0..<size.area).flatMap { place in
                Self.patches[(place % size.width / Self.side + frame) % Self.patches.count]
            }
            let picture = Picture(making: size, format: .rgba) { $0.copyBytes(from: pixels) }
            _ = try folder.write(PNGEncoder.encode(picture), to: "chart/c.\(frame + 1).png")
        }
    }

    /// What the page tells of a file.
    private struct Shown: Decodable {
        var count: Int?
        var repeats: String?
        var times: [Double]?
        var length: Double?
        /// The means of red, green, blue and alpha in the middle of each patch, frame by frame.
        let values: [[[Double]]]
    }

    /// Writes a film or a picture of a folder, 4 frames a second, and has the browser show it.
    private func shown(
        _ name: String,
        _ profile: EncodingRequest,
        of input: FilePath,
        repeats: Int = 1
    ) async throws -> Shown {
        var settings = ExportSettings(profile)
        settings.sequence.frameRate = FrameRate(4)
        settings.sequence.animationRepeatCount = repeats
        let frames = try SequenceLocator().locate([input.string])
        _ = try await Exporter(frames: frames, settings: settings).export(to: folder.file(name))
        let path = folder.file(name.replacingOccurrences(of: "####", with: "0001"))
        let types = [
            "apng": "image/png", "jpg": "image/jpeg", "mkv": "video/x-matroska", "mp4": "video/mp4",
            "webm": "video/webm",
        ]
        let ending = profile.format.usualExtension
        let text = try await Browser.shared.get().shown(
            Data(contentsOf: URL(fileURLWithPath: path.string)),
            type: types[ending] ?? "image/\(ending)",
            moments: frames.frames.indices.map { Double($0) / 4 + 0.125 }
        )
        do {
            return try JSONDecoder().decode(Shown.self, from: Data(text.utf8))
        } catch {
            throw Browser.Failure(description: "\(name): \(text)")
        }
    }

    /// How different the opaque patches of a frame look from what they should, on average.
    private func difference(_ found: [[Double]], frame: Int) -> Double {
        let differences = Self.patches.indices.compactMap { place -> Double? in
            let wanted = Self.patches[(place + frame) % Self.patches.count]
            guard wanted[3] == 255 else { return nil }
            return LabColor(sRGB: wanted.prefix(3).map(Double.init)).difference(
                from: LabColor(sRGB: Array(found[place].prefix(3)))
            )
        }
        return differences.reduce(0, +) / Double(differences.count)
    }

    @Test(
        "the colors of a chart are within 1 of CIEDE2000 on average, in 4:4:4 and without loss within 0.5",
        arguments: [
            ("a.mp4", .h264, nil, nil, 1), ("a.mp4", .h264, .full, nil, 0.5), ("a.mp4", .h264, nil, .displayP3, 1),
            ("a.mp4", .h264, nil, .bt2020, 1), ("a.mp4", .av1, nil, nil, 1), ("a.mp4", .av1, nil, .displayP3, 1),
            ("a.mp4", .av1, nil, .bt2020, 1), ("a.webm", .vp9, nil, nil, 1), ("a.webm", .vp9, nil, .displayP3, 1),
            ("a.webm", .vp9, nil, .bt2020, 1), ("a.webm", .vp8, nil, nil, 1), ("a.webm", .av1, nil, nil, 1),
            ("a.mkv", .h264, nil, nil, 1), ("a.mkv", .vp9, nil, nil, 1), ("a.mkv", .av1, nil, nil, 1),
            ("a.avif", .avif, nil, nil, 1), ("a.avif", .avif, nil, .displayP3, 1), ("a.####.avif", .avif, nil, nil, 1),
            ("a.####.avif", .avif, .full, nil, 0.5), ("a.webp", .webP, nil, nil, 1),
            ("a.####.webp", .webP, nil, nil, 1),
            ("a.####.jpg", .jpeg, nil, nil, 1), ("a.gif", .gif, nil, nil, 1), ("a.####.bmp", .bmp, nil, nil, 0.5),
            ("a.apng", .animatedPNG, nil, nil, 0.5), ("a.apng", .animatedPNG, nil, .displayP3, 0.5),
            ("a.####.png", .png, nil, nil, 0.5), ("a.####.png", .png, nil, .bt2020, 0.5),
            ("a.apng", .animatedPNG, nil, .bt2020, 0.5), ("a.avif", .avif, nil, .bt2020, 1),
            ("a.####.avif", .avif, nil, .bt2020, 1),
        ] as [(String, VideoCodec, Chroma?, ColorSpace?, Double)]
    )
    func colors(name: String, codec: VideoCodec, chroma: Chroma?, space: ColorSpace?, most: Double) async throws {
        let profile = EncodingRequest(
            format: try require(OutputFormat(extensionOf: FilePath(name))),
            codec: codec,
            quality: [.animatedPNG, .png, .bmp, .gif].contains(codec) ? nil : 95,
            chroma: chroma,
            colorSpace: space
        )
        let chart = try ColorChart()
        let found = try await shown(name, profile, of: chart.folder.file("chart"))
        for values in found.values {
            let mean = ColorChart.meanDifference(values.map { LabColor(sRGB: Array($0.prefix(3))) })
            expect(mean <= most, "\(mean)")
        }
    }

    @Test(
        "a film has its frames in order, its length and its transparency",
        arguments: [
            (OutputFormat.mp4, VideoCodec.h264, false), (.mp4, .av1, false), (.webM, .vp9, true), (.webM, .vp8, true),
            (.webM, .av1, false),
        ]
    )
    func films(format: OutputFormat, codec: VideoCodec, hasAlpha: Bool) async throws {
        let profile = EncodingRequest(format: format, codec: codec, quality: 95)
        let found = try await shown("a.\(format.usualExtension)", profile, of: folder.file("chart"))
        expectEqual(found.length.map { abs($0 - 1) < 0.002 }, true)
        expectEqual(found.values.count, 4)
        for (frame, values) in found.values.enumerated() {
            let mean = difference(values, frame: frame)
            // The patches move, and another order would be 20 and more.
            expect(mean <= 2, "frame \(frame + 1): \(mean)")
            let clear = values[(Self.patches.count - 1 - frame) % Self.patches.count]
            expect(hasAlpha ? clear[3] < 8 : clear[3] == 255)
        }
    }

    @Test(
        "an animated picture has its frames, its times, its repeat count, its colors and its transparency",
        arguments: [
            (OutputFormat.gif, 0.01), (.animatedPNG, 0.01), (.animatedWebP, 0.01), (.animatedAVIF, 1),
        ]
    )
    func animations(format: OutputFormat, most: Double) async throws {
        // Chromium 156 shows films of AVIF without loss with too much contrast, those of other programs, too.
        let isExact = format != .animatedAVIF
        let profile = EncodingRequest(
            format: format,
            quality: isExact ? nil : 95,
            chroma: isExact ? nil : .full,
            // Five colors are less than a GIF has.
            isLossless: isExact && format != .gif
        )
        let found = try await shown("a.\(format.usualExtension)", profile, of: folder.file("chart"), repeats: 3)
        expect(found.count == 4 && found.repeats == "2")
        expectEqual(found.times, [0.25, 0.25, 0.25, 0.25])
        for (frame, values) in found.values.enumerated() {
            let mean = difference(values, frame: frame)
            expect(mean <= most, "frame \(frame + 1): \(mean)")
            expect(values[(Self.patches.count - 1 - frame) % Self.patches.count][3] < (isExact ? 1 : 8))
        }
    }
}
