import FlipbookTestSupport
import Foundation
import Testing

/// What `--stall-limit` leaves alone: a process that waits for others is not stuck.
@Suite(.hangLimit) struct StallLimitTests {
    @Test(
        "a disk that takes longer than the limit to write does not end an export",
        arguments: ["a.mkv", "out/a.#.png"]
    )
    func slowDisk(output: String) throws {
        let bench = try Workbench(walk: 1...2)
        let disk = try PreloadedLibrary(Self.source)
        let outcome = try Program.flipbook.run(
            ["export", "walk", "-o", output, "--stall-limit", "10"],
            in: bench.folder.path,
            environment: disk.environment.merging(["FIRST_PAUSE": "12"]) { $1 }
        )
        expectEqual(outcome.status, 0, "\(outcome.errors)")
    }

    @Test(
        "a disk that takes longer than a minute to write does not end a fix",
        .enabled(if: LongTests.areWanted, LongTests.absence)
    )
    func slowFix() throws {
        let bench = try Workbench(walk: [1, 2, 4])
        try bench.add([3], to: "walk") { "walk.\($0).png" }
        let disk = try PreloadedLibrary(Self.source)
        let environment = disk.environment.merging(["FIRST_PAUSE": "63"]) { $1 }
        let outcome = try bench.flipbook("fix", "walk", environment: environment)
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        try expect(bench.names(in: "walk").contains(TestFrames.name(3)))
    }

    @Test("a reader that pauses longer than the limit gets every picture")
    func pausingReader() throws {
        let bench = try Workbench(frames: TestFrames(width: 400, height: 300))
        try bench.add(1...2, to: "walk")
        let line =
            "'\(Program.flipbook.name)' export walk -o - --format raw --stall-limit 10 -q | (sleep 12; wc -c)"
        let outcome = try Program("bash").run(["-o", "pipefail", "-c", line], in: bench.folder.path)
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expectEqual(outcome.text, "\(2 * 400 * 300 * 4)\n")
    }

    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <stdlib.h>
        #include <unistd.h>
        static void pause_once(void) {
            static int calls;
            if (__sync_fetch_and_add(&calls, 1) == 0) sleep(atoi(getenv("FIRST_PAUSE")));
        }
        #define SLOW(name) \
            int name(int file) { pause_once(); return ((int (*)(int))dlsym(RTLD_NEXT, #name))(file); }
        SLOW(fsync)
        SLOW(syncfs)
        """
}
