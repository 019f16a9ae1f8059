import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// `flipbook play --terminal` on a pseudoterminal.
@Suite(.hangLimit) struct TerminalPlayTests {
    private let bench: Workbench

    init() throws {
        // As many pixels as 40 columns and 15 rows of half blocks have.
        bench = try Workbench(frames: TestFrames(width: 40, height: 30))
        try bench.add(1...6, to: "walk")
    }

    private func start(
        _ terminal: Pseudoterminal,
        _ arguments: [String] = [],
        environment: [String: String] = [:]
    ) throws -> RunningProgram {
        try terminal.start(
            Program.flipbook.name,
            ["play", bench.folder.path + "/walk", "--terminal-protocol", "blocks"] + arguments,
            environment: ["COLORTERM": "truecolor", "TERM": "xterm", "TMUX": "", "DISPLAY": ""]
                .merging(environment) { $1 }
        )
    }

    private func shown(_ bytes: [UInt8], columns: Int = 40, rows: Int = 16) -> ShownTerminal {
        var terminal = ShownTerminal(columns: columns, rows: rows)
        _ = terminal.take(bytes)
        return terminal
    }

    @Test("a frame's pixels are on the terminal, two a cell, and its number below; steps show others; Q gives it back")
    func pixels() throws {
        let terminal = try Pseudoterminal(columns: 40, rows: 16)
        let before = terminal.settings
        let process = try start(terminal, ["--paused", "--report", bench.folder.file("report.json").string])
        for (key, number) in [("", 1), (".", 2), (".", 3), (",", 2)] {
            terminal.type(key)
            try terminal.read { bytes in
                let shown = shown(bytes)
                return shown.line(15).hasPrefix("paused   \(number)/6") && shows(number, shown)
            }
        }
        let screen = shown(terminal.output)
        expect(screen.isAlternate && screen.isCursorHidden)
        expectEqual(screen.unknown, [])
        terminal.type("q")
        try terminal.readToEnd()
        expectEqual(process.wait().status, 0)
        let after = shown(terminal.output)
        expect(!after.isAlternate && !after.isCursorHidden)
        expectEqual(terminal.settings.c_lflag, before.c_lflag)
        try expect(bench.names().contains("report.json"))
    }

    private func shows(_ number: Int, _ screen: ShownTerminal, in rows: Range<Int> = 0..<15) -> Bool {
        let pixels = bench.frames.pixels(number)
        func color(_ x: Int, _ y: Int) -> String {
            "2;" + pixels[((y * 40 + x) * 4)..<((y * 40 + x) * 4 + 3)].map { "\($0)" }.joined(separator: ";")
        }
        return rows.allSatisfy { row in
            (0..<40).allSatisfy { column in
                let cell = screen.cells[row][column]
                let upper = cell.letter == "▀" ? cell.foreground : cell.background
                return upper == color(column, 2 * row) && cell.background == color(column, 2 * row + 1)
            }
        }
    }

    @Test("the heads-up display says whether it plays, and in which loop")
    func display() throws {
        let terminal = try Pseudoterminal(columns: 60, rows: 24)
        let process = try start(terminal, ["--paused"])
        for (key, words) in [("hh", "paused  loop"), ("p", "paused  ping-pong"), (" ", "playing  ping-pong")] {
            terminal.type(key)
            try terminal.read { bytes in
                let shown = shown(bytes, columns: 60, rows: 24)
                return (0..<24).contains { shown.line($0).contains(words) }
            }
        }
        terminal.type("q")
        try terminal.readToEnd()
        expectEqual(process.wait().status, 0)
    }

    @Test("the list of keys is not cut at the terminal's edge, and a status line that is cut ends with an ellipsis")
    func edge() throws {
        let terminal = try Pseudoterminal(columns: 60, rows: 20)
        let process = try start(terminal, ["--paused"])
        try terminal.read { bytes in
            let status = shown(bytes, columns: 60, rows: 20).line(19)
            return status.hasPrefix("paused   1/6") && status.hasSuffix("…")
        }
        var texts = ""
        for page in 1...4 {
            terminal.type("?")
            try terminal.read { bytes in
                let lines = (0..<19).map { shown(bytes, columns: 60, rows: 20).line($0) }
                guard lines.contains(where: { $0.contains("page \(page) of 4") }) else { return false }
                texts += lines.joined(separator: "\n")
                return true
            }
        }
        for text in ["enter its number", "enter seconds and frames", "white, checkerboard"] {
            expect(texts.contains(text), "\(texts)")
        }
        // Return turns the last page, too. The next list has the place of the heads-up display, and all its lines.
        for (keys, text, former) in [
            ("\rhh", "paused  loop", "page 4"), ("?", "page 1 of 4", "paused  loop"),
            ("\u{1B}", "paused  loop", "page 1"),
        ] {
            terminal.type(keys)
            try terminal.read { bytes in
                let lines = (0..<19).map { shown(bytes, columns: 60, rows: 20).line($0) }
                return lines.contains { $0.contains(text) } && !lines.contains { $0.contains(former) }
            }
        }
        terminal.type("q")
        try terminal.readToEnd()
        expectEqual(process.wait().status, 0)
    }

    @Test("typing in the list of keys finds keys, and does nothing else; Escape closes it")
    func search() throws {
        let terminal = try Pseudoterminal(columns: 60, rows: 24)
        let process = try start(terminal, ["--paused"])
        func waitFor(_ condition: @escaping ([String]) -> Bool) throws {
            try terminal.read { bytes in
                let shown = shown(bytes, columns: 60, rows: 24)
                return condition((0..<24).map { shown.line($0) })
            }
        }
        terminal.type("?")
        try waitFor { $0.contains { $0.contains("Esc closes, page 1 of ") } && $0[23].hasPrefix("find: _") }
        terminal.type("e")
        var second = ""
        try waitFor { lines in
            let first = lines.first { $0.contains("page 1 of ") && $0.contains(": Return for the next") }
            second = first?.replacing("page 1", with: "page 2") ?? ""
            return first != nil && lines[23].hasPrefix("find: e_")
        }
        // The next page of what was found.
        terminal.type("\r")
        try waitFor { $0.contains(second) && $0[23].hasPrefix("find: e_") }
        terminal.type("\u{7F}ping")
        try waitFor { lines in
            let isFound = lines.contains { $0.contains("ping-pong") } && !lines.contains { $0.contains("full screen") }
            return isFound && lines[23].hasPrefix("find: ping_") && lines.contains { $0.contains("Esc closes") }
        }
        terminal.type(" q")
        try waitFor { lines in
            lines.contains { $0.contains("no key for \"ping q\"") } && lines.contains { $0.contains("Esc closes") }
        }
        terminal.type("\u{1B}")
        try waitFor { $0[23].hasPrefix("paused   1/6") }
        // No key has changed the loop, or set a point.
        terminal.type("hh")
        try waitFor { $0.contains { $0.contains("paused  loop") } && !$0.contains { $0.contains("in 1") } }
        terminal.type("q")
        try terminal.readToEnd()
        expectEqual(process.wait().status, 0)
    }

    @Test("the heads-up display says how a frame of another size is placed")
    func placed() throws {
        try bench.folder.write(TestFrames(width: 20, height: 30).png(2), to: "walk/walk.0002.png")
        let terminal = try Pseudoterminal(columns: 80, rows: 24)
        let process = try start(terminal, ["--paused"])
        terminal.type("h.")
        try terminal.read { bytes in
            let shown = shown(bytes, columns: 80, rows: 24)
            return (0..<24).contains { shown.line($0).contains("20x30, fitted to 40x30") && $0 < 5 }
        }
        terminal.type("q")
        try terminal.readToEnd()
        expectEqual(process.wait().status, 0)
    }

    @Test("a frame that stands in says so: frame 5 missing: showing 4")
    func standIn() throws {
        try FileManager.default.removeItem(atPath: bench.folder.file("walk/walk.0005.png").string)
        let terminal = try Pseudoterminal(columns: 80, rows: 24)
        let process = try start(terminal, ["--paused"])
        func waitFor(_ isLine: (String) -> Bool) throws {
            try terminal.read { bytes in
                let shown = shown(bytes, columns: 80, rows: 24)
                return (0..<24).contains { isLine(shown.line($0)) }
            }
        }
        // The note at the beginning names the sequence, without the folder's path.
        try waitFor { $0.contains(" walk.####.png: held the previous frame for missing frame 5") }
        terminal.type("....")
        try waitFor { $0.contains("frame 5 missing: showing 4") }
        terminal.type("q")
        try terminal.readToEnd()
        expectEqual(process.wait().status, 0)
    }

    @Test("a frame that is damaged while it is followed says so: frame 1 damaged: showing the earlier version")
    func damaged() throws {
        let terminal = try Pseudoterminal(columns: 80, rows: 24)
        let process = try start(terminal, ["--paused", "--follow"])
        try terminal.read { shown($0, columns: 80, rows: 24).line(23).contains("1/6") }
        try bench.folder.write(Array("no picture".utf8), to: "walk/\(TestFrames.name(1))")
        try terminal.read { bytes in
            let shown = shown(bytes, columns: 80, rows: 24)
            return (0..<24).contains { shown.line($0).contains("frame 1 damaged: showing the earlier version") }
        }
        terminal.type("q")
        try terminal.readToEnd()
        expectEqual(process.wait().status, 0)
    }

    @Test("another size of the terminal is drawn on at once")
    func resized() throws {
        let terminal = try Pseudoterminal(columns: 40, rows: 16)
        let process = try start(terminal, ["--paused"])
        try terminal.read { shown($0).line(15).contains("1/6") }
        let count = terminal.output.count
        terminal.resize(columns: 20, rows: 9)
        try terminal.read { bytes in
            let small = shown(Array(bytes[count...]), columns: 20, rows: 9)
            // 20 by 15 pixels in eight lines, the status in the ninth.
            return small.line(8).contains("1/6") && small.cells[0].allSatisfy { $0.background != "" }
                && small.cells[7].allSatisfy { $0.foreground != "" }
        }
        terminal.type("q")
        try terminal.readToEnd()
        expectEqual(process.wait().status, 0)
    }

    @Test("a terminal may become as small as one cell, and large again")
    func tiny() throws {
        let terminal = try Pseudoterminal(columns: 40, rows: 16)
        let process = try start(terminal, ["--paused"])
        try terminal.read { shown($0).line(15).contains("1/6") }
        for (columns, rows) in [(1, 1), (2, 1), (1, 2), (3, 2), (400, 1), (1, 400), (40, 16)] {
            let count = terminal.output.count
            terminal.resize(columns: columns, rows: rows)
            // Everything is redrawn: the first cell of the picture, or of the line below it.
            try terminal.read { bytes in
                let screen = shown(Array(bytes[count...]), columns: columns, rows: rows)
                return rows > 2
                    ? screen.cells[rows - 1].contains { $0.letter == "6" || $0.letter == "p" }
                    : screen.cells.contains { $0.contains { $0.background != "" || $0.foreground != "" } }
            }
        }
        terminal.type("q")
        try terminal.readToEnd()
        expectEqual(process.wait().status, 0)
    }

    /// Whether a frame is on the terminal, whose upper part the news may cover.
    private func hasLowerHalf(_ number: Int, _ screen: ShownTerminal) -> Bool { shows(number, screen, in: 8..<15) }

    /// The numbers of the frames that were on the terminal, one after the other.
    private func pictures(_ bytes: [UInt8]) -> [Int] {
        var terminal = ShownTerminal(columns: 40, rows: 16)
        var numbers: [Int] = []
        // Where an update ends.
        for update in String(decoding: bytes, as: UTF8.self).components(separatedBy: "\u{1B}[?2026l") {
            _ = terminal.take(Array(update.utf8))
            if let number = (1...8).first(where: { hasLowerHalf($0, terminal) }), number != numbers.last {
                numbers.append(number)
            }
        }
        return numbers
    }

    @Test("a folder that grows while it plays takes nothing of its time from the frame on the terminal")
    func grown() throws {
        let terminal = try Pseudoterminal(columns: 40, rows: 16)
        // Of a quarter of an hour each: no frame but the first is due before the test has ended.
        let process = try start(terminal, ["--follow", "--loop", "once", "--fps", "1/1000"])
        try terminal.read { bytes in
            let screen = shown(bytes)
            return screen.line(15).contains("1/6") && hasLowerHalf(1, screen)
        }
        for count in 7...8 {
            try bench.add([count], to: "walk")
            try terminal.read { shown($0).line(15).contains("1/\(count)") }
        }
        terminal.type(" ")
        try terminal.read { shown($0).line(15).hasPrefix("paused   1/8") }
        terminal.type("q")
        try terminal.readToEnd()
        expectEqual(process.wait().status, 0)
        expectEqual(pictures(terminal.output), [1])
    }

    @Test("the frame that waited for its time as the folder grew is shown then, and all after it")
    func goesOn() throws {
        let terminal = try Pseudoterminal(columns: 40, rows: 16)
        let process = try start(terminal, ["--follow", "--loop", "once", "--fps", "2", "--every-frame"])
        try terminal.read { hasLowerHalf(2, shown($0)) }
        try bench.add([7], to: "walk")
        try terminal.read { hasLowerHalf(7, shown($0)) }
        terminal.type("q")
        try terminal.readToEnd()
        expectEqual(process.wait().status, 0)
        expectEqual(pictures(terminal.output), Array(1...7))
    }

    @Test(
        "a signal ends it and the terminal is given back",
        arguments: LongTests.cases([SIGINT, SIGTERM, SIGHUP], every: 2)
    )
    func signals(number: Int32) throws {
        let terminal = try Pseudoterminal(columns: 40, rows: 16)
        let before = terminal.settings
        let process = try start(terminal, ["--repeat", "forever"])
        try terminal.read { shown($0).line(15).contains("/6") }
        // The session's leader, which waits, has the one child.
        let children = try Program("pgrep").run(["-P", "\(process.processIdentifier)"]).text
        let child = children.split(separator: "\n").first.flatMap { Int32($0) } ?? process.processIdentifier
        kill(child, number)
        try terminal.readToEnd()
        let after = shown(terminal.output)
        expect(!after.isAlternate && !after.isCursorHidden)
        expectEqual(terminal.settings.c_lflag, before.c_lflag)
        expectEqual(process.wait().status, 128 + number)
    }

    @Test("a terminal that replies to nothing gets half blocks, with 256 colors where it names no more")
    func mute() throws {
        let terminal = try Pseudoterminal(columns: 40, rows: 16)
        let process = try terminal.start(
            Program.flipbook.name,
            ["play", bench.folder.path + "/walk", "--terminal", "--repeat", "1", "--fps", "60"],
            environment: ["COLORTERM": "", "TERM": "xterm", "TMUX": "", "DISPLAY": ""]
        )
        try terminal.readToEnd()
        expectEqual(process.wait().status, 0)
        let text = String(decoding: terminal.output, as: UTF8.self)
        expect(text.contains("38;5;") && !text.contains("38;2;"))
    }

    @Test("without a terminal, and with a sink, it says what is wrong")
    func refused() throws {
        let outcome = try bench.flipbook("play", "walk", "--terminal")
        expectEqual(
            outcome.errors,
            "error: --terminal: standard output is not a terminal. Remove the redirection, or play "
                + "in a window.\n"
        )
        expectEqual(outcome.status, 2)
        try expectEqual(bench.flipbook("play", "walk", "--terminal", "--sink", "fakesink").status, 2)
    }
}
