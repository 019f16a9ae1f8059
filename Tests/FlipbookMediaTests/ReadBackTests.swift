import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookMedia
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Testing

@Suite(.hangLimit) struct ReadBackTests {
    @Test(
        "a file that is no video of its kind is an error and not a wait without end",
        arguments: [OutputFormat.mp4, .matroska],
        [[], Array("hello".utf8), [UInt8](repeating: 0, count: 10_000), Array("\0\0\0\u{10}ftypisom\0\0\0\u{8}".utf8)]
    )
    func noVideo(container: OutputFormat, bytes: [UInt8]) async throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write(bytes, to: "a")
        let error = await #expect(throws: ExportError.self) {
            try await ReadBack.reading(file.string, as: EncodingRequest(format: container))
        }
        expectEqual(error?.description.contains("it cannot be read"), true, "\(String(describing: error))")
    }

    /// Noise, which nothing makes smaller that looks back no further than 64 KiB, in a file that is not compressed either.
    private static func noise(side: Int) -> [UInt8] {
        var generator = SeededGenerator(seed: 15)
        let noise = generator.bytes(1 << 16)
        var file = Array("P6\n\(side) \(side)\n255\n".utf8)
        for start in stride(from: 0, to: side * side * 3, by: noise.count) {
            file += noise.prefix(side * side * 3 - start)
        }
        return file
    }

    @Test(
        "a lossless picture of more than 15 MiB, which GStreamer does not read from Matroska, is written and found",
        .enabled(if: LongTests.areWanted, LongTests.absence)
    )
    func largePicture() async throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write(Self.noise(side: 2304), to: "a.1.ppm")
        let frames = try SequenceLocator().locate([path.string])
        let target = folder.file("a.mkv")
        let report = try await Exporter(frames: frames, settings: try ExportSettings(for: target)).export(to: target)
        expect(report.framesReadBack == 1 && report.byteCount > 15 << 20)
        let error = #expect(throws: ImageError.self) {
            try ImageDecoder(codecs: ImageCodecs.standard.withVideos).decode(contentsOf: target)
        }
        expectEqual(error?.description.contains("it does not read pictures larger than 15 MB"), true)
    }

    @Test(
        "a picture of more than 32 MiB, which GStreamer does not read at once from QuickTime, is written, found and compared",
        .enabled(if: LongTests.areWanted, LongTests.absence)
    )
    func longPicture() async throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write(Self.noise(side: 3400), to: "a.1.ppm")
        let frames = try SequenceLocator().locate([file.string])
        let target = folder.file("a.mov")
        // Nothing makes noise smaller, so nothing tries.
        var settings = ExportSettings(EncodingRequest(format: .quickTime, codec: .png, preset: "0"))
        settings.pixelVerification = PixelVerification()
        let report = try await Exporter(frames: frames, settings: settings).export(to: target)
        expect(report.framesReadBack == 1 && report.byteCount > 32 << 20)
        // It can be an input, too.
        let shown = try ImageDecoder(codecs: ImageCodecs.standard.withVideos).decode(contentsOf: target)
        let drawn = try ImageDecoder().decode(contentsOf: file)
        expect(shown.withUnsafeBytes { shown in drawn.withUnsafeBytes { shown.elementsEqual($0) } })
    }

    @Test("whatever byte of a Matroska file is another one, and wherever it ends, reading it ends")
    func damage() async throws {
        let folder = try TemporaryDirectory()
        try TestFrames(width: 24, height: 18).write(1...3, to: folder)
        let target = folder.file("a.mkv")
        let settings = try ExportSettings(for: target)
        _ = try await Exporter(frames: try SequenceLocator().locate([folder.path]), settings: settings).export(
            to: target
        )
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: target.string)))
        let whole = try await ReadBack.reading(target.string, as: settings.encoding)
        var refusals = 0
        for place in stride(from: 0, to: bytes.count, by: LongTests.areWanted ? 3 : 31) {
            for (name, damaged) in [
                ("cut", Array(bytes[..<place])),
                ("changed", bytes[..<place] + [bytes[place] ^ 0xFF] + bytes[(place + 1)...]),
            ] {
                let file = try folder.write(damaged, to: name)
                do {
                    let found = try await ReadBack.reading(file.string, as: settings.encoding)
                    if name == "cut" { expect(found != whole) }
                } catch {
                    expect("\(error)".contains("it cannot be read"))
                    refusals += 1
                }
            }
        }
        expect(refusals > bytes.count / (LongTests.areWanted ? 3 : 31))
    }
}
