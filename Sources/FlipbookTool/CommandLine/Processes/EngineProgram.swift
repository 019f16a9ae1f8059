internal import CFiles
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
    /// - Throws: ``Failure`` where there is no such program.
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
        guard let input else {
            return (try ChildProcess(path, arguments, output: STDOUT_FILENO).wait().status, "")
        }
        let (reading, writing) = (try Pipe(), try Pipe())
        let process = try ChildProcess(path, arguments, input: writing.reader, output: reading.writer)
        writing.closeReader()
        reading.closeWriter()
        writing.write(input)
        writing.closeWriter()
        let output = reading.readToEnd()
        reading.closeReader()
        return (process.wait().status, output)
    }

    /// Two ends of a stream between processes.
    private struct Pipe {
        let reader: Int32
        let writer: Int32

        init() throws(Failure) {
            var ends: [Int32] = [-1, -1]
            guard flipbook_pipe(&ends) == 0 else {
                throw Failure.environment("No pipe: \(String(cString: strerror(errno))).")
            }
            (reader, writer) = (ends[0], ends[1])
        }

        func closeReader() { close(reader) }

        func closeWriter() { close(writer) }

        /// Writes all of a text, or as much as the other end reads: a program that leaves the rest does not end this one.
        func write(_ text: String) {
            let former = signal(SIGPIPE, SIG_IGN)
            defer { signal(SIGPIPE, former) }
            _ = Array(text.utf8).withUnsafeBytes { OpenFile.write($0, to: writer) }
        }

        func readToEnd() -> String { String(decoding: OpenFile.contents(of: reader).bytes, as: UTF8.self) }
    }
}

extension ChildProcess.Ending {
    /// As a shell has it: the exit status, or 128 and the signal's number.
    fileprivate var status: Int32 {
        switch self {
        case .exit(let status): status
        case .signal(let number): 128 + number
        }
    }
}
