import FlipbookCore
import FlipbookExport
import FlipbookMedia
import FlipbookScene
import FlipbookTestSupport
import Testing

@Suite("Exports of frames that are shown for different times")
struct VariableRateTests {
    private let folder: TemporaryDirectory
    private static let durations: [(Int64, Int64)] = [(1, 2), (1, 10), (1, 3), (1, 8), (1, 10), (2, 1)]
    private static let times = [0, 0.5, 0.6, 0.933_333, 1.058_333, 1.158_333]

    init() throws {
        folder = try TemporaryDirectory()
        try TestFrames(width: 32, height: 24).write(1...6, to: folder)
    }

    private func frames() -> FrameList {
        let frames = Self.durations.enumerated().map { index, duration in
            Frame(
                number: index + 1,
                source: .file(folder.file(TestFrames.name(index + 1))),
                duration: RationalTime(duration.0, duration.1)
            )
        }
        return FrameList(name: "walk", frames: frames)
    }

    @Test(
        "ffprobe sees every frame at its time and the end after the last one's",
        arguments: [
            ("a.mp4", OutputFormat.mp4, nil as VideoCodec?, 0.000_002), ("a.mov", .quickTime, nil, 0.000_002),
            ("a.mkv", .matroska, nil, 0.000_001),
            ("b.mkv", .matroska, .h264, 0.000_001),
        ]
    )
    func exactTimes(name: String, container: OutputFormat, codec: VideoCodec?, tolerance: Double) async throws {
        let target = folder.file(name)
        let profile = EncodingRequest(format: container, codec: codec)
        let report = try await Exporter(frames: frames(), settings: ExportSettings(profile)).export(
            to: target
        )
        expectEqual(report.rate, "variable")
        expectEqual(report.framesReadBack, 6)
        let found = try VideoFile(target).presentationTimes()
        expectEqual(found.count, 6)
        for (time, expected) in pairs(found, Self.times) { expect(abs(time - expected) <= tolerance, "\(found)") }
        let outcome = try Program("ffprobe").run([
            "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", target.string,
        ])
        let duration = try require(Double(outcome.text.split(separator: "\n").first ?? ""))
        expect(abs(duration - 3.158_333) <= tolerance)
    }

    @Test("where an option reorders pictures, Matroska's times are rounded to milliseconds and a note says so")
    func roundedTimes() async throws {
        let option = ElementProperty(name: "bframes", value: "2")
        let profile = EncodingRequest(format: .matroska, codec: .h264, options: [option])
        let target = folder.file("r.mkv")
        let report = try await Exporter(frames: frames(), settings: ExportSettings(profile)).export(
            to: target
        )
        expect(report.notes.contains { $0.description.hasPrefix("The frames' times are rounded to milliseconds") })
        let found = try VideoFile(target).presentationTimes().sorted()
        for (time, expected) in pairs(found, Self.times) { expect(abs(time - expected) <= 0.001, "\(found)") }
    }

    @Test("frames of whole milliseconds keep Matroska's usual unit")
    func wholeMilliseconds() async throws {
        let durations: [RationalTime?] = [RationalTime(1, 2), RationalTime(1, 8)]
        let frames = durations.enumerated().map { index, duration in
            Frame(
                number: index + 1,
                source: .file(folder.file(TestFrames.name(index + 1))),
                duration: duration
            )
        }
        let target = folder.file("w.mkv")
        let settings = ExportSettings(EncodingRequest(format: .matroska))
        _ = try await Exporter(frames: FrameList(name: "walk", frames: frames), settings: settings).export(to: target)
        try expectEqual(VideoFile(target).presentationTimes(), [0, 0.5])
    }

    private func export(_ count: Int, lasting durations: [RationalTime?]) async throws -> ExportReport {
        let frames = (0..<count).map { index in
            Frame(
                number: index + 1,
                source: .file(folder.file(TestFrames.name(index % 6 + 1))),
                duration: durations[index % durations.count]
            )
        }
        let settings = ExportSettings(EncodingRequest(format: .mp4))
        return try await Exporter(frames: FrameList(name: "walk", frames: frames), settings: settings).export(
            to: folder.file("long\(count).mp4")
        )
    }

    @Test("weeks fit into MPEG-4, and what does not is refused before the first picture")
    func longFiles() async throws {
        try await expectEqual(export(2, lasting: [1_000_000]).framesReadBack, 2)
        let error = await #expect(throws: ExportError.self) { try await export(50, lasting: [1_000_000]) }
        expectEqual(error?.kind, .usage)
        expectEqual(
            error?.description,
            "The frames last 50000000 s in total, but an .mp4 file holds less than 2097151 s. "
                + "Shorten their durations, repeat them less often, or use .mkv with codec: h264."
        )
    }

    @Test("a rate makes them repeat, and the rate that loses none is exact")
    func constantRate() async throws {
        var settings = ExportSettings(EncodingRequest(format: .mp4))
        settings.sequence.frameRate = FrameRate(120)
        let target = folder.file("c.mp4")
        let report = try await Exporter(frames: frames(), settings: settings).export(to: target)
        expectEqual(report.rate, "120")
        expectEqual(report.framesEncoded, 379)
        expectEqual(report.framesRendered, 6)
        try expectEqual(VideoFile(target).presentationTimes().count, 379)
    }

    @Test("numbered images carry no times, and say so")
    func images() async throws {
        let settings = ExportSettings(EncodingRequest(format: .numberedPNG))
        let error = await #expect(throws: ExportError.self) {
            try await Exporter(frames: frames(), settings: settings).export(to: folder.file("out/a.####.png"))
        }
        let reason = "These frames have different durations, which a .png file does not store."
        expectEqual(error?.description.hasPrefix(reason), true)
    }
}
