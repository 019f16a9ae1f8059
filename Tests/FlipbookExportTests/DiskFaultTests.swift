import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// Every call that changes the disk fails once, and after every prefix of these calls the process is killed or the power is
/// cut: files are the old or the new ones, all of them, once the next command has run.
@Suite(.enabled(if: Sanitizer.isAbsent, Sanitizer.presence), .hangLimit) struct DiskFaultTests {
    private let bench: Workbench
    private let injector: PreloadedLibrary

    init() throws {
        bench = try Workbench(walk: [1, 2, 3])
        injector = try PreloadedLibrary(Self.source)
    }

    private enum Fault: String, CaseIterable {
        /// The process ends; what it wrote is there.
        case crash = "CRASH_AT"
        /// The machine ends: names are there, and of what was not flushed to the disk nothing is.
        case powerCut = "CUT_AT"
        case failure = "FAIL_AT"
    }

    private static let numbered = ["export", "walk", "-o", "out/a.#.png", "--size", "20x20", "--overwrite"]
    /// One that is mended where its beginning tells its length, and with `--all` one of many pieces.
    private static let movies = ["out/a.mp4"] + (LongTests.areWanted ? ["out/a.mkv"] : [])
    private static let single = ["render", "walk", "-o", "out/a.1.png", "--size", "20x20", "--overwrite"]

    @Test("numbered images are replaced all or not at all")
    func images() throws { try check(Self.numbered, old: ["export", "walk", "-o", "out/a.#.png"]) }

    @Test("new numbered images are there all or not at all")
    func newImages() throws { try check(Self.numbered.dropLast(), old: nil) }

    @Test("a movie is replaced or left as it was", arguments: movies)
    func movie(name: String) throws {
        let command = ["export", "walk", "-o", name]
        try check(command + ["--size", "20x20", "--overwrite"], old: command)
    }

    @Test("one image is replaced or left as it was")
    func image() throws { try check(Self.single, old: ["render", "walk", "-o", "out/a.1.png"]) }

    private func check(_ command: [String], old: [String]?) throws {
        let (folder, kept) = (bench.folder.file("out").string, bench.folder.file("kept").string)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        if let old { try expectEqual(Program.flipbook.run(old, in: bench.folder.path).status, 0) }
        try FileManager.default.copyItem(atPath: folder, toPath: kept)
        var decoded: [Data: Data] = [:]
        let before = try files(&decoded)
        let (_, count) = try run(command, [:])
        let after = try files(&decoded)
        expect(after != before && !after.isEmpty)
        try require(count > 5)
        // Every day each fifth call, for one of the three faults; of few calls one for each fault.
        let share = LongTests.areWanted ? 1 : 5 * Fault.allCases.count
        for (index, fault) in Fault.allCases.enumerated() {
            var struck = 0
            for place in stride(from: 5 * index % min(share, count) + 1, through: count, by: share) {
                try FileManager.default.removeItem(atPath: folder)
                try FileManager.default.copyItem(atPath: kept, toPath: folder)
                let (outcome, calls) = try run(command, [fault.rawValue: "\(place)"])
                if fault == .failure ? calls >= place : outcome.status == 99 { struck += 1 }
                if fault == .failure {
                    expect(outcome.status == 0 || outcome.status == 3, "call \(place): \(outcome.errors)")
                    // What is said to be done is done. A failure leaves all as it was, or, where the folder cannot be
                    // flushed after the name is given, the whole new file.
                    let left = try files(&decoded)
                    expect(left == after || outcome.status == 3 && left == before, "call \(place)")
                } else {
                    expect(outcome.status == 99 || outcome.status == 0, "\(fault), call \(place): \(outcome.errors)")
                }
                // The next command in the folder finishes or undoes it.
                let next = try Program.flipbook.run(["render", "walk", "-o", "out/next.png"], in: bench.folder.path)
                expectEqual(next.status, 0, "\(next.errors)")
                try FileManager.default.removeItem(atPath: bench.folder.file("out/next.png").string)
                let names = try bench.names(in: "out")
                expect(names.allSatisfy { !$0.hasPrefix(".") }, "\(fault), call \(place): \(names)")
                let found = try files(&decoded)
                expect(found == before || found == after, "\(fault), call \(place): \(found.keys.sorted())")
            }
            expect(struck > 0, "\(fault) was met by none of \(count) calls")
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

    /// The files that have names, with what is in them: of a movie its pixels, since each has a time or a number of its own.
    /// - Parameter decoded: The pixels of movies that were met before.
    private func files(_ decoded: inout [Data: Data]) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try bench.names(in: "out") where !name.hasPrefix(".") {
            let file = bench.folder.file("out/\(name)")
            let bytes = try Data(contentsOf: URL(fileURLWithPath: file.string))
            guard !name.hasSuffix(".png") else {
                files[name] = bytes
                continue
            }
            let pixels =
                try decoded[bytes] ?? Data(VideoFile(file).frames(format: "rgba", byteCount: 1 << 20).joined())
            decoded[bytes] = pixels
            files[name] = pixels
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
        #include <sys/uio.h>
        #include <unistd.h>
        static int calls;
        // Files that were written since they were flushed, each by a descriptor of ours and the file's number.
        static struct { int file; ino_t number; } dirty[256];
        static int dirty_count;
        static int known(ino_t number) {
            for (int i = 0; i < dirty_count; i++) if (dirty[i].number == number) return i;
            return -1;
        }
        static void written(int file) {
            struct stat status;
            if (getenv("CUT_AT") == NULL || fstat(file, &status) != 0 || known(status.st_ino) >= 0) return;
            if (dirty_count == 256) abort();
            dirty[dirty_count].number = status.st_ino;
            dirty[dirty_count++].file = dup(file);
        }
        static void flushed(int file) {
            struct stat status;
            int i = fstat(file, &status) == 0 ? known(status.st_ino) : -1;
            if (i < 0) return;
            close(dirty[i].file);
            dirty[i] = dirty[--dirty_count];
        }
        static int is(const char *name, int number) {
            const char *text = getenv(name);
            return text && atoi(text) == number;
        }
        static int fails(void) {
            int number = __sync_add_and_fetch(&calls, 1);
            if (is("CUT_AT", number)) {
                for (int i = 0; i < dirty_count; i++) if (ftruncate(dirty[i].file, 0) != 0) abort();
                _exit(99);
            }
            if (is("CRASH_AT", number)) _exit(99);
            if (!is("FAIL_AT", number)) return 0;
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
        static int writes(int file) {
            struct stat status;
            if (file <= 2 || fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return 1;
            if (fails()) return 0;
            written(file);
            return 1;
        }
        ssize_t write(int file, const void *bytes, size_t count) {
            return writes(file) ? NEXT(write)(file, bytes, count) : -1;
        }
        ssize_t writev(int file, const struct iovec *parts, int count) {
            return writes(file) ? NEXT(writev)(file, parts, count) : -1;
        }
        int fsync(int file) {
            if (fails()) return -1;
            flushed(file);
            return NEXT(fsync)(file);
        }
        int syncfs(int file) {
            if (fails()) return -1;
            while (dirty_count > 0) close(dirty[--dirty_count].file);
            return NEXT(syncfs)(file);
        }
        int mkdir(const char *path, mode_t mode) { return fails() ? -1 : NEXT(mkdir)(path, mode); }
        int link(const char *from, const char *to) { return fails() ? -1 : NEXT(link)(from, to); }
        int linkat(int here, const char *from, int there, const char *to, int flags) {
            return fails() ? -1 : NEXT(linkat)(here, from, there, to, flags);
        }
        int rename(const char *from, const char *to) { return fails() ? -1 : NEXT(rename)(from, to); }
        int renameat2(int here, const char *from, int there, const char *to, unsigned int flags) {
            return fails() ? -1 : NEXT(renameat2)(here, from, there, to, flags);
        }
        int unlink(const char *path) { return fails() ? -1 : NEXT(unlink)(path); }
        int rmdir(const char *path) { return fails() ? -1 : NEXT(rmdir)(path); }
        """
}
