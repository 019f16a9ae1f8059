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
        let disk = try PreloadedLibrary(Self.source, in: bench.folder)
        let outcome = try Program.flipbook.run(
            ["export", "walk", "-o", output, "--stall-limit", "2"],
            in: bench.folder.path,
            environment: disk.environment
        )
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test("a reader that pauses longer than the limit gets every picture")
    func pausingReader() throws {
        let bench = try Workbench(frames: TestFrames(width: 400, height: 300))
        try bench.add(1...2, to: "walk")
        let line =
            "'\(Program.flipbook.name)' export walk -o - --format raw --stall-limit 2 -q | (sleep 4; wc -c)"
        let outcome = try Program("bash").run(["-o", "pipefail", "-c", line], in: bench.folder.path)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text == "\(2 * 400 * 300 * 4)\n")
    }

    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <unistd.h>
        #define SLOW(name) \
            int name(int file) { sleep(4); return ((int (*)(int))dlsym(RTLD_NEXT, #name))(file); }
        SLOW(fsync)
        SLOW(syncfs)
        """
}
