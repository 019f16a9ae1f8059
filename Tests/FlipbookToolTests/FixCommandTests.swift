import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

@Suite("flipbook lint --fix")
struct FixCommandTests {
    /// The bytes of every file in a folder and below.
    private func contents(_ bench: Workbench, _ folder: String) throws -> [String: Data] {
        let path = bench.folder.path + "/" + folder
        var result: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
            result[name] = FileManager.default.contents(atPath: path + "/" + name) ?? Data("folder".utf8)
        }
        return result
    }

    @Test("--diff shows what --fix then does, and changes nothing")
    func diff() throws {
        let bench = try Workbench(walk: [1, 2, 4])
        let before = try contents(bench, "walk")
        let shown = try bench.flipbook("lint", "walk", "--diff")
        #expect(shown.status == 1)
        #expect(shown.text == "--- walk\n+++ walk, fixed\n+ walk.0003.png = walk.0002.png  (seq.gap)\n")
        #expect(try contents(bench, "walk") == before)
        let fixed = try bench.flipbook("lint", "walk", "--fix", "--in-place")
        #expect(fixed.status == 0)
        #expect(fixed.errors.hasPrefix(shown.text))
        #expect(fixed.errors.hasSuffix("note: walk: 1 change; undo with: flipbook lint --undo walk.\n"))
        #expect(fixed.text == "1 sequence, 4 frames: no findings\n")
        #expect(try bench.names(in: "walk").contains("walk.0003.png"))

        let undone = try bench.flipbook("lint", "--undo", "walk")
        #expect(undone.status == 0)
        #expect(try contents(bench, "walk") == before)
        let again = try bench.flipbook("lint", "--undo", "walk")
        #expect(again.status == 3)
        #expect(again.errorLines == ["error: walk: nothing was fixed in place here, so there is nothing to undo."])
    }

    @Test("--diff says where there is nothing to fix, and refuses to be a report")
    func emptyDiff() throws {
        let bench = try Workbench(walk: [1, 2, 3])
        try bench.folder.write([], to: "walk/walk.0002.png")
        let run = try bench.flipbook("lint", "walk", "--diff")
        #expect(run.status == 1)
        #expect(run.text.isEmpty)
        #expect(run.errors == "note: nothing to fix.\n")
        for options in [["--format", "sarif", "-o", "d.sarif"], ["--json"], ["-o", "d.txt"]] {
            let refused = try Program.flipbook.run(["lint", "walk", "--diff"] + options, in: bench.folder.path)
            #expect(refused.status == 2)
            #expect(refused.errors.contains("--diff: it shows changes and writes no report"))
        }
        #expect(try bench.names() == ["walk"])
    }

    @Test("--fix-into leaves the folder alone, and what it cannot fix is reported about the new one")
    func newFolder() throws {
        let bench = try Workbench(walk: [1, 2, 4])
        try bench.folder.write([], to: "walk/walk.0005.png")
        let before = try contents(bench, "walk")
        let run = try bench.flipbook("lint", "walk/", "--fix", "--fix-into", "fixed", "--format", "compact")
        #expect(run.status == 1)
        #expect(run.text.contains("fixed/walk.0005.png"))
        #expect(!run.text.contains("seq.gap"))
        #expect(try contents(bench, "walk") == before)
        #expect(try bench.names(in: "fixed") == (1...5).map { TestFrames.name($0) })
        let twice = try bench.flipbook("lint", "walk/", "--fix", "--fix-into", "fixed")
        #expect(twice.status == 2)
        #expect(twice.errors.contains("fixed: is there already and not empty; name a new folder"))
        #expect(try bench.names() == ["fixed", "walk"])
    }

    @Test("--select and .flipbook.yaml choose what is fixed")
    func selection() throws {
        let bench = try Workbench()
        try bench.add([1, 2, 4], to: "walk")
        try bench.add([5], to: "walk") { "walk.\($0).png" }
        let gap = try bench.flipbook("lint", "walk", "--diff", "--select", "seq.mixed-padding")
        #expect(gap.text.split(separator: "\n").dropFirst(2) == ["> walk.5.png -> walk.0005.png  (seq.mixed-padding)"])
        try bench.folder.write(Array("ignore: [seq.mixed-padding]\n".utf8), to: ".flipbook.yaml")
        let rest = try bench.flipbook("lint", "walk", "--diff")
        #expect(rest.text.split(separator: "\n").dropFirst(2) == ["+ walk.0003.png = walk.0002.png  (seq.gap)"])
    }

    @Test("files and patterns are linted under their new names")
    func patterns() throws {
        let bench = try Workbench(walk: [1, 2, 4])
        let run = try bench.flipbook("lint", "walk/walk.####.png", "--fix", "--in-place")
        #expect(run.status == 0)
        #expect(run.text.contains("4 frames"))
        try bench.add([5], to: "walk") { "walk.\($0).png" }
        let names = (1...4).map { "walk/" + TestFrames.name($0) } + ["walk/walk.5.png"]
        let files = try Program.flipbook.run(["lint"] + names + ["--fix", "--in-place"], in: bench.folder.path)
        #expect(files.status == 0)
        #expect(files.text.contains("5 frames"))
        #expect(try bench.names(in: "walk").contains("walk.0005.png"))
    }

    @Test("one --fix goes on until nothing is left that a new name has shown, and one --undo undoes all of it")
    func passes() throws {
        let bench = try Workbench(walk: 1...3)
        // Only under its new name it belongs to the others, and is of another size than they are.
        try bench.folder.write(TestFrames(width: 30, height: 18).png(4), to: "walk/walk.4.png")
        let before = try contents(bench, "walk")
        let run = try bench.flipbook("lint", "walk", "--fix", "--in-place")
        #expect(run.status == 0, "\(run.text)")
        #expect(run.text == "1 sequence, 4 frames: no findings\n")
        #expect(run.errors.contains("> walk.4.png -> walk.0004.png  (seq.mixed-padding)\n"))
        #expect(run.errors.contains("~ walk.0004.png"))
        #expect(run.errors.contains("note: walk: 1 more change; undo with: flipbook lint --undo walk.\n"))
        #expect(try bench.flipbook("lint", "--undo", "walk").status == 0)
        #expect(try contents(bench, "walk") == before)

        let copy = try bench.flipbook("lint", "walk", "--fix", "--fix-into", "fixed")
        #expect(copy.status == 0)
        #expect(copy.text == "1 sequence, 4 frames: no findings\n")
        #expect(try contents(bench, "fixed").keys.sorted() == (1...4).map { TestFrames.name($0) })
        #expect(try contents(bench, "walk") == before)
    }

    @Test("--diff shows the end of all passes, from the names of now, and changes nothing")
    func diffOfPasses() throws {
        let bench = try Workbench(walk: 1...3)
        // Only under their new names one is of another size than the others, and a frame is missing.
        try bench.folder.write(TestFrames(width: 30, height: 18).png(5), to: "walk/walk.5.png")
        let before = try contents(bench, "walk")
        let shown = try bench.flipbook("lint", "walk", "--diff")
        #expect(shown.errors.isEmpty)
        let lines = shown.text.split(separator: "\n").map(String.init)
        #expect(lines.prefix(2) == ["--- walk", "+++ walk, fixed"])
        #expect(lines.count == 5)
        #expect(lines.dropFirst(2).first?.hasPrefix("~ walk.5.png  ") ?? false)
        #expect(
            lines.suffix(2) == [
                "> walk.5.png -> walk.0005.png  (seq.mixed-padding)",
                "+ walk.0004.png = walk.0003.png  (seq.gap)",
            ]
        )
        #expect(try contents(bench, "walk") == before)
        #expect(try bench.flipbook("lint", "walk", "--fix", "--in-place").status == 0)
        let names = try bench.names(in: "walk").filter { !$0.hasPrefix(".") }
        #expect(names == (1...5).map { TestFrames.name($0) })
        #expect(try bench.flipbook("lint", "walk", "--diff").errors == "note: nothing to fix.\n")
    }

    @Test("--undo -r undoes the fixes of the folders below")
    func recursiveUndo() throws {
        let bench = try Workbench()
        for folder in ["shots/a", "shots/b"] { try bench.add([1, 2, 4], to: folder) }
        try bench.add(1...3, to: "shots/c")
        let before = try contents(bench, "shots")
        #expect(try bench.flipbook("lint", "-r", "shots", "--fix", "--in-place").status == 0)
        #expect(try contents(bench, "shots") != before)
        let undone = try bench.flipbook("lint", "-r", "--undo", "shots")
        #expect(undone.status == 0)
        #expect(undone.errorLines.map { $0.prefix(14) } == ["note: shots/a:", "note: shots/b:"])
        #expect(try contents(bench, "shots") == before)
        #expect(try bench.flipbook("lint", "-r", "--undo", "shots").status == 3)
    }

    @Test("a folder that cannot be written is left as it is, with status 3", .enabled(if: getuid() != 0))
    func readOnly() throws {
        let bench = try Workbench(walk: [1, 2, 4])
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: bench.folder.path + "/walk")
        defer {
            try? FileManager.default.setAttributes(
                [.posixPermissions: 0o755],
                ofItemAtPath: bench.folder.path + "/walk"
            )
        }
        let run = try bench.flipbook("lint", "walk", "--fix", "--in-place")
        #expect(run.status == 3)
        #expect(run.errors.contains("may not be written; allow it, or name a new folder with --fix-into"))
        #expect(try bench.names(in: "walk") == [1, 2, 4].map { TestFrames.name($0) })
    }

    @Test(
        "options that do not go together are refused",
        arguments: [
            (["--fix"], "--fix: say where: --in-place, or --fix-into FOLDER. To look first, use --diff."),
            (["--in-place"], "--in-place: add --fix, or --diff to look first."),
            (["--fix", "--in-place", "--fix-into", "b"], "--in-place and --fix-into: give one of the two."),
            (["--undo", "--fix", "--in-place"], "--undo: leave the other options of a fix out."),
            (["--fix", "--fix-into", ""], "--fix-into \"\": no folder can have this name."),
            (["--fix", "--fix-into", "walk/fixed"], "walk/fixed: lies in walk, which is linted"),
        ]
    )
    func usage(arguments: [String], message: String) throws {
        let bench = try Workbench(walk: [1, 2, 4])
        for number in [1, 2, 4] { try bench.folder.write(bench.frames.png(number), to: TestFrames.name(number)) }
        let before = try contents(bench, ".")
        let run = try Program.flipbook.run(["lint", "walk"] + arguments, in: bench.folder.path)
        #expect(run.status == 2)
        #expect(run.errors.contains(message))
        #expect(try contents(bench, ".") == before)
    }

    @Test("a folder that is named twice is fixed once")
    func twice() throws {
        let bench = try Workbench(walk: [1, 2, 4])
        let run = try bench.flipbook("lint", "walk", "walk/", "--fix", "--in-place")
        #expect(run.status == 0, "\(run.errors)")
        #expect(try bench.names(in: "walk").filter { $0.hasSuffix(".png") } == (1...4).map { TestFrames.name($0) })
    }

    @Test("the frame of another padding than most is the one that is renamed, as the finding says")
    func padding() throws {
        let bench = try Workbench()
        try bench.add([1, 2, 3], to: "walk") { "a.\($0).png" }
        try bench.add([4], to: "walk") { "a.000\($0).png" }
        #expect(try bench.flipbook("lint", "walk").text.contains("Rename it to a.4.png."))
        let changes = try bench.flipbook("lint", "walk", "--diff").text.split(separator: "\n").filter {
            $0.hasPrefix("> ")
        }
        #expect(changes == ["> a.0004.png -> a.4.png  (seq.mixed-padding)"])
    }
}
