import FlipbookFiles
import FoundationEssentials
import Glibc

/// A program of an engine, run to its end.
package struct EngineProgram {
    private let name: String
    private let package: String?

    /// A program of `PATH`, and the package that has it.
    package init(_ name: String, package: String?) { (self.name, self.package) = (name, package) }

    /// Runs the program; what it says on standard error goes to ours.
    /// - Parameter input: What it reads; with it, what it prints is returned, else it is printed.
    package func run(_ arguments: [String], input: String?) throws -> (status: Int32, output: String) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        guard
            let path = folders.map({ "\($0)/\(name)" }).first(where: {
                FileManager.default.isExecutableFile(atPath: $0)
            })
        else {
            let remedy =
                package.map { DebianPackage.installing(package: $0).asWholeSentence }
                ?? "Install it with 'pip install openjd-cli', or --print the template."
            throw Failure.environment("The program '\(name)' is not there. \(remedy)")
        }
        guard let input else { return (try ChildProcess(path, arguments, output: STDOUT_FILENO).wait(), "") }
        let (reading, writing) = (SignalPipe.ends(), SignalPipe.ends())
        guard reading.output >= 0, writing.output >= 0 else {
            throw Failure.environment("No pipe: \(String(cString: strerror(errno))).")
        }
        let process = try ChildProcess(path, arguments, input: writing.output, output: reading.input)
        close(writing.output)
        close(reading.input)
        // A program that leaves a part of its input does not end this one.
        let former = signal(SIGPIPE, SIG_IGN)
        _ = Array(input.utf8).withUnsafeBytes { OpenFile.write($0, to: writing.input) }
        signal(SIGPIPE, former)
        close(writing.input)
        let output = OpenFile.contents(of: reading.output).bytes
        close(reading.output)
        return (process.wait(), String(decoding: output, as: UTF8.self))
    }
}
