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
    ///   - whileRunning: Is handed the process once it runs, to send it a signal for example.
    public func run(
        _ arguments: [String],
        in folder: String? = nil,
        environment: [String: String] = [:],
        whileRunning: (Process) throws -> Void = { _ in }
    ) throws -> Outcome {
        let files = try TemporaryDirectory()
        let (outputFile, errorFile) = (files.file("output").string, files.file("errors").string)
        for path in [outputFile, errorFile] { try Data().write(to: URL(fileURLWithPath: path)) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [name] + arguments
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: outputFile))
        process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errorFile))
        try process.run()
        try whileRunning(process)
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0),
            output: try Data(contentsOf: URL(fileURLWithPath: outputFile)),
            errors: String(decoding: try Data(contentsOf: URL(fileURLWithPath: errorFile)), as: UTF8.self)
        )
    }
}
