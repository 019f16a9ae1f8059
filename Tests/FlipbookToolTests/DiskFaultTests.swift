import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// Every call that changes the disk fails once, and every prefix of these calls is a crash: files are the old or the new
/// ones, all of them, once the next command has run.
@Suite(.timeLimit(.minutes(10))) struct DiskFaultTests {
    private let bench: Workbench
    private let injector: PreloadedLibrary

    init() throws {
        bench = try Workbench(walk: [1, 2, 3])
        injector = try PreloadedLibrary(Self.source, in: bench.folder)
    }

    private enum Fault: String, CaseIterable, CustomTestStringConvertible {
        case crash = "CRASH_AT"
        case failure = "FAIL_AT"
        var testDescription: String { rawValue }
    }

    private static let numbered = ["export", "walk", "-o", "out/a.#.png", "--size", "20x20", "--overwrite"]
    private static let single = ["render", "walk", "-o", "out/a.1.png", "--size", "20x20", "--overwrite"]

    @Test("numbered images are replaced all or not at all", arguments: Fault.allCases)
    private func images(fault: Fault) throws {
        try check(Self.numbered, old: ["export", "walk", "-o", "out/a.#.png"], fault)
    }

    @Test("new numbered images are there all or not at all", arguments: Fault.allCases)
    private func newImages(fault: Fault) throws { try check(Self.numbered.dropLast(), old: nil, fault) }

    @Test("one image is replaced or left as it was", arguments: Fault.allCases)
    private func image(fault: Fault) throws {
        try check(Self.single, old: ["render", "walk", "-o", "out/a.1.png"], fault)
    }

    private func check(_ command: [String], old: [String]?, _ fault: Fault) throws {
        func prepare() throws -> [String: Data] {
            try removeIfThere(bench.folder.file("out"))
            try FileManager.default.createDirectory(
                atPath: bench.folder.file("out").string,
                withIntermediateDirectories: true
            )
            if let old { #expect(try Program.flipbook.run(old, in: bench.folder.path).status == 0) }
            return try files()
        }
        let before = try prepare()
        let (_, count) = try run(command, [:])
        let after = try files()
        #expect(after != before && !after.isEmpty)
        try #require(count > 5)
        for place in 1...count {
            for (name, data) in try prepare() { #expect(before[name] == data) }
            let (outcome, _) = try run(command, [fault.rawValue: "\(place)"])
            if fault == .failure {
                #expect(outcome.status == 0 || outcome.status == 3, "call \(place): \(outcome.errors)")
                // What is said to be done is done. A failure leaves all as it was, or, where the folder cannot be flushed
                // after the name is given, the whole new file.
                let left = try files()
                #expect(left == after || outcome.status == 3 && left == before, "call \(place)")
            } else {
                #expect(outcome.status == 99 || outcome.status == 0, "call \(place): \(outcome.errors)")
            }
            // The next command in the folder finishes or undoes it.
            let next = try Program.flipbook.run(["render", "walk", "-o", "out/next.png"], in: bench.folder.path)
            #expect(next.status == 0, "\(next.errors)")
            try FileManager.default.removeItem(atPath: bench.folder.file("out/next.png").string)
            let names = try bench.names(in: "out")
            #expect(names.allSatisfy { !$0.hasPrefix(".") }, "call \(place): \(names)")
            let found = try files()
            #expect(found == before || found == after, "call \(place): \(found.keys.sorted())")
        }
    }

    /// Runs a command; how often it called what changes the disk.
    private func run(_ command: [String], _ fault: [String: String]) throws -> (Program.Outcome, calls: Int) {
        let record = bench.folder.file("calls")
        try removeIfThere(record)
        let outcome = try Program.flipbook.run(
            command,
            in: bench.folder.path,
            environment: injector.environment.merging(fault.merging(["CALLS": record.string]) { $1 }) { $1 }
        )
        let text = FileManager.default.contents(atPath: record.string).map { String(decoding: $0, as: UTF8.self) }
        return (outcome, text.flatMap { Int($0) } ?? 0)
    }

    private func removeIfThere(_ path: FilePath) throws {
        guard FileManager.default.fileExists(atPath: path.string) else { return }
        try FileManager.default.removeItem(atPath: path.string)
    }

    /// The files that have names, with what is in them.
    private func files() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try bench.names(in: "out") where !name.hasPrefix(".") {
            files[name] = try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("out/\(name)").string))
        }
        return files
    }

    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <stdarg.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/stat.h>
        #include <unistd.h>
        static int calls;
        static int fails(void) {
            int number = __sync_add_and_fetch(&calls, 1);
            const char *crash = getenv("CRASH_AT"), *fail = getenv("FAIL_AT");
            if (crash && atoi(crash) == number) _exit(99);
            if (!fail || atoi(fail) != number) return 0;
            errno = EIO;
            return 1;
        }
        __attribute__((destructor)) static void record(void) {
            const char *name = getenv("CALLS");
            FILE *file = name ? fopen(name, "w") : NULL;
            if (file) { fprintf(file, "%d", calls); fclose(file); }
        }
        #define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
        int open(const char *path, int flags, ...) {
            va_list list;
            va_start(list, flags);
            mode_t mode = va_arg(list, mode_t);
            va_end(list);
            if (flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE) { if (fails()) return -1; }
            return NEXT(open)(path, flags, mode);
        }
        ssize_t write(int file, const void *bytes, size_t count) {
            struct stat status;
            if (file > 2 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) && fails()) return -1;
            return NEXT(write)(file, bytes, count);
        }
        int fsync(int file) { return fails() ? -1 : NEXT(fsync)(file); }
        int syncfs(int file) { return fails() ? -1 : NEXT(syncfs)(file); }
        int mkdir(const char *path, mode_t mode) { return fails() ? -1 : NEXT(mkdir)(path, mode); }
        int link(const char *from, const char *to) { return fails() ? -1 : NEXT(link)(from, to); }
        int linkat(int here, const char *from, int there, const char *to, int flags) {
            return fails() ? -1 : NEXT(linkat)(here, from, there, to, flags);
        }
        int rename(const char *from, const char *to) { return fails() ? -1 : NEXT(rename)(from, to); }
        int unlink(const char *path) { return fails() ? -1 : NEXT(unlink)(path); }
        int rmdir(const char *path) { return fails() ? -1 : NEXT(rmdir)(path); }
        """
}
