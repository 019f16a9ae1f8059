import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookTestSupport
import Foundation
import Testing

@Suite("What a fix does")
struct FixPlanTests {
    private let bench: FixBench

    init() throws {
        bench = try FixBench()
    }

    @Test("a gap is filled with the frame before it, which shares its bytes")
    func gaps() async throws {
        for number in [1, 2, 5, 7] { try bench.add("a.000\(number).png", number) }
        let plan = try await bench.plan(["seq.gap"])
        expectEqual(
            FixBench.lines(plan),
            [
                "+ a.0003.png = a.0002.png  (seq.gap)", "+ a.0004.png = a.0002.png  (seq.gap)",
                "+ a.0006.png = a.0005.png  (seq.gap)",
            ]
        )
        try await FixRunner().fix(plan)
        try expectEqual(bench.names(), (1...7).map { "a.000\($0).png" })
        try expectEqual(bench.pixels("a.0004.png"), TestFrames(width: 8, height: 6).pixels(2))
        try expectEqual(bench.pixels("a.0006.png"), TestFrames(width: 8, height: 6).pixels(5))
        try await expectEqual(FixBench.findings(["seq.gap"], in: bench.path), [])
    }

    @Test("what fills a gap is padded as most frames are, not as the frame before it")
    func gapAfterOddPadding() async throws {
        for (number, name) in [
            "walk.0001.png", "walk.0002.png", "walk.0003.png", "walk.4.png", "walk.0006.png", "walk.0007.PNG",
            "walk.0008.png", "walk.0009.png",
        ].enumerated() {
            try bench.add(name, number)
        }
        expectEqual(FixBench.lines(try await bench.plan(["seq.gap"])), ["+ walk.0005.png = walk.4.png  (seq.gap)"])
    }

    @Test("each scale factor's gap is filled by itself, and a broken frame is not held")
    func scaledGaps() async throws {
        for number in [1, 2, 4] {
            try bench.add("a.\(number).png", number)
            try bench.add("a.\(number)@2x.png", number, width: 16, height: 12)
        }
        try bench.parent.write([1, 2, 3], to: "walk/a.2@2x.png")
        let plan = try await bench.plan(["seq.gap"])
        expectEqual(FixBench.lines(plan), ["+ a.3.png = a.2.png  (seq.gap)", "+ a.3@2x.png = a.1@2x.png  (seq.gap)"])
    }

    @Test("paddings become the widest, and two files with one number keep their names")
    func padding() async throws {
        for (number, name) in ["a.0001.png", "a.0002.png", "a.3.png", "a.04.png", "a.2.png"].enumerated() {
            try bench.add(name, number)
        }
        let plan = try await bench.plan(["seq.mixed-padding"])
        expectEqual(
            Set(FixBench.lines(plan)),
            [
                "> a.3.png -> a.0003.png  (seq.mixed-padding)", "> a.04.png -> a.0004.png  (seq.mixed-padding)",
            ]
        )
        try await FixRunner().fix(plan)
        try expectEqual(bench.names(), ["a.0001.png", "a.0002.png", "a.0003.png", "a.0004.png", "a.2.png"])
        try expectEqual(bench.pixels("a.0003.png"), TestFrames(width: 8, height: 6).pixels(2))
        try await expectEqual(FixBench.findings(["seq.mixed-padding"], in: bench.path), [])
    }

    @Test("numbers that outgrow their zeros, or have none, are padded to the longest")
    func boundary() async throws {
        for number in [8, 9, 10] { try bench.add("a.\(number).png", number) }
        for number in 98...101 { try bench.add("b.\(number == 98 ? "098" : "\(number)").png", number) }
        for name in ["c.08.png", "c.09.png", "c.99.png", "c.100.png"] { try bench.add(name) }
        let plan = try await bench.plan(["seq.digit-boundary", "seq.lexicographic-order", "seq.mixed-padding"])
        try await FixRunner().fix(plan)
        try expectEqual(
            bench.names(),
            [
                "a.08.png", "a.09.png", "a.10.png", "b.098.png", "b.099.png", "b.100.png", "b.101.png", "c.008.png",
                "c.009.png", "c.099.png", "c.100.png",
            ]
        )
        try await expectEqual(
            FixBench.findings(["seq.digit-boundary", "seq.lexicographic-order"], in: bench.path),
            []
        )
    }

    @Test("an irregular step becomes regular, and a late beginning becomes 1; the frames keep their order")
    func renumbering() async throws {
        let numbers = [101, 103, 105, 107, 109, 111, 113, 114, 116, 118, 120, 122, 124, 126, 128]
        for (index, number) in numbers.enumerated() { try bench.add("a.\(number).png", index) }
        let plan = try await bench.plan(["seq.irregular-step"])
        try await FixRunner().fix(plan)
        try expectEqual(bench.names(), stride(from: 101, through: 129, by: 2).map { "a.\($0).png" })
        try expectEqual(bench.pixels("a.129.png"), TestFrames(width: 8, height: 6).pixels(14))
        let begin = try await bench.plan(["seq.start-index"])
        try await FixRunner().fix(begin)
        expectEqual(Set(try bench.names()), Set(stride(from: 1, through: 29, by: 2).map { "a.\($0).png" }))
        try expectEqual(bench.pixels("a.15.png"), TestFrames(width: 8, height: 6).pixels(7))
        try await expectEqual(
            FixBench.findings(["seq.start-index", "seq.irregular-step", "seq.gap"], in: bench.path),
            []
        )
    }

    @Test("a shift by one takes each name when it is free")
    func shift() async throws {
        for number in 2...40 { try bench.add("a.\(number < 10 ? "0" : "")\(number).png", number) }
        try await FixRunner().fix(try await bench.plan(["seq.start-index"]))
        for number in 2...40 {
            let name = "a.\(number < 11 ? "0" : "")\(number - 1).png"
            try expectEqual(bench.pixels(name), TestFrames(width: 8, height: 6).pixels(number))
        }
        try expectEqual(bench.names().count, 39)
    }

    @Test("files are spelled as most are, and have the extension of their format")
    func spelling() async throws {
        for (number, name) in ["walk.1.png", "walk.2.png", "Walk.3.png", "walk.4.PNG", "walk.5.png"].enumerated() {
            try bench.add(name, number)
        }
        try bench.add("still.jpg")
        let rules: Set<RuleID> = ["seq.mixed-spelling", "load.format-by-extension"]
        let plan = try await bench.plan(rules)
        expectEqual(
            Set(FixBench.lines(plan)),
            [
                "> Walk.3.png -> walk.3.png  (seq.mixed-spelling)", "> walk.4.PNG -> walk.4.png  (seq.mixed-spelling)",
                "> still.jpg -> still.png  (load.format-by-extension)",
            ]
        )
        try await FixRunner().fix(plan)
        try expectEqual(bench.names(), ["still.png"] + (1...5).map { "walk.\($0).png" })
        try await expectEqual(FixBench.findings(rules, in: bench.path), [])
    }

    @Test("a frame of another format keeps its name among the others; a sequence that is misnamed as a whole does not")
    func misnamedFrames() async throws {
        let png = try TestFrames(width: 1, height: 1).png(1)
        let sizes: [UInt8] = [40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24, 0]
        let bmp = Array("BM".utf8) + [58, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0] + sizes + [UInt8](repeating: 0, count: 28)
        for number in 1...3 {
            try bench.parent.write(number == 2 ? bmp : png, to: "walk/a.\(number).png")
            try bench.parent.write(bmp, to: "walk/b.\(number).png")
        }
        let plan = try await bench.plan(["load.format-by-extension"])
        expectEqual(
            FixBench.lines(plan),
            (1...3).map { "> b.\($0).png -> b.\($0).bmp  (load.format-by-extension)" }
        )
        expect(plan.refusals.isEmpty)
        let report = try await Linter(rules: [.formatByExtension]).lint(LintInput.evidence(for: [bench.path]))
        expectEqual(report.findings.map(\.fix.description), ["Convert it to PNG.", "Rename them to .bmp."])
    }

    @Test("odd sizes are padded with clear pixels and cropped, around the center")
    func sizes() async throws {
        for number in [1, 2, 3] { try bench.add("a.\(number).png", number, alpha: true) }
        try bench.add("a.4.png", 4, width: 6, height: 9, alpha: true)
        let plan = try await bench.plan(["seq.mixed-size"])
        expectEqual(FixBench.lines(plan), ["~ a.4.png  pad and crop 6x9 px to 8x6 px  (seq.mixed-size)"])
        try await FixRunner().fix(plan)
        let before = TestFrames(width: 6, height: 9, hasAlpha: true).pixels(4)
        var expected = [UInt8](repeating: 0, count: 8 * 6 * 4)
        for row in 0..<6 {
            let start = (row + 1) * 6 * 4
            expected.replaceSubrange((row * 8 + 1) * 4..<(row * 8 + 7) * 4, with: before[start..<start + 24])
        }
        try expectEqual(bench.pixels("a.4.png"), expected)
        try expectEqual(bench.pixels("a.1.png"), TestFrames(width: 8, height: 6, hasAlpha: true).pixels(1))
        try await expectEqual(FixBench.findings(["seq.mixed-size"], in: bench.path), [])
    }

    @Test("an opaque picture among others is padded with its edges, and stays opaque")
    func opaqueSizes() async throws {
        for number in [1, 2, 3, 6] { try bench.add("a.\(number).png", number) }
        func pixel(_ column: Int, _ row: Int) -> [UInt8] { [UInt8(10 * column), UInt8(10 * row), 50, 255] }
        func rows(_ columns: [Int], _ rows: [Int]) -> [UInt8] {
            rows.flatMap { row in columns.flatMap { pixel($0, row) } }
        }
        let ramp = Picture(making: PixelSize(width: 5, height: 7), format: .rgba) {
            $0.copyBytes(from: rows(Array(0..<5), Array(0..<7)))
        }
        try bench.parent.write(PNGEncoder.encode(ramp, opaque: true), to: "walk/a.4.png")
        let low = Picture(making: PixelSize(width: 9, height: 3), format: .rgba) {
            $0.copyBytes(from: rows(Array(0..<9), Array(0..<3)))
        }
        try bench.parent.write(PNGEncoder.encode(low, opaque: true), to: "walk/a.5.png")
        try await FixRunner().fix(try await bench.plan(["seq.mixed-size"]))
        try expectEqual(bench.pixels("a.4.png"), rows([0, 0, 1, 2, 3, 4, 4, 4], Array(0..<6)))
        try expectEqual(bench.pixels("a.5.png"), rows(Array(0..<8), [0, 0, 1, 2, 2, 2]))
        try await expectEqual(FixBench.findings(["seq.mixed-size", "seq.mixed-alpha"], in: bench.path), [])
    }

    @Test("the only copy of a missing frame is renamed, and the other gaps are filled")
    func copies() async throws {
        for number in [1, 2, 3, 4, 7, 8, 10] { try bench.add("a.\(number).png", number) }
        for name in ["a.5 copy.png", "a.6 copy.png", "a-6.png"] { try bench.add(name, 5) }
        let plan = try await bench.plan(["seq.gap"])
        expectEqual(
            FixBench.lines(plan),
            ["> a.5 copy.png -> a.5.png  (seq.gap)", "+ a.9.png = a.8.png  (seq.gap)"]
        )
        try await FixRunner().fix(plan)
        let found = try await FixBench.findings(["seq.gap"], in: bench.path)
        expectEqual(found, ["a.@.png seq.gap"])
    }

    @Test("a gap is filled by a copy, not by a broken file, a folder, a link or the frame before under another name")
    func unfitCopies() async throws {
        for number in [1, 2, 3, 4, 6, 8, 10, 12, 14, 15, 16] { try bench.add("a.\(number).png", number) }
        try bench.parent.write([], to: "walk/a.5 copy.png")
        try bench.parent.write(Array("<html>".utf8), to: "walk/a.7 copy.png")
        let folder = bench.path + "/a.9 copy.png"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: bench.path + "/a.11 copy.png",
            withDestinationPath: "a.1.png"
        )
        try bench.add("a.13 copy.png", 12)
        let plan = try await bench.plan(["seq.gap"])
        expectEqual(
            FixBench.lines(plan),
            [5, 7, 9, 11, 13].map { "+ a.\($0).png = a.\($0 - 1).png  (seq.gap)" }
        )
        expectEqual(plan.refusals.map(\.description), [])
    }

    @Test(
        "a frame that a program left behind is not filled in, and its leftover is not called removable",
        arguments: ["a.5.png.bak", "a.5.png.tmp", "a.5.png.part", "a.5.png~", "a.5.partial.png"]
    )
    func leftovers(_ name: String) async throws {
        for number in [1, 2, 3, 4, 6, 7, 9, 10] { try bench.add("a.\(number).png", number) }
        try bench.add(name, 5)
        expectEqual(FixBench.lines(try await bench.plan(["seq.gap"])), ["+ a.8.png = a.7.png  (seq.gap)"])
        let report = try await FixBench.linter(["name.leftover"]).lint(LintInput.evidence(for: [bench.path]))
        expectEqual(
            report.findings.map(\.fix.description),
            [
                "If \(name) is the complete picture, rename it to a.5.png. Otherwise, render the frame, and remove the "
                    + "leftover."
            ]
        )
    }

    @Test("beside a frame that a fix made, a leftover may be the real one")
    func leftoverBesideInventedFrame() async throws {
        for number in [1, 2, 3, 4, 6, 7] { try bench.add("a.\(number).png", number) }
        try await FixRunner().fix(try await bench.plan(["seq.gap"]))
        try bench.add("a.5.png.bak", 5)
        let report = try await FixBench.linter(["name.leftover"]).lint(LintInput.evidence(for: [bench.path]))
        let finding = try require(report.findings.first)
        expect(finding.message.hasSuffix("; a.5.png is not the original, but made by a fix."), "\(finding)")
        expect(finding.fix.description.hasPrefix("If a.5.png.bak is the complete picture, rename it to a.5.png."))
    }

    @Test("what may not be padded, or may not be cropped, is left and said")
    func sizing() async throws {
        for number in [1, 2, 3, 4, 5] { try bench.add("a.\(number).png", number) }
        try bench.add("a.6.png", 6, width: 6, height: 4)
        try bench.add("a.7.png", 7, width: 10, height: 8)
        let pad = try await bench.plan(["seq.mixed-size"], sizing: .pad)
        expectEqual(FixBench.lines(pad), ["~ a.6.png  pad 6x4 px to 8x6 px  (seq.mixed-size)"])
        expectEqual(
            pad.refusals.map(\.description),
            [
                "a.7.png: seq.mixed-size is not fixed: it is larger than 8x6 px, and sizing 'pad' does not change it"
            ]
        )
        let crop = try await bench.plan(["seq.mixed-size"], sizing: .crop)
        expectEqual(FixBench.lines(crop), ["~ a.7.png  crop 10x8 px to 8x6 px  (seq.mixed-size)"])
        try await FixRunner().fix(crop)
        let header = try ImageHeader.read(contentsOf: bench.parent.file("walk/a.7.png"))
        expect(header.size == PixelSize(width: 8, height: 6) && !header.hasAlpha)
    }

    @Test("an alpha channel in which nothing is transparent goes, the pixels stay, and so do the texts")
    func alpha() async throws {
        for number in [1, 2] { try bench.addOpaque("a.\(number).png", number) }
        var writer = PNGWriter(width: 8, height: 6)
        writer.chunksBeforeData = [.init("pHYs", [0, 0, 11, 19, 0, 0, 11, 19, 1])]
        writer.chunksAfterData = [.init("tEXt", Array("Author\u{0}Ada".utf8))]
        try bench.parent.write(writer.file(rows: TestFrames(width: 8, height: 6).pixels(3)), to: "walk/a.3.png")
        let plan = try await bench.plan(["alpha.unused-channel"])
        expectEqual(
            FixBench.lines(plan),
            (1...3).map { "~ a.\($0).png  drop the alpha channel  (alpha.unused-channel)" }
        )
        try await FixRunner().fix(plan)
        for number in 1...3 {
            let file = bench.parent.file("walk/a.\(number).png")
            try expectEqual(ImageHeader.read(contentsOf: file).hasAlpha, false)
            try expectEqual(bench.pixels("a.\(number).png"), TestFrames(width: 8, height: 6).pixels(number))
        }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: bench.path + "/a.3.png"))
        expect(bytes.range(of: Data("tEXtAuthor\u{0}Ada".utf8)) != nil)
        expect(bytes.range(of: Data("pHYs".utf8)) != nil)
        expect(bytes.range(of: Data("sRGB".utf8)) == nil, "the file said nothing of its colors, and says nothing now")
        try await expectEqual(FixBench.findings(["alpha.unused-channel"], in: bench.path), [])
    }

    @Test("16 bits, animations, other formats and damaged pictures are never rewritten")
    func refusals() async throws {
        for number in [1, 2, 3, 4, 5, 6] { try bench.add("a.\(number).png", number) }
        var deep = PNGWriter(width: 4, height: 4)
        deep.bitDepth = 16
        try bench.parent.write(deep.file(rows: [UInt8](repeating: 9, count: 128)), to: "walk/a.7.png")
        let small = PNGWriter(width: 4, height: 4).file(rows: [UInt8](repeating: 9, count: 64))
        var damaged = small
        damaged[damaged.count - 20] ^= 0xFF
        try bench.parent.write(damaged, to: "walk/a.8.png")
        try bench.parent.write(small, to: "elsewhere.png")
        try FileManager.default.createSymbolicLink(
            atPath: bench.path + "/a.9.png",
            withDestinationPath: "../elsewhere.png"
        )
        let before = try bench.contents()
        let plan = try await bench.plan(["seq.mixed-size"])
        expect(plan.operations.isEmpty)
        let reasons = plan.refusals.map(\.description)
        expectEqual(reasons.count, 3)
        expectEqual(
            reasons[0],
            "a.7.png: seq.mixed-size is not fixed: it has 16 bits per channel, but would be written with 8"
        )
        expect(reasons[1].hasPrefix("a.8.png: seq.mixed-size is not fixed: "))
        expectEqual(reasons[2], "a.9.png: seq.mixed-size is not fixed: it is a link; fix the file that it points to")
        try await FixRunner().fix(plan)
        try expectEqual(bench.contents(), before)
    }

    @Test("only what was found is fixed, and gaps without end are not filled")
    func selection() async throws {
        for name in ["a.0001.png", "a.0002.png", "a.3.png", "a.0006.png"] { try bench.add(name) }
        let plan = try await bench.plan(["seq.gap"])
        expectEqual(
            Set(FixBench.lines(plan)),
            [
                "+ a.0004.png = a.3.png  (seq.gap)", "+ a.0005.png = a.3.png  (seq.gap)",
            ]
        )
        let huge = try FixBench()
        for number in [1, 2, 3, 900_000_000] { try huge.add("b.\(number).png") }
        try await expect(huge.plans(["seq.gap"]).isEmpty, "more is missing than there, so the gap may be meant")
    }
}
