import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// What people do with a viewer's mouse and keys out of habit, in the player's own window.
@Suite(.hangLimit, .serialized, .enabled(if: XServer.isAvailable, XServer.absence))
struct PlayHabitTests {
    private let walk: ColoredWalk

    init() throws { walk = try ColoredWalk() }

    @Test("Space and a drag move the picture, and the clock stands as it stood; Space alone plays")
    func space() throws {
        _ = try walk.playing("--fps", "4", sink: nil) { window in
            try walk.see(1, in: window)
            try window.press("plus")
            try window.see("the middle, enlarged") { $0[2, 250] == [0, 0, 0] }
            try window.server.xdotool("keydown", "space", "mousemove", "200", "150", "mousedown", "1")
            try window.server.xdotool("mousemove", "300", "150", "mouseup", "1", "keyup", "space")
            try window.see("the picture, moved to the right") { $0[2, 250] == ColoredWalk.color(1) }
            try window.press("f")
            try walk.press("Right", shows: 2, in: window)
            try window.press("space")
            try expect(walk.plays(forwards: true, in: window))
            try window.quit()
        }
    }

    @Test("a double click shows one pixel for each and stays on the frame; a click plays")
    func doubleClick() throws {
        _ = try walk.playing("--fps", "12", sink: nil) { window in
            try enlarge(window)
            try window.server.xdotool("mousemove", "480", "300", "click", "--repeat", "2", "--delay", "1", "1")
            try window.see("the picture's own pixels") {
                $0[710, 200] == ColoredWalk.color(1) && $0[940, 40] == [0, 0, 0]
            }
            try window.press("Right")
            try window.see("the second frame") { $0[710, 200] == ColoredWalk.color(2) }
            try window.server.xdotool("click", "--repeat", "2", "--delay", "1", "1")
            try window.see("the picture, twice as large again") { $0[940, 40] == ColoredWalk.color(2) }
            try window.server.xdotool("click", "1")
            try window.see("another frame") { $0[940, 40] == ColoredWalk.color(3) }
            try window.quit()
        }
    }

    /// Makes the window twice as large as the first frame, which it shows above the bar.
    private func enlarge(_ window: PlayedWindow) throws {
        try walk.see(1, in: window)
        try window.server.xdotool("windowsize", try window.identifier(), "960", "786")
        try window.see("the picture, twice as large") { $0[940, 40] == ColoredWalk.color(1) }
    }

    @Test("a double click on what has ended stays on its last frame; a click plays it again")
    func doubleClickAtEnd() throws {
        _ = try walk.playing("--loop", "once", "--keep-open", "--fps", "24", sink: nil) { window in
            try enlarge(window)
            try window.press("space")
            try window.see("the last frame") { $0[940, 40] == ColoredWalk.color(24) }
            // It has ended once its last frame's time has gone by, too, which nothing shows.
            usleep(500_000)
            try window.server.xdotool("mousemove", "480", "300", "click", "--repeat", "2", "--delay", "1", "1")
            try window.see("the picture's own pixels") {
                $0[710, 200] == ColoredWalk.color(24) && $0[940, 40] == [0, 0, 0]
            }
            try window.server.xdotool("click", "1")
            try window.see("a frame before the last one") { ColoredWalk.color(24) != $0[710, 200] }
            try window.quit()
        }
    }

    @Test("of a player that gets no time, two quick clicks are a double click, and two slow ones are not")
    func lateClicks() throws {
        _ = try walk.playing("--fps", "12", sink: nil) { window in
            try enlarge(window)
            func clickWhileStopped(_ words: String...) throws {
                window.process.send(SIGSTOP)
                try window.server.xdotool(words)
                window.process.send(SIGCONT)
            }
            try clickWhileStopped("mousemove", "480", "300", "click", "--repeat", "2", "--delay", "1", "1")
            try window.see("the picture's own pixels") {
                $0[710, 200] == ColoredWalk.color(1) && $0[940, 40] == [0, 0, 0]
            }
            // The first one plays, the second one pauses, as if they were heard in time.
            try clickWhileStopped("click", "1", "sleep", "0.6", "click", "1")
            try window.press("Right")
            try window.see("another frame's own pixels") {
                $0[710, 200] != ColoredWalk.color(1) && $0[940, 40] == [0, 0, 0]
            }
            try window.quit()
        }
    }

    @Test("Escape leaves the full screen first, and ends the playback then")
    func escape() throws {
        let outcome = try walk.playing(sink: nil) { window in
            try walk.see(1, in: window)
            try window.press("F11")
            try window.see("the whole screen") { $0[983, 735] == ColoredWalk.color(1) }
            try window.press("Escape")
            try window.see("the window") { $0[983, 735] != ColoredWalk.color(1) && $0[470, 20] == ColoredWalk.color(1) }
            try walk.press("Right", shows: 2, in: window)
            try window.press("Escape")
        }
        expectEqual(outcome.status, 0)
    }

    @Test("what is to stay open after one cycle shows the last frame")
    func end() throws {
        _ = try PlayedWindow.playing(
            ["walk", "--loop", "once", "--keep-open", "--fps", "60"],
            in: walk.folder.path,
            sink: nil
        ) { window in
            try walk.see(24, in: window)
            // Three looks that a frame of black would not pass.
            for _ in 0..<3 { try walk.see(24, in: window) }
            try walk.press("Left", shows: 23, in: window)
            try window.quit()
        }
    }

    @Test("the display is one line, then its details, then none; the list of keys has the whole window")
    func display() throws {
        _ = try walk.playing(sink: nil) { window in
            try walk.see(1, in: window)
            try window.server.xdotool("windowsize", try window.identifier(), "400", "300")
            try window.see("the small window") { $0[190, 10] == ColoredWalk.color(1) && $0[420, 100] == [0, 0, 0] }
            try window.server.xdotool("mousemove", "120", "60")
            try window.press("h")
            try window.see("the display, a line") { shot in
                shot[50, 18] != ColoredWalk.color(1) && (50..<190).allSatisfy { shot[$0, 40] == ColoredWalk.color(1) }
            }
            try window.press("h")
            try window.see("its details") { $0[50, 40] != ColoredWalk.color(1) }
            try window.press("h")
            try window.see("no display") { $0[50, 18] == ColoredWalk.color(1) }
            try window.press("question")
            try window.see("the list of keys") { $0[50, 90] != ColoredWalk.color(1) }
            try window.press("Escape")
            try window.see("the picture again") { $0[50, 90] == ColoredWalk.color(1) }
            try window.quit()
        }
    }

    @Test("a wipe has a line, and of a frame that only one sequence has the other's place says so")
    func compared() throws {
        for number in 1...20 {
            try walk.write(number, to: "fresh/fresh.\(number < 10 ? "000" : "00")\(number).png")
        }
        _ = try PlayedWindow.playing(
            ["walk", "--compare", "fresh", "--paused"],
            in: walk.folder.path,
            sink: nil
        ) { window in
            try window.see("both") { $0[250, 60] == ColoredWalk.color(1) && $0[490, 60] == ColoredWalk.color(1) }
            try window.press("shift+g", "2", "2", "Return")
            func hasText(_ shot: Screenshot) -> Bool {
                (500..<900).contains { x in (100..<300).contains { shot[x, $0].allSatisfy { $0 > 220 } } }
            }
            try window.see("frame 22 and a text beside it") { $0[250, 60] == ColoredWalk.color(22) && hasText($0) }
            try window.press("Home")
            try window.see("both again") { $0[490, 60] == ColoredWalk.color(1) && !hasText($0) }
            try window.press("c")
            // One picture in the middle of the window of two, 461 by 346.
            try window.see("a wipe's line") { shot in
                let row = (300..<620).map { shot[$0, 60] }
                return row.count { $0 == ColoredWalk.color(1) } > 300 && row.contains { $0 != ColoredWalk.color(1) }
            }
            try window.quit()
        }
    }
}
