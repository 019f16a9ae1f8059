import FlipbookCore
import FlipbookTestSupport
import Foundation
import Glibc
import Testing

/// What stands on the disk stays, unless an option says otherwise, and what fails leaves nothing.
@Suite(.hangLimit) struct OutputSafetyTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench(walk: 1...3)
    }

    @Test("an existing file stays as it is, and --overwrite replaces it")
    func existing() throws {
        try bench.folder.write(Array("theirs".utf8), to: "a.mp4")
        let refused = try bench.flipbook("export", "walk", "-o", "a.mp4")
        expectEqual(
            refused.errors,
            "error: a.mp4 exists and was not changed. Choose a different name with -o, or add --overwrite to "
                + "replace it.\n"
        )
        expectEqual(refused.status, 2)
        try expectEqual(String(contentsOfFile: bench.folder.file("a.mp4").string, encoding: .utf8), "theirs")
        try expectEqual(bench.flipbook("export", "walk", "-o", "a.mp4", "--overwrite").status, 0)
        try expectEqual(VideoFile(bench.folder.file("a.mp4")).presentationTimes().count, 3)
    }

    @Test("numbered images are refused when one of them exists, and make their folder when it does not")
    func existingImages() throws {
        try bench.folder.write(Array("theirs".utf8), to: "out/f.0002.png")
        let refused = try bench.flipbook("export", "walk", "-o", "out/f.####.png")
        expect(refused.errors.hasPrefix("error: out/f.0002.png exists and was not changed. "))
        expectEqual(refused.status, 2)
        try expectEqual(bench.names(in: "out"), ["f.0002.png"])
        try expectEqual(bench.flipbook("export", "walk", "-o", "new/f.####.png").status, 0)
        try expectEqual(bench.names(in: "new"), ["f.0001.png", "f.0002.png", "f.0003.png"])
    }

    @Test("an image that takes the place of a symbolic link has the mode of the file that it led to, or a new file's")
    func linkedImage() throws {
        let bench = try Workbench(walk: 1...2)
        try bench.folder.write(bench.frames.png(9), to: "elsewhere.png")
        let manager = FileManager.default
        let out = bench.folder.file("out").string
        try manager.createDirectory(atPath: out, withIntermediateDirectories: false)
        try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: bench.folder.file("elsewhere.png").string)
        try manager.createSymbolicLink(atPath: out + "/f.0001.png", withDestinationPath: "../elsewhere.png")
        try manager.createSymbolicLink(atPath: out + "/f.0002.png", withDestinationPath: "../gone.png")
        try expectEqual(bench.flipbook("export", "walk", "-o", "out/f.####.png", "--overwrite").status, 0)
        let modes = try ["1", "2"].map { number in
            try manager.attributesOfItem(atPath: out + "/f.000\(number).png")[.posixPermissions] as? Int
        }
        expectEqual(modes[0], 0o640)
        expectEqual(modes[1].map { $0 & 0o111 }, 0)
    }

    @Test("frames of the input are not written over, with --overwrite neither", arguments: [[], ["--overwrite"]])
    func overTheInput(options: [String]) throws {
        let outcome = try Program.flipbook.run(
            ["export", "walk", "-o", "walk/walk.####.png"] + options,
            in: bench.folder.path
        )
        expectEqual(
            outcome.errors,
            "error: walk/walk.0001.png belongs to the input, whose files are never changed. "
                + "Choose a different name or folder with -o.\n"
        )
        expectEqual(outcome.status, 2)
        for number in 1...3 {
            let file = bench.folder.file("walk/" + TestFrames.name(number)).string
            try expectEqual(Data(contentsOf: URL(fileURLWithPath: file)), Data(bench.frames.png(number)))
        }
    }

    @Test("a folder, a pipe and a device are no files to write", arguments: [[], ["--overwrite"]])
    func noFile(options: [String]) throws {
        try FileManager.default.createDirectory(
            atPath: bench.folder.file("d.mp4").string,
            withIntermediateDirectories: true
        )
        try require(mkfifo(bench.folder.file("p.mp4").string, 0o600) == 0)
        for name in ["d.mp4", "p.mp4"] {
            let outcome = try Program.flipbook.run(["export", "walk", "-o", name] + options, in: bench.folder.path)
            expectEqual(
                outcome.errors,
                "error: \(name) is a folder, a pipe, or a device, not a file. Specify a file with -o.\n"
            )
            expectEqual(outcome.status, 2)
        }
        try expectEqual(bench.names(), ["d.mp4", "p.mp4", "walk"])
    }

    @Test("a folder in which nothing can be made is called that, not missing")
    func unwritableParent() throws {
        // `/sys` takes no folder from anyone, root included.
        let outcome = try bench.flipbook("export", "walk", "-o", "/sys/flipbook/f.%04d.png")
        expectEqual(
            outcome.errors,
            "error: /sys/flipbook/f.%04d.png: no permission to write there. Write elsewhere with -o.\n"
        )
        expectEqual(outcome.status, 3)
    }

    @Test(
        "a folder that may not be written, or looked into, is not called missing",
        arguments: LongTests.cases(
            [
                (0o555, "shut/a.mp4"), (0o555, "shut/a.gif"), (0o555, "shut/f.##.png"), (0o000, "shut/a.mp4"),
                (0o000, "shut/in/a.mp4"),
            ],
            every: 2
        )
    )
    func unwritable(mode: Int, output: String) throws {
        let manager = FileManager.default
        let shut = bench.folder.file("shut").string
        try manager.createDirectory(atPath: shut + "/in", withIntermediateDirectories: true)
        try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: shut)
        let outcome = try bench.powerless("export", "walk", "-o", output)
        try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: shut)
        expectEqual(outcome.errors, "error: \(output): no permission to write there. Write elsewhere with -o.\n")
        expectEqual(outcome.status, 3)
    }

    @Test("a folder that is not there, or is none, is named")
    func noFolder() throws {
        let none = try bench.flipbook("export", "walk", "-o", "none/a.mp4")
        expectEqual(
            none.errors,
            "error: none/a.mp4: the folder none does not exist. Create it first, or write elsewhere with -o.\n"
        )
        expectEqual(none.status, 3)
        let file = try bench.flipbook("export", "walk", "-o", "walk/walk.0001.png/a.mp4")
        expectEqual(
            file.errors,
            "error: walk/walk.0001.png/a.mp4: walk/walk.0001.png is not a folder. Write elsewhere with -o.\n"
        )
        expectEqual(file.status, 3)
        let long = try bench.flipbook("export", "walk", "-o", String(repeating: "n", count: 300) + ".mp4")
        expectEqual(
            long.errors,
            "error: \(String(repeating: "n", count: 60))…: the name is too long for a file. "
                + "Use a shorter name with -o.\n"
        )
        expectEqual(long.status, 3)
    }

    @Test(
        "a file that may grow no further is an error and leaves nothing",
        .enabled(if: Sanitizer.isAbsent, Sanitizer.presence),
        arguments: LongTests.cases(["a.mp4", "a.mkv", "a.####.png"], every: 2)
    )
    func fileLimit(name: String) throws {
        let outcome = try Program("bash").run(
            ["-c", "ulimit -f 0; exec \"$0\" export walk -o \"$1\" --repeat 50", Program.flipbook.name, name],
            in: bench.folder.path
        )
        // Standard error has the same limit and tells nothing.
        expectEqual(outcome.status, 3)
        try expectEqual(bench.names(), ["walk"])
    }

    @Test("of two exports to one name the first makes the file and the other says so")
    func twoAtOnce() throws {
        var second: Program.Outcome?
        let first = try bench.flipbook("export", "walk", "-o", "a.mkv", "--repeat", "40") { _ in
            second = try bench.flipbook("export", "walk", "-o", "a.mkv", "--repeat", "40")
        }
        let outcomes = try [first, require(second)]
        expectEqual(outcomes.map(\.status).sorted(), [0, 2])
        let refused = try require(outcomes.first { $0.status == 2 })
        // After how far it came, where that took seconds.
        expect(refused.errors.contains("error: a.mkv exists and was not changed."), "\(refused.errors)")
        try expectEqual(VideoFile(bench.folder.file("a.mkv")).presentationTimes().count, 120)
        try expectEqual(bench.names(), ["a.mkv", "walk"])
    }

    @Test("what an encoder notes while a size is searched for goes with the export")
    func encoderNotes() throws {
        let notes = bench.folder.file("notes").string
        try FileManager.default.createDirectory(atPath: notes, withIntermediateDirectories: true)
        let outcome = try bench.flipbook(
            ["export", "walk", "-o", "a.mp4", "--max-size", "20kB"],
            environment: ["TMPDIR": notes]
        )
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        try expectEqual(bench.names(in: "notes"), [])
    }

    @Test("without HOME, a temporary folder or a language the export is the same")
    func bareEnvironment() throws {
        let outcome = try Program("env").run(
            ["-i", "TMPDIR=/nonexistent", "LC_ALL=C", Program.flipbook.name, "export", "walk", "-o", "a.mkv"],
            in: bench.folder.path
        )
        expectEqual(outcome.errors, "")
        expectEqual(outcome.status, 0)
        try expectEqual(bench.shown(in: "a.mkv", among: 1...3), [1, 2, 3])
    }
}
