import FlipbookCore
import FlipbookTestSupport
import Foundation
import Glibc
import Testing

/// A limit of threads below what a process lives on.
@Suite(.timeLimit(.minutes(5))) struct ThreadLimitTests {
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
        let command = "ulimit -u \(threads); exec \"$0\" export walk -o walk.mp4"
        let outcome = try Program("bash").run(
            ["-c", "\(Self.asUser) bash -c '\(command)' \"$0\"", Program.flipbook.name],
            in: bench.folder.path
        )
        #expect(outcome.status == 3)
        #expect(outcome.errors.hasPrefix("error: Too few threads can be started"))
        #expect(!FileManager.default.fileExists(atPath: bench.folder.file("walk.mp4").string))
    }
}
