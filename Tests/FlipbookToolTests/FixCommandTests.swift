import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookTestSupport
import Foundation
import Testing

@Suite("flipbook fix")
struct FixCommandTests {
    @Test("--diff shows what a fix then does, and changes nothing")
    func diff() throws {
        let bench = try Workbench(walk: [1, 2, 4, 5])
        let before = try bench.contents("walk")
        let shown = try bench.flipbook("fix", "walk", "--diff", "--unsafe")
        expectEqual(shown.status, 1)
        expectEqual(shown.text, "--- walk\n+++ walk, fixed\n+ walk.0003.png = walk.0002.png  (seq.gap)\n")
        try expectEqual(bench.contents("walk"), before)
        let fixed = try bench.flipbook("fix", "walk", "--unsafe")
        expectEqual(fixed.status, 1)
        expect(fixed.errors.hasPrefix(shown.text))
        expect(fixed.errors.hasSuffix("note: walk: 1 change; undo with: flipbook undo walk.\n"))
        expect(fixed.text.contains("walk.0003.png  error  fix.held-frame  is a copy of walk.0002.png, made by a fix."))
        expect(fixed.text.hasSuffix("1 sequence, 5 frames: 1 error\n"))
        try expect(bench.names(in: "walk").contains("walk.0003.png"))

        let undone = try bench.flipbook("undo", "walk")
        expectEqual(undone.status, 0)
        expectEqual(undone.errors, "note: walk: restored to its state before the fix (1 created frame removed).\n")
        try expectEqual(bench.contents("walk"), before)
        let again = try bench.flipbook("undo", "walk")
        expectEqual(again.status, 3)
        expectEqual(again.errorLines, ["error: walk: nothing was fixed in place here, so there is nothing to undo."])
    }

    @Test("by default names change and nothing else: lost renders stay lost")
    func safe() throws {
        let bench = try Workbench(walk: [1, 2, 4, 6])
        try bench.add([5], to: "walk") { "walk.\($0).png" }
        let run = try bench.flipbook("fix", "walk")
        expectEqual(run.status, 1)
        expect(run.errors.contains("> walk.5.png -> walk.0005.png  (seq.mixed-padding)"))
        expect(run.text.contains("seq.gap"))
        expect(run.text.hasSuffix("1 sequence, 5 frames: 1 error; 1 fixable: flipbook fix --unsafe walk\n"))
        let names = try bench.names(in: "walk").filter { !$0.hasPrefix(".") }
        expectEqual(names, [1, 2, 4, 5, 6].map { TestFrames.name($0) })
        let rest = try bench.flipbook("fix", "walk")
        expect(rest.status == 1 && rest.errors == "note: no safe fix, but 1 with --unsafe.\n")
        let linted = try bench.flipbook("lint", "walk")
        expect(linted.text.hasSuffix("1 sequence, 5 frames: 1 error; 1 fixable: flipbook fix --unsafe walk\n"))
    }

    @Test("a good frame is not cropped for a misnamed one, and an invented one never turns a run green")
    func defectOne() throws {
        let bench = try Workbench()
        let frames = TestFrames(width: 32, height: 32)
        for number in 1...12 where number != 6 && number != 9 {
            try bench.folder.write(frames.png(number), to: "w/w_00\(number < 10 ? "0" : "")\(number).png")
        }
        try bench.folder.write(TestFrames(width: 24, height: 24).png(6), to: "w/w_6.png")
        try bench.folder.write(frames.png(9), to: "w/w_9.png")
        let nine = try bench.contents("w")["w_9.png"]
        let run = try bench.flipbook("fix", "w")
        expectEqual(run.status, 1)
        expect(run.text.contains("w_0006.png  error  seq.mixed-size  24x24 px; the other 11 frames are 32x32."))
        try expectEqual(bench.contents("w")["w_0009.png"], nine)
        let forced = try bench.flipbook("fix", "w", "--unsafe")
        expectEqual(forced.status, 1)
        expect(forced.text.contains("w_0006.png  error  fix.held-frame  was scaled up from 24x24 px by a fix."))
        try expectEqual(bench.contents("w")["w_0009.png"], nine)
        try expectEqual(bench.flipbook("undo", "--forget", "w", "-q").status, 0)
        try expectEqual(bench.flipbook("lint", "w").status, 1)
        // The real frame takes the place of the other.
        try bench.folder.write(frames.png(6), to: "w/w_0006.png")
        let real = try bench.flipbook("lint", "w")
        expectEqual(real.status, 0, "\(real.text)")
    }

    @Test("an invented frame is accepted by a suppression that says why")
    func accepted() throws {
        let bench = try Workbench(walk: [1, 2, 4])
        try expectEqual(bench.flipbook("fix", "walk", "--unsafe").status, 1)
        let text = "suppressions: [{rule: fix.held-frame, path: walk, reason: the director wants it}]\n"
        try bench.folder.write(Array(text.utf8), to: ".flipbook.yaml")
        let run = try bench.flipbook("lint", "walk")
        expectEqual(run.status, 0, "\(run.text)")
        expect(run.text.contains("1 suppressed"))
    }

    @Test("the last line of lint is the command that fixes what it found, with the inputs and -r")
    func command() throws {
        let bench = try Workbench()
        for folder in ["a b", "c"] { try bench.add([1, 2, 4], to: "shots/\(folder)") }
        let linted = try bench.flipbook("lint", "-r", "shots")
        expect(linted.text.hasSuffix("; 2 fixable: flipbook fix --unsafe -r shots\n"), "\(linted.text)")
        let one = try bench.flipbook("lint", "shots/a b")
        expect(one.text.hasSuffix("; 1 fixable: flipbook fix --unsafe 'shots/a b'\n"), "\(one.text)")
        let page = try bench.flipbook("lint", "--deep", "shots/c", "--select", "seq.gap", "--format", "html").text
        expect(
            page.contains("<code>flipbook fix --unsafe --deep --select seq.gap shots/c</code>"),
            "\(page.prefix(9000))"
        )
        let fixed = try bench.flipbook("fix", "shots/c", "--format=html").text
        expect(fixed.contains("<h1>Flipbook fix</h1>") && fixed.contains("<code>flipbook fix --unsafe shots/c</code>"))
        let copy = try bench.flipbook("fix", "shots/c", "--into", "fixed", "--select", "seq.gap")
        expect(copy.errors.contains("no safe fix, but 1 with --unsafe"), "\(copy.errors)")
        expect(
            copy.text.hasSuffix("; 1 fixable: flipbook fix --unsafe --into fixed --select seq.gap shots/c\n"),
            "\(copy.text)"
        )
        try bench.add([1, 2, 4] + Array(5...10), to: "-x")
        let hyphen = try bench.flipbook("lint", "--", "-x")
        expect(hyphen.text.hasSuffix("; 1 fixable: flipbook fix --unsafe ./-x\n"), "\(hyphen.text)")
        let many = try bench.flipbook(["lint"] + bench.names(in: "-x").map { "./-x/\($0)" })
        expect(many.text.hasSuffix("; 1 fixable with --unsafe\n"), "\(many.text)")
        let changed = try bench.flipbook("fix", "shots/c", "--unsafe", "--format=html").text
        expect(changed.contains("<summary>shots/c: 1 change; undo with: <code>flipbook undo shots/c</code></summary>"))
        let copied = /<li><a href="#(s0-[0-9]+)">walk.0003.png: copied from walk.0002.png<\/a>/
        let target = try require(changed.firstMatch(of: copied)).1
        expect(changed.contains("<li id=\"\(target)\""), "\(changed.suffix(9000))")
    }

    @Test("a pattern knows the copies and leftovers beside its frames, as a folder does")
    func patternWithCopies() throws {
        let bench = try Workbench(walk: [1, 2, 4, 5, 7, 8, 9, 10])
        try bench.folder.write(bench.frames.png(3), to: "walk/walk.0003 copy.png")
        try bench.folder.write(bench.frames.png(6), to: "walk/walk.0006.png.bak")
        let folder = try bench.flipbook("fix", "walk", "--diff", "--unsafe")
        let pattern = try bench.flipbook("fix", "walk/walk.####.png", "--diff", "--unsafe")
        expectEqual(
            folder.text.split(separator: "\n").dropFirst(2),
            ["> walk.0003 copy.png -> walk.0003.png  (seq.gap)"]
        )
        expectEqual(pattern.text, folder.text)
        let fixed = try bench.flipbook("fix", "walk/walk.####.png", "--unsafe")
        expect(
            fixed.text.contains("walk.0003.png  error  fix.held-frame  was renamed from walk.0003 copy.png by a fix.")
        )
        expect(fixed.text.contains("frame 6 is missing (1 of 10)"))
    }

    @Test("--diff says where there is nothing to fix, and refuses to be a report")
    func emptyDiff() throws {
        let bench = try Workbench(walk: [1, 2, 3])
        try bench.folder.write([], to: "walk/walk.0002.png")
        let run = try bench.flipbook("fix", "walk", "--diff", "--unsafe")
        expectEqual(run.status, 1)
        expect(run.text.isEmpty)
        expectEqual(run.errors, "note: nothing to fix.\n")
        for options in [["--format", "sarif=d.sarif"], ["--json"], ["-o", "d.txt"]] {
            let refused = try Program.flipbook.run(["fix", "walk", "--diff"] + options, in: bench.folder.path)
            expectEqual(refused.status, 2)
            expect(refused.errors.contains("--diff shows changes and writes no report"))
        }
        try expectEqual(bench.names(), ["walk"])
    }

    @Test("a frame is not invented where its number is there in another padding")
    func otherPadding() throws {
        let bench = try Workbench(walk: [1, 2, 3, 5, 6, 7])
        try bench.add([4], to: "walk") { "walk.\($0).png" }
        let run = try bench.flipbook("fix", "walk/walk.1-7#.png", "--unsafe")
        expectEqual(run.status, 1)
        expect(run.errors.contains("walk.0004.png"), "\(run.errors)")
        let words = "walk.4.png has the same number; rename it with the usual padding"
        expect(run.errors.contains(words), "\(run.errors)")
        try expectEqual(bench.names(in: "walk").filter { !$0.hasPrefix(".") }.count, 7)
    }

    @Test("--into leaves the folder alone, and what it cannot fix is reported about the new one")
    func newFolder() throws {
        let bench = try Workbench(walk: [1, 2, 4])
        try bench.folder.write([], to: "walk/walk.0005.png")
        try bench.folder.write([], to: "walk/below/notes.txt")
        let before = try bench.contents("walk")
        let run = try bench.flipbook("fix", "walk/", "--unsafe", "--into", "fixed", "--format", "compact")
        expectEqual(run.status, 1)
        expect(run.text.contains("fixed/walk.0005.png"))
        expect(run.text.contains("fix.held-frame"))
        expect(!run.text.contains("seq.gap"))
        expect(run.errors.contains("note: fixed: the copy omits 1 folder: below."), "\(run.errors)")
        try expectEqual(bench.contents("walk"), before)
        try expectEqual(bench.names(in: "fixed").filter { !$0.hasPrefix(".") }, (1...5).map { TestFrames.name($0) })
        let twice = try bench.flipbook("fix", "walk/", "--unsafe", "--into", "fixed")
        expectEqual(twice.status, 2)
        expect(twice.errors.contains("fixed: already exists and is not empty; specify a new folder"))
        try expectEqual(bench.names(), ["fixed", "walk"])
    }

    @Test("--select and .flipbook.yaml choose what is fixed")
    func selection() throws {
        let bench = try Workbench()
        try bench.add([1, 2, 4], to: "walk")
        try bench.add([5], to: "walk") { "walk.\($0).png" }
        let gap = try bench.flipbook("fix", "walk", "--diff", "--select", "seq.mixed-padding")
        expectEqual(
            gap.text.split(separator: "\n").dropFirst(2),
            ["> walk.5.png -> walk.0005.png  (seq.mixed-padding)"]
        )
        try bench.folder.write(Array("ignore: [seq.mixed-padding]\n".utf8), to: ".flipbook.yaml")
        let rest = try bench.flipbook("fix", "walk", "--diff", "--unsafe")
        expectEqual(rest.text.split(separator: "\n").dropFirst(2), ["+ walk.0003.png = walk.0002.png  (seq.gap)"])
    }

    @Test("what a baseline accepts is not fixed")
    func baseline() throws {
        let bench = try Workbench(walk: [1, 2, 4])
        try expectEqual(bench.flipbook("lint", "walk", "--write-baseline", "b.json", "-q").status, 0)
        let run = try bench.flipbook("fix", "walk", "--unsafe", "--baseline", "b.json")
        expect(run.status == 0 && run.errors == "note: nothing to fix.\n", "\(run.errors)")
        let copy = try bench.flipbook("fix", "walk", "--into", "fixed", "--unsafe", "--baseline", "b.json")
        expectEqual(copy.errors, "note: nothing to fix; fixed was not written.\n")
    }

    @Test("files and patterns are linted under their new names, and inputs that lead nowhere are reported")
    func patterns() throws {
        let bench = try Workbench(walk: [1, 2, 3, 4])
        try bench.add([5], to: "walk") { "walk.\($0).png" }
        let names = (1...4).map { "walk/" + TestFrames.name($0) } + ["walk/walk.5.png", "walk/none.png"]
        let files = try Program.flipbook.run(["fix"] + names, in: bench.folder.path)
        expectEqual(files.status, 3)
        expect(files.text.contains("5 frames"))
        expectEqual(files.errorLines.count { $0.contains("walk/none.png") }, 1)
        try expect(bench.names(in: "walk").contains("walk.0005.png"))
    }

    @Test("one plan mends what only new names show, and one undo takes all of it back")
    func onePlan() throws {
        let bench = try Workbench(walk: 1...3)
        // Only under their new names one is of another size than the others, and a frame is missing.
        try bench.folder.write(TestFrames(width: 30, height: 18).png(5), to: "walk/walk.5.png")
        let before = try bench.contents("walk")
        let shown = try bench.flipbook("fix", "walk", "--diff", "--unsafe")
        expect(shown.errors.isEmpty)
        let lines = shown.text.split(separator: "\n").map(String.init)
        expectEqual(lines.prefix(2), ["--- walk", "+++ walk, fixed"])
        expectEqual(lines.count, 5)
        expect(lines.dropFirst(2).first?.hasPrefix("~ walk.5.png  ") ?? false)
        expectEqual(
            lines.suffix(2),
            [
                "> walk.5.png -> walk.0005.png  (seq.mixed-padding)",
                "+ walk.0004.png = walk.0003.png  (seq.gap)",
            ]
        )
        try expectEqual(bench.contents("walk"), before)
        let run = try bench.flipbook("fix", "walk", "--unsafe")
        expect(run.errors.hasPrefix(shown.text) && run.status == 1)
        try expectEqual(bench.names(in: "walk").filter { !$0.hasPrefix(".") }, (1...5).map { TestFrames.name($0) })
        try expectEqual(bench.flipbook("undo", "walk").status, 0)
        try expectEqual(bench.contents("walk"), before)
    }

    @Test("a pattern's range still says which frames are missing after its files got other names")
    func range() throws {
        let bench = try Workbench()
        try bench.add([1, 2, 3], to: "walk") { "walk.000\($0).jpg" }
        let run = try bench.flipbook("fix", "walk/walk.1-6#.jpg", "--format", "compact")
        try expectEqual(bench.names(in: "walk").filter { $0.hasSuffix(".png") }, (1...3).map { TestFrames.name($0) })
        expectEqual(run.status, 1)
        expect(run.text.contains("seq.gap") && run.text.contains("4-6"), "\(run.text)")
    }

    @Test("a group selects no rule that is a matter of taste; its id, and all, do")
    func groups() throws {
        let bench = try Workbench()
        try bench.add(1...5, to: "walk") { "a.000\($0).png" }
        try expectEqual(bench.flipbook("fix", "walk", "--diff", "--select", "seq").text.contains("zero-padded"), false)
        for selector in ["seq.zero-padded", "all"] {
            let run = try bench.flipbook("lint", "walk", "--select", selector, "--format", "compact")
            expect(run.text.contains("seq.zero-padded"), "\(selector)")
        }
    }

    @Test(
        "options that do not go together are refused, and those that lint had name their verbs",
        arguments: LongTests.cases(
            [
                (["fix", "walk", "--diff", "--into", "b"], "--diff and --into: use only one of the two."),
                (["fix", "walk", "--into", ""], "--into \"\": not a valid folder name."),
                (["fix", "walk", "--unsafe", "--into", "walk/fixed"], "walk/fixed: is in walk, which is linted"),
                (["undo", "walk", "--list", "--forget"], "--list and --forget: use only one of the two."),
                (
                    ["lint", "walk", "--fix", "--in-place"],
                    "--fix: this is now a verb. Use 'flipbook fix INPUT'."
                ),
                (
                    ["lint", "--undo", "walk"],
                    "--undo: this is now a verb. Use 'flipbook undo FOLDER'."
                ),
                (["lint", "--rules"], "--rules: this is now a verb. Use 'flipbook rule'."),
                (
                    ["lint", "--explain", "seq.gap"],
                    "--explain: this is now a verb. Use 'flipbook rule ID'."
                ),
            ],
            every: 3
        )
    )
    func usage(arguments: [String], message: String) throws {
        let bench = try Workbench(walk: [1, 2, 4])
        for number in [1, 2, 4] { try bench.folder.write(bench.frames.png(number), to: TestFrames.name(number)) }
        let before = try bench.contents(".")
        let run = try Program.flipbook.run(arguments, in: bench.folder.path)
        expectEqual(run.status, 2)
        expect(run.errors.contains(message), "\(run.errors)")
        try expectEqual(bench.contents("."), before)
    }

    @Test("a folder that is named twice is fixed once")
    func twice() throws {
        let bench = try Workbench(walk: [1, 2, 4])
        let run = try bench.flipbook("fix", "walk", "walk/", "--unsafe")
        expectEqual(run.status, 1, "\(run.errors)")
        try expectEqual(bench.names(in: "walk").filter { $0.hasSuffix(".png") }, (1...4).map { TestFrames.name($0) })
    }

    @Test("rules that contradict each other do not send names back and forth")
    func contradiction() throws {
        let bench = try Workbench()
        try bench.add([8, 9, 10], to: "walk") { "a.\($0).png" }
        let before = try bench.contents("walk")
        for _ in 1...2 {
            let run = try bench.flipbook("fix", "walk", "--select", "seq.zero-padded,seq.lexicographic-order")
            expect(run.errors.contains("seq.zero-padded requires the opposite; select only one of the two"))
            try expectEqual(bench.contents("walk"), before)
        }
    }

    @Test("pictures with many times the pixels that a manifest shows are scaled down")
    func oversized() throws {
        let bench = try Workbench()
        let frames = TestFrames(width: 320, height: 180)
        for number in 1...3 { try bench.folder.write(frames.png(number), to: "walk/" + TestFrames.name(number)) }
        let names = (1...3).map { "\"\(TestFrames.name($0))\"" }.joined(separator: ", ")
        let text = "title: Walk\nframeRate: 24\nsize: 80x45\ncontentMode: scaleAspectFit\nanimationImages: [\(names)]\n"
        try bench.folder.write(Array(text.utf8), to: "walk/walk.yaml")
        let before = try bench.contents("walk")
        let run = try bench.flipbook("fix", "walk/walk.yaml", "--unsafe", "--select", "size.oversized")
        expectEqual(run.status, 0, "\(run.errors)")
        expect(run.errors.contains("~ walk.0001.png  scale 320x180 px to 80x45 px  (size.oversized)"))
        let picture = try ImageDecoder().decode(contentsOf: bench.folder.file("walk/walk.0002.png"))
        let expected = try frames.png(2).withUnsafeBytes { try ImageDecoder().decode($0) }.scaled(
            to: PixelSize(width: 80, height: 45)
        )
        expectEqual(picture.size, PixelSize(width: 80, height: 45))
        expectEqual(picture.withUnsafeBytes { Array($0) }, expected.withUnsafeBytes { Array($0) })
        try expectEqual(bench.flipbook("undo", "walk").status, 0)
        try expectEqual(bench.contents("walk"), before)
    }

    @Test("the frame of another padding than most is the one that is renamed, as the finding says")
    func padding() throws {
        let bench = try Workbench()
        try bench.add([1, 2, 3], to: "walk") { "a.\($0).png" }
        try bench.add([4], to: "walk") { "a.000\($0).png" }
        try expect(bench.flipbook("lint", "walk").text.contains("Rename it to a.4.png."))
        let changes = try bench.flipbook("fix", "walk", "--diff").text.split(separator: "\n").filter {
            $0.hasPrefix("> ")
        }
        expectEqual(changes, ["> a.0004.png -> a.4.png  (seq.mixed-padding)"])
    }
}
