internal import CSandbox
package import FlipbookCore
import FlipbookFiles
import Glibc

/// Writes the files that a command promised, also once it may write no more.
///
/// A process that gives up writing first starts a copy of itself, which waits: handed a text, it gives the file that was
/// named on the command line its contents, and does nothing else. So a report appears whole or not at all, as ever, and the
/// process that reads pictures can create, change and remove nothing.
package struct PromisedFiles {
    private let files: [TextFile]
    /// To the copy and from it, or `nil` if this process writes.
    private var channel: (to: Int32, from: Int32)?

    /// Some files, each once, written by this process.
    package init(_ files: [TextFile]) { self.files = files }

    /// Checks that each file could be written, before the work whose result it is to hold.
    /// - Throws: ``Failure`` where one could not.
    package func check() throws(Failure) { for file in files { try file.check() } }

    /// Starts the copy, if there is anything to write. The process must have one thread.
    package mutating func moveOut() throws(Failure) {
        guard !files.isEmpty else { return }
        var (there, back): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        guard pipe(&there) == 0, pipe(&back) == 0 else { throw Self.failure(errno) }
        let copy = sandbox_fork()
        guard copy >= 0 else { throw Self.failure(errno) }
        if copy == 0 {
            close(there[1])
            close(back[0])
            Self.serve(files, from: there[0], to: back[1])
        }
        close(there[0])
        close(back[1])
        channel = (to: there[1], from: back[0])
        // As when the process began: the pipes have taken two of the files that were there then.
        try Failure.require(.libraries)
    }

    /// Writes a text to one of the files.
    /// - Throws: ``Failure`` where it cannot be written.
    package func write(_ text: String, to path: FilePath) throws(Failure) {
        guard let index = files.firstIndex(where: { $0.path == path }) else {
            preconditionFailure("\(path) was not promised")
        }
        guard let channel else { return try files[index].write(text) }
        let bytes = Array(text.utf8)
        let head = Self.bytes(of: index) + Self.bytes(of: bytes.count)
        guard Self.put(head, channel.to), Self.put(bytes, channel.to),
            let answer = Self.take(16, channel.from), let message = Self.take(Self.number(answer[8...]), channel.from)
        else {
            throw Failure.environment("\(path): the process that was to write it has ended. Run it again.")
        }
        if !message.isEmpty {
            let status: ExitStatus = Self.number(answer[..<8]) == 2 ? .usage : .environment
            throw Failure(message: String(decoding: message, as: UTF8.self), status: status)
        }
    }

    /// What the copy does until this process has ended: it writes, and answers with an error or with nothing.
    private static func serve(_ files: [TextFile], from input: Int32, to output: Int32) -> Never {
        // An interrupt is for the process that reads pictures, and a file that may not grow is an error to be reported.
        for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
        while let head = take(16, input), let text = take(number(head[8...]), input) {
            var (status, message) = (0, "")
            do throws(Failure) {
                try files[number(head[..<8])].write(String(decoding: text, as: UTF8.self))
            } catch {
                (status, message) = (error.status.code == ExitStatus.usage.code ? 2 : 3, error.message)
            }
            guard put(bytes(of: status) + bytes(of: message.utf8.count) + Array(message.utf8), output) else { break }
        }
        _exit(0)
    }

    private static func bytes(of number: Int) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBytes { $0.loadUnaligned(as: Int.self) }
    }

    private static func put(_ bytes: [UInt8], _ descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { OpenFile.write($0, to: descriptor) } == 0
    }

    /// So many bytes, or `nil` if there come no more.
    private static func take(_ count: Int, _ descriptor: Int32) -> [UInt8]? {
        guard (0...1 << 32).contains(count) else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        let filled = bytes.withUnsafeMutableBytes { OpenFile.read(descriptor, into: $0).count }
        return filled == count ? bytes : nil
    }

    private static func failure(_ code: Int32) -> Failure {
        Failure.environment(
            MachineShortage(errno: code)?.sentence
                ?? "The process that writes the reports cannot be started (\(String(cString: strerror(code)))). "
                + "Run it with --no-sandbox."
        )
    }
}
