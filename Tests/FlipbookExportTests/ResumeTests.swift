import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// `flipbook export --resume` and `--incremental`.
@Suite(.hangLimit) struct ResumeTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench(walk: 1...24)
    }

    @Test(
        "an export that is killed again and again becomes the file of one that is not",
        .enabled(if: LongTests.areWanted, LongTests.absence),
        arguments: LongTests.cases(["a.mp4", "a.mkv", "out/a.##.png"], every: 3)
    )
    func kills(name: String) throws {
        let command = ["export", "walk", "-o", name, "--resume", "--segment", "3", "-q"]
        try expectEqual(bench.flipbook(command).status, 0)
        let expected = try contents(of: name)
        try remove(name)
        let killer = try PreloadedLibrary(Self.source)
        var (kills, isThere) = (0, false)
        // The segments and the images of the last kind are 48 files, those of a movie nine.
        for names in [1, 2, 4, 8, 16, 32, 64, 128] where !isThere {
            let environment = killer.environment.merging(["NAMES": "\(names)"]) { $1 }
            let outcome = try bench.flipbook(command, environment: environment)
            // A file that has its name is a whole one.
            try expect(contents(of: name).allSatisfy(expected.contains), "killed after \(names) names")
            if outcome.status == 128 + SIGKILL {
                kills += 1
                continue
            }
            // What was killed while its images got their names is finished, and then the names are taken.
            let isFinished =
                name.hasPrefix("out/") && outcome.errors.contains("finished an export that was interrupted")
            expectEqual(outcome.status, (isFinished ? 2 : 0), "after \(kills) kills: \(outcome.errors)")
            try expectEqual(contents(of: name), expected, "after \(kills) kills: \(outcome.errors)")
            isThere = true
        }
        expect(kills >= 3 && isThere)
        try expectEqual(bench.flipbook(command + ["--overwrite"]).status, 0)
        try expectEqual(contents(of: name), expected)
        // Nothing is left.
        try expectEqual(bench.names(in: FilePath(name).directory).filter { $0.hasPrefix(".") }, [])
    }

    /// A process that is killed when it has given as many files their names as `NAMES` says, and is about to give the next its own.
    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <signal.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <unistd.h>
        static void count(void) {
            static int names;
            if (__sync_add_and_fetch(&names, 1) > atoi(getenv("NAMES"))) kill(getpid(), SIGKILL);
        }
        #define COUNTED(name, parameters, ...) \
            int name parameters { count(); return ((int (*) parameters)dlsym(RTLD_NEXT, #name))(__VA_ARGS__); }
        COUNTED(link, (const char *from, const char *to), from, to)
        COUNTED(linkat, (int a, const char *from, int b, const char *to, int flags), a, from, b, to, flags)
        COUNTED(rename, (const char *from, const char *to), from, to)
        COUNTED(renameat2, (int a, const char *from, int b, const char *to, unsigned int flags), a, from, b, to, flags)
        """

    @Test("going on says how much was there")
    func words() throws {
        let plan = try bench.flipbook("plan", "walk", "-o", "a.mp4", "--segment", "3")
        try bench.folder.write(Array(plan.output), to: "plan.json")
        for index in [0, 5, 3] {
            try expectEqual(bench.flipbook("segment", "plan.json", "--index", "\(index)").status, 0)
        }
        let outcome = try bench.flipbook("export", "walk", "-o", "a.mp4", "--segment", "3", "--resume", "--json")
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expect(outcome.errors.contains("note: Resumed; 3 of 8 segments were complete."), "\(outcome.errors)")
        expect(outcome.text.contains(#""complete" : 3"#), "\(outcome.text)")
        try expectEqual(bench.names(), ["a.mp4", "plan.json", "walk"])
    }

    @Test("a frame that changed is made again, and no other segment")
    func incremental() throws {
        let options = ["export", "walk", "-o", "a.mp4", "--incremental", "--segment", "3", "--overwrite"]
        try expectEqual(bench.flipbook(options).errors.contains("kept"), false)
        let same = try bench.flipbook(options)
        expect(same.errors.contains("note: Reused 8 of 8 segments."), "\(same.errors)")
        try bench.folder.write(bench.frames.png(60), to: "walk/\(TestFrames.name(14))")
        let changed = try bench.flipbook(options)
        expect(changed.errors.contains("note: Reused 7 of 8 segments."), "\(changed.errors)")
        let expected = try contents(of: "a.mp4")
        try expectEqual(bench.names(in: ".a.mp4.flipbook").count, 8)
        let whole = try bench.flipbook(
            ["export", "walk", "-o", "a.mp4", "--work", "elsewhere", "--segment", "3", "--overwrite"]
        )
        expectEqual(whole.status, 0, "\(whole.errors)")
        try expectEqual(contents(of: "a.mp4"), expected)
        try expectEqual(bench.names(), [".a.mp4.flipbook", "a.mp4", "walk"])
    }

    @Test("hashes are kept in the user's cache folder, unless --no-cache says not to")
    func cache() throws {
        // A file that was written a moment ago is hashed again.
        let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("sequences/bouncing-ball").path
        let cache = ["XDG_CACHE_HOME": bench.folder.path + "/cache"]
        let plain = try bench.flipbook(["plan", samples, "-o", "a.mp4", "--no-cache"], environment: cache)
        expectEqual(plain.status, 0, "\(plain.errors)")
        try expectEqual(bench.names(), ["walk"])
        let first = try bench.flipbook(["plan", samples, "-o", "a.mp4"], environment: cache)
        expectEqual(first.text, plain.text)
        try expectEqual(bench.names(in: "cache/flipbook"), ["hashes.sqlite"])
        try expectEqual(bench.flipbook(["plan", samples, "-o", "a.mp4"], environment: cache).text, plain.text)
    }

    @Test("an interrupted export keeps what is complete and leaves no process")
    func interruption() throws {
        let many = try Workbench(walk: 1...120)
        let outcome = try many.flipbook(
            ["export", "walk", "-o", "a.mp4", "--resume", "--segment", "5", "--preset", "veryslow"]
        ) { process in
            while process.isRunning, (try? many.names(in: ".a.mp4.flipbook").contains { !$0.hasPrefix(".") }) != true {
                usleep(5000)
            }
            process.send(SIGINT)
        }
        expectEqual(outcome.status, 130, "\(outcome.errors)")
        let kept = try many.names(in: ".a.mp4.flipbook")
        expect(!kept.isEmpty)
        expect(kept.allSatisfy { !$0.hasPrefix(".") }, "\(kept)")
        let resumed = try many.flipbook(
            "export",
            "walk",
            "-o",
            "a.mp4",
            "--resume",
            "--segment",
            "5",
            "--preset",
            "veryslow"
        )
        expect(resumed.errors.contains("Resumed; \(kept.count) of 24 segments were complete"), "\(resumed.errors)")
    }

    /// The bytes of a file, or of a pattern's files; none where there is none.
    private func contents(of name: String) throws -> [Data] {
        let folder = FilePath(name).directory
        let ending = String(name.suffix(4))
        guard FileManager.default.fileExists(atPath: bench.folder.path + "/" + folder) else { return [] }
        return try bench.names(in: folder).filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }.map {
            try Data(contentsOf: URL(fileURLWithPath: "\(bench.folder.path)/\(folder)/\($0)"))
        }
    }

    private func remove(_ name: String) throws {
        let path = name.contains("/") ? FilePath(name).directory : name
        try FileManager.default.removeItem(atPath: bench.folder.path + "/" + path)
    }
}
