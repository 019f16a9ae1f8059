import FlipbookCore
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
        "too few threads are an error with a sentence and status 3, not a wait for ever",
        .enabled(if: isReachable, "another user than root cannot run the program where it lies"),
        arguments: [1, 2, 4, 7, 9]
    )
    func limit(threads: Int) throws {
        let bench = try Workbench(walk: 1...2)
        let outcome = try run("export walk -o walk.mp4", threads: threads, in: bench)
        #expect(outcome.status == 3)
        #expect(outcome.errors.hasPrefix("error: Too few threads can be started"))
        #expect(!FileManager.default.fileExists(atPath: bench.folder.file("walk.mp4").string))
    }

    @Test(
        "help and the version want no further thread",
        .enabled(if: isReachable, "another user than root cannot run the program where it lies"),
        arguments: ["--help", "--version", "export --help", "export -h", "help lint"]
    )
    func words(command: String) throws {
        let bench = try Workbench()
        let outcome = try run(command, threads: 1, in: bench)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text == (try bench.flipbook(command.split(separator: " ").map(String.init)).text))
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
        "a container with too few threads gets the same message, or what stands still for want of one; none waits for ever",
        .enabled(if: ControlGroup.isAvailable, "no control group with a pids limit can be made here"),
        arguments: LongTests.cases([1, 2, 4, 8, 11, 13, 14, 15, 16], every: 2)
    )
    func container(threads: Int) throws {
        let bench = try Workbench(walk: 1...2)
        let group = try ControlGroup(threads: threads)
        let command = "echo $$ >\(group.folder)/cgroup.procs; exec \"$0\" export walk -o walk.mp4 --stall-limit 2"
        let outcome = try withExtendedLifetime(group) { _ in
            try Program("bash").run(["-c", command, Program.flipbook.name], in: bench.folder.path)
        }
        let isThere = FileManager.default.fileExists(atPath: bench.folder.file("walk.mp4").string)
        #expect(isThere == (outcome.status == 0))
        guard outcome.status != 0 else { return #expect(threads > 8) }
        #expect(outcome.status == 3)
        let words = ["error: Too few threads can be started", "error: Nothing has moved for 2 s"]
        #expect(words.contains { outcome.errors.hasPrefix($0) }, "\(outcome.errors)")
    }
}

/// A control group with a limit of threads, as a container has it; gone with this object.
private final class ControlGroup {
    let folder: String

    /// Where groups are made: beneath the controller's own hierarchy, or beneath that of all controllers.
    private static let parent = ["/sys/fs/cgroup/pids", "/sys/fs/cgroup"].first {
        FileManager.default.isWritableFile(atPath: $0 + "/cgroup.procs")
    }

    static let isAvailable = {
        do {
            let group = try ControlGroup(threads: 9)
            return withExtendedLifetime(group) { FileManager.default.fileExists(atPath: $0.folder + "/pids.max") }
        } catch {
            return false
        }
    }()

    init(threads: Int) throws {
        let parent = try #require(Self.parent)
        folder = "\(parent)/flipbook-test-\(UInt64.random(in: 0...UInt64.max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try Data("\(threads)".utf8).write(to: URL(fileURLWithPath: folder + "/pids.max"))
    }

    deinit { rmdir(folder) }
}
