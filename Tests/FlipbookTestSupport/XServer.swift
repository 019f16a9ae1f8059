import FlipbookCore
import FlipbookScene
import Foundation
public import Testing

/// An X server without a screen, Xvfb, for windows that are looked at and used by programs.
public final class XServer: Sendable {
    /// The server's `DISPLAY`: `:3`.
    public let display: String
    /// The server itself.
    private let process: RunningProgram
    /// Where the server keeps its screen.
    private let folder: TemporaryDirectory

    /// Whether everything is installed: Xvfb, and xdotool, which presses keys.
    public static let isAvailable = ["Xvfb", "xdotool"].allSatisfy(isInstalled)

    /// Why a test with windows is skipped.
    public static let absence: Comment = "Xvfb or xdotool is not installed (tools/setup --test)"

    /// The sinks that windows are tried with: GL's draws on the processor here, and waits for `tools/test --all`.
    public static let sinks = ["ximagesink"] + (LongTests.areWanted ? ["glimagesink"] : [])

    /// Whether a program is found in `PATH`.
    public static func isInstalled(_ program: String) -> Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }

    /// Why a server did not start.
    public struct Failure: Error {}

    /// Starts a server on a display that is free.
    /// - Parameters:
    ///   - width: The screen's width in pixels.
    ///   - height: The screen's height in pixels.
    public init(width: Int = 1024, height: Int = 768) throws {
        folder = try TemporaryDirectory()
        // A key that is held for long because the machine is busy does not repeat.
        (process, display) = try Self.start(
            "Xvfb",
            ["-screen", "0", "\(width)x\(height)x24", "-fbdir", folder.path, "-r"]
        )
    }

    /// Starts an X server by its name, with more arguments, on a display that is free.
    public static func start(_ name: String, _ arguments: [String]) throws -> (RunningProgram, display: String) {
        let pipe = Pipe()
        // It chooses the display by itself, and says on its output which.
        let process = try RunningProgram(
            name,
            ["-displayfd", "1", "-nolisten", "tcp", "-noreset"] + arguments,
            output: pipe.fileHandleForWriting.fileDescriptor
        )
        try pipe.fileHandleForWriting.close()
        // The whole line: a server whose reader is gone before the line's end gives up.
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let more = pipe.fileHandleForReading.availableData
            if more.isEmpty { break }
            line += more
        }
        guard let number = Int(String(decoding: line, as: UTF8.self).filter(\.isNumber)) else { throw Failure() }
        return (process, ":\(number)")
    }

    /// Ends the server, whatever windows are on it.
    public func stop() { process.end() }

    /// Whether it has not ended.
    public var isRunning: Bool { process.isRunning }

    /// Seconds after which a program is ended that the server does not answer.
    private static let patience = "\(Patience.limit.components.seconds)"

    /// Runs xdotool, waiting for its end.
    @discardableResult
    public func xdotool(_ arguments: String...) throws -> String { try xdotool(arguments) }

    /// The same.
    @discardableResult
    public func xdotool(_ arguments: [String]) throws -> String {
        try Program("timeout").run([Self.patience, "xdotool"] + arguments, environment: ["DISPLAY": display]).text
    }

    /// Asks a window to close, as a window manager does when its cross is clicked. There is no manager here, and xdotool
    /// would ask one.
    public func requestClose(of window: String) throws {
        // The message's 24 longs: type 33 is a client message; its kind, its format, what is asked, the time.
        let script = """
            import ctypes, sys
            x = ctypes.CDLL("libX11.so.6")
            for name in ("XOpenDisplay", "XInternAtom"):
                getattr(x, name).restype = ctypes.c_ulong
            display, window = ctypes.c_void_p(x.XOpenDisplay(None)), int(sys.argv[1])
            atom = lambda name: x.XInternAtom(display, name.encode(), 0)
            event = (ctypes.c_ulong * 24)(33, 0, 1, 0, window, atom("WM_PROTOCOLS"), 32, atom("WM_DELETE_WINDOW"), 0)
            x.XSendEvent(display, ctypes.c_ulong(window), 0, ctypes.c_long(0), ctypes.byref(event))
            x.XCloseDisplay(display)
            """
        let command = [Self.patience, Program.python.name, "-c", script, window]
        _ = try Program("timeout").run(command, environment: ["DISPLAY": display])
    }

    /// The screen, whole: the server, which draws and answers in turn, has answered between two equal looks at it. Of one that
    /// changes all the time, the last of some looks.
    public func screenshot() throws -> Screenshot {
        var shot = try screen([])
        for _ in 0..<8 {
            try xdotool("getmouselocation")
            let next = try screen([])
            if next.file == shot.file { return shot }
            shot = next
        }
        return shot
    }

    /// The screen itself, which goes on changing while it is looked at. A look at some pixels reads no others: a test that waits
    /// looks 200 times a second, and a copy of all would be 3 MB each time.
    public func screen() throws -> Screenshot { try screen(.alwaysMapped) }

    private func screen(_ options: Data.ReadingOptions) throws -> Screenshot {
        let file = try Data(contentsOf: URL(fileURLWithPath: folder.file("Xvfb_screen0").string), options: options)
        guard let shot = Screenshot(xwd: file) else { throw Failure() }
        return shot
    }
}

/// The pixels of a screen.
public struct Screenshot: Sendable {
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    private let bytesPerRow: Int
    /// The whole file.
    fileprivate let file: Data
    /// Where the pixels begin in it.
    private let start: Int

    /// A picture in the format of the X window dump, 4 bytes a pixel; `nil` for any other.
    init?(xwd file: Data) {
        func field(_ index: Int) -> Int {
            file[(index * 4)..<(index * 4 + 4)].reduce(0) { $0 << 8 | Int($1) }
        }
        guard file.count > 100, field(1) == 7, field(11) == 32, field(7) == 0 else { return nil }
        (width, height, bytesPerRow) = (field(4), field(5), field(12))
        start = field(0) + 12 * field(19)
        self.file = file
        guard width > 0, height > 0, file.count >= start + bytesPerRow * height else { return nil }
    }

    /// Red, green and blue of a pixel.
    public subscript(x: Int, y: Int) -> [UInt8] {
        let place = file.startIndex + start + y * bytesPerRow + x * 4
        return [file[place + 2], file[place + 1], file[place]]
    }

    /// The pixels of a rectangle, red, green and blue each, by rows.
    public func pixels(x: Range<Int>, y: Range<Int>) -> [UInt8] {
        y.flatMap { row in x.flatMap { self[$0, row] } }
    }
}
