import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// `flipbook play` in a window of an X server without a screen: every key and every use of the mouse, checked on
/// screenshots whose color tells the frame.
@Suite(
    .hangLimit,
    .serialized,
    .enabled(if: XServer.isAvailable, XServer.absence)
)
struct PlayWindowTests {
    private let walk: ColoredWalk

    init() throws { walk = try ColoredWalk() }

    @Test("every pixel of the window is the frame's", arguments: XServer.sinks)
    func pixels(sink: String) throws {
        let outcome = try walk.playing(sink: sink) { window in
            for (key, number) in [("End", 24), ("Home", 1)] {
                try window.press(key, until: "frame \(number)") { ColoredWalk.number($0) == number }
                let shot = try window.server.screenshot()
                let expected = ColoredWalk.picture(number).withUnsafeBytes { bytes in
                    // Black lies behind what is clear.
                    (0..<bytes.count).filter { $0 % 4 != 3 }.map { bytes[$0] }
                }
                expectEqual(shot.pixels(x: 0..<ColoredWalk.size.width, y: 0..<ColoredWalk.size.height), expected)
            }
            try window.quit()
        }
        expectEqual(outcome.status, 0)
        expectEqual(outcome.errors, "")
    }

    @Test("keys step, jump, set points and type numbers")
    func steps() throws {
        let outcome = try walk.playing { window in
            try walk.see(1, in: window)
            try walk.press("Right", shows: 2, in: window)
            try walk.press("period", shows: 3, in: window)
            try walk.press("Left", shows: 2, in: window)
            try walk.press("comma", shows: 1, in: window)
            try walk.press("shift+Right", shows: 11, in: window)
            try walk.press("shift+period", shows: 21, in: window)
            try walk.press("shift+Left", shows: 11, in: window)
            try walk.press("shift+comma", shows: 1, in: window)
            try walk.press("End", shows: 24, in: window)
            try walk.press("Home", shows: 1, in: window)
            try walk.press("shift+g", "1", "5", "Return", shows: 15, in: window)
            try walk.press("shift+g", "KP_1", "KP_7", "KP_Enter", shows: 17, in: window)
            try walk.press("shift+g", "1", "5", "KP_Enter", shows: 15, in: window)
            // Points: between them Home and End stop, and steps go round.
            try walk.press("bracketleft", "End", shows: 24, in: window)
            try walk.press("Left", shows: 23, in: window)
            try walk.press("bracketright", "Home", shows: 15, in: window)
            try walk.press("End", shows: 23, in: window)
            try walk.press("Right", shows: 15, in: window)
            try walk.press("Right", "i", "End", shows: 23, in: window)
            try walk.press("Left", "o", "Home", shows: 16, in: window)
            try walk.press("End", shows: 22, in: window)
            try walk.press("backslash", "End", shows: 24, in: window)
            try walk.press("Home", shows: 1, in: window)
            try window.press("Escape")
        }
        expectEqual(outcome.status, 0)
    }

    @Test("J, K, L and P play both ways, Space plays and pauses, Up and Down change the rate")
    func shuttle() throws {
        let report = walk.folder.file("report.json").string
        let outcome = try walk.playing("--fps", "2", "--report", report) { window in
            try walk.see(1, in: window)
            try walk.press("shift+g", "1", "2", "Return", shows: 12, in: window)
            try window.press("l")
            try expect(walk.plays(forwards: true, in: window))
            try window.press("k")
            try walk.press("shift+g", "1", "2", "Return", shows: 12, in: window)
            try window.press("j")
            try expect(walk.plays(forwards: false, in: window))
            try window.press("k")
            try walk.press("shift+g", "6", "Return", shows: 6, in: window)
            try walk.press("i", "Right", "Right", "o", shows: 8, in: window)
            try window.press("p")
            try walk.press("Home", shows: 6, in: window)
            try window.press("space")
            // To and fro between the points.
            let seen = try walk.frames(in: window) { $0.suffix(4) == [8, 7, 6, 7] }
            expect(seen.allSatisfy { (6...8).contains($0) })
            try window.press("space", "p", "backslash")
            try walk.press("Home", shows: 1, in: window)
            // Standing it stays.
            for _ in 0..<5 { try walk.see(1, in: window) }
            try window.press("Up", "Up", "Down", "space")
            try expect(walk.plays(forwards: true, in: window))
            try walk.see(6, in: window)
            try window.quit()
        }
        expectEqual(outcome.status, 0)
        // The mean of the frames that played: some at 2 a second, the last ones at 2.5.
        let facts = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: report)))
        let rate = try require((facts as? [String: Any])?["rateAsked"] as? Double)
        expect(rate > 2 && rate < 2.5)
    }

    @Test("the mouse scrubs and clicks, and scrubbing stops at the ends")
    func mouse() throws {
        let outcome = try walk.playing("--fps", "2") { window in
            try walk.see(1, in: window)
            try window.server.xdotool("mousemove", "10", "150")
            try window.server.xdotool("mousedown", "1")
            // 24 frames over 480 pixels: 20 each.
            for (x, number) in [(250, 13), (469, 24), (600, 24), (41, 3), (0, 1), (130, 7)] {
                try window.server.xdotool("mousemove", "\(x)", "150")
                try walk.see(number, in: window)
            }
            try window.server.xdotool("mouseup", "1")
            // Without the button it does nothing.
            try window.server.xdotool("mousemove", "300", "150")
            try walk.press("Right", shows: 8, in: window)
            try window.server.xdotool("click", "1")
            try expect(walk.plays(forwards: true, in: window))
            try window.server.xdotool("click", "1")
            try walk.press("Home", shows: 1, in: window)
            for _ in 0..<5 { try walk.see(1, in: window) }
            try window.quit()
        }
        expectEqual(outcome.status, 0)
    }

    /// A sink's window may lose what is done, so that each is done until it is seen.
    @Test(
        "in a window of a sink's own a key jumps, the mouse scrubs, its wheel steps and a click plays",
        arguments: XServer.sinks
    )
    func ofSink(sink: String) throws {
        let outcome = try walk.playing("--fps", "2", sink: sink) { window in
            for (x, number) in [(250, 13), (600, 24), (41, 3), (130, 7)] {
                try walk.drag(to: x, shows: number, in: window)
            }
            try window.server.xdotool("mouseup", "1")
            try window.press("Home", until: "frame 1") { ColoredWalk.number($0) == 1 }
            try window.use("click", "5", until: "a later frame") { ColoredWalk.number($0) ?? 0 > 1 }
            let number = try require(ColoredWalk.number(try window.server.screenshot()))
            try window.use("click", "4", until: "an earlier frame") { ColoredWalk.number($0) ?? 24 < number }
            try window.press("End", until: "frame 24") { ColoredWalk.number($0) == 24 }
            try window.use("click", "1", until: "the first frame again") { ColoredWalk.number($0) ?? 24 < 24 }
            try window.quit()
        }
        expectEqual(outcome.status, 0)
    }

    @Test("no key is lost, however quickly they are pressed")
    func quick() throws {
        let outcome = try walk.playing { window in
            try walk.see(1, in: window)
            for _ in 0..<(LongTests.areWanted ? 10 : 4) {
                // Each throws away what is on its way; what comes meanwhile counts.
                let keys = Array(repeating: "Right", count: 11) + Array(repeating: "Left", count: 3)
                try window.server.xdotool(["key", "--delay", "1"] + keys)
                try walk.see(9, in: window)
                try walk.press("Home", shows: 1, in: window)
            }
            try window.quit()
        }
        expectEqual(outcome.status, 0)
    }

    @Test("channels, backgrounds, the heads-up display and help change what is seen of a frame, and back")
    func looks() throws {
        let outcome = try walk.playing { window in
            func sees(_ what: String, at place: (x: Int, y: Int), _ color: [UInt8]) throws {
                try window.see(what) { $0[place.x, place.y] == color }
            }
            let (own, gray) = (ColoredWalk.color(1), { (value: UInt8) in [value, value, value] })
            try walk.see(1, in: window)
            let before = try window.server.screenshot()
            for (key, value) in [("r", 10), ("g", 100), ("b", 50), ("a", 255)] as [(String, UInt8)] {
                try window.press(key)
                try sees("the channel \(key)", at: ColoredWalk.plain, gray(value))
                if key == "a" { try sees("no alpha", at: ColoredWalk.clear, gray(0)) }
                try window.press(key)
                try sees("all channels", at: ColoredWalk.plain, own)
            }
            try window.press("shift+b", "shift+b")
            try sees("white", at: ColoredWalk.clear, gray(255))
            try window.press("shift+b")
            try window.see("a checkerboard of squares of 8 pixels") { shot in
                (0..<20).allSatisfy { x in
                    (0..<10).allSatisfy { y in
                        let isLight = ((40 + 8 * x) / 8 + (200 + 8 * y) / 8) % 2 == 0
                        return shot[44 + 8 * x, 204 + 8 * y] == gray(isLight ? 153 : 102)
                    }
                }
            }
            try sees("the frame over it", at: ColoredWalk.plain, own)
            try window.press("shift+b")
            try sees("black", at: ColoredWalk.clear, gray(0))

            func top(_ shot: Screenshot) -> [UInt8] { shot.pixels(x: 0..<300, y: 0..<60) }
            func middle(_ shot: Screenshot) -> [UInt8] { shot.pixels(x: 200..<280, y: 150..<210) }
            try window.press("h")
            try window.see("the heads-up display") { top($0) != top(before) }
            try window.press("h", "h")
            try window.see("no heads-up display") { top($0) == top(before) }
            try window.press("question")
            try window.see("help") { middle($0) != middle(before) }
            // The list has several pages; Escape ends it on any of them.
            try window.press("Escape")
            try window.see("no help") { middle($0) == middle(before) }
            try window.quit()
        }
        expectEqual(outcome.status, 0)
    }

    @Test("a larger window shows the frame larger; 1 shows it pixel by pixel, f as large as there is room")
    func resize() throws {
        let outcome = try walk.playing { window in
            try walk.see(1, in: window)
            let identifier = try window.identifier()
            // Twice the picture, and the bar below it.
            try window.server.xdotool("windowsize", identifier, "960", "786")
            try window.see("the frame, twice as large") { shot in
                shot[940, 700] == ColoredWalk.color(1) && shot[200, 500] == [0, 0, 0]
                    && shot[420, 500] == ColoredWalk.color(1)
            }
            // Places are the frame's still: the pointer is at 400, 20 of the window.
            try window.press("Right")
            try window.see("frame 2, twice as large") { $0[940, 700] == ColoredWalk.color(2) }
            try window.press("1")
            try window.see("the frame pixel by pixel in the middle") { shot in
                shot[100, 100] == [0, 0, 0] && shot[241, 181] == ColoredWalk.color(2)
                    && shot[718, 538] == ColoredWalk.color(2)
                    && shot[723, 543] == [0, 0, 0] && shot[300, 400] == [0, 0, 0]
            }
            try window.press("f")
            try window.see("the frame fitted again") { $0[940, 700] == ColoredWalk.color(2) }
            try window.server.xdotool("windowsize", identifier, "480", "600")
            try window.see("the frame in a higher window") { shot in
                shot[470, 130] == ColoredWalk.color(2) && shot[470, 60] == [0, 0, 0]
            }
            try window.quit()
        }
        expectEqual(outcome.status, 0)
    }

    @Test("R reads the frames again, S saves the one that is shown, M shows the highlighted ones")
    func files() throws {
        try walk.folder.write(
            Array(
                """
                version: 1
                animationImages: walk/walk.####.png
                highlightedAnimationImages: [walk/walk.0009.png, walk/walk.0005.png]

                """.utf8
            ),
            to: "walk.yaml"
        )
        let outcome = try PlayedWindow.playing(["walk.yaml", "--paused", "--save-to", "."], in: walk.folder.path) {
            window in
            try walk.see(1, in: window)
            try walk.press("Right", "m", shows: 9, in: window)
            try walk.press("Right", shows: 5, in: window)
            try walk.press("m", shows: 1, in: window)
            try walk.press("Right", shows: 2, in: window)
            try window.press("s")
            let saved = walk.folder.file("walk.0002.saved.png")
            try window.see("the saved frame") { _ in
                // What is written to its end can be read.
                (try? ImageDecoder().decode(contentsOf: saved)) != nil
            }
            let picture = try ImageDecoder().decode(contentsOf: saved)
            expectEqual(picture.size, ColoredWalk.size)
            expectEqual(picture.withUnsafeBytes { Array($0.prefix(3)) }, ColoredWalk.color(2))
            try walk.write(20, to: "walk/walk.0002.png")
            try walk.press("shift+r", shows: 20, in: window)
            try window.quit()
        }
        expectEqual(outcome.status, 0)
        expect(outcome.errors.contains("saved ./walk.0002.saved.png"))
    }

    @Test(
        "other players' keys do what they do there",
        arguments: LongTests.cases([("mpv", "Right", 11), ("rv", "Right", 2), ("djv", "ctrl+Right", 24)], every: 2)
    )
    func habits(keys: String, press key: String, number: Int) throws {
        let outcome = try walk.playing("--keys", keys, "--fps", "2") { window in
            try walk.see(1, in: window)
            try walk.press(key, shows: number, in: window)
            try window.quit()
        }
        expectEqual(outcome.status, 0)
    }
}
