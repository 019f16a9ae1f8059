import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookMedia
import FlipbookScene
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Testing

@Suite(.hangLimit) struct SegmentPlanTests {
    private let folder: TemporaryDirectory
    private let frames = TestFrames(width: 32, height: 24)

    init() throws {
        folder = try TemporaryDirectory()
        try add(1...10)
    }

    @Test("one or two frames that are left over belong to the last segment")
    func ranges() async throws {
        try await expectEqual(lengths(count: 10, in: 4), [4, 6])
        try await expectEqual(lengths(count: 10, in: 3), [3, 3, 4])
        try await expectEqual(lengths(count: 10, in: 7), [7, 3])
        try await expectEqual(lengths(count: 10, in: 1), [Int](repeating: 1, count: 10))
        try await expectEqual(lengths(count: 10, in: 100), [10])
    }

    @Test("a segment is as long as is asked for, or 240 frames, or ten seconds where that is more")
    func usualLength() throws {
        expectEqual(SegmentPlan.usualLength(at: FrameRate(24)), 240)
        expectEqual(SegmentPlan.usualLength(at: FrameRate(60)), 600)
        expectEqual(SegmentPlan.usualLength(at: FrameRate(60000, 1001)), 600)
        expectEqual(SegmentPlan.usualLength(at: nil), 240)
    }

    @Test("a key stands for contents, not for names, times, or the frames of other segments")
    func keys() async throws {
        let keys = try await plan(segment: 5).keys
        expectEqual(Set(keys).count, 2)
        let other = try TemporaryDirectory()
        for number in 1...10 { try other.write(try frames.png(number), to: "other.\(number + 100).png") }
        try await expectEqual(plan(of: other, segment: 5).keys, keys)
        // More frames, and another one in the second segment.
        try add(11...15)
        expectEqual(Array(try await plan(segment: 5).keys.prefix(2)), keys)
        try folder.write(try frames.png(70), to: TestFrames.name(8))
        let changed = try await plan(segment: 5).keys
        expectEqual(changed[0], keys[0])
        expect(changed[1] != keys[1])
    }

    @Test("what changes a result changes every key")
    func settings() async throws {
        var keys: Set<ContentHash> = []
        let changes: [(inout SegmentSettings, inout ExportSettings) throws -> Void] = [
            { _, _ in },
            { segments, _ in segments.threads = 7 },
            { segments, _ in segments.programVersion = "2" },
            { _, export in export.encoding = EncodingRequest(format: .mp4, quality: 20) },
            { _, export in export.encoding = EncodingRequest(format: .mp4, preset: "fast") },
            { _, export in export.sequence.frameRate = FrameRate(12) },
            { _, export in export.sequence.alpha = 0.5 },
            { _, export in export.sequence.tintColor = .white },
            { _, export in export.sequence.orientation = .down },
            { _, export in export.sequence.burnIns = [BurnIn(.frame)] },
            { _, export in export.encoding = EncodingRequest(format: .mp4, colorSpace: .bt601) },
        ]
        for change in changes { keys.insert(try await plan(segment: 5, change).keys[0]) }
        expectEqual(keys.count, changes.count)
    }

    @Test("a document of a plan gives the same plan, and one whose parts do not fit together is refused")
    func document() async throws {
        let plan = try await plan(segment: 4)
        let document = try JSONEncoder().encode(plan)
        try expectEqual(JSONDecoder().decode(SegmentPlan.self, from: document), plan)
        try expectEqual(JSONDecoder().decode(ExportPlan.self, from: document), plan.export)
        let object = try require(try JSONSerialization.jsonObject(with: document) as? [String: Any])
        func timing(_ lengths: [[Int]]) -> [String: Any] { ["ticksPerSecond": 24, "lengths": lengths] }
        let drawings = try require(object["drawings"] as? [[String: Any]])
        for (key, value) in [
            ("segmentLength", 0), ("segmentLength", 9), ("cycles", 0), ("cycles", 3), ("keys", []), ("inputs", []),
            ("runs", [[1, 10, 0]]), ("threads", 0),
            // Numbers that cannot be added or multiplied.
            ("cycles", Int.max), ("runs", [[0, Int.max, 0], [Int.max, 1, 0]]),
            ("timing", timing([[-3, 1], [13, 1]])), ("timing", timing([[Int.max, 1], [Int.max, 1]])),
            ("timing", timing([[10, 0]])), ("drawings", drawings.map { $0.merging(["picture": -1]) { $1 } }),
        ] as [(String, Any)] {
            var wrong = object
            wrong[key] = value
            let data = try JSONSerialization.data(withJSONObject: wrong)
            #expect(throws: DecodingError.self, "\(key): \(value)") {
                try JSONDecoder().decode(SegmentPlan.self, from: data)
            }
        }
    }

    @Test("what is made in one piece is refused with what is not", arguments: ["a.gif", "a.apng", "a.webp"])
    func indivisible(name: String) async throws {
        let error = await #expect(throws: ExportError.self) { try await plan(for: name, segment: 4) }
        expectEqual(error?.code, "segments.indivisible")
        expectEqual(error?.kind, .usage)
    }

    @Test(
        "transparency stored apart is refused with what keeps it in segments",
        arguments: ["a.webm", "a.mkv"]
    )
    func alphaApart(name: String) async throws {
        let folder = try TemporaryDirectory()
        let frames = TestFrames(width: 32, height: 24, hasAlpha: true)
        for number in 1...4 { try folder.write(try frames.png(number), to: TestFrames.name(number)) }
        let error = await #expect(throws: ExportError.self) {
            try await plan(of: folder, for: name, segment: 2) { _, export in
                export.encoding = EncodingRequest(format: name == "a.mkv" ? .matroska : .webM, codec: .vp9)
            }
        }
        expectEqual(error?.code, "segments.indivisible")
        let message = error?.description ?? ""
        expectEqual(message.contains("Use"), (name == "a.webm"), "\(message)")
        expectEqual(message.contains("Omit"), (name == "a.mkv"), "\(message)")
        // What is proposed for Matroska works.
        try await expectEqual(plan(of: folder, for: "a.mkv", segment: 2).keys.count, 2)
    }

    @Test("a rate and a size over all segments are refused with what to give instead")
    func rates() async throws {
        for (option, profile) in [
            ("bitrate", EncodingRequest(format: .mp4, bitRate: 100_000)),
            ("max-size", EncodingRequest(format: .mp4, mostBytes: 100_000)),
        ] {
            let error = await #expect(throws: ExportError.self) {
                try await plan(segment: 4) { $1.encoding = profile }
            }
            expectEqual(error?.code, "segments.indivisible")
            let message = error?.description ?? ""
            expect(message.contains(option) && message.contains("quality"), "\(message)")
        }
    }

    @Test("a file that was written since the plan was made is seen, another time alone is not")
    func changedInput() async throws {
        let export = SegmentedExport(try await plan(segment: 5))
        let path = folder.file(TestFrames.name(2)).string
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: path)
        try await expect(export.makeSegment(0))
        try folder.write(try frames.png(50), to: TestFrames.name(7))
        let error = await #expect(throws: ExportError.self) { try await export.makeSegment(1) }
        guard case .segments(.changedInput(let file)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        expectEqual(file, folder.file(TestFrames.name(7)))
        expectEqual(error?.kind, .incomplete)
        expectEqual(export.missing, [1])
        let missing = await #expect(throws: ExportError.self) { _ = try await export.join(overwrites: false) }
        expectEqual(missing?.code, "segments.missing")
        expectEqual(
            missing?.description.contains("1 of 2 segments is missing: 1."),
            true,
            "\(String(describing: missing))"
        )
    }

    private func add(_ numbers: ClosedRange<Int>) throws {
        for number in numbers { try folder.write(try frames.png(number), to: TestFrames.name(number)) }
    }

    private func lengths(count: Int, in length: Int) async throws -> [Int] {
        let plan = try await plan(segment: length)
        let ranges = (0..<plan.segmentCount).map(plan.frames(ofSegment:))
        expectEqual(ranges.flatMap { Array($0) }, Array(0..<count))
        return ranges.map(\.count)
    }

    private func plan(
        of folder: TemporaryDirectory? = nil,
        for name: String = "a.mp4",
        segment length: Int,
        _ change: (inout SegmentSettings, inout ExportSettings) throws -> Void = { _, _ in }
    ) async throws -> SegmentPlan {
        let folder = folder ?? self.folder
        let target = folder.file("out-" + name)
        var settings = try ExportSettings(for: target)
        var segments = SegmentSettings(programVersion: "1", hashes: nil)
        (segments.length, segments.threads) = (length, 2)
        try change(&segments, &settings)
        let frames = try SequenceLocator().locate([folder.path])
        return try await Exporter(frames: frames, settings: settings).segmentPlan(for: target, segments)
    }
}
