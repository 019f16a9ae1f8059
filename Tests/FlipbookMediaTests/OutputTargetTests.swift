import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookMedia
import FlipbookScene
import FlipbookSequences
import FlipbookTestSupport
import Testing

/// What ffprobe and ffmpeg, which share no code with ours but the codecs, find in each kind of video file.
@Suite("Video files as ffprobe sees them", .hangLimit)
struct OutputTargetTests {
    /// One kind of file, and what ffprobe calls its parts.
    struct Target: Sendable, CustomTestStringConvertible {
        let format: OutputFormat
        let codec: VideoCodec
        var profile: String?
        var depth: Int?
        var chroma: Chroma?
        var hasAlpha = false
        let name: String
        let pixels: String
        var tag: String?
        var testDescription: String { "\(codec.id) in .\(format.id), \(pixels)" }
    }

    static let targets = [
        Target(format: .mp4, codec: .h264, name: "h264", pixels: "yuv420p", tag: "avc1"),
        Target(format: .mp4, codec: .h264, depth: 10, name: "h264", pixels: "yuv420p10le"),
        Target(format: .mp4, codec: .h264, chroma: .half, name: "h264", pixels: "yuv422p"),
        Target(format: .mp4, codec: .h264, chroma: .full, name: "h264", pixels: "yuv444p"),
        Target(format: .mp4, codec: .h264, depth: 10, chroma: .half, name: "h264", pixels: "yuv422p10le"),
        Target(format: .mp4, codec: .h264, depth: 10, chroma: .full, name: "h264", pixels: "yuv444p10le"),
        Target(format: .mp4, codec: .h265, depth: 12, name: "hevc", pixels: "yuv420p12le", tag: "hvc1"),
        Target(format: .mp4, codec: .h265, depth: 12, chroma: .half, name: "hevc", pixels: "yuv422p12le"),
        Target(format: .mp4, codec: .h265, depth: 12, chroma: .full, name: "hevc", pixels: "yuv444p12le"),
        Target(format: .mp4, codec: .av1, chroma: .half, name: "av1", pixels: "yuv422p"),
        Target(format: .mp4, codec: .av1, chroma: .full, name: "av1", pixels: "yuv444p"),
        Target(format: .webM, codec: .vp9, depth: 10, name: "vp9", pixels: "yuv420p10le"),
        Target(format: .webM, codec: .vp9, depth: 12, name: "vp9", pixels: "yuv420p12le"),
        Target(format: .matroska, codec: .vp9, chroma: .full, name: "vp9", pixels: "yuv444p"),
        Target(format: .matroska, codec: .vp9, chroma: .half, name: "vp9", pixels: "yuv422p10le"),
        Target(format: .matroska, codec: .vp9, depth: 12, chroma: .full, name: "vp9", pixels: "yuv444p12le"),
        Target(format: .mp4, codec: .h265, name: "hevc", pixels: "yuv420p", tag: "hvc1"),
        Target(format: .mp4, codec: .h265, depth: 10, name: "hevc", pixels: "yuv420p10le", tag: "hvc1"),
        Target(format: .mp4, codec: .av1, name: "av1", pixels: "yuv420p", tag: "av01"),
        Target(format: .webM, codec: .vp9, name: "vp9", pixels: "yuv420p"),
        Target(format: .webM, codec: .av1, name: "av1", pixels: "yuv420p"),
        Target(format: .matroska, codec: .h264, name: "h264", pixels: "yuv420p"),
        Target(format: .matroska, codec: .vp9, name: "vp9", pixels: "yuv420p"),
        Target(format: .matroska, codec: .av1, name: "av1", pixels: "yuv420p"),
        Target(format: .quickTime, codec: .proRes, name: "prores", pixels: "yuv422p10le", tag: "apch"),
        Target(
            format: .quickTime,
            codec: .proRes,
            profile: "proxy",
            name: "prores",
            pixels: "yuv422p10le",
            tag: "apco"
        ),
        Target(format: .quickTime, codec: .proRes, profile: "lt", name: "prores", pixels: "yuv422p10le", tag: "apcs"),
        Target(
            format: .quickTime,
            codec: .proRes,
            profile: "standard",
            name: "prores",
            pixels: "yuv422p10le",
            tag: "apcn"
        ),
        Target(
            format: .quickTime,
            codec: .proRes,
            hasAlpha: true,
            name: "prores",
            pixels: "yuva444p12le",
            tag: "ap4h"
        ),
    ]

    private let output: TemporaryDirectory

    init() throws { output = try TemporaryDirectory() }

    @Test(
        "every frame is there at its time, and the colors are said and those that went in",
        arguments: LongTests.cases(targets, every: 7)
    )
    func streams(target: Target) async throws {
        let count = 40
        let (file, report) = try await export(target, count: count)
        expectEqual(report.framesReadBack, count)
        let stream = try file.stream()
        expectEqual(stream["codec_name"], target.name)
        expectEqual(stream["pix_fmt"], target.pixels)
        if let tag = target.tag { expectEqual(stream["codec_tag_string"], tag) }
        for field in ["color_space", "color_transfer", "color_primaries"] {
            expectEqual(stream[field], "bt709", "\(field)")
        }
        expectEqual(stream["color_range"], "tv")
        let times = try file.presentationTimes()
        expectEqual(times.count, count)
        let tolerance = [.matroska, .webM].contains(target.format) ? 0.000_501 : 0.000_002
        for (index, time) in times.enumerated() {
            expect(abs(time - Double(index) * 1001 / 24000) <= tolerance, "frame \(index)")
        }
        try checkColors(of: file, target)
    }

    private func checkColors(of file: VideoFile, _ target: Target) throws {
        let size = TestFrames(width: 64, height: 48).size
        // Read with the tags of the file, as a player does.
        let decoded = try file.frames(format: "rgba64le", byteCount: size.area * 8)
        try require(decoded.count > 3)
        for (index, bytes) in decoded.prefix(3).enumerated() {
            let expected = TestFrames(width: 64, height: 48, hasAlpha: target.hasAlpha).pixels(index + 1)
            var (sum, alphaSum) = (0, 0)
            for pixel in 0..<size.area where expected[pixel * 4 + 3] > 0 {
                for channel in 0..<4 {
                    let difference = abs(Int(bytes[pixel * 8 + channel * 2 + 1]) - Int(expected[pixel * 4 + channel]))
                    if channel < 3 { sum += difference } else { alphaSum += difference }
                }
            }
            // BT.601's matrix in BT.709's place would be 8 and more.
            expect(Double(sum) / Double(size.area * 3) < 4, "frame \(index + 1)")
            expect(Double(alphaSum) / Double(size.area) < 1, "frame \(index + 1)")
        }
    }

    @Test("PNG in QuickTime gives back 8 and 16 bits exactly, with transparency and without", arguments: [false, true])
    func exactPictures(hasAlpha: Bool) async throws {
        let target = Target(format: .quickTime, codec: .png, hasAlpha: hasAlpha, name: "png", pixels: "")
        let (file, _) = try await export(target, count: 3)
        try expectEqual(file.stream()["codec_name"], "png")
        let frames = TestFrames(width: 64, height: 48, hasAlpha: hasAlpha)
        try expectEqual(file.frames(format: "rgba", byteCount: 64 * 48 * 4), (1...3).map(frames.pixels))

        let folder = try TemporaryDirectory()
        let size = PixelSize(width: 20, height: 18)
        let pixels = (0..<size.area * 4).map { i in
            !hasAlpha && i % 4 == 3 ? 65_535 : UInt16(truncatingIfNeeded: i &* 40_503)
        }
        let picture = Picture(making: size, format: .rgba64) { memory in
            pixels.withUnsafeBytes { memory.copyMemory(from: $0) }
        }
        for number in 1...2 {
            _ = try folder.write(PNGEncoder.encode(picture, opaque: !hasAlpha), to: TestFrames.name(number))
        }
        let deep = folder.file("deep.mov")
        let settings = ExportSettings(EncodingRequest(format: .quickTime, codec: .png, depth: 16))
        _ = try await Exporter(frames: try SequenceLocator().locate([folder.path]), settings: settings).export(to: deep)
        let bytes = pixels.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        try expectEqual(VideoFile(deep).frames(format: "rgba64le", byteCount: bytes.count), [bytes, bytes])
    }

    @Test(
        "frames of different lengths keep their times in every video format and codec but AV1 and H.265",
        arguments: LongTests.cases(targets.filter { $0.codec != .av1 && $0.codec != .h265 }, every: 4)
    )
    func variableTimes(target: Target) async throws {
        let folder = try TemporaryDirectory()
        try TestFrames(width: 32, height: 24, hasAlpha: target.hasAlpha).write(1...4, to: folder)
        let durations: [RationalTime?] = [
            RationalTime(1, 2), RationalTime(1, 10), RationalTime(1, 4), RationalTime(2, 1),
        ]
        let frames = durations.enumerated().map { index, duration in
            Frame(number: index + 1, source: .file(folder.file(TestFrames.name(index + 1))), duration: duration)
        }
        let path = folder.file("v.\(target.format.usualExtension)")
        let list = FrameList(name: "walk", frames: frames)
        _ = try await Exporter(frames: list, settings: settings(target)).export(to: path)
        let times = try VideoFile(path).presentationTimes()
        expectEqual(times.count, 4)
        for (time, expected) in pairs(times, [0, 0.5, 0.6, 0.85]) { expect(abs(time - expected) < 0.001, "\(times)") }
    }

    @Test("transparency is flattened where that is asked for, and refused where it must be kept and cannot be")
    func alphaOutput() async throws {
        let folder = try TemporaryDirectory()
        try TestFrames(width: 32, height: 24, hasAlpha: true).write(1...2, to: folder)
        let frames = try SequenceLocator().locate([folder.path])
        var flat = ExportSettings(EncodingRequest(format: .quickTime))
        flat.alphaOutput = .flatten
        let target = folder.file("flat.mov")
        _ = try await Exporter(frames: frames, settings: flat).export(to: target)
        try expectEqual(VideoFile(target).stream()["pix_fmt"], "yuv422p10le")
        var kept = ExportSettings(EncodingRequest(format: .mp4))
        kept.alphaOutput = .keep
        let error = await #expect(throws: ExportError.self) {
            try await Exporter(frames: frames, settings: kept).export(to: folder.file("k.mp4"))
        }
        expectEqual(
            error?.description,
            "alphaOutput keep: h264 does not support transparency, but the pictures have some. "
                + "Omit alphaOutput, or use .webm."
        )
    }

    private func settings(_ target: Target) -> ExportSettings {
        ExportSettings(
            EncodingRequest(
                format: target.format,
                codec: target.codec,
                codecProfile: target.profile,
                depth: target.depth,
                chroma: target.chroma
            )
        )
    }

    private func export(_ target: Target, count: Int) async throws -> (VideoFile, ExportReport) {
        let folder = try TemporaryDirectory()
        try TestFrames(width: 64, height: 48, hasAlpha: target.hasAlpha).write(1...count, to: folder)
        var settings = settings(target)
        settings.sequence.frameRate = FrameRate(24000, 1001)
        let frames = try SequenceLocator().locate([folder.path])
        let path = output.file("a.\(target.format.usualExtension)")
        let report = try await Exporter(frames: frames, settings: settings).export(to: path)
        return (VideoFile(path), report)
    }
}
