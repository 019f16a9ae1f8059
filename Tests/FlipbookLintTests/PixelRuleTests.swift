import FlipbookCore
import FlipbookImaging
import FlipbookLint
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
            .filter { type(of: rule($0.rule)).description.evidence == .pixels }
    }

    private func rule(_ id: RuleID) -> any LintRule {
        RuleRegistry.all.first { type(of: $0).description.id == id } ?? EmptyRule()
    }

    @Test("a moving picture with alpha has no finding")
    func clean() async throws {
        for number in 1...8 { try write(number, square: number, alpha: 0) }
        #expect(try await findings() == [])
    }

    @Test("an alpha channel that is 255 everywhere is found once for all frames")
    func unusedAlpha() async throws {
        for number in 1...8 { try write(number, square: number) }
        let findings = try await findings()
        #expect(findings.map(\.rule) == ["alpha.unused-channel"])
        #expect(findings.first?.frames == FrameSet(1...8))
    }

    @Test("one frame of another picture is a jump, a cut is none")
    func jump() async throws {
        for number in 1...8 { try write(number, square: number, alpha: 0) }
        try write(5, square: 5, alpha: 255, ground: 200)
        #expect(
            try await findings().map { "\($0.rule) \($0.frames.map(\.description) ?? "")" } == ["seq.content-jump 5"]
        )
        for number in 5...8 { try write(number, square: number, alpha: 255, ground: 200) }
        #expect(try await findings() == [])
    }

    @Test("a stutter is told, a drawing held on twos is not")
    func duplicates() async throws {
        for number in 1...12 { try write(number, square: number == 7 ? 6 : number, alpha: 0) }
        #expect(
            try await findings().map { "\($0.rule) \($0.frames.map(\.description) ?? "")" } == [
                "seq.duplicate-frames 7"
            ]
        )
        for number in 1...12 { try write(number, square: number / 2, alpha: 0) }
        #expect(try await findings() == [])
    }

    @Test("damage of the pixels is found where the header is good")
    func damage() async throws {
        for number in 1...4 { try write(number, square: number, alpha: 0) }
        let path = folder.file("f.3.png").string
        var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        bytes[bytes.count / 2] ^= 0x55
        try folder.write(bytes, to: "f.3.png")
        #expect(
            try await findings().map { "\($0.rule) \($0.frames.map(\.description) ?? "")" } == ["load.undecodable 3"]
        )
    }
}
