import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookMedia
import FlipbookScene
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Testing

@Suite(.hangLimit) struct ExportPlanTests {
    private let folder: TemporaryDirectory
    private let output: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        output = try TemporaryDirectory()
        try TestFrames(width: 20, height: 18, hasAlpha: true).write(1...3, to: folder)
    }

    @Test("keys of a manifest in a plan are read back, and what is wrong in a list is reported with its place")
    func document() throws {
        let text = #"{"a":[1,0.25,"x",true],"b":{"c":-3}}"#
        let document = try JSONDecoder().decode(ManifestDocument.self, from: Data(text.utf8))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        expectEqual(String(decoding: try encoder.encode(document), as: UTF8.self), text)
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(ManifestDocument.self, from: Data(#"{"a":[1,null]}"#.utf8))
        }
        switch try require(error) {
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            expectEqual(context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }, ["a", "1"])
        default: Issue.record("another error: \(String(describing: error))")
        }
    }

    @Test("a plan names each file once, and tells when it is shown")
    func runs() async throws {
        let frames = [1, 1, 2, 3, 1].enumerated().map { index, number in
            Frame(
                number: index + 1,
                source: .file(folder.file(TestFrames.name(number))),
                duration: RationalTime(index == 4 ? 2 : 1, 12)
            )
        }
        let target = output.file("a.mkv")
        var settings = try ExportSettings(for: target)
        settings.sequence.animationRepeatCount = 2
        settings.sequence.alpha = 0.5
        let plan = try await Exporter(frames: FrameList(name: "walk", frames: frames), settings: settings).plan(
            for: target
        )
        expectEqual(plan.drawings.map(\.file), (1...3).map { folder.file(TestFrames.name($0)).string })
        expectEqual(
            plan.runs.map { [$0.first, $0.count, $0.drawing] },
            [[0, 2, 0], [2, 1, 1], [3, 1, 2], [4, 1, 0]]
        )
        expectEqual(plan.timing.ticksPerSecond, 12)
        expectEqual(plan.timing.lengths.map { [Int64($0.frames), $0.ticks] }, [[4, 1], [1, 2]])
        expectEqual(plan.cycles, 2)
        expectEqual(plan.pictures.count, 10)
        expect(plan.pictures.hasAlpha)
        expectEqual(plan.duration, 1)
        expect(plan.profile.format == settings.encoding.format && plan.profile.quality == settings.encoding.quality)
        expect(plan.view.keys.contains("alpha"))
        try expectEqual(output.names(), [])
    }

    @Test("a document of a plan gives the same plan", arguments: ["a.mp4", "a.mkv", "out/a.####.png"])
    func roundTrip(name: String) async throws {
        var plan = try await plan(for: output.file(name))
        // The remedies in its notes are words in a document.
        plan.notes = plan.notes.map { Explanation($0.description) }
        let document = try JSONEncoder().encode(plan)
        try expectEqual(JSONDecoder().decode(ExportPlan.self, from: document), plan)
        expectEqual(plan.launchLine == nil, name.hasSuffix(".png"))
        try expectEqual(output.names(), [])
    }

    @Test("one file drawn in two ways is two drawings")
    func looks() async throws {
        let plain = Image(source: .file(folder.file(TestFrames.name(1))))
        let images = [
            plain, plain.withHorizontallyFlippedOrientation(),
            plain.resizableImage(withCapInsets: EdgeInsets(top: 2, left: 3, bottom: 4, right: 5)), plain,
        ]
        let target = output.file("a.mp4")
        let frames = FrameList(name: "walk", frames: images.map { Frame($0) })
        let plan = try await Exporter(frames: frames, settings: try ExportSettings(for: target)).plan(for: target)
        expectEqual(plan.drawings.map(\.look), [nil, 0, 1])
        expectEqual(plan.looks.map(\.keys), [["orientation"], ["capInsets", "resizingMode"]])
        expectEqual(plan.runs.map(\.drawing), [0, 1, 2, 0])
    }

    @Test("the slices of an asset catalog stand in a plan as in Contents.json, each once")
    func slices() async throws {
        let plain = Image(source: .file(folder.file(TestFrames.name(1))))
        let insets = EdgeInsets(top: 2, left: 3, bottom: 4, right: 5)
        let sizes = [nil, 6, 8]
        let images = sizes.map { width in
            plain.resized(.catalog(ImageSet.Resizing(capInsets: insets, mode: .tile, centerWidth: width)))
        }
        let target = output.file("a.mp4")
        let frames = FrameList(name: "walk", frames: images.map { Frame($0) })
        let plan = try await Exporter(frames: frames, settings: try ExportSettings(for: target)).plan(for: target)
        expectEqual(plan.drawings.map(\.look), [0, 1, 2])
        let looks = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(plan.looks)) as? [NSDictionary]
        let expected: [NSDictionary] = sizes.map { width in
            var center: [String: Any] = ["mode": "tile"]
            if let width { center["width"] = width }
            let caps = ["top": 2, "left": 3, "bottom": 4, "right": 5]
            return ["resizing": ["mode": "9-part", "center": center, "cap-insets": caps] as NSDictionary]
        }
        expectEqual(looks, expected)
    }

    @Test("a document of another version is refused")
    func version() async throws {
        let document = try JSONEncoder().encode(try await plan(for: output.file("a.mp4")))
        var object = try require(try JSONSerialization.jsonObject(with: document) as? [String: Any])
        expectEqual(object["version"] as? Int, 1)
        object["version"] = 2
        let later = try JSONSerialization.data(withJSONObject: object)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ExportPlan.self, from: later) }
    }

    @Test("the times of a constant rate are those of its fraction")
    func constantRate() async throws {
        let target = output.file("a.mp4")
        var settings = try ExportSettings(for: target)
        settings.sequence.frameRate = FrameRate(24000, 1001)
        let plan = try await Exporter(frames: try SequenceLocator().locate([folder.path]), settings: settings).plan(
            for: target
        )
        let length = try require(plan.timing.lengths.first)
        expectEqual(plan.timing.lengths.count, 1)
        expectEqual(RationalTime(length.ticks, plan.timing.ticksPerSecond), RationalTime(1001, 24000))
        expectEqual(plan.pictures.rate, "24000/1001")
    }

    @Test("10,000 frames have a document below a megabyte")
    func manyFrames() async throws {
        let document = try JSONEncoder().encode(try await plan(for: output.file("a.mp4")))
        var object = try require(try JSONSerialization.jsonObject(with: document) as? [String: Any])
        let folder = "/shows/some-studio/shots/0040/render/final/v012"
        object["drawings"] = (0..<10_000).map { ["file": "\(folder)/walk.\(100_000 + $0).png"] }
        object["runs"] = (0..<10_000).map { [$0, 1, $0] }
        let long = try JSONDecoder().decode(ExportPlan.self, from: JSONSerialization.data(withJSONObject: object))
        expectEqual(long.runs.count, 10_000)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try expect(encoder.encode(long).count < 1_000_000)
    }

    @Test("a drawing in memory has no name that a plan could tell")
    func memory() async throws {
        let image = try Image(data: try TestFrames(width: 20, height: 18).png(3))
        let frames =
            [1, 2].map { Frame(number: $0, source: .file(folder.file(TestFrames.name($0)))) }
            + [Frame(number: 3, source: image.source)]
        let target = output.file("a.mp4")
        let exporter = Exporter(
            frames: FrameList(name: "walk", frames: frames),
            settings: try ExportSettings(for: target)
        )
        let error = await #expect(throws: ExportError.self) { _ = try await exporter.plan(for: target) }
        guard case .drawingInMemory(position: 3) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("what an export would refuse, its plan refuses")
    func refusals() async throws {
        let taken = try output.write([1], to: "a.mp4")
        await #expect(throws: ExportError.self) { _ = try await plan(for: taken) }
        await #expect(throws: ExportError.self) { _ = try await plan(for: output.file("nowhere/a.mp4")) }
        await #expect(throws: ExportError.self) { _ = try await plan(for: output.file("a.png")) }
        let option = [ElementProperty(name: "nosuch", value: "1")]
        await #expect(throws: ExportError.self) { _ = try await plan(for: output.file("b.mp4"), options: option) }
        try expectEqual(output.names(), ["a.mp4"])
    }

    @Test(
        "the encoder's line runs as it stands",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gst-launch-1.0"),
            "gst-launch-1.0 is not installed (gstreamer1.0-tools)"
        ),
        arguments: ["it's a.mp4", "a b.mkv"]
    )
    func launchLine(name: String) async throws {
        let line = try require(try await plan(for: output.file(name)).launchLine)
        let outcome = try Program("sh").run(["-c", line])
        expectEqual(outcome.status, 0, "\(line): \(outcome)")
        try expectEqual(output.names(), [name])
    }

    @Test(
        "the encoder's line of frames of different durations writes all pictures, too",
        arguments: ["a.mp4", "a.mkv"]
    )
    func variableLine(name: String) async throws {
        let frames = (1...3).map { number in
            Frame(
                number: number,
                source: .file(folder.file(TestFrames.name(number))),
                duration: RationalTime(Int64(number), 12)
            )
        }
        let target = output.file(name)
        let exporter = Exporter(
            frames: FrameList(name: "walk", frames: frames),
            settings: try ExportSettings(for: target)
        )
        let line = try require(try await exporter.plan(for: target).launchLine)
        expect(line.contains("framerate=(fraction)30/1") || line.contains("framerate=30/1"), "\(line)")
    }

    private func plan(for target: FilePath, options: [ElementProperty] = []) async throws -> ExportPlan {
        let format = try require(OutputFormat(extensionOf: target))
        let settings = ExportSettings(EncodingRequest(format: format, options: options))
        return try await Exporter(frames: try SequenceLocator().locate([folder.path]), settings: settings).plan(
            for: target
        )
    }
}
