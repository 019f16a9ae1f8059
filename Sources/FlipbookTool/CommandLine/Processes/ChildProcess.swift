internal import CFiles
import FlipbookFiles
import FoundationEssentials
import Glibc
import Synchronization

package final class ChildProcess: Sendable {
    private let id: pid_t
    private let isGone = Mutex(false)

    /// Starts the program at `path`, with all files closed except the three standard streams.
    /// - Parameters:
    ///   - input: The program's standard input, or `nil` if there is none.
    ///   - output: The program's standard output, or `nil` if there is none.
    package init(_ path: String, _ arguments: [String], input: Int32? = nil, output: Int32? = nil) throws(Failure) {
        // Without this, a process that inherited an ignored SIGCHLD could not wait for children.
        signal(SIGCHLD, SIG_DFL)
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var id: Int32 = 0
        let code = flipbook_start(&id, path, &words, environ, [input ?? -1, output ?? -1, STDERR_FILENO], nil, false)
        guard code == 0 else {
            let reason = MachineShortage(errno: code)?.sentence ?? "\(path): \(String(cString: strerror(code)))."
            throw Failure.environment(reason)
        }
        self.id = id
    }

    package func terminate() {
        // After the program has ended, its identifier may belong to another process.
        isGone.withLock { if !$0 { kill(id, SIGTERM) } }
    }

    /// Waits for the program to end, and returns its status; after a signal, this is 128 plus the signal's number. Call it
    /// once.
    package func wait() -> (status: Int32, isSignal: Bool) {
        var information = siginfo_t()
        while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        return isGone.withLock { isGone in
            var status: Int32 = 0
            let ended = waitpid(id, &status, 0)
            isGone = true
            guard ended == id else { return (255, false) }
            let signal = status & 0x7F
            return signal == 0 ? ((status >> 8) & 0xFF, false) : (128 + signal, true)
        }
    }
}

package struct EngineProgram {
    private let name: String
    private let package: String?

    package init(_ name: String, package: String?) { (self.name, self.package) = (name, package) }

    /// Runs the program.
    /// - Parameter input: The program's standard input. If `nil`, the program's output is printed; otherwise, it is returned.
    package func run(_ arguments: [String], input: String?) throws -> (status: Int32, output: String) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        guard
            let path = folders.map({ "\($0)/\(name)" }).first(where: {
                FileManager.default.isExecutableFile(atPath: $0)
            })
        else {
            let remedy =
                package.map { DebianPackage.installing(package: $0).asWholeSentence }
                ?? "Install it with 'pip install openjd-cli', or print the template with --print."
            throw Failure.environment("The program '\(name)' was not found. \(remedy)")
        }
        guard let input else { return (try ChildProcess(path, arguments, output: STDOUT_FILENO).wait().status, "") }
        let (reading, writing) = (SignalPipe.ends(), SignalPipe.ends())
        guard reading.output >= 0, writing.output >= 0
        else { throw Failure.environment("Cannot create a pipe: \(String(cString: strerror(errno))).") }
        let process = try ChildProcess(path, arguments, input: writing.output, output: reading.input)
        close(writing.output)
        close(reading.input)
        // This process must not be killed if the child exits without reading all of its input.
        let former = signal(SIGPIPE, SIG_IGN)
        _ = Array(input.utf8).withUnsafeBytes { OpenFile.write($0, to: writing.input) }
        signal(SIGPIPE, former)
        close(writing.input)
        let output = OpenFile.contents(of: reading.output).bytes
        close(reading.output)
        return (process.wait().status, String(decoding: output, as: UTF8.self))
    }
}
