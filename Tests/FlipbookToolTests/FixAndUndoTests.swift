import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

@Suite("flipbook fix and undo, and what stands in their way")
struct FixAndUndoTests {
    @Test("undo looks at every folder before anything moves")
    func allOrNothing() throws {
        let bench = try Workbench()
        for folder in ["shots/a", "shots/b", "shots/c"] { try bench.add([1, 2, 4], to: folder) }
        try expectEqual(bench.flipbook("fix", "-r", "shots", "--unsafe").status, 1)
        // Someone draws over a frame that the fix made.
        try bench.folder.write(bench.frames.png(9), to: "shots/a/walk.0003.png")
        let before = try bench.contents("shots")
        let refused = try bench.flipbook("undo", "-r", "shots")
        expectEqual(refused.status, 3)
        expectEqual(
            refused.errorLines,
            [
                "error: shots/a: walk.0003.png was changed after the fix, so undoing could lose work; nothing was undone.",
                "error: The other 2 folders were left unchanged. Specify only folders whose fixes can be undone.",
            ]
        )
        try expectEqual(bench.contents("shots"), before)
        try expectEqual(bench.flipbook("undo", "shots/b", "shots/c").status, 0)
        try expectEqual(bench.names(in: "shots/b"), [1, 2, 4].map { TestFrames.name($0) })
    }

    @Test("a signal ends undo behind the folder that it is at, which is put back to the end")
    func interruptedUndo() throws {
        let bench = try Workbench()
        for folder in ["shots/a", "shots/b"] { try bench.add([1, 2, 4], to: folder) }
        try expectEqual(bench.flipbook("fix", "-r", "shots", "--unsafe").status, 1)
        // The first write to the disk is that before the first move.
        let library = try PreloadedLibrary(
            """
            #include <signal.h>
            #include <sys/syscall.h>
            #include <unistd.h>
            int fsync(int file) {
                static int count;
                if (count++ == 0) { kill(getpid(), SIGTERM); usleep(300000); }
                return (int)syscall(SYS_fsync, file);
            }
            """
        )
        let outcome = try bench.flipbook("undo", "-r", "shots", environment: library.environment)
        expectEqual(outcome.status, 128 + SIGTERM, "\(outcome.errors)")
        expectEqual(
            outcome.errorLines.first?.hasPrefix("note: shots/a: restored to its state before the fix"),
            true,
            "\(outcome.errors)"
        )
        try expectEqual(bench.names(in: "shots/a"), [1, 2, 4].map { TestFrames.name($0) })
        try expectEqual(bench.flipbook("undo", "-r", "shots").errorLines.map { $0.prefix(14) }, ["note: shots/b:"])
        try expectEqual(bench.names(in: "shots/b"), [1, 2, 4].map { TestFrames.name($0) })
    }

    @Test("undo -r undoes the folders below, --list shows what can be undone, --forget drops it")
    func recursiveUndo() throws {
        let bench = try Workbench()
        for folder in ["shots/a", "shots/b"] { try bench.add([1, 2, 4], to: folder) }
        try bench.add(1...3, to: "shots/c")
        let before = try bench.contents("shots")
        try expectEqual(bench.flipbook("fix", "-r", "shots", "--unsafe").status, 1)
        try expect(bench.contents("shots") != before)
        let listed = try bench.flipbook("undo", "-r", "--list", "shots")
        expectEqual(listed.status, 0)
        let lines = listed.text.split(separator: "\n")
        expectEqual(lines.map { $0.prefix(14) }, ["shots/a  fix 1", "shots/b  fix 1"])
        expect(lines.allSatisfy { $0.hasSuffix(": 1 made") })
        let undone = try bench.flipbook("undo", "-r", "shots")
        expectEqual(undone.status, 0)
        expectEqual(undone.errorLines.map { $0.prefix(14) }, ["note: shots/a:", "note: shots/b:"])
        try expectEqual(bench.contents("shots"), before)
        try expectEqual(bench.flipbook("undo", "-r", "shots").status, 3)

        try expectEqual(bench.flipbook("fix", "shots/a", "--unsafe").status, 1)
        let forgotten = try bench.flipbook("undo", "--forget", "shots/a")
        expect(forgotten.status == 0 && forgotten.errors.hasPrefix("note: forgotten: shots/a  fix 1"))
        try expectEqual(bench.flipbook("undo", "shots/a").status, 3)
        try expect(bench.flipbook("lint", "shots/a").text.contains("fix.held-frame"))
        try expectEqual(bench.flipbook("undo", "--list", "shots/a").errors, "note: there is no fix to undo.\n")
    }

    @Test("a folder that another process fixes just now is refused, and nothing offers to cancel that fix")
    func busy() throws {
        let bench = try Workbench(walk: [1, 2, 4])
        let before = try bench.contents("walk")
        let folder = open(bench.folder.path + "/walk", O_RDONLY | O_DIRECTORY)
        expectEqual(flock(folder, LOCK_EX | LOCK_NB), 0)
        for words in [["fix", "walk", "--unsafe"], ["undo", "walk"]] {
            if words[0] == "undo" { try bench.folder.write([], to: "walk/.flipbook-fix-1/.journal") }
            let run = try Program.flipbook.run(words, in: bench.folder.path)
            expectEqual(run.status, 3)
            let busy =
                "error: walk: another run is fixing this folder or undoing a fix; try again when that run is done."
            expect(run.errorLines.contains(busy), "\(run.errors)")
        }
        close(folder)
        try expectEqual(bench.flipbook("undo", "walk").status, 0)
        try expectEqual(bench.contents("walk"), before)
        try expectEqual(bench.flipbook("fix", "walk", "--unsafe").status, 1)
    }

    @Test("a folder that cannot be written is left as it is, with status 3")
    func readOnly() throws {
        let bench = try Workbench(walk: [1, 2, 4])
        let path = bench.folder.path + "/walk"
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path)
        let run = try bench.powerless("fix", "walk", "--unsafe")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        expectEqual(run.status, 3)
        let advice = "is not writable; make it writable, or specify a folder elsewhere with --into."
        expect(run.errors.contains("error: walk: \(advice)\n"), "\(run.errors)")
        expect(run.text.hasSuffix("1 warning, 1 input failed; 1 fixable: flipbook fix --unsafe walk\n"), "\(run.text)")
        try expectEqual(bench.names(in: "walk"), [1, 2, 4].map { TestFrames.name($0) })

        try expectEqual(bench.flipbook("fix", "walk", "--unsafe").status, 1)
        let fixed = try bench.contents("walk")
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path)
        let undone = try bench.powerless("undo", "walk")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        expectEqual(undone.status, 3)
        let words = "walk: is not writable, so its fix was not undone; make it writable, and try again"
        expectEqual(undone.errors, "error: \(words).\n")
        try expectEqual(bench.contents("walk"), fixed)
    }

    @Test("-r fixes the folders that can be fixed, reports what is left, and ends with the refusal of the others")
    func partOfATree() throws {
        let bench = try Workbench()
        for folder in ["shots/a", "shots/b", "shots/c"] {
            try bench.add([1, 2, 3, 4], to: folder)
            try bench.add([5], to: folder) { "walk.\($0).png" }
        }
        let busy = open(bench.folder.path + "/shots/b", O_RDONLY | O_DIRECTORY)
        expectEqual(flock(busy, LOCK_EX | LOCK_NB), 0)
        let run = try bench.flipbook("fix", "-r", "shots", "--format", "compact")
        close(busy)
        expectEqual(run.status, 3)
        expect(run.errors.contains("shots/a: 1 change; undo with") && run.errors.contains("shots/c: 1 change"))
        expectEqual(run.errorLines.last?.hasPrefix("error: shots/b: another run is fixing this folder"), true)
        expect(run.text.contains("shots/b/walk.5.png") && !run.text.contains("shots/a/"), "\(run.text)")
        try expect(bench.names(in: "shots/c").contains("walk.0005.png"))
    }

    @Test("a fix that did not end is put back first, and --diff says so")
    func unfinished() throws {
        let bench = try Workbench(walk: [1, 2, 3])
        try bench.add([4], to: "walk") { "walk.\($0).png" }
        try bench.folder.write([], to: "walk/.flipbook-fix-1/.journal")
        let before = try bench.contents("walk")
        for words in [["--diff"], []] {
            let run = try Program.flipbook.run(["fix", "walk"] + words, in: bench.folder.path)
            expectEqual(run.status, 1)
            expect(run.errors.contains("undo it with 'flipbook undo' first"), "\(run.errors)")
            try expectEqual(bench.contents("walk"), before)
        }
        let undone = try bench.flipbook("undo", "walk")
        expectEqual(undone.status, 0)
        expectEqual(
            undone.errors,
            "note: walk: restored to its state before the fix (the fix had not changed anything "
                + "yet).\n"
        )
    }

    @Test("undo takes a folder that is named twice back once")
    func undoTwice() throws {
        let bench = try Workbench(walk: [1, 2, 4])
        let before = try bench.contents("walk")
        try expectEqual(bench.flipbook("fix", "walk", "--unsafe").status, 1)
        let run = try bench.flipbook("undo", "walk", "walk/", "./walk")
        expect(run.status == 0 && run.errorLines.count == 1, "\(run.errors)")
        try expectEqual(bench.contents("walk"), before)
    }

    @Test("a fix's folder that came from elsewhere takes nothing through a symbolic link", arguments: [false, true])
    func strangeFolder(isLink: Bool) throws {
        let bench = try Workbench(walk: 1...3)
        try bench.folder.write(Array("mine".utf8), to: "home/moved-diary.txt")
        let fix = "walk/.flipbook-fix-1"
        let link = isLink ? fix : "\(fix)/.replaced"
        let journal = (isLink ? "home" : fix) + "/journal"
        try bench.folder.write(Array("flipbook journal 1\0end/0".utf8), to: journal)
        try FileManager.default.createSymbolicLink(
            atPath: bench.folder.file(link).string,
            withDestinationPath: bench.folder.file("home").string
        )
        let before = try bench.contents("home")
        for arguments in [["undo", "walk"], ["undo", "--forget", "walk"], ["undo", "--list", "walk"]] {
            _ = try bench.flipbook(arguments)
            try expectEqual(bench.contents("home"), before, "\(arguments)")
        }
    }
}
