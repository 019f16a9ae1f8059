import FlipbookCore
public import Foundation

/// Another program, run to its end: ffmpeg and ffprobe for checking our files, and flipbook itself.
public struct Program: Sendable {
    /// The program's path, or its name to be looked up in `PATH`.
    public let name: String

    /// What a run came to.
    public struct Outcome: Sendable {
        /// The exit status; a signal's number plus 128 where one ended it.
        public let status: Int32
        /// Everything on standard output.
        public let output: Data
        /// Everything on standard error.
        public let errors: String

        /// Standard output as text.
        public var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// A program by its path or name.
    public init(_ name: String) {
        self.name = name
    }

    /// The command that was built with the tests, beside them.
    public static let flipbook: Program = {
        let runner = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return Program(runner.deletingLastPathComponent().appendingPathComponent("flipbook").path)
    }()

    /// Runs the program and waits for it. Its output goes through files, so that no pipe fills up.
    ///
    /// - Parameters:
    ///   - arguments: What follows the program's name.
    ///   - folder: The working directory.
    ///   - environment: Variables that differ from this process's.
    ///   - unset: Variables of this process that the program does not have.
    ///   - whileRunning: Is handed the program once it runs, to send it a signal for example. Where this throws, the program is killed.
    public func run(
        _ arguments: [String],
        in folder: String? = nil,
        environment: [String: String] = [:],
        without unset: [String] = [],
        whileRunning: (RunningProgram) throws -> Void = { _ in }
    ) throws -> Outcome {
        let files = try TemporaryDirectory()
        let paths: [String] = ["output", "errors"].map { files.file($0).string }
        let ends = paths.map { (path: String) in open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644) }
        defer { for end in ends { close(end) } }
        let program = try RunningProgram(
            name,
            arguments,
            in: folder,
            environment: RunningProgram.environment.filter { !unset.contains($0.key) }.merging(environment) { $1 },
            output: ends[0],
            errors: ends[1]
        )
        do { try whileRunning(program) } catch {
            program.send(SIGKILL)
            program.wait()
            throw error
        }
        return Outcome(
            status: program.wait().status,
            output: try Data(contentsOf: URL(fileURLWithPath: paths[0])),
            errors: String(decoding: try Data(contentsOf: URL(fileURLWithPath: paths[1])), as: UTF8.self)
        )
    }
}
