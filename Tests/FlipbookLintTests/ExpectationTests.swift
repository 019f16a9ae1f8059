import FlipbookCore
import FlipbookLint
import Testing

@Suite("Judgment: how long sequences have to be")
struct ExpectationTests {
    /// A configuration that expects frames in some places.
    private func expect(_ places: (path: String?, frames: ClosedRange<Int>)...) throws -> LintConfiguration {
        let expectations = try places.map { place in
            try Expectation(FrameSet(place.frames), path: place.path.map { try PathGlob(parsing: $0) })
        }
        return LintConfiguration(expectations: expectations, file: FilePath("c.yaml"))
    }

    private func folder(_ path: String, _ numbers: some Sequence<Int>, _ stem: String = "beauty") -> FolderEvidence {
        FolderEvidence(path: path, names: numbers.map { "\(stem).\($0).png" })
    }

    private func lines(
        _ folders: [FolderEvidence],
        _ configuration: LintConfiguration = LintConfiguration(),
        covered: [String] = []
    ) throws -> [String] {
        Linter(configuration: configuration)
            .report(on: folders, covered: covered.map { FilePath($0) })
            .findings.map { "\($0.severity) \($0.subject) \($0.rule): \($0.message)" }
    }

    @Test("frames that are lost at the head and at the tail are found where a configuration expects them")
    func headAndTail() throws {
        let expect = try expect(("shots/**", 1001...1100), ("shots/sh020", 1001...1050))
        #expect(try lines([folder("shots/sh010", 1001...1100)], expect) == [])
        #expect(
            try lines([folder("shots/sh010", 1003...1097)], expect) == [
                "error beauty.####.png seq.short-head: frames 1001-1002 are missing at the beginning: only 1003-1097 "
                    + "of 1001-1100 exist.",
                "error beauty.####.png seq.short-tail: frames 1098-1100 are missing at the end: only 1003-1097 of "
                    + "1001-1100 exist.",
            ]
        )
        #expect(try lines([folder("other/sh010", 1003...1097)], expect) == [])
        #expect(try lines([folder("shots/sh020", 1001...1050)], expect) == [])
    }

    @Test("what is expected decides what is missing between the first and the last, and keeps it an error")
    func inside() throws {
        #expect(
            try lines([folder("a", [1, 3])], expect((nil, 1...3))) == [
                "error beauty.@.png seq.gap: frame 2 is missing (1 of 3)."
            ]
        )
        let some = LintConfiguration(expectations: [Expectation(FrameSet([8, 1, 3]))])
        #expect(try lines([folder("a", [1, 3, 8])], some) == [])
    }

    @Test("a sequence that is not there at all is an error where its folder was searched")
    func unmet() throws {
        let expect = try expect(("shots/sh030", 1...9))
        let found = folder("shots/sh010", 1...9)
        #expect(
            try lines([found], expect, covered: ["shots"]) == [
                "error c.yaml lint.unmet-expectation: frames 1-9 of shots/sh030 are expected, but the "
                    + "sequence does not exist."
            ]
        )
        #expect(try lines([found], expect) == [])
    }

    @Test("passes of one shot in folders side by side are companions")
    func companions() throws {
        let shot = [
            folder("shot/beauty", 1001...1100, "sh010_beauty"), folder("shot/matte", 1001...1097, "sh010_matte"),
        ]
        #expect(
            try lines(shot) == [
                "warning sh010_matte.####.png seq.companion-length: ends at 1097; sh010_beauty.####.png, a pass of the same "
                    + "shot, ends at 1100."
            ]
        )
        #expect(try lines([folder("shot/beauty", 1...100), folder("other/matte", 1...97)]) == [])
        #expect(try lines([folder("hero/walk", 1...20, "walk"), folder("hero/run", 1...16, "run")]) == [])
        #expect(try lines(shot, expect(("shot/matte", 1001...1097))) == [])
    }
}
