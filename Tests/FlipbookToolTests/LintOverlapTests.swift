import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// Inputs that lead to the same files, and links that lead elsewhere.
@Suite(.hangLimit) struct LintOverlapTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench(walk: [1, 2, 4])
    }

    private func findings(_ arguments: [String]) throws -> [String] {
        let words = ["lint"] + arguments + ["--format", "compact"]
        return try Program.flipbook.run(words, in: bench.folder.path).text.split(separator: "\n").map(String.init)
    }

    @Test(
        "a sequence is judged once, however many inputs name it",
        arguments: LongTests.cases(
            [
                ["walk", "walk/", "./walk"], ["walk", "walk/walk.####.png"], ["./walk/walk.####.png", "walk"],
                ["walk/walk.0001.png", "walk/walk.0002.png", "walk"], ["-r", ".", "walk"], ["walk", "link"],
                ["walk", "walk/walk.1-9#.png"], ["walk", "walk.yaml", "./walk.yaml"],
            ],
            every: 3
        )
    )
    func once(arguments: [String]) throws {
        try FileManager.default.createSymbolicLink(
            atPath: bench.folder.file("link").string,
            withDestinationPath: "walk"
        )
        if arguments.contains("walk.yaml") {
            let text = "title: a\nframeRate: 24\nanimationImages: walk/walk.####.png\n"
            try bench.folder.write(Array(text.utf8), to: "walk.yaml")
        }
        let found = try findings(arguments)
        expectEqual(found.count, 1, "\(found)")
        expect(found.allSatisfy { $0.contains("[seq.gap]") })
    }

    private func report(_ arguments: String...) throws -> String {
        try Program.flipbook.run(["lint"] + arguments, in: bench.folder.path).text
    }

    private func write(_ text: String, to name: String) throws {
        try bench.folder.write(Array(text.utf8), to: name)
    }

    @Test("what two manifests of a sequence bring about is reported once; what one of them does names it")
    func twoManifests() throws {
        let text = "title: x\nframeRate: 12\nanimationImages: walk/walk.####.png\n"
        for name in ["a.yaml", "b.yaml"] { try write(text, to: name) }
        try expectEqual(
            report("-r", "."),
            """
            walk/walk.####.png  3 frames
              walk.####.png  error  seq.gap  frame 3 is missing (1 of 4). Render it, or accept the gap with missing: \
            hold (or nearest, black, skip) in the manifest.

            1 sequence, 3 frames: 1 error

            """
        )
        let plain = try report("-r", ".", "--format", "junit")
        expectEqual(plain.components(separatedBy: "<testsuite name=\"walk/walk.####.png\"").count, 2)
        expect(plain.contains("<testsuites name=\"flipbook lint\" tests=\"1\" failures=\"1\""))

        try write(text + "missing: hold\n", to: "b.yaml")
        let headings = try report("-r", ".").split(separator: "\n").filter {
            $0.contains("frames") && !$0.contains(":")
        }
        expectEqual(headings, ["walk/walk.####.png (a.yaml)  3 frames", "walk/walk.####.png (b.yaml)  3 frames"])
        let suites = try report("-r", ".", "--format", "junit").components(separatedBy: "<testsuite name=\"")
        expectEqual(
            suites.dropFirst().map { $0.prefix { $0 != "\"" } },
            ["walk/walk.####.png (a.yaml)", "walk/walk.####.png (b.yaml)"]
        )
        let found = try findings(["-r", "."])
        expect(found.first?.contains("error: walk.####.png (a.yaml): frame 3 is missing") ?? false, "\(found)")
        expect(found.last?.contains("info: walk.####.png (b.yaml): frame 3 is missing") ?? false, "\(found)")
        let json = try report("-r", ".", "--format", "json")
        expect(json.contains("\"severity\":\"info\"") && json.contains("\"manifests\":[\"b.yaml\"]"))
        // A baseline takes both, each for itself.
        _ = try report("-r", ".", "--write-baseline", "bl.json")
        try expectEqual(
            report("-r", ".", "--baseline", "bl.json"),
            "1 sequence, 3 frames: no findings in names and headers, 2 in the baseline (--deep also decodes the "
                + "pictures)\n"
        )
    }

    @Test("a fault of a file is reported once, however many sequences the file is in")
    func oneFile() throws {
        try bench.add(1...9, to: "t") { "ball.000\($0).png" }
        try bench.folder.write(Array(bench.frames.png(8).prefix(60)), to: "t/ball.0008.png")
        let names = (7...9).map { "t/ball.000\($0).png" }.joined(separator: ", ")
        try write("title: x\nframeRate: 12\nanimationImages: [\(names)]\n", to: "m.yaml")
        try FileManager.default.removeItem(atPath: bench.folder.file("walk").string)
        let found = try findings(["-r", "."])
        expect(found.count == 1 && found.first?.contains("[load.truncated]") == true, "\(found)")
        try write("suppressions: [{rule: load.truncated, reason: known}]\n", to: ".flipbook.yaml")
        try expect(report("-r", ".").contains(": no findings in names and headers, 1 suppressed (--deep"))

        try bench.folder.write(Array(bench.frames.png(8).prefix(60)), to: "B.xcassets/trunc.imageset/t.png")
        let images =
            "{\"images\":[{\"idiom\":\"universal\",\"filename\":\"t.png\"}],\"info\":{\"version\":1,\"author\":\"x\"}}"
        try write(images, to: "B.xcassets/trunc.imageset/Contents.json")
        let both = try Program.flipbook.run(
            ["lint", "--no-config", "B.xcassets", "B.xcassets/trunc.imageset/t.png"],
            in: bench.folder.path
        ).text
        expectEqual(both.components(separatedBy: "load.truncated").count, 2, "\(both)")
        expect(both.contains("1 still: 1 error"), "\(both)")
    }

    @Test("a baseline knows a sequence again, however it is spelled", arguments: ["walk", "walk/walk.%04d.png"])
    func spelledBaseline(written: String) throws {
        try bench.folder.write(
            TestFrames(width: 8, height: 6).png(2),
            to: "walk/walk.0002.png"
        )
        _ = try report(written, "--write-baseline", "bl.json")
        for input in ["walk", "walk/walk.%04d.png", "walk/walk.1-4#.png", "./walk/walk.####.png"] {
            let outcome = try bench.flipbook("lint", input, "--baseline", "bl.json")
            expect(outcome.text.contains("no findings in names and headers, 2 in the baseline"), "\(input)")
            expect(outcome.errors.isEmpty, "\(outcome.errors)")
        }
    }

    @Test("a frame that a language lacks is reported with the language that has it, not as a gap besides")
    func languages() throws {
        try bench.add(1...5, to: "l10n/Base.lproj") { "w\($0).png" }
        try bench.add([1, 2, 4, 5], to: "l10n/fr.lproj") { "w\($0).png" }
        let found = try findings(["-r", "l10n"])
        expectEqual(found.count, 1)
        expectEqual(found.first?.contains("[l10n.partial-sequence]"), true)
        try expectEqual(findings(["l10n/fr.lproj"]).first?.contains("[seq.gap]"), true)
    }

    @Test("links out of a manifest's folder are reported, which an export refuses, of a list and of a pattern")
    func links() throws {
        for number in [1, 2] {
            try bench.folder.write(bench.frames.png(number), to: "m/own\(number).png")
            try FileManager.default.createSymbolicLink(
                atPath: bench.folder.file("m/o.\(number).png").string,
                withDestinationPath: "../walk/" + TestFrames.name(number)
            )
        }
        for images in ["[o.1.png, o.2.png]", "o.@.png"] {
            let text = "title: a\nframeRate: 24\nanimationImages: \(images)\n"
            try bench.folder.write(Array(text.utf8), to: "m/l.yaml")
            let found = try findings(["m/l.yaml"])
            expectEqual(found.count, 1, "\(found)")
            expectEqual(
                found.first?.hasPrefix(
                    "m/l.yaml:3:1: error: 2 files lead through links out of the manifest's folder: m/o.1.png, "
                        + "m/o.2.png."
                ),
                true
            )
            try expectEqual(bench.flipbook("export", "m/l.yaml", "-o", "a.mkv").status, 2)
        }
        try bench.folder.write(
            Array("title: a\nframeRate: 24\nanimationImages: own@.png\n".utf8),
            to: "m/l.yaml"
        )
        try expect(findings(["m/l.yaml"]).isEmpty)
    }

    @Test("symbol images in a catalog are reported")
    func symbols() throws {
        try bench.folder.write(Array("{}".utf8), to: "A.xcassets/arrow.symbolset/Contents.json")
        let found = try findings(["A.xcassets"])
        expect(
            found.contains { $0.contains("arrow.symbolset is a symbol image") && $0.contains("[symbol.unsupported]") }
        )
    }

    @Test("a manifest beside the frames that mirrors them is heard")
    func mirrored() throws {
        try bench.add([1, 2], to: "r") { "w\($0).png" }
        for language in ["Base", "ar"] { try bench.add([1], to: "r/\(language).lproj") { _ in "logo.png" } }
        try expect(findings(["r"]).contains { $0.contains("[rtl.no-direction]") })
        let text = "title: a\nframeRate: 24\nanimationImages: w@.png\nflipsForRightToLeftLayoutDirection: true\n"
        try bench.folder.write(Array(text.utf8), to: "r/w.yaml")
        try expect(findings(["r"]).allSatisfy { !$0.contains("[rtl.no-direction]") })
    }

    @Test("an argument that is not UTF-8 is reported as that, and the folder can be linted from inside")
    func latin1() throws {
        let script = """
            d=$(printf 'gr\\374n'); mkdir "$d" && cp walk/walk.0001.png walk/walk.0002.png "$d" || exit 9
            "$0" lint "$d"; echo "status $?"; "$0" lint "$d/walk.0001.png"; "$0" lint "$d'\\gone"; cd "$d" && "$0" lint .
            """
        let outcome = try Program("sh").run(["-c", script, Program.flipbook.name], in: bench.folder.path)
        expect(outcome.errors.hasPrefix("error: gr\\xFCn: this name is not UTF-8"), "\(outcome.errors)")
        expect(outcome.errors.contains("--notest, or change to it with cd $'gr\\xFCn' and use . as the input."))
        expect(outcome.errors.contains("requires. Rename it, as with convmv -f latin1 -t utf8 --notest.\n"))
        expect(outcome.errors.contains(#"error: gr\xFCn\'\\gone: this name"#), "\(outcome.errors)")
        expect(outcome.errors.contains("which Flipbook requires. Use a different name."))
        expect(outcome.text.hasPrefix("status 2\n1 sequence, 2 frames: no findings"), "\(outcome.text)")
    }
}
