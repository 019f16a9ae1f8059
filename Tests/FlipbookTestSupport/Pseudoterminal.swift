public import Foundation

/// A terminal that is no device: a program runs on it, and a test reads what it writes and types.
public final class Pseudoterminal {
    /// Why there is none, or what did not come in time.
    public struct Failure: Error, CustomStringConvertible {
        /// A sentence.
        public let description: String
    }

    private var descriptor: Int32
    private let path: String
    /// Everything that was written to it until now.
    public private(set) var output: [UInt8] = []

    /// A terminal of a size in cells, and in pixels where that is not 0.
    public init(columns: Int, rows: Int, width: Int = 0, height: Int = 0) throws {
        var (outside, inside): (Int32, Int32) = (-1, -1)
        // Not `ttyname`: tests beside this one would write over its answer.
        var name = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard openpty(&outside, &inside, nil, nil, nil) == 0, ttyname_r(inside, &name, name.count) == 0 else {
            throw Failure(description: "no pseudoterminal can be had")
        }
        path = name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        descriptor = outside
        _ = fcntl(outside, F_SETFD, FD_CLOEXEC)
        close(inside)
        resize(columns: columns, rows: rows, width: width, height: height)
    }

    deinit {
        hangUp()
    }

    /// Takes the terminal away from the programs on it.
    public func hangUp() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    /// Waits, without reading, until what was written to it leaves no room for more.
    public func waitUntilFull() throws {
        let end = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY)
        guard end >= 0 else { throw Failure(description: "\(path) cannot be opened") }
        defer { close(end) }
        let last = ContinuousClock.now + Patience.limit
        while ContinuousClock.now < last {
            var wait = pollfd(fd: end, events: Int16(POLLOUT), revents: 0)
            if poll(&wait, 1, 0) == 0 { return }
            _ = poll(nil, 0, 10)
        }
        throw Failure(description: "there is still room in the terminal")
    }

    /// Gives it another size, of which a signal informs the programs on it.
    public func resize(columns: Int, rows: Int, width: Int = 0, height: Int = 0) {
        var size = winsize(
            ws_row: UInt16(rows),
            ws_col: UInt16(columns),
            ws_xpixel: UInt16(width),
            ws_ypixel: UInt16(height)
        )
        _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
    }

    /// Starts a program with the terminal as its own, in a session of its own.
    public func start(_ program: String, _ arguments: [String], environment: [String: String]) throws -> RunningProgram
    {
        let end = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard end >= 0 else { throw Failure(description: "\(path) cannot be opened") }
        // The end of the program is to be the end of the terminal.
        defer { close(end) }
        return try RunningProgram(
            "setsid",
            ["--ctty", "--wait", program] + arguments,
            environment: RunningProgram.environment.merging(environment) { $1 },
            input: end,
            output: end,
            errors: end
        )
    }

    /// Types.
    public func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(descriptor, bytes, bytes.count)
    }

    /// The terminal's own settings.
    public var settings: termios {
        var settings = termios()
        tcgetattr(descriptor, &settings)
        return settings
    }

    /// Reads until `condition` holds for everything that came.
    public func read(until condition: ([UInt8]) -> Bool) throws {
        let end = ContinuousClock.now + Patience.limit
        var buffer = [UInt8](repeating: 0, count: 65536)
        while !condition(output) {
            var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard ContinuousClock.now < end, poll(&wait, 1, 1000) >= 0 else {
                throw Failure(description: "it did not come: …\(String(decoding: output.suffix(2000), as: UTF8.self))")
            }
            guard wait.revents != 0 else { continue }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else {
                guard condition(output) else {
                    throw Failure(description: "it ended: …\(String(decoding: output.suffix(2000), as: UTF8.self))")
                }
                return
            }
            output += buffer[..<count]
        }
    }

    /// Reads until the last program on it has gone.
    public func readToEnd() throws {
        let end = ContinuousClock.now + Patience.limit
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard ContinuousClock.now < end else { throw Failure(description: "it did not end") }
            guard poll(&wait, 1, 1000) > 0 else { continue }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return }
            output += buffer[..<count]
        }
    }
}
