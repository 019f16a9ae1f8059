import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookMedia
import FlipbookScene
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Testing

/// Frames of 16 bits per channel; video files are checked with ffmpeg and ffprobe.
@Suite("Exporting 16 bits per channel", .hangLimit)
struct DeepExportTests {
    private static let size = PixelSize(width: 24, height: 16)
    private let folder: TemporaryDirectory
    private let output: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        output = try TemporaryDirectory()
    }

    /// The channels of a frame: the numbers of 16 bits far apart from each other.
    private func channels(_ number: Int, isOpaque: Bool) -> [UInt16] {
        (0..<Self.size.area * 4).map { i in
            isOpaque && i % 4 == 3 ? 65_535 : UInt16(truncatingIfNeeded: i &* 40_503 &+ number &* 9_973)
        }
    }

    private func write(_ numbers: ClosedRange<Int>, isOpaque: Bool) throws {
        for number in numbers {
            let picture = Picture(making: Self.size, format: .rgba64) { target in
                channels(number, isOpaque: isOpaque).withUnsafeBytes { target.copyMemory(from: $0) }
            }
            _ = try folder.write(PNGEncoder.encode(picture, opaque: isOpaque), to: TestFrames.name(number))
        }
    }

    private func export(
        _ name: String,
        change: (inout SequenceSettings) -> Void = { _ in }
    ) async throws -> ExportReport {
        let target = output.file(name)
        let container = try require(OutputFormat(extensionOf: target))
        var settings = ExportSettings(EncodingRequest(format: container))
        change(&settings.sequence)
        let frames = try SequenceLocator().locate([folder.path])
        return try await Exporter(frames: frames, settings: settings).export(to: target)
    }

    @Test(
        "FFV1 carries 12 of 16 bits, each value one of the two that are nearest, and the report says so",
        arguments: [true, false]
    )
    func video(isOpaque: Bool) async throws {
        try write(1...3, isOpaque: isOpaque)
        let report = try await export("a.mkv")
        expect(
            report.notes.contains {
                $0.description.contains("the output keeps 12, with dithering")
                    && $0.description.contains("use .mov with codec: png")
            }
        )
        let video = VideoFile(output.file("a.mkv"))
        let format = isOpaque ? "gbrp12le" : "gbrap12le"
        try expectEqual(video.stream()["pix_fmt"], format)
        let decoded = try video.frames(format: format, byteCount: Self.size.area * (isOpaque ? 6 : 8))
        try require(decoded.count == 3)
        for (number, frame) in zip(1..., decoded) {
            let channels = channels(number, isOpaque: isOpaque)
            let planes = [1, 2, 0, 3].prefix(isOpaque ? 3 : 4)
            let expected: [Double] = planes.flatMap { (channel: Int) -> [Double] in
                stride(from: channel, to: channels.count, by: 4).map { Double(channels[$0]) * 4095 / 65_535 }
            }
            let found: [Int] = (0..<frame.count / 2).map { Int(frame[$0 * 2]) | Int(frame[$0 * 2 + 1]) << 8 }
            try require(found.count == expected.count)
            let furthest: Double = zip(found, expected).map { abs(Double($0) - $1) }.max() ?? 1
            expect(furthest < 1)
        }
    }

    @Test(
        "the note on what H.264 does not keep says the depth that it keeps before another format, and that depth works"
    )
    func nearestDepth() async throws {
        try write(1...2, isOpaque: true)
        let words = "To keep 10, use depth: 10; to keep 16, use .mov with codec: png."
        let plain = try await export("a.mp4")
        expect(plain.notes.contains { $0.description.hasSuffix("keeps 8, with dithering. " + words) })
        var settings = ExportSettings(EncodingRequest(format: .mp4))
        settings.encoding.depth = 10
        let frames = try SequenceLocator().locate([folder.path])
        let deep = try await Exporter(frames: frames, settings: settings).export(to: output.file("b.mp4"))
        expect(deep.notes.contains { $0.description.contains("keeps 10") && !$0.description.contains("depth: 10") })
    }

    @Test("16 bits in 8 are dithered: 64 pixels of one color have its mean, and what 8 bits can say stays as it is")
    func dithering() async throws {
        let values: [UInt16] = [0, 257, 300, 385, 386, 30_000, 32_896, 65_279, 65_500, 65_535]
        let size = PixelSize(width: 8 * values.count, height: 8)
        let picture = Picture(making: size, format: .rgba64) { target in
            let channels = target.bindMemory(to: UInt16.self)
            for index in channels.indices {
                channels[index] = index % 4 == 3 ? 65_535 : values[index / 4 % size.width / 8]
            }
        }
        for number in 1...2 {
            _ = try folder.write(PNGEncoder.encode(picture, opaque: true), to: TestFrames.name(number))
        }
        let report = try await export("f.@.bmp")
        expectEqual(report.notes.first?.description.contains("the output keeps 8, with dithering"), true)
        let files = try (1...2).map { try Data(contentsOf: URL(fileURLWithPath: output.file("f.\($0).bmp").string)) }
        expectEqual(files[0], files[1], "the pattern is the same in every picture")
        let written = try ImageDecoder().decode(contentsOf: output.file("f.1.bmp"))
        let bytes = written.withUnsafeBytes { Array($0) }
        for (column, value) in values.enumerated() {
            let found: [Int] = (0..<64).map { (index: Int) -> Int in
                let place = index / 8 * size.width + column * 8 + index % 8
                return Int(bytes[place * 4])
            }
            let exact = Double(value) / 257
            expect(found.allSatisfy { abs(Double($0) - exact) < 1 }, "\(value)")
            expect(abs(Double(found.reduce(0, +)) / 64 - exact) <= 1.0 / 64, "\(value)")
        }
    }

    @Test("numbered images keep all 16 bits, also where the view does something to them")
    func images() async throws {
        try write(1...2, isOpaque: false)
        let report = try await export("f.@.png") { $0.orientation = .rightMirrored }
        expectEqual(report.notes.map(\.description), ["Transparency is kept, with straight alpha (not premultiplied)."])
        let picture = try ImageDecoder(keepsSixteenBits: true).decode(contentsOf: output.file("f.1.png"))
        expect(picture.size == PixelSize(width: 16, height: 24) && picture.format == .rgba64)
        let found = picture.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
        let source = channels(1, isOpaque: false)
        for (x, y) in [(0, 0), (23, 9), (7, 3)] {
            let place = ImageOrientation.rightMirrored.shownPosition(x: x, y: y, of: Self.size)
            let (from, to) = ((y * 24 + x) * 4, (place.y * 16 + place.x) * 4)
            expectEqual(found[to..<(to + 4)], source[from..<(from + 4)])
        }
    }

    @Test("an overlay whose insets leave it no room is left out, and a note says so")
    func insetOverlay() async throws {
        try write(1...1, isOpaque: true)
        let logo = try output.write(TestFrames(width: 2, height: 2).png(1), to: "logo.png")
        let frames = try SequenceLocator().locate([folder.path])
        var settings = SequenceSettings()
        let plain = output.file("plain.png")
        try await expectEqual(FrameExporter(frames: frames, settings: settings).export(frame: nil, to: plain).notes, [])
        settings.overlays = [Overlay(image: logo, position: .scaleToFill, inset: 13)]
        let target = output.file("a.png")
        let report = try await FrameExporter(frames: frames, settings: settings).export(frame: nil, to: target)
        expectEqual(report.notes.count, 1)
        let written = try [plain, target].map { try Data(contentsOf: URL(fileURLWithPath: $0.string)) }
        expectEqual(written[0], written[1])
    }

    @Test("one frame is rendered with 16 bits under a tint, an alpha and an overlay")
    func render() async throws {
        try write(1...1, isOpaque: true)
        let logo = try output.write(TestFrames(width: 2, height: 2).png(1), to: "logo.png")
        var settings = SequenceSettings()
        settings.alpha = 0.5
        settings.tintColor = Color(red: 255, green: 0, blue: 0)
        settings.overlays = [
            Overlay(image: logo, position: .topLeft), Overlay(image: logo, position: .topLeft, inset: 40),
        ]
        let frames = try SequenceLocator().locate([folder.path])
        let report = try await FrameExporter(frames: frames, settings: settings)
            .export(frame: nil, to: output.file("a.png"))
        expectEqual(report.notes.count, 1)
        expectEqual(
            report.notes.first?.description.hasPrefix(
                "\(logo): not shown, because it is outside the 24x16"
            ),
            true
        )
        let picture = try ImageDecoder(keepsSixteenBits: true).decode(contentsOf: output.file("a.png"))
        let found = picture.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
        expectEqual(Array(found.suffix(4)), [65_535, 0, 0, 32_768])
    }
}
