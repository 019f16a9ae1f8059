import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// Terminals that take nothing, go away, or belong to another program for a while, under both ways to play.
@Suite(.hangLimit) struct TerminalLossTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench(frames: TestFrames(width: 40, height: 30))
        try bench.add(1...6, to: "walk")
    }

    /// Where frames are shown.
    enum Way: CaseIterable, CustomTestStringConvertible {
        case terminal, elsewhere

        var arguments: [String] { self == .terminal ? ["--terminal-protocol", "blocks"] : ["--sink", "fakesink"] }
        var testDescription: String { self == .terminal ? "--terminal" : "a status line" }
    }

    private var environment: [String: String] {
        ["COLORTERM": "truecolor", "TERM": "xterm", "TMUX": "", "DISPLAY": "", "PROGRAM": Program.flipbook.name]
            .merging(["WALK": bench.folder.path + "/walk", "REPORT": bench.folder.file("report.json").string]) { $1 }
    }

    private func start(_ terminal: Pseudoterminal, _ way: Way, _ arguments: [String] = []) throws -> RunningProgram {
        try terminal.start(
            Program.flipbook.name,
            ["play", bench.folder.path + "/walk", "--report", bench.folder.file("report.json").string]
                + way.arguments + arguments,
            environment: environment
        )
    }

    private func screen(_ bytes: [UInt8]) -> ShownTerminal {
        var terminal = ShownTerminal(columns: 40, rows: 16)
        _ = terminal.take(bytes)
        return terminal
    }

    private func report() throws -> [String: Any] {
        let data = try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("report.json").string))
        return try require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    /// The program on the terminal: the one child of what started it.
    private func child(of process: RunningProgram) throws -> Int32 {
        let children = try Program("pgrep").run(["-P", "\(process.processIdentifier)"]).text
        return try require(children.split(separator: "\n").first.flatMap { Int32($0) })
    }

    @Test(
        "a terminal that takes nothing keeps no signal from ending it, also where the clock waits for each frame",
        arguments: LongTests.cases(
            [SIGINT, SIGTERM, SIGHUP].flatMap { signal in ["--realtime", "--every-frame"].map { (signal, $0) } },
            every: 3
        )
    )
    func stalled(number: Int32, pacing: String) throws {
        let terminal = try Pseudoterminal(columns: 200, rows: 60)
        let before = terminal.settings
        let process = try start(terminal, .terminal, ["--fps", "60", pacing])
        try terminal.waitUntilFull()
        kill(try child(of: process), number)
        expectEqual(process.wait().status, 128 + number)
        expectEqual(terminal.settings.c_lflag, before.c_lflag)
        expectEqual(terminal.settings.c_iflag, before.c_iflag)
        // What waited to be taken made room for this.
        try terminal.readToEnd()
        let after = screen(terminal.output)
        expect(!after.isAlternate && !after.isCursorHidden)
        try expect(report()["presented"] is Int)
    }

    @Test(
        "a signal that nobody expects leaves the terminal as it was",
        arguments: LongTests.cases([SIGUSR1, SIGUSR2, SIGALRM, SIGQUIT], every: 2)
    )
    func unexpected(number: Int32) throws {
        let terminal = try Pseudoterminal(columns: 40, rows: 16)
        let before = terminal.settings
        let process = try start(terminal, .terminal)
        try terminal.read { screen($0).line(15).hasPrefix("playing") }
        kill(try child(of: process), number)
        try terminal.readToEnd()
        // The signal itself ends the playback at last, and what started it on the terminal hands that on.
        expect([number, 128 + number].contains(process.wait().status))
        expectEqual(terminal.settings.c_lflag, before.c_lflag)
        let after = screen(terminal.output)
        expect(!after.isAlternate && !after.isCursorHidden)
    }

    @Test(
        "a terminal that was stopped keeps no signal from ending a playback elsewhere",
        arguments: LongTests.cases([SIGINT, SIGTERM, SIGHUP], every: 2)
    )
    func stopped(number: Int32) throws {
        let terminal = try Pseudoterminal(columns: 80, rows: 16)
        let before = terminal.settings
        let process = try start(terminal, .elsewhere)
        try terminal.read { String(decoding: $0, as: UTF8.self).contains("playing") }
        terminal.type("\u{13}")
        try terminal.waitUntilFull()
        kill(try child(of: process), number)
        expectEqual(process.wait().status, 128 + number)
        expectEqual(terminal.settings.c_lflag, before.c_lflag)
        try expect(report()["presented"] is Int)
    }

    @Test("the end of a terminal, signaled twice by the system and the shell, is one request to stop")
    func toldTwice() throws {
        let terminal = try Pseudoterminal(columns: 80, rows: 16)
        let process = try start(terminal, .elsewhere)
        try terminal.read { String(decoding: $0, as: UTF8.self).contains("playing") }
        let child = try child(of: process)
        for _ in 1...3 { kill(child, SIGHUP) }
        expectEqual(process.wait().status, 129)
        try expect(report()["presented"] is Int)
    }

    @Test("a signal that comes while the terminal is asked what it can show finds it given back")
    func asked() throws {
        let terminal = try Pseudoterminal(columns: 40, rows: 16)
        let before = terminal.settings
        let process = try terminal.start(
            Program.flipbook.name,
            ["play", bench.folder.path + "/walk", "--terminal"],
            environment: environment.merging(["STY": ""]) { $1 }
        )
        // The last of the questions; there is no answer.
        try terminal.read { $0.count >= 3 && String(decoding: $0, as: UTF8.self).contains("\u{1B}[c") }
        kill(try child(of: process), SIGTERM)
        try terminal.readToEnd()
        expectEqual(process.wait().status, 143)
        expectEqual(terminal.settings.c_lflag, before.c_lflag)
        expect(!screen(terminal.output).isAlternate)
    }

    @Test("on a terminal that takes nothing the clock goes on, and the frames that it did not take count as dropped")
    func dropped() throws {
        let terminal = try Pseudoterminal(columns: 200, rows: 60)
        let process = try start(terminal, .terminal, ["--fps", "60", "--repeat", "10"])
        expectEqual(process.wait().status, 0)
        let report = try report()
        let (presented, dropped) = (try require(report["presented"] as? Int), try require(report["dropped"] as? Int))
        expectEqual(presented + dropped, 60)
        expect(dropped > 40)
        try terminal.readToEnd()
        expect(!screen(terminal.output).isAlternate)
    }

    @Test("a terminal that goes away ends it, and the report is written", arguments: Way.allCases)
    func gone(way: Way) throws {
        let terminal = try Pseudoterminal(columns: 80, rows: 16)
        let process = try start(terminal, way)
        try terminal.read { String(decoding: $0, as: UTF8.self).contains("playing") }
        terminal.hangUp()
        expectEqual(process.wait(), .exit(129))
        try expect(report()["presented"] is Int)
    }

    @Test("Control-Z gives the terminal back, fg takes it again and redraws everything", arguments: Way.allCases)
    func jobs(way: Way) throws {
        let terminal = try Pseudoterminal(columns: 80, rows: 16)
        let before = terminal.settings
        // A shell with jobs that says where it stands; Return goes on.
        let process = try terminal.start(
            "sh",
            [
                "-c",
                """
                set -m
                "$PROGRAM" play "$WALK" \(way.arguments.joined(separator: " "))
                echo "<stopped>"; read answer
                fg > /dev/null; echo "<again>"; read answer
                bg > /dev/null; echo "<behind>"; read answer
                fg > /dev/null; echo "<ended $?>"
                """,
            ],
            environment: environment
        )
        var count = 0
        func wait(_ text: String) throws {
            try terminal.read { String(decoding: $0[count...], as: UTF8.self).contains(text) }
        }
        func playing() throws {
            try wait("playing")
            expectEqual(terminal.settings.c_lflag & tcflag_t(ICANON | ECHO), 0)
            if way == .terminal {
                let screen = screen(terminal.output)
                expect(screen.isAlternate && screen.isCursorHidden)
                // Drawn from nothing.
                expect(String(decoding: terminal.output[count...], as: UTF8.self).contains("\u{1B}[2J"))
            }
        }
        func givenBack() {
            let screen = screen(terminal.output)
            expect(!screen.isAlternate && !screen.isCursorHidden)
            expectEqual(terminal.settings.c_lflag, before.c_lflag)
            expectEqual(terminal.settings.c_iflag, before.c_iflag)
            if way == .elsewhere {
                // The line was cleared before the shell wrote.
                let text = String(decoding: terminal.output[count...], as: UTF8.self)
                expect(text.contains("\u{1B}[K<") || text.contains("\u{1B}[K\r\n"), "\(text.debugDescription)")
            }
        }
        try playing()
        terminal.type("\u{1A}")
        try wait("<stopped>")
        givenBack()
        count = terminal.output.count
        terminal.type("\n")
        try playing()
        terminal.type("\u{1A}")
        try wait("<again>")
        givenBack()
        count = terminal.output.count
        terminal.type("\n")
        // In the background it draws nothing; taken back from there, it does without a signal.
        try wait("<behind>")
        let behind = terminal.output.count
        terminal.type("\n")
        try playing()
        expect(!String(decoding: terminal.output[count..<behind], as: UTF8.self).contains("playing"))
        terminal.type("q")
        try wait("<ended 0>")
        process.wait()
        expectEqual(terminal.settings.c_lflag, before.c_lflag)
        expect(!screen(terminal.output).isAlternate)
    }
}
