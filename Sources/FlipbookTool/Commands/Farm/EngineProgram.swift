import FlipbookCore
import Foundation

/// A program of an engine, run to its end.
struct EngineProgram {
    private let name: String
    private let package: String?

    /// A program of `PATH`, and the package that has it.
    init(_ name: String, package: String?) { (self.name, self.package) = (name, package) }

    /// Runs the program; what it says on standard error goes to ours.
    /// - Parameter input: What it reads; with it, what it prints is returned, else it is printed.
    /// - Throws: ``Failure`` where there is no such program.
    func run(_ arguments: [String], input: String?) throws -> (status: Int32, output: String) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        guard
            let path = folders.map({ "\($0)/\(name)" }).first(where: {
                FileManager.default.isExecutableFile(atPath: $0)
            })
        else {
            let remedy =
                package.map { " Install it with 'apt install \($0)' (Debian, Ubuntu)." }
                ?? " Install it with 'pip install openjd-cli', or --print the template."
            throw Failure(message: "The program '\(name)' is not there.\(remedy)", status: .environment)
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let (reading, writing) = (Pipe(), Pipe())
        if input != nil {
            process.standardInput = writing
            process.standardOutput = reading
        } else {
            process.standardInput = FileHandle.nullDevice
        }
        try process.run()
        var output = Data()
        if let input {
            try writing.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try writing.fileHandleForWriting.close()
            output = reading.fileHandleForReading.readDataToEndOfFile()
        }
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
