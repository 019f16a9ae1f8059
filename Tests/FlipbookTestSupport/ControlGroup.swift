import Foundation
import Glibc

/// A control group with a limit, as a container has it; gone with this object.
public final class ControlGroup {
    /// What a group bounds.
    public enum Controller: String {
        case pids, memory
    }

    private let folder: String

    /// No such group can be made.
    public struct Unavailable: Error {}

    /// Whether one can be made here, and programs run in it.
    public static func isAvailable(_ controller: Controller) -> Bool {
        guard let group = try? ControlGroup(controller, limit: controller == .pids ? 1 << 20 : 1 << 30) else {
            return false
        }
        return withExtendedLifetime(group) {
            (try? Program("bash").run(["-c", "echo $$ >\(group.folder)/cgroup.procs"]).status) == 0
        }
    }

    /// A group below the controller's own hierarchy, or below that of all controllers.
    public init(_ controller: Controller, limit: Int) throws {
        let manager = FileManager.default
        let parents = ["/sys/fs/cgroup/\(controller)", "/sys/fs/cgroup"]
        guard let parent = parents.first(where: { manager.isWritableFile(atPath: $0 + "/cgroup.procs") }) else {
            throw Unavailable()
        }
        folder = "\(parent)/flipbook-test-\(UInt64.random(in: 0...UInt64.max))"
        try manager.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let files = ["\(controller).max", "\(controller).limit_in_bytes"].map { "\(folder)/\($0)" }
        guard let file = files.first(where: { manager.fileExists(atPath: $0) }) else { throw Unavailable() }
        try Data("\(limit)".utf8).write(to: URL(fileURLWithPath: file))
    }

    deinit { rmdir(folder) }

    /// Runs a command of the shell in the group, where `$0` is flipbook.
    public func run(
        _ command: String,
        in bench: Workbench,
        whileRunning: (RunningProgram) throws -> Void = { _ in }
    ) throws -> Program.Outcome {
        // The group stays until its process has ended.
        try withExtendedLifetime(self) {
            try Program("bash").run(
                ["-c", "echo $$ >\(folder)/cgroup.procs && exec \"$0\" \(command)", Program.flipbook.name],
                in: bench.folder.path,
                whileRunning: whileRunning
            )
        }
    }
}
