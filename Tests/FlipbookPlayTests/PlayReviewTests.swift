import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// What a reviewer does in the window of `flipbook play` beside playing.
@Suite(.hangLimit, .serialized, .enabled(if: XServer.isAvailable, XServer.absence))
struct PlayReviewTests {
    private let walk: ColoredWalk

    init() throws { walk = try ColoredWalk() }

    @Test("the empty window opens a path that Tab completes; Escape dismisses a refusal, and the path can be mended")
    func opened() throws {
        let outcome = try PlayedWindow.playing([], in: walk.folder.path) { window in
            let center = (x: 320, y: 170)
            try window.see("the invitation") { $0[center.x, center.y] != [0, 0, 0] && $0[10, 10] == [0, 0, 0] }
            try window.press("n", "o", "ctrl+o")
            try window.see("the prompt") { $0[20, 345] != [0, 0, 0] }
            try window.server.xdotool("type", "waxx")
            try window.press("Return")
            try window.see("the refusal") { $0[300, 345] != [0, 0, 0] }
            try window.press("Escape", "Escape")
            try window.see("the invitation alone") {
                $0[20, 345] == [0, 0, 0] && $0[300, 345] == [0, 0, 0] && $0[center.x, center.y] != [0, 0, 0]
            }
            try window.press("ctrl+o", "BackSpace", "BackSpace", "BackSpace", "Tab", "Return")
            try window.see("a frame") { ColoredWalk.number($0) != nil }
            try window.quit()
        }
        expectEqual(outcome.status, 0)
        expect(outcome.errors.contains("note: not opened: waxx: "))
    }

    @Test("C compares with the next of several sequences, or with one whose path is typed, and keeps the frame")
    func chosen() throws {
        for number in 20...24 { try walk.write(number, to: "other/o.\(number - 19).png") }
        let (left, right) = ((x: 250, y: 60), (x: 490, y: 60))
        func seeBoth(_ first: Int, _ second: Int, _ window: PlayedWindow) throws {
            try window.see("both sequences, their names on their halves") { shot in
                shot[left.x, left.y] == ColoredWalk.color(first) && shot[right.x, right.y] == ColoredWalk.color(second)
                    && shot[12, 16] != ColoredWalk.color(first) && shot[474, 16] != ColoredWalk.color(second)
                    && shot[450, 16] == ColoredWalk.color(first) && shot[900, 16] == ColoredWalk.color(second)
            }
        }
        _ = try PlayedWindow.playing(["walk", "other", "--paused"], in: walk.folder.path) { window in
            try walk.see(1, in: window)
            try walk.press("Right", shows: 2, in: window)
            try window.press("c")
            try seeBoth(2, 21, window)
            try walk.press("Next", shows: 20, in: window)
            try window.press("Prior")
            try seeBoth(2, 21, window)
            try window.quit()
        }
        _ = try walk.playing { window in
            try walk.press("Right", shows: 2, in: window)
            try window.press("c")
            try window.server.xdotool("type", "oth")
            try window.press("Tab", "Return")
            try seeBoth(2, 21, window)
            // A alone, with one name.
            try window.press("Tab", "Tab")
            try walk.see(2, in: window)
            try window.quit()
        }
    }

    @Test("a press on the badge of a LUT neither plays nor hides it")
    func lookupTable() throws {
        let cube = "LUT_3D_SIZE 2\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n"
        try walk.folder.write(Array(cube.utf8), to: "same.cube")
        _ = try walk.playing("--lut", "same.cube", sink: nil) { window in
            let badge = (x: 450, y: 341)
            try window.see("the badge") { $0[badge.x, badge.y] != ColoredWalk.color(1) }
            try window.server.xdotool("mousemove", "\(badge.x)", "\(badge.y)", "click", "1", "mousemove", "400", "20")
            // Longer than it takes to tell one click from two.
            usleep(600_000)
            try walk.press("Right", shows: 2, in: window)
            try window.see("the badge still") { $0[badge.x, badge.y] != ColoredWalk.color(2) }
            try window.quit()
        }
    }

    @Test("X marks black pixels of a frame and of a still picture, and not the bars beside them")
    func bars() throws {
        let black = Picture(making: PixelSize(width: 240, height: 360), format: .rgba) { bytes in
            for place in bytes.indices { bytes[place] = place % 4 == 3 ? 255 : 0 }
        }
        try walk.folder.write(PNGEncoder.encode(black), to: "walk/walk.0002.png")
        let text = "version: 1\nanimationImages: walk/walk.1-3####.png\nimage: walk/walk.0002.png\n"
        try walk.folder.write(Array((text + "animationRepeatCount: 1\n").utf8), to: "still.yaml")
        let outcome = try PlayedWindow.playing(["still.yaml", "--keep-open"], in: walk.folder.path) { window in
            let isMarked = { (shot: Screenshot) in shot[240, 100] == [0, 0, 255] && shot[20, 100] == [0, 0, 0] }
            try window.see("the still picture") { $0[240, 100] == [0, 0, 0] && $0[240, 424] == [30, 31, 34] }
            try window.press("x")
            try window.see("the still picture in blue", isMarked)
            try window.press("Home")
            try walk.see(1, in: window)
            try window.press("Right")
            try window.see("the frame in blue", isMarked)
            try window.quit()
        }
        expectEqual(outcome.status, 0, "\(outcome.errors)")
    }

    @Test("a narrow window breaks the details between facts, without an empty line")
    func narrow() throws {
        _ = try walk.playing(sink: nil) { window in
            try window.server.xdotool("windowsize", try window.identifier(), "200", "426")
            try window.see("the narrow window") { $0[190, 130] == ColoredWalk.color(1) && $0[210, 200] == [0, 0, 0] }
            try window.press("h", "h")
            try window.see("lines of text without a gap") { shot in
                // The lines are 18 pixels high, and begin 10 pixels below the window's edge.
                let lines = (0..<10).map { line in
                    (12..<190).contains { x in (0..<18).contains { shot[x, 10 + 18 * line + $0].min() ?? 0 > 140 } }
                }
                return (lines.firstIndex(of: false) ?? 0) > 5
            }
            try window.quit()
        }
    }

    @Test("an Escape too many does not end the session, and one that is meant does")
    func escape() throws {
        let outcome = try walk.playing { window in
            try window.press("question")
            try window.see("the list of keys") { $0[470, 20] != ColoredWalk.color(1) }
            try window.press("Escape", "Escape")
            try walk.see(1, in: window)
            try walk.press("Right", shows: 2, in: window)
            usleep(1_100_000)
            try window.press("Escape")
            try window.waitForEnd()
        }
        expectEqual(outcome.status, 0)
    }

    @Test("a press on the flag of a note goes to its frame, also beside the frame's middle")
    func noteFlag() throws {
        for number in 0..<240 { try walk.write(number % 24 + 1, to: "long/l.\(number + 1001).png") }
        _ = try PlayedWindow.playing(["long", "--paused"], in: walk.folder.path) { window in
            try walk.see(1, in: window)
            try window.press("shift+g", "1", "1", "2", "2", "Return")
            try walk.see(2, in: window)
            try window.press("n", "a", "Return", "Home")
            try walk.see(1, in: window)
            var flag: Int?
            try window.see("the flag of the note") { shot in
                flag = (0..<480).first { shot[$0, 364] == [255, 190, 0] }
                return flag != nil
            }
            // A frame is two pixels wide, and a flag ten.
            try window.server.xdotool("mousemove", "\((flag ?? 0) + 9)", "364", "click", "1")
            // The note's text covers the place that tells frames apart.
            try window.see("the frame of the note") { $0[220, 30] == ColoredWalk.color(2) }
            try window.server.xdotool("mousemove", "400", "20")
            try window.quit()
        }
    }

    @Test("the wheel over the speaker changes the volume, a press on it silences the sound, and keys do both")
    func volume() throws {
        try walk.folder.write(ClickTrack(seconds: 1, every: 12_000, after: 0).bytes, to: "clicks.wav")
        let outcome = try walk.playing("--audio", "clicks.wav", "--audio-sink", "fakesink") { window in
            func notice(_ shot: Screenshot) -> [UInt8] { shot.pixels(x: 6..<120, y: 328..<354) }
            /// Uses the mouse or a key, and returns the notice that comes.
            func seen(_ what: String, from former: [UInt8], _ words: String...) throws -> [UInt8] {
                try window.server.xdotool(words)
                try window.see(what) { notice($0) != former }
                return try notice(window.server.screenshot())
            }
            let plain = try notice(window.server.screenshot())
            let ninety = try seen("90 %", from: plain, "mousemove", "431", "408", "click", "5")
            let eighty = try seen("80 %", from: ninety, "click", "5")
            let off = try seen("sound off", from: eighty, "click", "1", "mousemove", "400", "20")
            let on = try seen("sound on", from: off, "key", "shift+m")
            try expectEqual(seen("90 % again", from: on, "key", "parenright"), ninety)
            try expectEqual(seen("80 % again", from: ninety, "key", "parenleft"), eighty)
            try window.quit()
        }
        expectEqual(outcome.errors, "", "what a key does is said in the window")
    }

    @Test(
        "Control+Shift+C copies the picture with the strokes of its note",
        .enabled(if: XServer.isInstalled("xclip"), "xclip is not installed (tools/setup --test)")
    )
    func copiedStrokes() throws {
        let stroke = (x: 270, y: 100)
        var copied: Picture?
        _ = try walk.playing { window in
            try window.press("n")
            try window.see("the prompt") { $0[20, 345] != ColoredWalk.color(1) }
            try window.server.xdotool("mousemove", "240", "100", "mousedown", "1")
            try window.server.xdotool("mousemove", "300", "100", "mouseup", "1")
            try window.see("the stroke") { $0[stroke.x, stroke.y] == [255, 190, 0] }
            try window.press("Return", "ctrl+shift+c")
            copied = try walk.copiedPicture(in: window)
            try window.quit()
        }
        let place = 4 * (stroke.y * ColoredWalk.size.width + stroke.x)
        try expectEqual(require(copied).withUnsafeBytes { Array($0[place..<place + 3]) }, [255, 190, 0])
    }
}
