import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// The order in which an export asks the disk for what it says is done: recorded by a library that is loaded before the C library.
@Suite(.hangLimit) struct PowerCutTests {
    private let bench: Workbench
    private let recorder: PreloadedLibrary

    init() throws {
        bench = try Workbench(walk: [1, 2, 3])
        recorder = try PreloadedLibrary(Self.source)
    }

    @Test("a file is on the disk before it has its name, and its name before the command says so")
    func file() throws {
        try expectEqual(calls("export", "walk", "-o", "a.mkv"), ["file", "name", "folder"])
        try expectEqual(calls("export", "walk", "-o", "a.mkv", "--overwrite").last, "folder")
        try expectEqual(calls("render", "walk", "-o", "a.png"), ["file", "name", "folder"])
    }

    @Test("numbered images are all on the disk before the first has its name")
    func images() throws {
        let calls = try calls("export", "walk", "-o", "out/a.#.png")
        // The list of the names comes first. A journal that goes on where the process is killed between two names is a file,
        // and its folder's name.
        expectEqual(calls, ["file", "disk", "file", "folder", "name", "name", "name", "folder"])
    }

    /// What the command asked the disk for, in order.
    private func calls(_ arguments: String...) throws -> [String] {
        let record = bench.folder.file("calls-\(UInt64.random(in: 0...UInt64.max))")
        let outcome = try Program.flipbook.run(
            arguments,
            in: bench.folder.path,
            environment: recorder.environment.merging(["CALLS": record.string]) { $1 }
        )
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        return try String(contentsOfFile: record.string, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/stat.h>
        #include <unistd.h>
        static void note(const char *word) {
            int file = open(getenv("CALLS"), O_WRONLY | O_CREAT | O_APPEND, 0644);
            if (write(file, word, strlen(word)) < 0) abort();
            close(file);
        }
        int fsync(int file) {
            struct stat status;
            fstat(file, &status);
            note(S_ISDIR(status.st_mode) ? "folder\\n" : "file\\n");
            return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(file);
        }
        int syncfs(int file) {
            note("disk\\n");
            return ((int (*)(int))dlsym(RTLD_NEXT, "syncfs"))(file);
        }
        int link(const char *from, const char *to) {
            note("name\\n");
            return ((int (*)(const char *, const char *))dlsym(RTLD_NEXT, "link"))(from, to);
        }
        int linkat(int here, const char *from, int there, const char *to, int flags) {
            note("name\\n");
            return ((int (*)(int, const char *, int, const char *, int))dlsym(RTLD_NEXT, "linkat"))(
                here, from, there, to, flags);
        }
        int rename(const char *from, const char *to) {
            note("name\\n");
            return ((int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename"))(from, to);
        }
        int renameat2(int here, const char *from, int there, const char *to, unsigned int flags) {
            note("name\\n");
            return ((int (*)(int, const char *, int, const char *, unsigned int))dlsym(RTLD_NEXT, "renameat2"))(
                here, from, there, to, flags);
        }
        """
}
