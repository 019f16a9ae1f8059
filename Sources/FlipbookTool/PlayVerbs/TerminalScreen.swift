import FlipbookCore
import FlipbookFiles
import FlipbookMedia
import FlipbookCommandLine
import FlipbookPlay
package import FlipbookRender
import Glibc

package final class TerminalScreen: Sendable {
    let display: TerminalDisplay

    private let descriptor: Int32
    private let graphics: TerminalGraphics
    /// The size of a cell in pixels, if only the terminal's reply contains it.
    private let cell: PixelSize?
    private let control: (output: Int32, input: Int32)

    /// Opens the terminal, and queries its graphics unless they are specified.
    /// - Throws: ``Failure`` if standard output is not a terminal of this process.
    init(_ wanted: TerminalGraphics?, lost: @escaping @Sendable () -> Void) throws {
        guard isatty(STDOUT_FILENO) == 1 else {
            throw Failure.usage(
                "--terminal: standard output is not a terminal. Remove the redirection, or play in a window."
            )
        }
        guard tcgetpgrp(STDOUT_FILENO) == getpgrp() else {
            throw Failure.usage(
                "--terminal: another program is using the terminal; this one runs in the background. "
                    + "Start it in the foreground."
            )
        }
        if Environment.text("TERM") == "dumb" {
            throw Failure.environment("--terminal: this terminal cannot move the cursor (TERM=dumb).")
        }
        // From here on, the terminal must always be restored.
        Interruption.begin()
        descriptor = TextStream.withoutWaiting(STDOUT_FILENO) ?? dup(STDOUT_FILENO)
        let replies = wanted == .blocks ? nil : Self.ask(descriptor, patience: wanted == nil ? 500 : 200)
        cell = replies?.cell
        graphics = wanted ?? Self.best(of: replies)
        control = SignalPipe.ends()
        display = TerminalDisplay(
            descriptor: descriptor,
            graphics: graphics,
            colors: Self.colors,
            size: Self.size(of: descriptor, cell: cell),
            lost: { _ in lost() }
        )
    }

    deinit { for end in [descriptor, control.output, control.input] where end >= 0 { close(end) } }

    static func showing<Result: Sendable>(
        _ player: Player,
        on screen: TerminalScreen,
        quiet: Bool,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        let isKitty = screen.graphics == .kitty
        TerminalMode.takeScreen(screen.descriptor, control: screen.control.input, hasKittyPictures: isKitty)
        // Signals do not redraw the screen if the thread fails to start.
        let thread = try? SystemThread { screen.watch() }
        let updates = player.showingStatus { [display = screen.display] status in
            if !quiet { display.showStatus(PlayStatusLine.text(status, width: display.size.columns)) }
            display.showPanel(status.panel)
        }
        defer {
            updates.cancel()
            screen.display.close()
            var byte = UInt8(ascii: "q")
            _ = write(screen.control.input, &byte, 1)
            thread?.join()
            TerminalMode.leaveScreen()
        }
        return try await body()
    }

    /// Handles signals about the screen on a separate thread, because signal handlers can do little.
    private func watch() {
        var letters = [UInt8](repeating: 0, count: 64)
        var isAway = false
        while true {
            // Without job control, no signal reports a return to the foreground.
            var wait = pollfd(fd: control.output, events: Int16(POLLIN), revents: 0)
            let ready = poll(&wait, 1, isAway ? 100 : -1)
            if ready < 0, errno == EINTR { continue }
            let count = ready == 0 ? 0 : read(control.output, &letters, letters.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 || ready == 0, !letters[..<count].contains(UInt8(ascii: "q")) else { return }
            if letters[..<count].contains(UInt8(ascii: "z")) {
                display.suspend()
                TerminalMode.stop()
            }
            if letters[..<count].contains(where: { $0 != UInt8(ascii: "w") }) { isAway = true }
            if isAway {
                guard tcgetpgrp(descriptor) == getpgrp() else {
                    display.suspend()
                    continue
                }
                isAway = false
                TerminalMode.enterScreen()
                display.resume()
            }
            display.resize(to: Self.size(of: descriptor, cell: cell))
        }
    }

    package static var graphicsOfStandardOutput: TerminalGraphics { best(of: ask(STDOUT_FILENO, patience: 500)) }

    private static func best(of replies: TerminalReplies?) -> TerminalGraphics {
        replies?.hasKitty == true ? .kitty : replies?.hasSixel == true ? .sixel : .blocks
    }

    private static func size(of descriptor: Int32, cell: PixelSize?) -> TerminalSize {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return TerminalSize(columns: 80, rows: 24) }
        let (columns, rows) = (Int(size.ws_col), Int(size.ws_row))
        var pixels: PixelSize?
        if size.ws_xpixel > 0, size.ws_ypixel > 0 {
            pixels = PixelSize(width: Int(size.ws_xpixel), height: Int(size.ws_ypixel))
        } else if let cell {
            pixels = PixelSize(width: cell.width * columns, height: cell.height * rows)
        }
        return TerminalSize(columns: columns, rows: rows, pixels: pixels)
    }

    private static var colors: TerminalColors {
        ["truecolor", "24bit"].contains(Environment.text("COLORTERM")) ? .trueColor : .indexed
    }

    /// Queries the terminal's graphics, waiting for at most `patience` milliseconds. Returns `nil` under tmux and screen, which
    /// reply themselves and do not forward pictures.
    private static func ask(_ descriptor: Int32, patience: Int) -> TerminalReplies? {
        let isNested = ["TMUX", "STY"].contains { Environment.text($0)?.isEmpty == false }
        guard !isNested, TerminalKeys.areAvailable else { return nil }
        var original = termios()
        guard tcgetattr(STDIN_FILENO, &original) == 0 else { return nil }
        var raw = original
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &raw)
        defer { tcsetattr(STDIN_FILENO, TCSANOW, &original) }
        let question = Array(TerminalReplies.question.utf8)
        guard write(descriptor, question, question.count) == question.count else { return nil }
        let end = ContinuousClock.now + .milliseconds(patience)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 256)
        while bytes.count < 4096 {
            let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
            guard left > 0 else { break }
            var wait = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            let ready = poll(&wait, 1, Int32(left.rounded(.up)))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { break }
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
            let replies = TerminalReplies(bytes)
            if replies.isComplete { return replies }
        }
        return TerminalReplies(bytes)
    }
}
