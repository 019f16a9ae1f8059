import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookMedia
import FlipbookScene
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Testing

/// Transparency in VP9 and VP8, decoded by ffmpeg through libvpx, which reads it as browsers do.
@Suite("Transparency in WebM", .hangLimit)
struct AlphaMatroskaTests {
    private let folder: TemporaryDirectory
    private let size = PixelSize(width: 37, height: 25)

    init() throws { folder = try TemporaryDirectory() }

    /// A disc of one color with a soft edge that moves over nothing.
    private func pixels(_ number: Int) -> [UInt8] {
        var pixels: [UInt8] = []
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (dx, dy) = (Double(x - 10 - number), Double(y - 12))
                let alpha = max(0, min(255, (9 - (dx * dx + dy * dy).squareRoot()) * 60))
                pixels += alpha == 0 ? [0, 0, 0, 0] : [220, 60, 30, UInt8(alpha)]
            }
        }
        return pixels
    }

    private func export(
        _ name: String,
        _ codec: VideoCodec,
        count: Int = 12,
        _ change: (inout ExportSettings) -> Void = { _ in }
    ) async throws -> (FilePath, ExportReport) {
        for number in 1...count {
            let picture = Picture(making: size, format: .rgba) { $0.copyBytes(from: pixels(number)) }
            try folder.write(PNGEncoder.encode(picture, opaque: false), to: TestFrames.name(number))
        }
        let target = folder.file(name)
        let format = try require(OutputFormat(extensionOf: target))
        var settings = ExportSettings(EncodingRequest(format: format, codec: codec, quality: 95))
        change(&settings)
        let frames = try SequenceLocator().locate([folder.path])
        return (target, try await Exporter(frames: frames, settings: settings).export(to: target))
    }

    /// The pictures as ffmpeg decodes them through libvpx, in RGBA.
    private func decoded(_ file: FilePath, _ codec: VideoCodec) throws -> [[UInt8]] {
        let outcome = try Program("ffmpeg").run([
            "-v", "error", "-c:v", codec == .vp8 ? "libvpx" : "libvpx-vp9", "-i", file.string,
            "-vf", "scale=in_color_matrix=\(codec == .vp8 ? "bt601" : "bt709")", "-f", "rawvideo", "-pix_fmt", "rgba",
            "-",
        ])
        try require(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
        let length = size.area * 4
        return stride(from: 0, to: outcome.output.count, by: length).map { Array(outcome.output[$0..<$0 + length]) }
    }

    @Test(
        "every picture comes back with its alpha and its colors, which have no dark rim",
        arguments: LongTests.cases([("a.webm", VideoCodec.vp9), ("a.webm", .vp8), ("a.mkv", .vp9)], every: 2)
    )
    func pictures(name: String, codec: VideoCodec) async throws {
        let (file, report) = try await export(name, codec)
        expectEqual(report.framesReadBack, 12)
        let decoded = try decoded(file, codec)
        try require(decoded.count == 12)
        for (number, found) in zip(1..., decoded) {
            let wanted = pixels(number)
            var (alphaError, colorError, seen) = (0, 0, 0)
            for place in stride(from: 0, to: wanted.count, by: 4) {
                alphaError += abs(Int(wanted[place + 3]) - Int(found[place + 3]))
                guard wanted[place + 3] > 40 else { continue }
                seen += 1
                for channel in 0..<3 { colorError += abs(Int(wanted[place + channel]) - Int(found[place + channel])) }
            }
            expect(Double(alphaError) / Double(size.area) < 4, "frame \(number)")
            expect(Double(colorError) / Double(3 * seen) < 6, "frame \(number)")
        }
        let stream = try VideoFile(file).stream()
        expect(stream["TAG:alpha_mode"] == "1" || stream["TAG:ALPHA_MODE"] == "1", "\(stream)")
        expect(stream["width"] == "37" && stream["height"] == "25")
        expectEqual(stream["color_space"], (codec == .vp8 ? "smpte170m" : "bt709"), "\(stream)")
        expectEqual(stream["color_range"], "tv")
    }

    @Test("opaque frames, and flattened ones, have no second film")
    func opaque() async throws {
        let (file, _) = try await export("a.webm", .vp9, count: 2) { $0.alphaOutput = .flatten }
        try expect(VideoFile(file).stream()["TAG:alpha_mode"] != "1")
    }

    @Test("times are exact, and the index lets a reader jump", arguments: [VideoCodec.vp9, .vp8])
    func times(codec: VideoCodec) async throws {
        let (file, _) = try await export("a.webm", codec, count: 260) {
            $0.sequence.frameRate = FrameRate(24000, 1001)
        }
        let times = try VideoFile(file).presentationTimes()
        try require(times.count == 260)
        for (frame, time) in times.enumerated() {
            expect(abs(time - Double(frame) * 1001 / 24000) <= 0.000_501, "frame \(frame)")
        }
        let jump = try Program("ffprobe").run([
            "-v", "error", "-read_intervals", "10.6%+#1", "-show_entries", "packet=pts_time,flags", "-of", "csv=p=0",
            file.string,
        ])
        expect(jump.status == 0 && jump.text.contains("K"), "\(jump.text)\(jump.errors)")
    }

    @Test("texts about the file are written beside transparency too")
    func texts() async throws {
        let (file, _) = try await export("a.webm", .vp9, count: 2) { $0.metadata[.title] = "Käse & \"Brot\"" }
        let outcome = try Program("ffprobe").run([
            "-v", "error", "-show_entries", "format_tags=title", "-of", "default=nk=1:nw=1", file.string,
        ])
        expectEqual(outcome.text, "Käse & \"Brot\"\n")
    }
}
