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

    package init(_ files: [TextFile]) { self.files = files }

    /// Checks that each file could be written, before the work whose result it is to hold.
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

    package func write(_ text: String, to path: FilePath) throws(Failure) {
        guard let index = files.firstIndex(where: { $0.path == path }) else {
            preconditionFailure("\(path) was not promised")
        }
        guard let channel else { return try files[index].write(text) }
        guard Self.send(index, text, to: channel.to), let (status, message) = Self.receive(channel.from) else {
            throw Failure.environment("\(path): the process that was to write it has ended. Run it again.")
        }
        if !message.isEmpty { throw Failure(message: message, status: status == 2 ? .usage : .environment) }
    }

    /// The work of the copy until this process has ended: it writes, and answers with an error or with nothing.
    private static func serve(_ files: [TextFile], from input: Int32, to output: Int32) -> Never {
        // An interrupt is for the process that reads pictures, and a file that may not grow is an error to be reported.
        for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
        while let (index, text) = receive(input), files.indices.contains(index) {
            var (status, message) = (0, "")
            do throws(Failure) {
                try files[index].write(text)
            } catch {
                (status, message) = (Int(error.status.code), error.message)
            }
            guard send(status, message, to: output) else { break }
        }
        _exit(0)
    }

    /// Sends a number and a text. Returns `false` if there is nobody to read them.
    private static func send(_ number: Int, _ text: String, to descriptor: Int32) -> Bool {
        let bytes =
            withUnsafeBytes(of: number, Array.init) + withUnsafeBytes(of: text.utf8.count, Array.init) + text.utf8
        return bytes.withUnsafeBytes { OpenFile.write($0, to: descriptor) } == 0
    }

    /// The number and the text that come next, or `nil` if there come no more.
    private static func receive(_ descriptor: Int32) -> (number: Int, text: String)? {
        func take(_ count: Int) -> [UInt8]? {
            // The process that asks reads pictures: where one of them leads it, the count may be any.
            guard (0...1 << 32).contains(count) else { return nil }
            var bytes = [UInt8](repeating: 0, count: count)
            let filled = bytes.withUnsafeMutableBytes { OpenFile.read(descriptor, into: $0).count }
            return filled == count ? bytes : nil
        }
        func number() -> Int? { take(8)?.withUnsafeBytes { $0.loadUnaligned(as: Int.self) } }
        guard let first = number(), let count = number(), let bytes = take(count) else { return nil }
        return (first, String(decoding: bytes, as: UTF8.self))
    }

    private static func failure(_ code: Int32) -> Failure {
        Failure.environment(
            MachineShortage(errno: code)?.sentence
                ?? "The process that writes the reports cannot be started (\(String(cString: strerror(code)))). "
                + "Run it with --no-sandbox."
        )
    }
}
