import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// How `flipbook play` ends in a window: by itself, with the window, and when something is taken away from it.
@Suite(
    .hangLimit,
    .serialized,
    .enabled(if: XServer.isAvailable, XServer.absence)
)
struct PlayWindowEndTests {
    private let walk: ColoredWalk

    /// What is said where the display is gone.
    private static let closed = """
        error: The display closed the window's connection: the display server ended, or the window was killed. Play the \
        sequence again.

        """

    init() throws { walk = try ColoredWalk() }

    @Test("a view's still picture is shown after the last cycle, and without one what lies behind it")
    func end() throws {
        let text = "version: 1\nanimationImages: walk/walk.1-3####.png\nanimationRepeatCount: 2\n"
        try walk.folder.write(Array((text + "image: walk/walk.0024.png\n").utf8), to: "still.yaml")
        try walk.folder.write(Array((text + "backgroundColor: '#203040'\n").utf8), to: "bare.yaml")
        let still = try PlayedWindow.playing(["still.yaml", "--keep-open"], in: walk.folder.path) { window in
            try walk.see(24, in: window)
            try window.press("Home", until: "frame 1") { ColoredWalk.number($0) == 1 }
            try window.quit()
        }
        expectEqual(still.status, 0)
        expectEqual(still.errors, "")
        let bare = try PlayedWindow.playing(["bare.yaml", "--at-end", "none", "--keep-open"], in: walk.folder.path) {
            window in
            try window.see("the background") { $0[ColoredWalk.plain.x, ColoredWalk.plain.y] == [0x20, 0x30, 0x40] }
            try window.quit()
        }
        expectEqual(bare.status, 0)
    }

    @Test("with --at-end none and --keep-open the window stays, and shows nothing")
    func nothingAtEnd() throws {
        let arguments = ["walk", "--repeat", "1", "--fps", "48", "--at-end", "none", "--keep-open"]
        let outcome = try PlayedWindow.playing(arguments, in: walk.folder.path, sink: nil) { window in
            try window.see("the first frames") { ColoredWalk.number($0) != nil }
            try window.see("nothing") { $0[ColoredWalk.plain.x, ColoredWalk.plain.y] == [0, 0, 0] }
            expect(window.process.isRunning)
            try window.quit()
        }
        expectEqual(outcome.status, 0)
    }

    @Test("an audio device that does not open holds the command for a moment, and not its window")
    func stuckDevice() throws {
        try walk.folder.write(ClickTrack(seconds: 1, every: 12_000, after: 0).bytes, to: "clicks.wav")
        // A pipe that nobody reads.
        let pipe = walk.folder.file("device").string
        try require(mkfifo(pipe, 0o600) == 0)
        let sink = "filesink,location=\(pipe)"
        // A busy machine may look only when all is over, so one of five plays has to show it.
        let closesFirst = try (1...5).contains { _ in
            var isRunning = false
            let outcome = try walk.playing("--audio", "clicks.wav", "--audio-sink", sink) { window in
                try window.press("q")
                try window.see("no window") { shot in
                    guard ColoredWalk.number(shot) == nil else { return false }
                    usleep(100_000)
                    isRunning = window.process.isRunning
                    return true
                }
            }
            expectEqual(outcome.status, 0, "\(outcome.errors)")
            return isRunning
        }
        expect(closesFirst)
    }

    @Test("a player that was stopped and goes on shows no frame twice")
    func stopped() throws {
        // Once to the end, so that looks that come late miss frames, and never see a smaller number after a larger one.
        let arguments = [
            "walk", "--frames", "1-12", "--fps", "2", "--repeat", "1", "--keep-open", "--report", "report.json",
        ]
        let outcome = try PlayedWindow.playing(arguments, in: walk.folder.path, sink: nil) { window in
            var seen = try walk.frames(in: window) { $0.count == 3 || $0.last == 12 }
            window.process.stop()
            // The frame that it was about to show is late now.
            sleep(2)
            window.process.send(SIGCONT)
            for number in try walk.frames(in: window, until: { $0.last == 12 }) where number != seen.last {
                seen.append(number)
            }
            expect(zip(seen, seen.dropFirst()).allSatisfy(<), "\(seen)")
            try window.quit()
        }
        expectEqual(outcome.status, 0)
        // Each was either shown once or left out.
        let report = try Data(contentsOf: URL(fileURLWithPath: walk.folder.file("report.json").string))
        let numbers = try require(try JSONSerialization.jsonObject(with: report) as? [String: Any])
        expectEqual((numbers["presented"] as? Int ?? 0) + (numbers["dropped"] as? Int ?? 0), 12, "\(numbers)")
    }

    @Test("a window whose cross is clicked ends the playback as asked", arguments: XServer.sinks)
    func crossed(sink: String) throws {
        let outcome = try walk.playing("--fps", "10", sink: sink) { window in
            try walk.see(1, in: window)
            try window.press("space")
            try window.server.requestClose(of: window.identifier())
        }
        expectEqual(outcome.errors, "")
        expectEqual(outcome.status, 0)
    }

    @Test(
        "a window that is destroyed ends the playback, too",
        arguments: LongTests.cases(["windowclose", "windowkill"], every: 2)
    )
    func closed(how: String) throws {
        let outcome = try walk.playing("--fps", "10") { window in
            try walk.see(1, in: window)
            try window.press("space")
            try window.server.xdotool(how, try window.identifier())
        }
        // Who kills the connection takes the display away; a player that hears of its window's end before that was closed.
        expect(outcome.status == 0 || how == "windowkill" && outcome.status == 3)
    }

    @Test("an X server that goes away ends the playback with a sentence", arguments: XServer.sinks)
    func serverGone(sink: String) throws {
        let outcome = try walk.playing("--fps", "30", sink: sink) { window in
            try walk.see(1, in: window)
            try window.press("space")
            window.server.stop()
        }
        expectEqual(outcome.errors, Self.closed)
        expectEqual(outcome.status, 3)
    }

    /// What takes a window away, and how the player ends then.
    enum Loss: String, CaseIterable {
        case request, destruction, disconnection, server

        func happen(to window: PlayedWindow) throws {
            switch self {
            case .request: try window.server.requestClose(of: window.identifier())
            case .destruction: try window.server.xdotool("windowclose", window.identifier())
            // The window's client is cut off, as if the server had gone.
            case .disconnection: try window.server.xdotool("windowkill", window.identifier())
            case .server: window.server.stop()
            }
        }

        var isOrderly: Bool { self == .request || self == .destruction }
    }

    @Test(
        "a window that stands still and is taken away ends the playback with its report",
        arguments: XServer.sinks + (LongTests.areWanted ? ["autovideosink"] : []),
        // The others end it in tests of their own.
        LongTests.cases([Loss.disconnection, .server, .request, .destruction], every: 2)
    )
    func lost(sink: String, loss: Loss) throws {
        let report = walk.folder.file("report.json").string
        let outcome = try walk.playing("--report", report, sink: sink) { window in
            try walk.see(1, in: window)
            try loss.happen(to: window)
        }
        // A player that is cut off may hear of its window's end first.
        let isOrderly = loss.isOrderly || loss == .disconnection && outcome.status == 0
        expectEqual(outcome.errors, isOrderly ? "" : Self.closed)
        expectEqual(outcome.status, isOrderly ? 0 : 3)
        let text = try String(contentsOfFile: report, encoding: .utf8)
        expect(text.contains("\"timeToFirstFrameMs\": "))
        expect(!text.contains("\"timeToFirstFrameMs\": null"))
    }

    @Test(
        "frames that are deleted while they play are stood in for, in few words, and fail it at its end by their names"
    )
    func deleted() throws {
        let held = try walk.playing("--fps", "30", "--memory", "0", "--missing", "hold") { window in
            try walk.see(1, in: window)
            try FileManager.default.removeItem(atPath: walk.folder.file("walk").string)
            try window.press("l")
            try window.see("black in the place of all") { ColoredWalk.number($0) == nil }
            try window.press("h")
            try window.quit()
        }
        expectEqual(held.status, 0)
        expect(held.errors.contains("walk.00"))
        expect(held.errorLines.count < 20)
        for number in 1...24 { try walk.write(number, to: "walk/walk.\(number < 10 ? "000" : "00")\(number).png") }
        let refused = try walk.playing("--fps", "30", "--memory", "0", "--strict") { window in
            try walk.see(1, in: window)
            try FileManager.default.removeItem(atPath: walk.folder.file("walk").string)
            try window.press("space")
            try window.see("black in the place of all") { ColoredWalk.number($0) == nil }
            try window.quit()
        }
        expect(refused.errors.contains("no such file"))
        expectEqual(refused.errorLines.last?.hasPrefix("error: "), true)
        expectEqual(refused.errorLines.last?.contains("walk.00"), true)
        expectEqual(refused.status, 1)
    }
}
