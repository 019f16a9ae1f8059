import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Glibc
import Testing

/// A limit of threads below what a process lives on.
@Suite(.enabled(if: Sanitizer.isAbsent, Sanitizer.presence), .hangLimit) struct ThreadLimitTests {
    /// Root has no limits, so it becomes a user that runs nothing else.
    private static let asUser = geteuid() == 0 ? "exec setpriv --reuid 54321 --regid 54321 --clear-groups" : "exec"

    /// Whether that user can run the program where it lies: a checkout may be in a folder of root's alone.
    private static let isReachable =
        (try? Program("bash").run(["-c", "\(asUser) test -x \"$0\"", Program.flipbook.name], in: "/"))?.status == 0

    @Test(
        "too few threads are an error with a sentence and status 3, not a wait forever",
        .enabled(if: isReachable, "another user than root cannot run the program where it lies"),
        arguments: [1, 2, 4, 7, 9]
    )
    func limit(threads: Int) throws {
        let bench = try Workbench(walk: 1...2)
        let outcome = try run("export walk -o walk.mp4", threads: threads, in: bench)
        expectEqual(outcome.status, 3)
        expect(outcome.errors.hasPrefix("error: Too few threads can be started"))
        expect(!FileManager.default.fileExists(atPath: bench.folder.file("walk.mp4").string))
    }

    @Test(
        "help and the version want no further thread",
        .enabled(if: isReachable, "another user than root cannot run the program where it lies"),
        arguments: ["--help", "--version", "export --help", "export -h", "help lint"]
    )
    func words(command: String) throws {
        let bench = try Workbench()
        let outcome = try run(command, threads: 1, in: bench)
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expectEqual(outcome.text, (try bench.flipbook(command.split(separator: " ").map(String.init)).text))
    }

    /// Runs the command as a user that may have so many threads.
    private func run(_ command: String, threads: Int, in bench: Workbench) throws -> Program.Outcome {
        let words = "ulimit -u \(threads); exec \"$0\" \(command)"
        return try Program("bash").run(
            ["-c", "\(Self.asUser) bash -c '\(words)' \"$0\"", Program.flipbook.name],
            in: bench.folder.path
        )
    }

    @Test(
        "a container with too few threads gets the same message, or what stands still for want of one; none waits forever",
        .enabled(if: areGroupsAvailable, groupAbsence),
        arguments: LongTests.cases([1, 2, 4, 8, 11, 13, 14, 15, 16], every: 2)
    )
    func container(threads: Int) throws {
        let bench = try Workbench(walk: 1...2)
        let outcome = try ControlGroup(.pids, limit: threads).run("export walk -o walk.mp4 --stall-limit 2", in: bench)
        let isThere = FileManager.default.fileExists(atPath: bench.folder.file("walk.mp4").string)
        expectEqual(isThere, outcome.status == 0)
        guard outcome.status != 0 else { return expect(threads > 8) }
        expectEqual(outcome.status, 3)
        let words = ["error: Too few threads can be started", "error: Gave up after 2 s"]
        expect(words.contains { outcome.errors.hasPrefix($0) }, "\(outcome.errors)")
    }

    private static let areGroupsAvailable = ControlGroup.isAvailable(.pids)
    private static let groupAbsence: Comment = "no control group with a pids limit can be made here"

    @Test(
        "an export in such a container hears signals, whether it goes on or stands still for want of a thread",
        .enabled(if: areGroupsAvailable, groupAbsence),
        arguments: LongTests.cases((8...16).flatMap { threads in [SIGTERM, SIGINT].map { (threads, $0) } }, every: 5)
    )
    func signals(threads: Int, signal: Int32) throws {
        let bench = try Workbench(walk: 1...2)
        let command = "export walk -o walk.mp4 --repeat 20000 --stall-limit 0"
        let outcome = try ControlGroup(.pids, limit: threads).run(command, in: bench) { process in
            while process.isRunning, !process.hearsSignals { usleep(10_000) }
            // It ends by itself now, goes on for minutes, or stands still forever, of which nothing tells.
            for _ in 0..<100 where process.isRunning { usleep(10_000) }
            process.send(signal)
            let end = ContinuousClock.now + Patience.limit
            while process.isRunning, ContinuousClock.now < end { usleep(10_000) }
            if process.isRunning { process.end() }
        }
        try expectEqual(bench.names(), ["walk"])
        let isShort = outcome.status == 3 && outcome.errors.hasPrefix("error: Too few threads can be started")
        let isInterrupted =
            outcome.status == 128 + signal && outcome.errors.contains("error: Interrupted")
        expect(isShort || isInterrupted, "\(outcome.status) \(outcome.errors)")
    }

    @Test(
        "a followed folder that cannot be watched is not called gone: the limit that is reached is named",
        .enabled(if: areWatchesLimited, "no limit of watched folders can be set here"),
        arguments: ["instances", "watches"]
    )
    func watches(kind: String) throws {
        let bench = try Workbench(walk: 1...2)
        let outcome = try Self.unwatched(
            "exec \"$0\" play walk --follow --sink fakesink",
            kind: kind,
            in: bench.folder.path
        )
        expectEqual(outcome.status, 3)
        expect(outcome.errors.hasPrefix("error: Too many folders are being watched"), "\(outcome.errors)")
    }

    private static let areWatchesLimited = (try? unwatched("true", kind: "watches", in: "/"))?.status == 0

    /// Runs a command of the shell as a user of whom no folder may be watched.
    private static func unwatched(_ command: String, kind: String, in folder: String) throws -> Program.Outcome {
        let words = "echo 0 >/proc/sys/user/max_inotify_\(kind) && \(command)"
        return try Program("unshare").run(["-Ur", "bash", "-c", words, Program.flipbook.name], in: folder)
    }

    @Test(
        "a folder that cannot be watched for want of a thread is not called gone",
        .enabled(if: areGroupsAvailable, groupAbsence),
        arguments: LongTests.cases(Array(1...12), every: 3)
    )
    func watch(threads: Int) throws {
        let bench = try Workbench()
        try FileManager.default.createDirectory(
            atPath: bench.folder.file("walk").string,
            withIntermediateDirectories: false
        )
        let command = "play walk --follow --sink fakesink"
        let outcome = try ControlGroup(.pids, limit: threads).run(command, in: bench) { process in
            while process.isRunning, !process.hearsSignals { usleep(10_000) }
            // It waits for a frame, or has a thread too few.
            for _ in 0..<100 where process.isRunning { usleep(10_000) }
            process.send(SIGINT)
        }
        let isShort = outcome.status == 3 && outcome.errors.hasPrefix("error: Too few threads can be started")
        let waits = outcome.status == 130 && outcome.errors.contains("walk: waiting for the first frame")
        expect(isShort || waits, "\(outcome.status) \(outcome.errors)")
    }
}

extension RunningProgram {
    /// Whether SIGTERM does not end it, as the kernel says. A shell catches SIGINT, and no other.
    fileprivate var hearsSignals: Bool {
        let status = (try? String(contentsOfFile: "/proc/\(processIdentifier)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
        let mask = line.flatMap { UInt64($0.dropFirst(7).drop { $0.isWhitespace }, radix: 16) } ?? 0
        return mask >> UInt64(SIGTERM - 1) & 1 == 1
    }
}
