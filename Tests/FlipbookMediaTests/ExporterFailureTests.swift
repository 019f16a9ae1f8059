import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookScene
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Synchronization
import Testing

import FlipbookMedia

/// Whatever goes wrong, nothing stands under the final name, and nothing else is left.
@Suite(.hangLimit) struct ExporterFailureTests {
    private let folder: TemporaryDirectory
    private let output: TemporaryDirectory
    private let frames = TestFrames(width: 24, height: 18)

    init() throws {
        folder = try TemporaryDirectory()
        output = try TemporaryDirectory()
    }

    @Test("missing numbers are refused, all of them named", arguments: ["a.mp4", "a.mkv", "a.##.png"])
    func gap(name: String) async throws {
        try frames.write([1, 2, 3, 6, 7, 9], to: folder)
        let error = await refusal(of: name)
        expectEqual(error?.kind, .incomplete)
        expectEqual(error?.description.contains("frames 4-5,8 are missing"), true)
    }

    @Test(
        "missing numbers are held, blackened or skipped when that is asked for",
        arguments: [
            (MissingFramePolicy.hold, [1, 2, 2, 4]), (.black, [1, 2, 0, 4]), (.skip, [1, 2, 4]),
        ]
    )
    func gapPolicies(policy: MissingFramePolicy, shown: [Int]) async throws {
        try frames.write([1, 2, 4], to: folder)
        let report = try await export("a.mkv") { $0.sequence.missing = policy }
        let black = Array(repeatElement([0, 0, 0, 255] as [UInt8], count: 24 * 18).joined())
        let decoded = try VideoFile(output.file("a.mkv")).frames(format: "rgba", byteCount: 24 * 18 * 4)
        expectEqual(decoded, shown.map { $0 == 0 ? black : frames.pixels($0) })
        expectEqual(report.framesIn, 3)
        expectEqual(report.framesEncoded, shown.count)
        expectEqual(report.substitutions.map(\.frame), (policy == .skip ? [] : [3]))
        expect(report.notes.contains { $0.description.contains("missing frame 3") })
    }

    @Test("frames of another size are refused by name: the first ten, then the count")
    func mixedSizes() async throws {
        try frames.write(1...20, to: folder)
        try TestFrames(width: 30, height: 18).write(5...16, to: folder)
        // 12 of 20 are 30 wide now, so the other 8 are odd.
        let error = await refusal(of: "a.mp4")
        let message = try require(error?.description)
        expect(message.contains("walk.0001.png is 24x18; the sequence is 30x18 (12 of 20 frames)."))
        expect(message.contains("mismatch: fit"))
        expectEqual(message.split(separator: "\n").count, 9)
        try TestFrames(width: 30, height: 18).write(17...20, to: folder)
        try frames.write(1...12, to: folder)
        try frames.write([21, 22, 23, 24, 25], to: folder)
        try TestFrames(width: 30, height: 18).write(21...36, to: folder)
        let longer = try require(await refusal(of: "a.mp4")?.description)
        expect(longer.contains("… and 2 more frames."))
    }

    @Test("a frame of another size is placed on the canvas when that is asked for, and the report names it")
    func fitted() async throws {
        try frames.write(1...3, to: folder)
        try TestFrames(width: 48, height: 36).write([2], to: folder)
        let report = try await export("a.mp4") { $0.sequence.mismatch = .fit }
        expectEqual(report.fitted, ["walk.0002.png: 48x36, scaled to 24x18"])
        expectEqual(report.width, 24)
        expectEqual(report.framesReadBack, 3)
    }

    @Test(
        "files that are no images are refused before anything is written",
        arguments: [
            ([UInt8]("hello".utf8), "text"), ([], "empty"), ([0xFF, 0xD8, 0xFF, 0xE0, 0, 16], "ends before"),
        ]
    )
    func noImage(bytes: [UInt8], word: String) async throws {
        try frames.write(1...3, to: folder)
        try folder.write(bytes, to: TestFrames.name(2))
        let error = await refusal(of: "a.mp4")
        expectEqual(error?.description.contains("walk.0002.png: "), true)
        expectEqual(error?.description.contains(word), true, "\(String(describing: error))")
    }

    @Test("a frame whose pixels are damaged ends the export with its name", arguments: ["a.mp4", "a.mkv", "a.##.png"])
    func damagedPixels(name: String) async throws {
        try frames.write(1...30, to: folder)
        var bytes = try frames.png(25)
        // The last byte of the compressed pixels, well behind the header: before IDAT's CRC and IEND.
        bytes[bytes.count - 17] ^= 0x55
        try folder.write(bytes, to: TestFrames.name(25))
        let error = await refusal(of: name)
        expectEqual(error?.kind, .incomplete)
        let words = error?.description ?? "no error"
        expect(words.contains("walk.0025.png: cannot be decoded"), "\(words)")
    }

    @Test(
        "a frame that is written anew while it is exported is shown as it is then: held where it is damaged",
        arguments: [true, false]
    )
    func rewritten(isDamaged: Bool) async throws {
        try frames.write(1...200, to: folder)
        let last = TestFrames.name(200)
        let new = isDamaged ? Array(try frames.png(200).dropLast(40)) : try frames.png(7)
        let exporter = try exporter(for: "a.mkv") {
            $0.sequence.missing = .hold
            $0.sequence.memory = .fixed(1 << 16)
        }
        let isWritten = Mutex(false)
        let report = try await exporter.export(to: output.file("a.mkv")) { progress in
            guard progress.stage == .encoding, isWritten.withLock({ $0.flips() }) else { return }
            try? folder.write(new, to: last)
        }
        expectEqual(report.framesReadBack, 200)
        expectEqual(report.substitutions.map(\.frame), (isDamaged ? [200] : []))
        expect(report.substitutions.allSatisfy { $0.heldFrame == 199 && $0.file?.hasSuffix(last) == true })
        let pictures = try VideoFile(output.file("a.mkv")).frames(format: "rgba", byteCount: frames.size.area * 4)
        expectEqual(pictures.last, frames.pixels(isDamaged ? 199 : 7))
    }

    @Test("cancelling leaves nothing behind", arguments: ["a.mp4", "a.mkv", "a.##.png"])
    func cancelled(name: String) async throws {
        try frames.write(1...30, to: folder)
        let (started, signal) = AsyncStream<Void>.makeStream()
        let exporter = try exporter(for: name) { $0.sequence.animationRepeatCount = 2000 }
        let target = output.file(name)
        let task = Task {
            try await exporter.export(to: target) { if $0.stage == .encoding, $0.frame > 50 { signal.finish() } }
        }
        for await _ in started {}
        task.cancel()
        let error = await #expect(throws: ExportError.self) { try await task.value }
        expectEqual(error?.kind, .cancelled)
        try expectEqual(output.names(), [])
    }

    @Test("a frame that changes its size after the check is an error and not rescaled")
    func changedFrame() async throws {
        try frames.write(1...3, to: folder)
        let survey = try await FrameSurvey.reading(try SequenceLocator().locate([folder.path]).frames)
        try folder.write(try TestFrames(width: 48, height: 36).png(3), to: TestFrames.name(3))
        let drawings = survey.entries.map { Drawing(source: $0.frame.source, header: $0.header) }
        try expectEqual(drawings[1].pixels(keepsSixteenBits: false).size, frames.size)
        let error = #expect(throws: ImageError.self) { try drawings[2].pixels(keepsSixteenBits: false) }
        expectEqual(error, .corrupt(reason: "it changed while being read, from 24x18 to 48x36"))
    }

    @Test("a range in the name of an image sequence is refused, since its files count from 1")
    func rangeInOutput() async throws {
        try frames.write(1...3, to: folder)
        let error = await refusal(of: "a.101-103#.png")
        expectEqual(error?.kind, .usage)
        expectEqual(error?.description.contains("Omit the range"), true)
    }

    @Test("an endless repeat is refused with the option that ends it and the formats that have no end")
    func endless() async throws {
        try frames.write(1...2, to: folder)
        let error = await refusal(of: "a.mp4") { $0.sequence.animationRepeatCount = 0 }
        expectEqual(error?.kind, .usage)
        let endless = ["gif", "apng", "webp", "avif", "jxl"].map { Remedy.choose(format: $0) }
        expectEqual(error?.remedies, [.set(.repeatCount, to: "3")] + endless)
    }

    @Test("an existing file is not touched")
    func existing() async throws {
        try frames.write(1...2, to: folder)
        let theirs = try folder.write(Array("theirs".utf8), to: "keep/a.mp4")
        let error = await #expect(throws: ExportError.self) {
            try await exporter(for: "a.mp4").export(to: theirs)
        }
        expectEqual(error?.kind, .usage)
        try expectEqual(String(contentsOfFile: theirs.string, encoding: .utf8), "theirs")
    }

    @Test(
        "a property that the encoder does not have, or a value it does not take, is refused",
        arguments: [
            ("nosuch", "1", "no property 'nosuch'"), ("bframes", "99", "from 0 to 16"),
            ("bframes", "many", "from 0 to 16"),
            ("psy-tune", "nothing", "one of none, film"),
        ]
    )
    func encoderOption(name: String, value: String, words: String) async throws {
        try frames.write(1...2, to: folder)
        let error = await refusal(of: "a.mp4") {
            let option = ElementProperty(name: name, value: value)
            $0.encoding = EncodingRequest(format: .mp4, options: [option])
        }
        expectEqual(error?.kind, .usage)
        expectEqual(error?.description.contains(words), true, "\(String(describing: error))")
    }

    /// The error of an export that must fail, after which the folder must be empty.
    private func refusal(
        of name: String,
        _ change: (inout ExportSettings) throws -> Void = { _ in }
    ) async -> ExportError? {
        let error = await #expect(throws: ExportError.self) { _ = try await export(name, change) }
        #expect(throws: Never.self) {
            let left = try output.names()
            expectEqual(left, [])
        }
        return error
    }

    private func export(
        _ name: String,
        _ change: (inout ExportSettings) throws -> Void = { _ in }
    ) async throws -> ExportReport {
        try await exporter(for: name, change).export(to: output.file(name))
    }

    private func exporter(
        for name: String,
        _ change: (inout ExportSettings) throws -> Void = { _ in }
    ) throws -> Exporter {
        let container = try require(OutputFormat(extensionOf: FilePath(name)))
        var settings = ExportSettings(EncodingRequest(format: container))
        try change(&settings)
        return Exporter(frames: try SequenceLocator().locate([folder.path]), settings: settings)
    }
}

extension Bool {
    /// Becomes true; whether it was not.
    fileprivate mutating func flips() -> Bool {
        defer { self = true }
        return !self
    }
}
