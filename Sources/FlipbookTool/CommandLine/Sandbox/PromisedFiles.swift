internal import CSandbox
package import FlipbookCore
import FlipbookFiles
import Glibc

/// Writes the files specified on the command line, even after the process has given up the right to write.
///
/// Before a process enters the sandbox, it starts a copy of itself, which only waits for text and writes it to these files.
/// Each report is still written completely or not at all, and the process that reads pictures cannot change any file.
package struct PromisedFiles {
    private let files: [TextFile]
    private var channel: (to: Int32, from: Int32)?

    package init(_ files: [TextFile]) { self.files = files }

    package func check() throws(Failure) { for file in files { try file.check() } }

    /// Starts the copy if there are files to write. The process must have a single thread.
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
        // This is checked again, since the pipes use two of the available descriptors.
        try Failure.require(.libraries)
    }

    package func write(_ text: String, to path: FilePath) throws(Failure) {
        guard let index = files.firstIndex(where: { $0.path == path })
        else { preconditionFailure("this file was not promised: \(path)") }
        guard let channel else { return try files[index].write(text) }
        guard Self.send(index, text, to: channel.to), let (status, message) = Self.receive(channel.from) else {
            throw Failure.environment("\(path): the process that writes the reports has ended. Run the command again.")
        }
        if !message.isEmpty { throw Failure(message: message, status: status == 2 ? .usage : .environment) }
    }

    /// The copy's loop, which runs until this process ends. It writes a file, and replies with an error or an empty string.
    private static func serve(_ files: [TextFile], from input: Int32, to output: Int32) -> Never {
        // The process that reads pictures handles interrupts. Exceeding the file size limit is an error to report.
        for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
        while let (index, text) = receive(input), files.indices.contains(index) {
            var (status, message) = (0, "")
            do throws(Failure) {
                try files[index].write(text)
            } catch { (status, message) = (Int(error.status.code), error.message) }
            guard send(status, message, to: output) else { break }
        }
        _exit(0)
    }

    private static func send(_ number: Int, _ text: String, to descriptor: Int32) -> Bool {
        let bytes =
            withUnsafeBytes(of: number, Array.init) + withUnsafeBytes(of: text.utf8.count, Array.init) + text.utf8
        return bytes.withUnsafeBytes { OpenFile.write($0, to: descriptor) } == 0
    }

    private static func receive(_ descriptor: Int32) -> (number: Int, text: String)? {
        func take(_ count: Int) -> [UInt8]? {
            // The sender reads pictures, and a malicious picture may make it send any count.
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
                + "Run the command with --no-sandbox."
        )
    }
}
