import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookMedia
import FlipbookSequences
import FlipbookTestSupport
import FoundationEssentials
import Testing

@Suite(.hangLimit) struct OutputFormatTests {
    @Test("ids name one entry of their table each, and are what a document has")
    func ids() throws {
        expectEqual(Set(OutputFormat.all.map(\.id)).count, OutputFormat.all.count)
        expectEqual(Set(VideoCodec.all.map(\.id)).count, VideoCodec.all.count)
        for format in OutputFormat.all {
            let document = try JSONEncoder().encode([format])
            expectEqual(String(decoding: document, as: UTF8.self), "[\"\(format.id)\"]")
            try expectEqual(JSONDecoder().decode([OutputFormat].self, from: document), [format])
            for codec in format.codecs { expect(VideoCodec.all.contains(codec)) }
        }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([VideoCodec].self, from: Data("[\"flash\"]".utf8))
        }
    }

    @Test(
        "every codec of every format gives back a small sequence, deep or not, with transparency or without",
        arguments: LongTests.cases(OutputFormat.all.flatMap { format in format.codecs.map { (format, $0) } }, every: 3)
    )
    func everyPair(format: OutputFormat, codec: VideoCodec) async throws {
        for hasAlpha in [false, true] {
            let folder = try TemporaryDirectory()
            try TestFrames(width: 20, height: 18, hasAlpha: hasAlpha).write(1...2, to: folder)
            let ending = format.usualExtension
            let target = folder.file(format.isNumbered ? "out/b.##.\(ending)" : "b.\(ending)")
            let settings = ExportSettings(EncodingRequest(format: format, codec: codec))
            let frames = try SequenceLocator().locate([folder.path])
            let report = try await Exporter(frames: frames, settings: settings).export(to: target)
            // Of a page nothing is read back.
            expectEqual(report.framesReadBack, format == .contactSheet ? 0 : 2)
            expectEqual(report.container, format)
            expectEqual(report.codec, codec)
        }
    }

    @Test("a format that is asked for by its name takes names of another one, and those alone take it")
    func namedFormats() {
        expectEqual(OutputFormat(extensionOf: FilePath("a.####.png")), .numberedPNG)
        expectEqual(OutputFormat(extensionOf: FilePath("a.png")), .numberedPNG)
        expectEqual(OutputFormat(extensionOf: FilePath("a.pdf")), .contactSheet)
        expect(
            OutputFormat.spriteSheet.matches(FilePath("a.png")) && !OutputFormat.spriteSheet.matches(FilePath("a.gif"))
        )
        expectEqual(Set(OutputFormat.named), [.y4m, .raw, .animatedPNG, .spriteSheet, .contactSheet])
    }

    @Test(
        "a name that says another format is refused, and the right extension is named",
        arguments: [
            (OutputFormat.mp4, "x.png", ".mp4."), (.mp4, "x.mov", ".mp4."), (.mp4, "x.mkv", ".mp4."),
            (.mp4, "x", ".mp4."),
            (.matroska, "x.mp4", ".mkv."), (.numberedPNG, "x.####.mp4", ".png."),
        ]
    )
    func wrongName(format: OutputFormat, name: String, ending: String) async throws {
        let folder = try TemporaryDirectory()
        try TestFrames(width: 16, height: 16).write(1...2, to: folder)
        let frames = try SequenceLocator().locate([folder.path])
        let output = try TemporaryDirectory()
        let settings = ExportSettings(EncodingRequest(format: format))
        let error = await #expect(throws: ExportError.self) {
            try await Exporter(frames: frames, settings: settings).export(to: output.file(name))
        }
        expectEqual(error?.kind, .usage)
        expectEqual(error?.description.hasSuffix("End the name in \(ending)"), true, "\(String(describing: error))")
        try expectEqual(output.names(), [])
    }

    @Test("a single frame is written under an image's name only")
    func wrongFrameName() async throws {
        let folder = try TemporaryDirectory()
        try TestFrames(width: 16, height: 16).write(1...2, to: folder)
        let frames = try SequenceLocator().locate([folder.path])
        let output = try TemporaryDirectory()
        await #expect(throws: ExportError.self) {
            try await FrameExporter(frames: frames, settings: SequenceSettings()).export(
                frame: 1,
                to: output.file("x.mp4")
            )
        }
        try expectEqual(output.names(), [])
    }

    @Test("settings for a target take the format from its name")
    func settingsForTarget() throws {
        try expectEqual(ExportSettings(for: FilePath("a.MKV")).encoding.format, .matroska)
        try expectEqual(ExportSettings(for: FilePath("a.mp4"), quality: 18).encoding.quality, 18)
        #expect(throws: EncodingError.unknownExtension(FilePath("a.avi"))) {
            try ExportSettings(for: FilePath("a.avi"))
        }
    }
}
