import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// What the next command does after an export was killed while its images got their names.
@Suite(.hangLimit) struct RecoveryTests {
    private let bench: Workbench
    private let faults: PreloadedLibrary
    private static let count = 6

    init() throws {
        bench = try Workbench(walk: 1...Self.count)
        faults = try PreloadedLibrary(Self.source)
        for number in 1...Self.count {
            try bench.folder.write(try bench.frames.png(number + 20), to: "other/\(TestFrames.name(number))")
        }
    }

    private func flipbook(_ line: String, _ environment: [String: String] = [:]) throws -> Program.Outcome {
        try Program.flipbook.run(
            line.split(separator: " ").map(String.init),
            in: bench.folder.path,
            environment: environment.isEmpty ? [:] : faults.environment.merging(environment) { $1 }
        )
    }

    /// Exports `walk`, then `other` into its place, which is killed as the third image of six gets its name.
    private func interrupt(pattern: String = "k/o.@.png") throws {
        try expectEqual(flipbook("export walk -o \(pattern)").status, 0)
        let killed = try flipbook("export other -o \(pattern) --overwrite", ["EXIT_AT": "rename 3"])
        expectEqual(killed.status, 99, "\(killed.errors)")
        try expectEqual(hidden.count, 1)
        try expectEqual(new, 2)
    }

    private var hidden: [String] { get throws { try bench.names(in: "k").filter { $0.hasPrefix(".") } } }

    private func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("k/\(name)").string))
    }

    /// How many images in `k` are of the second export.
    private var new: Int {
        get throws {
            if !FileManager.default.fileExists(atPath: bench.folder.file("new").string) {
                try require(try flipbook("export other -o new/o.@.png").status == 0)
            }
            let others = try bench.names(in: "new").map {
                try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("new/\($0)").string))
            }
            let names = try bench.names(in: "k").filter { !$0.hasPrefix(".") }
            expectEqual(names.count, Self.count)
            return try names.count { others.contains(try bytes($0)) }
        }
    }

    @Test(
        "the next export into the folder finishes it, whatever letter the names begin with",
        arguments: ["k/o.@.png", "k/\u{338}o.@.png"]
    )
    func finished(pattern: String) throws {
        try interrupt(pattern: pattern)
        let next = try flipbook("render walk -o k/next.png")
        expect(
            next.errors.contains("and 5 more: finished an export that was interrupted while naming its files.")
        )
        try FileManager.default.removeItem(atPath: bench.folder.file("k/next.png").string)
        try expectEqual(new, Self.count)
        try expectEqual(hidden, [])
    }

    @Test("frames that were written anew meanwhile stay, and the command that refuses says what it found")
    func changed() throws {
        try interrupt()
        for number in 1...Self.count {
            try bench.folder.write(try bench.frames.png(number + 40), to: "k/o.\(number).png")
        }
        let outcome = try flipbook("export walk -o k/o.@.png")
        expectEqual(outcome.status, 2)
        expectEqual(
            outcome.errors,
            "error: k/o.1.png and 5 more: undid an export that was interrupted while naming its files, except "
                + "for 6 that have changed since. k/o.1.png exists and was not changed. Choose a different name with "
                + "-o, or add --overwrite to replace it.\n"
        )
        for number in 1...Self.count { try expectEqual(bytes("o.\(number).png"), Data(bench.frames.png(number + 40))) }
        try expectEqual(hidden, [])
    }

    @Test("where some frames were written anew, they stay, and the others are the old ones")
    func partlyChanged() throws {
        try interrupt()
        let old = try bytes("o.6.png")
        try bench.folder.write(try bench.frames.png(41), to: "k/o.1.png")
        try bench.folder.write(try bench.frames.png(45), to: "k/o.5.png")
        let outcome = try flipbook("render walk -o k/next.png")
        expect(outcome.errors.contains("naming its files, except for 2 that have changed since."), "\(outcome.errors)")
        try expectEqual(bytes("o.1.png"), Data(bench.frames.png(41)))
        try expectEqual(bytes("o.5.png"), Data(bench.frames.png(45)))
        try expectEqual(bytes("o.6.png"), old)
        try FileManager.default.removeItem(atPath: bench.folder.file("k/next.png").string)
        try expectEqual(new, 0)
        try expectEqual(hidden, [])
    }

    @Test("a command that reads the frames says that they are of two exports")
    func reading() throws {
        try interrupt()
        for input in ["k", "k/o.@.png"] {
            let outcome = try flipbook("export \(input) -o elsewhere.gif --overwrite")
            expectEqual(outcome.status, 0)
            expect(outcome.errors.contains("was interrupted while naming its files"), "\(outcome.errors)")
        }
        try expectEqual(hidden.count, 1)
    }

    @Test(
        "what cannot be finished is undone, and what cannot be undone either is kept for the next command",
        arguments: LongTests.cases(["open", "read", "lstat", "link", "rename", "fsync", "unlink", "rmdir"], every: 3)
    )
    func failures(call: String) throws {
        try interrupt()
        // Each such call fails, and those after it.
        for first in LongTests.areWanted ? Array(1...20) : [1, 5] {
            let outcome = try flipbook("render walk -o k/next.png --overwrite -q", ["FAIL_FROM": "\(call) \(first)"])
            expect([0, 3].contains(outcome.status), "\(call) \(first): \(outcome.errors)")
            if try hidden.isEmpty { break }
        }
        _ = try flipbook("render walk -o k/next.png --overwrite")
        try FileManager.default.removeItem(atPath: bench.folder.file("k/next.png").string)
        try expectEqual(hidden, [])
        let found = try new
        expect(found == 0 || found == Self.count, "\(call): \(found)")
    }

    @Test("without hard links a failure is undone, and a kill is finished or undone")
    func withoutLinks() throws {
        try expectEqual(flipbook("export walk -o k/o.@.png").status, 0)
        let failed = try flipbook(
            "export other -o k/o.@.png --overwrite",
            ["NO_LINKS": "1", "FAIL_ONCE": "rename 6"]
        )
        expectEqual(failed.status, 3, "\(failed.errors)")
        try expectEqual(new, 0)
        try expectEqual(hidden, [])
        // Between the renaming of an old file and that of the new one.
        let killed = try flipbook("export other -o k/o.@.png --overwrite", ["NO_LINKS": "1", "EXIT_AT": "rename 6"])
        expectEqual(killed.status, 99)
        try expectEqual(flipbook("render walk -o k/next.png").status, 0)
        try FileManager.default.removeItem(atPath: bench.folder.file("k/next.png").string)
        try expectEqual(new, Self.count)
        try expectEqual(hidden, [])
    }

    @Test("an export that can neither go on nor go back says so, and the next one mends it")
    func stuck() throws {
        try expectEqual(flipbook("export walk -o k/o.@.png").status, 0)
        let failed = try flipbook("export other -o k/o.@.png --overwrite", ["FAIL_FROM": "rename 3"])
        expectEqual(failed.status, 3)
        expect(failed.errors.contains("the changes could not be undone"), "\(failed.errors)")
        try expectEqual(hidden.count, 1)
        let next = try flipbook("render walk -o k/next.png")
        expect(next.errors.contains("an export that was interrupted while naming its files"), "\(next.errors)")
        try FileManager.default.removeItem(atPath: bench.folder.file("k/next.png").string)
        let found = try new
        expect(found == 0 || found == Self.count)
        try expectEqual(hidden, [])
    }

    @Test(
        "a folder and a file that are made and not locked yet are not another export's to remove",
        arguments: ["k/o.@.png", "k/o.mkv"]
    )
    func window(output: String) throws {
        try bench.folder.write(try bench.frames.png(1), to: "k/first.png")
        // In between, another export begins and ends in the folder.
        let outcome = try flipbook(
            "export walk -o \(output)",
            ["BETWEEN": "'\(Program.flipbook.name)' render walk -o k/second.png -q"]
                .merging(output.hasSuffix("mkv") ? ["NO_TMPFILE": "1"] : [:]) { $1 }
        )
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        let names = try bench.names(in: "k")
        expect(names.contains("second.png") && names.contains("first.png"))
        expectEqual(names.count, (output.hasSuffix("mkv") ? 3 : 2 + Self.count))
        try expectEqual(hidden, [])
    }

    /// Faults in what concerns the folder `k`; a variable has the name of a call and which one of these it is.
    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <stdarg.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/file.h>
        #include <sys/stat.h>
        #include <unistd.h>
        #define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
        static int reach(const char *variable, const char *call, int number, int from) {
            const char *text = getenv(variable);
            char name[16];
            int wanted;
            if (text == NULL || sscanf(text, "%15s %d", name, &wanted) != 2 || strcmp(name, call) != 0) return 0;
            return from ? number >= wanted : number == wanted;
        }
        static int fails(const char *call, int *count) {
            int number = __sync_add_and_fetch(count, 1);
            if (reach("EXIT_AT", call, number, 0)) _exit(99);
            if (!reach("FAIL_FROM", call, number, 1) && !reach("FAIL_ONCE", call, number, 0)) return 0;
            errno = EIO;
            return 1;
        }
        #define FAILS(call) ({ static int count; fails(call, &count); })
        static int in_folder(const char *path) { return strstr(path, "k/") == path || strstr(path, "/k/") != NULL; }
        static int is_below(const char *part, int file) {
            char link[32], path[4096];
            snprintf(link, sizeof link, "/proc/self/fd/%d", file);
            ssize_t length = readlink(link, path, sizeof path - 1);
            path[length < 0 ? 0 : length] = 0;
            return strstr(path, part) != NULL;
        }
        int open(const char *path, int flags, ...) {
            va_list list;
            va_start(list, flags);
            mode_t mode = va_arg(list, mode_t);
            va_end(list);
            if (getenv("NO_TMPFILE") && (flags & O_TMPFILE) == O_TMPFILE) { errno = EOPNOTSUPP; return -1; }
            if (strstr(path, "/.flipbook-") && !(flags & O_DIRECTORY) && FAILS("open")) return -1;
            return NEXT(open)(path, flags, mode);
        }
        ssize_t read(int file, void *bytes, size_t count) {
            return is_below("/k/.flipbook-", file) && FAILS("read") ? -1 : NEXT(read)(file, bytes, count);
        }
        int lstat(const char *path, struct stat *status) {
            return in_folder(path) && FAILS("lstat") ? -1 : NEXT(lstat)(path, status);
        }
        int link(const char *from, const char *to) {
            if (getenv("NO_LINKS")) { errno = EPERM; return -1; }
            return FAILS("link") ? -1 : NEXT(link)(from, to);
        }
        int rename(const char *from, const char *to) {
            return in_folder(to) && FAILS("rename") ? -1 : NEXT(rename)(from, to);
        }
        int fsync(int file) { return FAILS("fsync") ? -1 : NEXT(fsync)(file); }
        int unlink(const char *path) { return in_folder(path) && FAILS("unlink") ? -1 : NEXT(unlink)(path); }
        int rmdir(const char *path) { return in_folder(path) && FAILS("rmdir") ? -1 : NEXT(rmdir)(path); }
        int flock(int file, int how) {
            const char *command = getenv("BETWEEN");
            if (command && is_below("/k/.flipbook-", file)) {
                char *copy = strdup(command);
                unsetenv("BETWEEN");
                unsetenv("LD_PRELOAD");
                if (system(copy) != 0) abort();
            }
            return NEXT(flock)(file, how);
        }
        """
}
