import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookMedia
import FlipbookScene
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Testing

/// What encoders of GStreamer 1.22 do by default and we do not want: each test fails with their default.
@Suite("Encoders are set up as they have to be", .hangLimit)
struct EncoderTrapTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func export(_ name: String, _ profile: EncodingRequest, fps: Int32 = 24) async throws -> ExportReport {
        var settings = ExportSettings(profile)
        settings.sequence.frameRate = FrameRate(fps)
        let frames = try SequenceLocator().locate([folder.file("in").string])
        return try await Exporter(frames: frames, settings: settings).export(to: folder.file(name))
    }

    @Test("x264 keeps to the quality that was asked for beyond 2048 kbit/s, its default bit rate")
    func bufferOfH264() async throws {
        var generator = SeededGenerator(seed: 5)
        let size = PixelSize(width: 320, height: 180)
        for number in 1...12 {
            let picture = Picture(making: size, format: .rgba) { target in
                for index in target.indices {
                    target[index] = index % 4 == 3 ? 255 : UInt8.random(in: 0...255, using: &generator)
                }
            }
            _ = try folder.write(PNGEncoder.encode(picture, opaque: true), to: "in/" + TestFrames.name(number))
        }
        let report = try await export("a.mp4", EncodingRequest(format: .mp4, quality: 90))
        // Half a second.
        expect(report.byteCount * 8 * 2 > 4 * 2_048_000, "\(report.byteCount)")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("a.mp4").string))
        expect(bytes.range(of: Data("x264 - core".utf8)) != nil)
        expect(bytes.range(of: Data("vbv_maxrate".utf8)) == nil)
    }

    @Test(
        "AV1 is no larger than ffmpeg's by the same library, and as good",
        .enabled(if: LongTests.areWanted, LongTests.absence)
    )
    func sizeOfAV1() async throws {
        let clip = ["-v", "error", "-f", "lavfi", "-i", "mandelbrot=size=192x108:rate=24", "-frames:v", "12"]
        try FileManager.default.createDirectory(atPath: folder.file("in").string, withIntermediateDirectories: true)
        let drawn = try Program("ffmpeg").run(clip + [folder.file("in/f%04d.png").string])
        try require(drawn.status == 0, "\(drawn.errors)")
        let frames = ["-v", "error", "-framerate", "24", "-i", folder.file("in/f%04d.png").string]
        let colors = "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,format=yuv420p"
        let coder = ["-c:v", "libaom-av1", "-crf", "33", "-b:v", "0", "-cpu-used", "6", "-g", "240", "-threads", "1"]
        let theirs = try Program("ffmpeg").run(frames + ["-vf", colors] + coder + [folder.file("their.mp4").string])
        try require(theirs.status == 0, "\(theirs.errors)")
        let profile = EncodingRequest(format: .mp4, codec: .av1, rateFactor: 33)
        let report = try await export("ours.mp4", profile)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("their.mp4").string)).count
        expect(Double(report.byteCount) < 1.05 * Double(bytes), "\(report.byteCount), \(bytes)")
        func similarity(_ name: String) throws -> Double {
            let filter = "[1:v]\(colors)[a];[0:v]settb=1/24,setpts=N[b];[a]settb=1/24,setpts=N[c];[b][c]ssim"
            let outcome = try Program("ffmpeg").run(
                ["-i", folder.file(name).string] + frames.dropFirst(2) + ["-lavfi", filter, "-f", "null", "-"]
            )
            let found = try require(outcome.errors.firstMatch(of: /SSIM Y:([0-9.]+)/), "\(outcome.errors)")
            return try require(Double(found.1))
        }
        let (mine, other) = try (similarity("ours.mp4"), similarity("their.mp4"))
        expect(mine > other - 0.001, "\(mine), \(other)")
        // Pictures that do not refer to what was learned of others, as if they could be lost, are a quarter larger.
        expectEqual(report.framesReadBack, 12)
    }

    @Test("libvpx's elements lose no frame at the end of the stream", arguments: [VideoCodec.vp8, .vp9])
    func endOfVPX(codec: VideoCodec) async throws {
        // By default 25 pictures are held back, of which some are lost.
        try TestFrames(width: 32, height: 24).write(1...60, to: folder, stem: "in/walk")
        let report = try await export("a.webm", EncodingRequest(format: .webM, codec: codec))
        expectEqual(report.framesReadBack, 60)
        try expectEqual(VideoFile(folder.file("a.webm")).presentationTimes().count, 60)
    }

    @Test(
        "encoders use all cores where one is their default, and no more threads than help",
        arguments: LongTests.cases(
            [
                ("a.mkv", VideoCodec.ffv1, "avenc_ffv1", "threads=0"),
                ("a.mov", .proRes, "avenc_prores_ks", "threads=0"),
                ("a.mp4", .h265, "x265enc", "frame-threads="), ("a.mp4", .av1, "av1enc", "threads=1"),
            ],
            every: 2
        )
    )
    func threads(name: String, codec: VideoCodec, element: String, setting: String) async throws {
        try TestFrames(width: 32, height: 24).write(1...2, to: folder, stem: "in/walk")
        let format = try require(OutputFormat(extensionOf: FilePath(name)))
        let settings = ExportSettings(EncodingRequest(format: format, codec: codec))
        let frames = try SequenceLocator().locate([folder.file("in").string])
        let plan = try await Exporter(frames: frames, settings: settings).plan(for: folder.file(name))
        let node = plan.launchLine?.split(separator: "!").first { $0.contains(element) }
        expectEqual(node?.contains(setting), true, "\(plan.launchLine ?? "")")
    }

    @Test(
        "FFV1 codes huge pictures in so many parts that none reaches the 16 MiB at which libavcodec ends the process",
        arguments: [(3000, nil), (3300, 6), (8192, 28)] as [(Int, Int?)]
    )
    func partsOfFFV1(side: Int, parts: Int?) async throws {
        let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='\(side)' height='\(side)'/>"
        try folder.write(Array(drawing.utf8), to: "in/a.1.svg")
        let settings = ExportSettings(EncodingRequest(format: .matroska, codec: .ffv1))
        let frames = try SequenceLocator().locate([folder.file("in").string])
        let plan = try await Exporter(frames: frames, settings: settings).plan(for: folder.file("a.mkv"))
        let node = try require(plan.launchLine?.split(separator: "!").first { $0.contains("avenc_ffv1") })
        expectEqual(node.contains("slices=\(parts.map(String.init) ?? "")"), (parts != nil), "\(node)")
    }

    @Test(
        "noise of 16 bits whose parts would just reach that length is kept",
        .enabled(if: LongTests.areWanted, "needs tools/test --all")
    )
    func noiseInFFV1() async throws {
        // 3708 columns and rows of 12 bits fill four parts to 99.9 %.
        var generator = SeededGenerator(seed: 24)
        let file = try folder.write(
            Array("P6\n3708 3708\n65535\n".utf8) + generator.bytes(3708 * 3708 * 6),
            to: "in/a.1.ppm"
        )
        try expectEqual(ImageHeader.read(contentsOf: file).bitDepth, 16)
        try await expectEqual(export("a.mkv", EncodingRequest(format: .matroska, codec: .ffv1)).framesReadBack, 1)
    }

    @Test("every picture of ProRes says its colors in its own header", arguments: [false, true])
    func headersOfProRes(hasAlpha: Bool) async throws {
        try TestFrames(width: 32, height: 24, hasAlpha: hasAlpha).write(1...5, to: folder, stem: "in/walk")
        _ = try await export("a.mov", EncodingRequest(format: .quickTime))
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("a.mov").string)))
        let mark = Array("icpf".utf8)
        let places = bytes.indices.dropLast(24).filter { bytes[$0] == mark[0] && Array(bytes[$0..<$0 + 4]) == mark }
        expectEqual(places.count, 5)
        for place in places { expectEqual(Array(bytes[place + 18...place + 20]), [1, 1, 1]) }
    }

    @Test("H.265 has two names")
    func names() {
        expectEqual(VideoCodec(rawValue: "hevc"), .h265)
        expectEqual(VideoCodec(rawValue: "h265"), .h265)
        expect(VideoCodec(rawValue: "x265") == nil)
    }
}
