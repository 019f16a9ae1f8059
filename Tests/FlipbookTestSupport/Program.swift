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

    /// Python itself. The name may lead to a script that looks for it, which takes longer than Python does.
    public static let python: Program = {
        let found = try? Program("python3").run(["-c", "import sys; print(sys.executable, end='')"])
        return Program(found.flatMap { $0.status == 0 && !$0.text.isEmpty ? $0.text : nil } ?? "python3")
    }()

    /// Runs the program and waits for it.
    ///
    /// - Parameters:
    ///   - arguments: What follows the program's name.
    ///   - folder: The working directory.
    ///   - environment: Variables that differ from this process's.
    ///   - unset: Variables of this process that the program does not have.
    public func run(
        _ arguments: [String],
        in folder: String? = nil,
        environment: [String: String] = [:],
        without unset: [String] = []
    ) throws -> Outcome {
        var variables: [String: String?] = environment
        for name in unset where environment[name] == nil { variables.updateValue(nil, forKey: name) }
        if let loaded = LoadedProgram.suited(to: name, arguments, in: folder, variables: variables) {
            let files = try Files()
            let status = loaded.run(
                [name] + arguments,
                in: folder,
                variables: variables,
                output: files.output,
                errors: files.errors
            )
            if let status { return try files.outcome(status) }
        }
        return try run(arguments, in: folder, environment: environment, without: unset, whileRunning: { _ in })
    }

    /// The same.
    /// - Parameter whileRunning: Is handed the program once it runs, to send it a signal for example. Where this throws, the
    ///   program ends.
    public func run(
        _ arguments: [String],
        in folder: String? = nil,
        environment: [String: String] = [:],
        without unset: [String] = [],
        whileRunning: (RunningProgram) throws -> Void
    ) throws -> Outcome {
        let files = try Files()
        let program = try RunningProgram(
            name,
            arguments,
            in: folder,
            environment: RunningProgram.environment.filter { !unset.contains($0.key) }.merging(environment) { $1 },
            output: files.output,
            errors: files.errors
        )
        try whileRunning(program)
        return try files.outcome(program.wait().status)
    }

    /// Where a program's output goes: files, so that no pipe fills up.
    private final class Files {
        private let folder: TemporaryDirectory
        let output: Int32
        let errors: Int32

        init() throws {
            folder = try TemporaryDirectory()
            output = open(folder.file("output").string, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
            errors = open(folder.file("errors").string, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        }

        deinit { for file in [output, errors] { close(file) } }

        func outcome(_ status: Int32) throws -> Outcome {
            let (output, errors) = (folder.file("output").string, folder.file("errors").string)
            return Outcome(
                status: status,
                output: try Data(contentsOf: URL(fileURLWithPath: output)),
                errors: String(decoding: try Data(contentsOf: URL(fileURLWithPath: errors)), as: UTF8.self)
            )
        }
    }
}
