import FlipbookCore
import FlipbookLint
import FlipbookTestSupport
import Testing

@Suite("Judgment: how long sequences have to be")
struct ExpectationTests {
    /// A configuration that expects frames in some places.
    private func expecting(_ places: (path: String?, frames: ClosedRange<Int>)...) throws -> LintConfiguration {
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
        let expect = try expecting(("shots/**", 1001...1100), ("shots/sh020", 1001...1050))
        try expectEqual(lines([folder("shots/sh010", 1001...1100)], expect), [])
        try expectEqual(
            lines([folder("shots/sh010", 1003...1097)], expect),
            [
                "error beauty.####.png seq.short-head: frames 1001-1002 are missing at the beginning: only 1003-1097 "
                    + "of 1001-1100 exist.",
                "error beauty.####.png seq.short-tail: frames 1098-1100 are missing at the end: only 1003-1097 of "
                    + "1001-1100 exist.",
            ]
        )
        try expectEqual(lines([folder("other/sh010", 1003...1097)], expect), [])
        try expectEqual(lines([folder("shots/sh020", 1001...1050)], expect), [])
    }

    @Test("what is expected decides what is missing between the first and the last, and keeps it an error")
    func inside() throws {
        try expectEqual(
            lines([folder("a", [1, 3])], expecting((nil, 1...3))),
            [
                "error beauty.@.png seq.gap: frame 2 is missing (1 of 3)."
            ]
        )
        let some = LintConfiguration(expectations: [Expectation(FrameSet([8, 1, 3]))])
        try expectEqual(lines([folder("a", [1, 3, 8])], some), [])
    }

    @Test("a sequence that is not there at all is an error where its folder was searched")
    func unmet() throws {
        let expect = try expecting(("shots/sh030", 1...9))
        let found = folder("shots/sh010", 1...9)
        try expectEqual(
            lines([found], expect, covered: ["shots"]),
            [
                "error c.yaml lint.unmet-expectation: frames 1-9 of shots/sh030 are expected, but the "
                    + "sequence does not exist."
            ]
        )
        try expectEqual(lines([found], expect), [])
    }

    @Test("passes of one shot in folders side by side are companions")
    func companions() throws {
        let shot = [
            folder("shot/beauty", 1001...1100, "sh010_beauty"), folder("shot/matte", 1001...1097, "sh010_matte"),
        ]
        try expectEqual(
            lines(shot),
            [
                "warning sh010_matte.####.png seq.companion-length: ends at 1097; sh010_beauty.####.png, a pass of the same "
                    + "shot, ends at 1100."
            ]
        )
        try expectEqual(lines([folder("shot/beauty", 1...100), folder("other/matte", 1...97)]), [])
        try expectEqual(lines([folder("hero/walk", 1...20, "walk"), folder("hero/run", 1...16, "run")]), [])
        try expectEqual(lines(shot, expecting(("shot/matte", 1001...1097))), [])
    }
}
