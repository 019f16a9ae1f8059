import FlipbookCore
import FlipbookTestSupport
import Testing

@Suite("Standard input is an input", .hangLimit)
struct StandardInputTests {
    private let bench: Workbench

    init() throws { bench = try Workbench(walk: 1...4) }

    /// Runs a line of a shell in which `flipbook` is the command.
    private func shell(_ line: String) throws -> Program.Outcome {
        let script = "flipbook() { \"$0\" \"$@\"; }; " + line
        return try Program("bash").run(
            ["-c", script.replacing("$0", with: Program.flipbook.name)],
            in: bench.folder.path,
            environment: Workbench.caches
        )
    }

    @Test("cat *.png | flipbook export - makes a film of the pictures in their order, counted from 1")
    func export() throws {
        let outcome = try shell("cat walk/*.png | flipbook export - -o a.mkv")
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        try expectEqual(bench.shown(in: "a.mkv", among: 1...4), [1, 2, 3, 4])
        let part = try shell("cat walk/*.png | flipbook export - --frames 2-3 -o 'f.####.png' --start-number 1")
        expectEqual(part.status, 0, "\(part.errors)")
        try expectEqual(bench.names().filter { $0.hasPrefix("f.") }, ["f.0001.png", "f.0002.png"])
    }

    @Test(
        "every verb that shows pictures reads them",
        arguments: [
            ("render - --frame 3 -o a.png", "frame 3"), ("list -", "/dev/stdin  1-4  4 frames  24x18"),
            ("lint --deep -", "4 frames"), ("play - --sink fakesink --repeat 1 --fps 60", ""),
            ("explain -", "4 pictures in one file, frames 1-4"), ("diff - walk", ""),
        ]
    )
    func verbs(words: String, result: String) throws {
        let outcome = try shell("cat walk/*.png | flipbook \(words)")
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expect(result.isEmpty || outcome.text.contains(result), "\(outcome.text)")
    }

    @Test("a file is read where it lies, and one of which something was read already from there on")
    func files() throws {
        let whole = try shell("cat walk/*.png > all.png; flipbook export - -o a.mkv < all.png")
        expectEqual(whole.status, 0, "\(whole.errors)")
        let count = try bench.frames.png(1).count
        let rest = try shell("(head -c \(count) > first.png; flipbook list -) < all.png")
        expect(rest.status == 0 && rest.text.contains("/dev/stdin  1-3  3 frames"), "\(rest)")
    }

    @Test("one picture is one frame, and an animation or an archive is what it is as a file")
    func others() throws {
        try expectEqual(shell("flipbook render - -o one.png < walk/walk.0002.png").status, 0)
        try expect(
            shell("flipbook export walk -o walk.gif && cat walk.gif | flipbook list -").text.contains("4 frames")
        )
        let film = try shell("flipbook export walk -o walk.mkv && cat walk.mkv | flipbook export - -o again.mkv")
        expectEqual(film.status, 0, "\(film.errors)")
        try expect(shell("cat walk.mkv | flipbook lint -").text.contains("4 frames"))
    }

    @Test(
        "pictures of a format that does not say where one ends are refused, not shown as one",
        arguments: ["tif", "tga"]
    )
    func endless(type: String) throws {
        let outcome = try shell(
            "flipbook export walk -o 'f.####.\(type)' && cat f.*.\(type) | flipbook export - -o a.mkv"
        )
        expect(outcome.status == 1 && outcome.errors.contains("-: multiple T"), "\(outcome.errors)")
        try expectEqual(shell("flipbook list - < f.0001.\(type)").status, 0)
    }

    @Test("a last picture that is cut short is named by its position")
    func cut() throws {
        let outcome = try shell("cat walk/*.png | head -c -20 | flipbook export - -o a.mkv")
        expectEqual(outcome.status, 1, "\(outcome.errors)")
        expect(outcome.errors.contains("/dev/stdin frame 4: ends before"), "\(outcome.errors)")
        let held = try shell("cat walk/*.png | head -c -20 | flipbook export - --missing hold -o a.mkv")
        expectEqual(held.status, 0, "\(held.errors)")
        try expectEqual(bench.shown(in: "a.mkv", among: 1...4), [1, 2, 3, 3])
    }

    @Test(
        "what cannot be is refused before anything is read",
        arguments: [
            ("diff - -", "standard input was specified 2 times"), ("fix -", "'fix' requires files"),
            ("manifest -", "'manifest' requires files"), ("plan - -o a.mkv", "'plan' requires files"),
        ]
    )
    func refusals(words: String, reason: String) throws {
        let outcome = try bench.flipbook(words.split(separator: " ").map(String.init))
        expect(outcome.status == 2 && outcome.errors.contains(reason), "\(outcome)")
    }

    @Test("nothing at all, a terminal, and a folder without room are refused with what to do")
    func nothing() throws {
        let empty = try shell("flipbook export - -o a.mkv < /dev/null")
        expect(empty.status == 1 && empty.errors.contains("standard input is empty"), "\(empty.errors)")
        let terminal = try shell("script -qec \"'\(Program.flipbook.name)' list -\" /dev/null < /dev/null")
        expect(terminal.text.contains("standard input is a terminal. Send pictures to it"), "\(terminal.text)")
        let full = try shell("cat walk/*.png | TMPDIR=/dev/full/none flipbook list -")
        expect(full.status == 3 && full.errors.contains("Set TMPDIR to a folder with free space"), "\(full.errors)")
    }

    @Test(
        "thousands of pictures are read one by one",
        .enabled(if: LongTests.areWanted, LongTests.absence)
    )
    func many() throws {
        let outcome = try shell(
            "for i in $(seq 100); do cat walk/*.png walk/*.png walk/*.png walk/*.png walk/*.png; done > part; "
                + "for i in 1 2 3 4 5; do cat part; done | flipbook render - --frame 10000 -o a.png"
        )
        expectEqual(outcome.status, 0, "\(outcome.errors)")
    }
}
