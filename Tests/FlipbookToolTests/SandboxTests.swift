import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// What `flipbook lint` gives up before it opens the first picture.
@Suite(.enabled(if: Sanitizer.isAbsent, Sanitizer.presence), .hangLimit) struct SandboxTests {
    private let bench: Workbench

    init() throws { bench = try Workbench(walk: 1...3) }

    /// Whether the kernel has Landlock and seccomp, by its own word; where it has not, `--sandbox` says so.
    private static let isWhole: Bool = {
        let question = """
            import ctypes, os
            version = ctypes.CDLL(None).syscall(444, None, 0, 1)
            exit(0 if version > 0 and os.path.exists("/proc/sys/kernel/seccomp/actions_avail") else 1)
            """
        do {
            return try Program.python.run(["-c", question]).status == 0
        } catch {
            Issue.record(error)
            return true
        }
    }()

    @Test("with -v it says what holds, and what does not; --sandbox insists on all of it")
    func words() throws {
        let told = try bench.flipbook("lint", "-v", "walk")
        expectEqual(told.status, 0)
        let insisted = try bench.flipbook("lint", "--sandbox", "walk")
        if Self.isWhole {
            expect(told.errors.hasPrefix("note: sandbox: only 1 folder can be read (Landlock "))
            expect(
                told.errors.contains("; no writing, programs or connections (seccomp)."),
                "\(told.errors)"
            )
            expectEqual(insisted.errors, "")
        } else {
            expect(told.errors.contains("disabled in this kernel") || told.errors.contains("seccomp: "))
            expect(insisted.errors.hasPrefix("error: --sandbox: "))
            expectEqual(insisted.status, 3)
        }
        let none = try bench.flipbook("lint", "-v", "--no-sandbox", "walk")
        expectEqual(none.errors, "note: sandbox: none (--no-sandbox).\n")
        expectEqual(none.status, 0)
    }

    @Test("frames that are links to other folders are linted, and links to nowhere are reported as before")
    func links() throws {
        try bench.add(4...5, to: "elsewhere/deep")
        let manager = FileManager.default
        for (number, target) in [
            (4, "../elsewhere/deep/walk.0004.png"), (5, bench.folder.path + "/elsewhere/deep/walk.0005.png"),
        ] {
            let path = bench.folder.file("walk/\(TestFrames.name(number))").string
            try manager.createSymbolicLink(atPath: path, withDestinationPath: target)
        }
        try manager.createSymbolicLink(atPath: bench.folder.file("linked").string, withDestinationPath: "walk")
        for input in ["walk", "linked"] {
            let outcome = try bench.flipbook("lint", "--deep", "--format", "json", input)
            let bare = try bench.flipbook("lint", "--deep", "--format", "json", "--no-sandbox", input)
            expectEqual(outcome.text, bare.text)
            expect(!outcome.text.contains("load."))
            expectEqual(outcome.status, bare.status)
        }
        try manager.removeItem(atPath: bench.folder.file("elsewhere/deep/walk.0004.png").string)
        let outcome = try bench.flipbook("lint", "--format", "compact", "walk")
        expect(outcome.text.contains("[load."))
        expectEqual(outcome.status, 1)
    }

    @Test("the texts of SVG files look inside as they do outside")
    func fonts() throws {
        let folder = bench.folder.file("svg").string
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        for (number, text) in ["one", "two", "three"].enumerated() {
            let picture = """
                <svg xmlns="http://www.w3.org/2000/svg" width="320" height="90">
                <text x="10" y="70" font-size="60">\(text)</text></svg>
                """
            try Data(picture.utf8).write(to: URL(fileURLWithPath: "\(folder)/svg.\(number + 1).svg"))
        }
        let inside = try bench.flipbook("lint", "--deep", "svg")
        let outside = try bench.flipbook("lint", "--deep", "svg", "--no-sandbox")
        expectEqual(inside.text, outside.text)
        expectEqual(inside.errors, outside.errors)
        expectEqual(inside.status, outside.status)
    }

    @Test("a frame that is a link to a device is said to be one, where the sandbox would not let it be opened, too")
    func device() throws {
        let link = bench.folder.file("walk/\(TestFrames.name(4))").string
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/tty")
        let outcomes = try ["--sandbox", "--no-sandbox"].map { option in
            try bench.flipbook("lint", "--format", "compact", Self.isWhole ? option : "--no-sandbox", "walk")
        }
        expect(outcomes[0].text.contains("a device"), "\(outcomes[0].text)")
        expectEqual(outcomes[0].text, outcomes[1].text)
    }

    @Test("reports and baselines are written, and replaced, by a process that may")
    func reports() throws {
        let notes = "note: a.json: 0 errors, 0 warnings; written.\nnote: a.html: 0 errors, 0 warnings; written.\n"
        for _ in 0..<2 {
            let outcome = try bench.flipbook(
                "lint",
                "walk",
                "--format",
                "json=a.json",
                "--format",
                "html=a.html",
                "--write-baseline",
                "base.yaml",
                "--overwrite"
            )
            expectEqual(outcome.errors, "note: base.yaml: 0 findings; written.\n" + notes)
            expectEqual(outcome.status, 0)
            try expectEqual(bench.names(), ["a.html", "a.json", "base.yaml", "walk"])
        }
        let report = try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("a.json").string))
        try expect(JSONSerialization.jsonObject(with: report) is [String: Any])
    }

    /// What runs in the place of a picture's first bytes: it tries what an intruder would, and says what succeeded.
    private static let intruder = """
        #define _GNU_SOURCE
        #include <arpa/inet.h>
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <sched.h>
        #include <signal.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <sys/inotify.h>
        #include <sys/resource.h>
        #include <sys/shm.h>
        #include <sys/stat.h>
        #include <sys/syscall.h>
        #include <unistd.h>
        static long namespace(void) {
            long child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
            if (child == 0) _exit(0);
            return child;
        }
        static long process(void) {
            long child = fork();
            if (child == 0) _exit(0);
            return child;
        }
        static long schedule(void) {
            char attributes[64] = {0};
            long result = syscall(SYS_sched_getattr, getppid(), attributes, sizeof attributes, 0);
            return result == 0 ? syscall(SYS_sched_setattr, getppid(), attributes, 0) : result;
        }
        static int limit(void) {
            struct rlimit now;
            int result = prlimit(getppid(), RLIMIT_CORE, 0, &now);
            return result == 0 ? prlimit(getppid(), RLIMIT_CORE, &now, 0) : result;
        }
        static int own(void) {
            int ends[2];
            return pipe(ends) == 0 ? fcntl(ends[0], F_SETOWN, getppid()) : -1;
        }
        static void tell(const char *what, int result) {
            dprintf(2, "%s: %s\\n", what, result >= 0 ? "succeeded" : "refused");
        }
        ssize_t pread(int file, void *buffer, size_t count, off_t offset) {
            static int runs;
            static ssize_t (*real)(int, void *, size_t, off_t);
            if (!real) real = (ssize_t(*)(int, void *, size_t, off_t))dlsym(RTLD_NEXT, "pread");
            if (!__atomic_exchange_n(&runs, 1, __ATOMIC_SEQ_CST)) {
                const char *secret = getenv("INTRUDER_SECRET"), *frame = getenv("INTRUDER_FRAME");
                tell("read", open(secret, O_RDONLY));
                tell("list", open("/", O_RDONLY | O_DIRECTORY));
                tell("create", open("made.txt", O_WRONLY | O_CREAT, 0666));
                tell("overwrite", open(frame, O_WRONLY | O_TRUNC));
                tell("remove", unlink(frame));
                tell("rename", rename(frame, "walk/other.png"));
                tell("mode", chmod(frame, 0777));
                tell("connect", socket(AF_INET, SOCK_STREAM, 0));
                tell("signal", kill(getppid(), 0));
                tell("signal of a file", own());
                tell("newer mode", syscall(452 /* fchmodat2 */, AT_FDCWD, frame, 0777, 0));
                tell("newer attribute", syscall(463 /* setxattrat */, AT_FDCWD, frame, 0, "user.a", 0, 0));
                tell("file system", syscall(430 /* fsopen */, "tmpfs", 0));
                tell("namespace", namespace());
                tell("limit", limit());
                tell("priority", setpriority(PRIO_PROCESS, getppid(), getpriority(PRIO_PROCESS, getppid())));
                tell("schedule", schedule());
                tell("watch", inotify_init1(0));
                tell("process", process());
                tell("shared memory", shmget(IPC_PRIVATE, 4096, 0600));
                tell("program", access("/bin/true", X_OK) == 0 ? execl("/bin/true", "true", (char *)0) : -1);
                tell("frame", open(frame, O_RDONLY));
            }
            return real(file, buffer, count, offset);
        }
        ssize_t pread64(int file, void *buffer, size_t count, off_t offset) { return pread(file, buffer, count, offset); }
        """

    @Test(
        "code that takes the process over while a picture is read reaches nothing but the frames",
        .enabled(if: isWhole, "the kernel lacks Landlock or seccomp")
    )
    func intruder() throws {
        try bench.folder.write(Array(Self.intruder.utf8), to: "intruder.c")
        try bench.folder.write([1], to: "secret")
        let built = try Program("clang").run(
            ["-shared", "-fPIC", "intruder.c", "-o", "intruder.so"],
            in: bench.folder.path
        )
        try require(built.status == 0, "\(built.errors)")
        let environment = [
            "LD_PRELOAD": bench.folder.file("intruder.so").string,
            "INTRUDER_SECRET": bench.folder.file("secret").string,
            "INTRUDER_FRAME": bench.folder.file("walk/walk.0002.png").string,
        ]
        let outcome = try bench.flipbook("lint", "--deep", "walk", environment: environment)
        let newer = [
            "signal of a file", "newer mode", "newer attribute", "file system", "namespace", "limit", "priority",
            "schedule", "watch", "process", "shared memory",
        ]
        let tried =
            ["read", "list", "create", "overwrite", "remove", "rename", "mode", "connect", "signal"] + newer + [
                "program"
            ]
        expectEqual(outcome.errorLines, tried.map { "\($0): refused" } + ["frame: succeeded"])
        expectEqual(outcome.status, 0)
        try expectEqual(bench.names(in: "walk"), (1...3).map { TestFrames.name($0) })
        // Without the sandbox all of it would have worked: the test tries what it says. The program ends it.
        let bare = try bench.flipbook("lint", "--deep", "--no-sandbox", "walk", environment: environment)
        for what in [
            "read", "connect", "signal of a file", "limit", "priority", "schedule", "watch", "process", "shared memory",
        ] {
            expect(bare.errors.contains("\(what): succeeded"), "\(bare.errors)")
        }
    }
}
