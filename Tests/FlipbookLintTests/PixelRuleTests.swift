import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Testing

@Suite("Rules that look at pixels")
struct PixelRuleTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    /// Writes a frame with a light square at `x` on a dark ground.
    private func write(_ number: Int, square x: Int, alpha: UInt8 = 255, ground: UInt8 = 20) throws {
        var rows: [UInt8] = []
        for _ in 0..<24 {
            for column in 0..<32 {
                let isInside = (x..<x + 8).contains(column)
                rows += isInside ? [240, 230, 220, 255] : [ground, ground, ground, alpha]
            }
        }
        try folder.write(PNGWriter(width: 32, height: 24).file(rows: rows), to: "f.\(number).png")
    }

    private func findings() async throws -> [Finding] {
        try await Linter(rules: RuleRegistry.all, deepest: .pixels).lint(LintInput.evidence(for: [folder.path]))
            .findings
            .filter { rule($0.rule).description.evidence == .pixels }
    }

    private func rule(_ id: RuleID) -> LintRule {
        RuleRegistry.all.first { $0.id == id } ?? .empty
    }

    @Test("a picture of 16 bits that the memory for pictures has no room for is looked at in 8")
    func narrowed() async throws {
        let path = FilePath(Samples.conformance.appendingPathComponent("rgb-16.png").path)
        func facts(_ byteCount: Int) async throws -> PictureFacts {
            try require(await PictureFacts.readAll([path], within: .fixed(byteCount)).first).get()
        }
        // 21x13 pixels take 12 bytes each at both depths, and 4 at one; the file has 845.
        try await expectEqual(facts(8_000).size, PixelSize(width: 21, height: 13))
        try await expectEqual(facts(2_500).size, PixelSize(width: 21, height: 13))
        await #expect(throws: ImageError.self) { try await facts(1_000) }
    }

    @Test("a moving picture with alpha has no finding")
    func clean() async throws {
        for number in 1...8 { try write(number, square: number, alpha: 0) }
        try await expectEqual(findings(), [])
    }

    @Test("an alpha channel that is 255 everywhere is found once for all frames")
    func unusedAlpha() async throws {
        for number in 1...8 { try write(number, square: number) }
        let findings = try await findings()
        expectEqual(findings.map(\.rule), ["alpha.unused-channel"])
        expectEqual(findings.first?.frames, FrameSet(1...8))
    }

    @Test("a wrong checksum of a chunk besides the pixels is found, before and after them; a chunk beyond the end, too")
    func checksums() async throws {
        for number in 1...6 { try write(number, square: number, alpha: 0) }
        var writer = PNGWriter(width: 32, height: 24)
        let rows = [UInt8](repeating: 77, count: 24 * 32 * 4)
        let text = PNGWriter.Chunk("tEXt", Array("Comment\u{0}a walk".utf8), damage: 1)
        writer.chunksBeforeData = [text]
        try folder.write(writer.file(rows: rows), to: "g.1.png")
        writer.chunksBeforeData = []
        writer.chunksAfterData = [text, PNGWriter.Chunk("tIME", [7, 0xEA, 1, 2, 3, 4, 5], damage: 9)]
        try folder.write(writer.file(rows: [UInt8](repeating: 99, count: 24 * 32 * 4)), to: "g.2.png")
        writer.chunksAfterData = []
        let whole = writer.file(rows: rows)
        try folder.write(whole + PNGWriter.Chunk("tEXt", [1, 2]).bytes, to: "h.1.png")

        let found = try await Linter(rules: [.checksum, .trailingData, .undecodable], deepest: .pixels)
            .lint(LintInput.evidence(for: [folder.path])).findings
        expectEqual(found.map(\.rule), ["load.trailing-data", "load.checksum"])
        expectEqual(found.map(\.severity), [.warning, .warning])
        expectEqual(found.first?.files, [folder.file("h.1.png")])
        expectEqual(found.last?.files, [folder.file("g.1.png"), folder.file("g.2.png")])
        expectEqual(
            found.last?.message,
            "frames 1-2 have chunks with wrong checksums, such as tEXt."
        )
        let second = try await PictureFacts.readAll([folder.file("g.2.png")]).first?.get()
        expectEqual(second?.damagedChunks, ["tEXt", "tIME"])
    }

    @Test("one frame of another picture is a jump, a cut is none")
    func jump() async throws {
        for number in 1...8 { try write(number, square: number, alpha: 0) }
        try write(5, square: 5, alpha: 255, ground: 200)
        try await expectEqual(
            findings().map { "\($0.rule) \($0.frames.map(\.description) ?? "")" },
            ["seq.content-jump 5"]
        )
        for number in 5...8 { try write(number, square: number, alpha: 255, ground: 200) }
        try await expectEqual(findings(), [])
    }

    @Test("a stutter is reported, a drawing held on twos is not")
    func duplicates() async throws {
        for number in 1...12 { try write(number, square: number == 7 ? 6 : number, alpha: 0) }
        try await expectEqual(
            findings().map { "\($0.rule) \($0.frames.map(\.description) ?? "")" },
            [
                "seq.duplicate-frames 7"
            ]
        )
        for number in 1...12 { try write(number, square: number / 2, alpha: 0) }
        try await expectEqual(findings(), [])
    }

    /// Writes frames whose pixels are made from their place, 32 by 32 of them.
    private func write(frames: ClosedRange<Int>, _ pixel: (Int, Int, Int) -> [UInt8]) throws {
        for number in frames {
            let rows = (0..<32).flatMap { y in (0..<32).flatMap { x in pixel(x, y, number) } }
            try folder.write(PNGWriter(width: 32, height: 32).file(rows: rows), to: "f.\(number).png")
        }
    }

    /// A soft disc that moves: its alpha falls from its middle.
    private func disc(_ x: Int, _ y: Int, _ number: Int) -> Int {
        let (across, down) = (x - 12 - number, y - 16)
        return max(0, 255 - (across * across + down * down) * 2)
    }

    @Test("a soft disc whose colors were multiplied by alpha is found, straight it is not")
    func premultiplied() async throws {
        try write(frames: 1...4) { x, y, number in
            let alpha = disc(x, y, number)
            return [UInt8(230 * alpha / 255), UInt8(160 * alpha / 255), UInt8(40 * alpha / 255), UInt8(alpha)]
        }
        try await expectEqual(findings().map(\.rule), ["alpha.premultiplied"])
        try write(frames: 1...4) { x, y, number in [230, 160, 40, UInt8(disc(x, y, number))] }
        try await expectEqual(findings(), [])
    }

    @Test("a shadow of one alpha, a soft black one and soot are not premultiplied", arguments: 0...2)
    func shadows(kind: Int) async throws {
        try write(frames: 1...4) { x, y, number in
            // A bright square on its shadow.
            if (8..<24).contains(x), (number..<number + 12).contains(y) { return [250, 240, 200, 255] }
            let alpha = disc(x, y, number)
            return switch kind {
            case 0: [51, 51, 51, alpha > 60 ? 153 : 0]
            case 1: [0, 0, 0, UInt8(alpha)]
            default: alpha < 30 ? [0, 0, 0, 0] : [26, 24, 20, UInt8(alpha)]
            }
        }
        try await expectEqual(findings(), [])
    }

    @Test("a pulse that fades to nothing is information at each of its zeros, a frame that drops out is not")
    func transparent() async throws {
        // Light that comes and goes twice, brightest at frames 5 and 13, gone at 9 and 17.
        try write(frames: 1...17) { x, y, number in
            let strength = [1, 4, 40, 150, 255, 150, 40, 4][(number - 1) % 8] * (number % 8 == 1 ? 0 : 1)
            return [240, 230, UInt8(number), UInt8(max(0, disc(x, y, 4) * strength / 255))]
        }
        let pulse = try await findings().filter { $0.rule == "alpha.all-transparent" }
        expectEqual(pulse.map { "\($0.severity) \($0.frames.map(\.description) ?? "")" }, ["info 1-17x8"])
        try write(frames: 5...5) { _, _, _ in [0, 0, 0, 0] }
        let dropped = try await findings().filter { $0.rule == "alpha.all-transparent" }
        expectEqual(
            dropped.map { "\($0.severity) \($0.frames.map(\.description) ?? "")" },
            ["warning 5", "info 1-17x8"]
        )
    }

    @Test("a picture too large to decode is one finding, and so is a damaged one, each with its advice once")
    func once() async throws {
        for number in 1...4 { try write(number, square: number, alpha: 0) }
        let bomb = PNGWriter.file([
            PNGWriter(width: 30_000, height: 30_000).header, PNGWriter.Chunk("IDAT", []), PNGWriter.Chunk("IEND"),
        ])
        try folder.write(bomb, to: "f.5.png")
        var damaged = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.file("f.2.png").string)))
        damaged[damaged.count / 2] ^= 0x55
        try folder.write(damaged, to: "f.2.png")
        let report = try await Linter(deepest: .pixels).lint(LintInput.evidence(for: [folder.path]))
        let load = report.findings.filter { $0.rule.rawValue.hasPrefix("load.") }
        expectEqual(Set(load.map(\.rule)), ["load.undecodable", "load.too-large"])
        expectEqual(load.count, 2)
        for finding in load { expect(!finding.message.contains("again") && !finding.message.contains("smaller")) }
    }

    @Test("damage of the pixels is found where the header is good")
    func damage() async throws {
        for number in 1...4 { try write(number, square: number, alpha: 0) }
        let path = folder.file("f.3.png").string
        var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        bytes[bytes.count / 2] ^= 0x55
        try folder.write(bytes, to: "f.3.png")
        try await expectEqual(
            findings().map { "\($0.rule) \($0.frames.map(\.description) ?? "")" },
            ["load.undecodable 3"]
        )
    }
}
